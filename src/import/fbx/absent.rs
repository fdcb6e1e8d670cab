//! What a program without a reader of FBX says about a file.

use std::path::Path;

use crate::import::level::error::{LevelError, Result};
use crate::import::level::file::Named;
use crate::import::level::read_level::ReadLevel;
use crate::import::level::stamps::Stamps;
use crate::import::level::work::LevelWork;

/// Reads no FBX.
///
/// # Errors
/// Always: it says which program can read the file.
pub(in crate::import) fn read(_: Named, _: &Path, _: &LevelWork, _: &mut Stamps) -> Result<ReadLevel> {
    let (message, help) = if cfg!(target_family = "wasm") {
        ("FBX cannot be read in a browser", "open it with the desktop program, or export it as glTF")
    } else {
        ("this program was built without FBX", "build it with the feature `fbx`, or export the level as glTF")
    };
    Err(LevelError::file(message).help(help))
}

/// The files that an FBX names: unknown here.
pub(in crate::import) fn image_names(_: &Path) -> Option<Vec<String>> {
    None
}
