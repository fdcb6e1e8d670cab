//! The files that an FBX names.

use std::io::Read;
use std::path::Path;

use super::load::load_names;
use super::textures::candidates;
use crate::host::fs::File;
use crate::source::text::LARGEST_FILE;

/// The most memory for the search.
const MEMORY: usize = 256 << 20;

/// The images that an FBX names, each by all names under which it is looked for. `None` for a file that cannot be parsed, or whose names
/// are not found within the limits of the search.
pub(in crate::import) fn image_names(level: &Path) -> Option<Vec<String>> {
    let mut bytes = Vec::new();
    let most = File::open(level).ok()?.take(LARGEST_FILE + 1).read_to_end(&mut bytes).ok()?;
    let scene = load_names(&bytes, MEMORY).filter(|_| most as u64 <= LARGEST_FILE)?;
    Some(scene.texture_files.iter().flat_map(candidates).collect())
}
