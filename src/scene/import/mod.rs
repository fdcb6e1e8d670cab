//! Files of other programs: as parts of a scene, and as scenes of their own.

pub mod behavior_tree;
mod image_scene;
pub mod level;
mod level_scene;
mod tree_scene;

use std::path::Path;

pub use image_scene::is_image;
pub(super) use image_scene::read_as_scene as read_image;
pub use level_scene::as_scene as level_as_scene;
pub(crate) use level_scene::images as images_of_level;
pub(super) use level_scene::read_as_scene as read_level;
pub use tree_scene::is_tree;
pub(super) use tree_scene::read_as_scene;

/// Whether a file opens as a scene and is none, so that no scene is saved to it.
pub fn is_foreign(path: &Path) -> bool {
    is_tree(path) || is_image(path) || level::is_level(path)
}
