//! The errors with which behaviour trees have ended their agents.

use std::path::Path;

use crate::files::Loaded;
use crate::source::error::SceneError;
use crate::world::World;

/// Prints an error for each agent that an error has ended, at the node in its tree file. Returns whether there is one.
pub(super) fn print_errors(world: &World, loaded: &Loaded, path: &Path) -> bool {
    let mut has_ended = false;
    for (agent, written) in world.agents.iter().zip(&loaded.scene.agents) {
        let Some(fault) = &agent.fault else { continue };
        has_ended = true;
        let message =
            format!("the agent `{}` has ended with an error in its tick {}: {}", agent.name, fault.tick, fault.message);
        let located = || {
            let trees = loaded.files.trees.get(&written.tree.file()?.file)?.trees().ok()?;
            let runnable = loaded.files.runnable(&loaded.scene, written).ok()?;
            Some(trees.error_at_node(runnable.origins.get(fault.node)?.node, &message))
        };
        let error = located().unwrap_or_else(|| SceneError::unreadable(&path.display().to_string(), &message, None));
        super::print_message(&error.render(super::has_color()));
    }
    has_ended
}
