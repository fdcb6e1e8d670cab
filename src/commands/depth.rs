//! Prints the errors of occlusion queries without an answer.

use std::path::Path;

use super::message::{has_color, print_message};
use crate::report::occlusion::AllUnanswered;
use crate::scene::{Scene, SceneError};

/// Prints why queries have no answer, and returns whether there is such a query. The scene file is read again, to find their
/// places.
pub(super) fn print_errors(unanswered: &AllUnanswered, scene: &Scene, path: &Path) -> bool {
    if unanswered.is_empty() {
        return false;
    }
    // Not from a pipe, which was read.
    let text = path.is_file().then(|| std::fs::read_to_string(path).ok()).flatten();
    let errors: Vec<SceneError> = unanswered.located(scene, text.as_deref(), &path.display().to_string());
    for error in errors {
        print_message(&error.render(has_color()));
    }
    true
}
