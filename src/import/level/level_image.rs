//! An image that a level has decoded, for images of the scene that name it.

use crate::import::image::ReadImage;

/// An image with alpha, with all its pixels. An image of the scene that names it needs no second reading.
#[derive(Debug)]
pub(crate) struct LevelImage {
    /// Its index in the `images` of a glTF; `None` for an image file that an OBJ names.
    pub(crate) index: Option<u32>,
    /// Its files, with their stamps before the reading, and its pixels.
    pub(crate) read: ReadImage,
}
