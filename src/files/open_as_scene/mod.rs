//! Opens files of other programs as scenes.

pub(crate) mod image;
pub(crate) mod level;
pub(crate) mod session;
pub(crate) mod tree;

use std::path::Path;

pub use image::{IMAGE_EXTENSIONS, is_image};
pub use level::as_scene as level_as_scene;
pub(crate) use level::{images as images_of_level, name_of as name_of_level};
pub(crate) use session::is_session;
pub use session::{RECORDING_EXTENSIONS, as_scene as session_as_scene};
pub use tree::{TREE_EXTENSIONS, as_scene as tree_as_scene, is_tree};

/// The name of the item that is made from a file: the name of the file without its extension.
pub(crate) fn stem_of(file: &str) -> String {
    Path::new(file).file_stem().map_or_else(|| file.to_owned(), |stem| stem.to_string_lossy().into_owned())
}

/// The title of the scene that is made from a file: the name of the file without its folder.
fn title_of(file: &str) -> String {
    Path::new(file).file_name().map_or_else(|| file.to_owned(), |name| name.to_string_lossy().into_owned())
}

/// Whether a file has the name of one that opens as a scene without being a scene file. No scene is saved to such a file.
pub fn is_foreign(path: &Path) -> bool {
    is_tree(path) || is_image(path) || is_session(path) || crate::import::level::is_level(path)
}
