//! Files of other programs: as parts of a scene, and as scenes of their own.

pub mod behavior_tree;
mod tree_asset;
mod tree_scene;

pub use tree_asset::TreeAsset;
pub(super) use tree_asset::tree_warnings;
pub use tree_scene::is_tree;
pub(super) use tree_scene::read_as_scene;
