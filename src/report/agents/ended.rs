//! Agents that an error of their behaviour tree has ended, as errors at the node in its tree file.

use crate::files::Content;
use crate::source::error::SceneError;
use crate::world::World;

/// An error for each agent that an error has ended at the world's tick or before. `name` is the scene file's name in
/// messages.
pub fn ended(world: &World, Content { scene, files }: Content, name: &str) -> Vec<SceneError> {
    let ended = world.agents.iter().zip(&scene.agents).filter_map(|(agent, written)| {
        let fault = agent.fault.as_ref()?;
        let message =
            format!("the agent `{}` has ended with an error in its tick {}: {}", agent.name, fault.tick, fault.message);
        let located = || {
            let trees = files.trees.get(&written.tree.file()?.file)?.trees().ok()?;
            let runnable = files.runnable(scene, written).ok()?;
            Some(trees.error_at_node(runnable.origins.get(fault.node)?.node, &message))
        };
        Some(located().unwrap_or_else(|| SceneError::unreadable(name, &message, None)))
    });
    ended.collect()
}
