//! Files of other programs: as parts of a scene, and as scenes of their own.

pub mod behavior_tree;
mod tree_scene;

pub use tree_scene::is_tree;
pub(super) use tree_scene::read_as_scene;
