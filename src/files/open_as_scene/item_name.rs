//! The names that a scene made from a file has.

use std::path::Path;

/// The name of the item that is made from a file: the name of the file without its extension.
pub(crate) fn stem_of(file: &str) -> String {
    Path::new(file).file_stem().map_or_else(|| file.to_owned(), |stem| stem.to_string_lossy().into_owned())
}

/// The title of the scene that is made from a file: the name of the file without its folder.
pub(super) fn title_of(file: &str) -> String {
    Path::new(file).file_name().map_or_else(|| file.to_owned(), |name| name.to_string_lossy().into_owned())
}
