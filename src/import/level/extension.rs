//! The file extensions of levels.

use std::path::Path;

use crate::source::extension::has_extension;

/// The file extensions of levels, in lower case.
pub const LEVEL_EXTENSIONS: [&str; 8] = ["bsp", "fbx", "glb", "gltf", "map", "obj", "ply", "stl"];

/// Whether a file name has the extension of a level.
pub fn is_level(path: &Path) -> bool {
    LEVEL_EXTENSIONS.iter().any(|extension| has_extension(path, extension))
}
