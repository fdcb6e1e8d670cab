//! What the file formats of moving pictures have in common.

use image::RgbaImage;

use super::changed::Changed;
use crate::render::error::RenderError;

/// A file format. A picture is compressed independently of the compressed pictures before it.
pub(super) trait Encode {
    /// A compressed picture.
    type Frame: Send + 'static;

    /// Compresses a picture that is shown for `delay` hundredths of a second.
    fn encoded(
        image: &RgbaImage,
        before: Option<&RgbaImage>,
        changed: Changed,
        delay: u16,
    ) -> Result<Self::Frame, RenderError>;

    fn write(&mut self, frame: &Self::Frame) -> Result<(), RenderError>;

    fn finish(self) -> Result<(), RenderError>;
}
