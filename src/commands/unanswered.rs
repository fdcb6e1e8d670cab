//! Prints the errors of cuts without an answer, of agents that an error of their tree has ended, and of cameras whose picture does
//! not fit into the memory.

use std::path::Path;

use super::message::{has_color, print_message};
use crate::files::Content;
use crate::report::visibility::UnseenCameras;
use crate::report::{agents, cuts};
use crate::scene::{Scene, SceneError};
use crate::world::World;

/// Prints why cuts and agents have no answer at a tick, and returns whether there is such a one. The scene file is read
/// again, to find the places of cuts.
pub(super) fn print_errors(world: &World, content: Content, path: &Path) -> bool {
    print(&errors(world, content, path))
}

/// The same errors for a command that makes no world of its own. A cut keeps its answer, and an agent its error, so the
/// last tick has all of them.
pub(super) fn errors_at(last_tick: u64, content: Content, path: &Path) -> Vec<SceneError> {
    if content.scene.cuts.is_empty() && content.scene.agents.is_empty() {
        return Vec::new();
    }
    errors(&World::at(content.scene, content.files, last_tick), content, path)
}

fn errors(world: &World, content: Content, path: &Path) -> Vec<SceneError> {
    // Not from a pipe, which was read.
    let text = || path.is_file().then(|| std::fs::read_to_string(path).ok()).flatten();
    let text = if world.cuts.is_empty() { None } else { text() };
    let name = path.display().to_string();
    let mut errors = cuts::unanswered(world, content.scene, text.as_deref(), &name);
    errors.extend(agents::ended(world, content, &name));
    errors
}

/// Prints why cameras have no picture, and returns whether there is such a one.
pub(super) fn print_unseen(unseen: &UnseenCameras, scene: &Scene, path: &Path) -> bool {
    if unseen.is_empty() {
        return false;
    }
    // Not from a pipe, which was read.
    let text = path.is_file().then(|| std::fs::read_to_string(path).ok()).flatten();
    print(&unseen.located(scene, text.as_deref(), &path.display().to_string()))
}

/// Prints errors, and returns whether there is one.
pub(super) fn print(errors: &[SceneError]) -> bool {
    for error in errors {
        print_message(&error.render(has_color()));
    }
    !errors.is_empty()
}
