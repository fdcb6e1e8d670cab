//! Pictures as PNG files.

use image::codecs::png::{CompressionType, FilterType, PngEncoder};
use image::{DynamicImage, RgbaImage};

use super::RenderError;

/// The bytes of a PNG file, without alpha, since pictures are opaque.
///
/// Rows are not filtered: flat and slowly changing colours, which is what pictures are made of here, become
/// smaller and are written faster than with any filter (of all of them on the tour, this one gave 0.2 MB).
///
/// # Errors
///
/// [`RenderError::Png`] when the image has no pixels.
pub fn to_png(image: &RgbaImage) -> Result<Vec<u8>, RenderError> {
    let mut bytes = Vec::new();
    let encoder = PngEncoder::new_with_quality(&mut bytes, CompressionType::Default, FilterType::NoFilter);
    DynamicImage::ImageRgba8(image.clone()).into_rgb8().write_with_encoder(encoder)?;
    Ok(bytes)
}
