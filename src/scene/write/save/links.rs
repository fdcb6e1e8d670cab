//! The file to which the links at the end of a path lead.

use std::io;
use std::path::{Path, PathBuf};

/// The path with all links at its end resolved. The file need not exist.
pub(crate) fn target(path: &Path) -> io::Result<PathBuf> {
    /// Linux has the same limit.
    const MOST_LINKS: usize = 40;
    let mut path = path.to_owned();
    for _ in 0..MOST_LINKS {
        match path.read_link() {
            // A relative link starts in the folder of the link.
            Ok(to) => path = folder_of(&path).join(to),
            Err(_) => return Ok(path),
        }
    }
    Err(io::Error::other("the path has too many links"))
}

pub(crate) fn folder_of(path: &Path) -> &Path {
    path.parent().filter(|parent| !parent.as_os_str().is_empty()).unwrap_or(Path::new("."))
}
