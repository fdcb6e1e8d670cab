//! Prints the errors of cuts without an answer.

use std::path::Path;

use crate::files::Content;
use crate::report::cuts::unanswered;
use crate::scene::{Scene, SceneError};
use crate::world::World;

/// Prints why cuts have no answer at a tick, and returns whether there is such a cut. The scene file is read again, to find
/// their places.
pub(super) fn print_errors(world: &World, scene: &Scene, path: &Path) -> bool {
    print(&errors(world, scene, path))
}

/// The same errors for a command that makes no world of its own. A cut keeps its answer, so the last tick has all of them.
pub(super) fn errors_at(last_tick: u64, content: Content, path: &Path) -> Vec<SceneError> {
    if content.scene.cuts.is_empty() {
        return Vec::new();
    }
    errors(&World::at(content.scene, content.files, last_tick), content.scene, path)
}

fn errors(world: &World, scene: &Scene, path: &Path) -> Vec<SceneError> {
    // Not from a pipe, which was read.
    let text = || path.is_file().then(|| std::fs::read_to_string(path).ok()).flatten();
    let text = if world.cuts.is_empty() { None } else { text() };
    unanswered(world, scene, text.as_deref(), &path.display().to_string())
}

/// Prints errors, and returns whether there is one.
pub(super) fn print(errors: &[SceneError]) -> bool {
    for error in errors {
        super::print_message(&error.render(super::has_color()));
    }
    !errors.is_empty()
}
