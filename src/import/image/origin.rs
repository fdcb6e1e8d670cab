//! The location of an image's bytes, and the result of reading them.

use std::path::PathBuf;
use std::sync::Arc;

use super::bitmap::Bitmap;
use super::error::ImageError;
use crate::source::stamp::Stamp;

/// The place of the bytes of an image. Images of one origin share their pixels.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Origin {
    pub(crate) part: FilePart,
    /// The real path of the file.
    pub(crate) path: PathBuf,
}

/// The part of a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum FilePart {
    /// All of them.
    Whole,
    /// Some bytes of a buffer of a glTF.
    Buffer { index: usize, start: usize, end: usize },
    /// The bytes in the URI of an image of a glTF: the first image with this URI.
    Uri(usize),
}

/// The result of the search for an image in some files.
#[derive(Clone, Debug)]
pub(crate) struct ReadImage {
    /// The files, the one that is named first.
    pub(crate) files: Vec<(PathBuf, Option<Stamp>)>,
    /// `None` when the bytes were not found.
    pub(crate) origin: Option<Origin>,
    pub(crate) bitmap: Result<Arc<Bitmap>, ImageError>,
}

/// Images that were decoded before.
pub(crate) trait Decoded {
    /// The pixels of an origin, decoded unless they are stored. `files` are the files of the origin with their present
    /// stamps, the named one first.
    fn get(
        &mut self,
        origin: &Origin,
        files: &[(PathBuf, Option<Stamp>)],
        title: &str,
        decode: &mut dyn FnMut() -> Result<Arc<Bitmap>, ImageError>,
    ) -> Result<Arc<Bitmap>, ImageError>;
}
