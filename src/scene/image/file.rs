//! An image file as it was read.

use std::path::Path;
use std::sync::Arc;

use super::super::document::{Image, Scene};
use super::super::folder::{self, FolderError};
use super::super::stamp::Stamp;
use super::{Bitmap, ImageError, decode};
use crate::opacity::Progress;

/// What reading an image file gave, and when.
#[derive(Clone, Debug, PartialEq)]
pub struct ImageFile {
    stamp: Option<Stamp>,
    bitmap: Result<Arc<Bitmap>, ImageError>,
}

impl ImageFile {
    /// Reads a file that a scene in `folder` names.
    pub fn read(file: &str, folder: &Path) -> Self {
        match folder::resolve(folder, file) {
            // The stamp first: what is written meanwhile is seen as a change afterwards.
            Ok(path) => {
                Self { stamp: Stamp::of(&path), bitmap: decode(&path, file, &Progress::default()).map(Arc::new) }
            }
            Err(error) => Self { stamp: None, bitmap: Err(refused(&error)) },
        }
    }

    /// Whether the file looks as it did when it was read.
    pub fn is_current(&self, file: &str, folder: &Path) -> bool {
        self.stamp == folder::resolve(folder, file).ok().and_then(|path| Stamp::of(&path))
    }
}

impl Scene {
    /// The pixels of one of its images.
    ///
    /// # Errors
    /// Why there are none: the file cannot be used, or it was never looked for.
    pub fn bitmap(&self, image: &Image) -> Result<&Arc<Bitmap>, ImageError> {
        match self.assets.images.get(&image.file) {
            Some(file) => file.bitmap.as_ref().map_err(Clone::clone),
            None => Err(match folder::check_written(&image.file) {
                Ok(()) => ImageError::NoFolder(image.file.clone()),
                Err(error) => refused(&error),
            }),
        }
    }
}

fn refused(error: &FolderError) -> ImageError {
    ImageError::Refused { message: error.to_string(), help: error.help() }
}
