//! The extension of a file name, which decides how a file is read or written.

use std::path::Path;

/// Whether a file name has this extension, in upper or lower case.
pub(crate) fn has_extension(path: &Path, extension: &str) -> bool {
    path.extension().is_some_and(|own| own.eq_ignore_ascii_case(extension))
}
