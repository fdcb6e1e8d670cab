//! Pictures as PNG files.

use std::io::{BufReader, Cursor, Write};
use std::path::Path;

use ::png::{BitDepth, ColorType, Compression, Decoder, Encoder, EncodingError, Filter, Limits};
use image::RgbaImage;

use super::error::RenderError;
use crate::host::fs::File;
use crate::source::decoding::guarded;
use crate::source::regular;

/// The keyword of the text that names the program which made a PNG file (PNG, third edition, 2025, § 11.3.3.2).
const SOFTWARE: &str = "Software";

/// The keyword of the text that names the renderer, as OpenGL does (`GL_RENDERER`).
const RENDERER: &str = "Renderer";

/// The start of that text in our files.
pub(super) const OURS: &str = "eyeline ";

/// The bytes of a PNG file, without alpha, since pictures are opaque. Its metadata name eyeline, see [`is_our_png`].
///
/// Rows are not filtered: flat and slowly changing colours, which is what pictures are made of here, become
/// smaller and are written faster than with any filter (of all of them on the tour, this one gave 0.2 MB).
///
/// # Errors
///
/// [`RenderError::Png`] when the image has no pixels.
pub fn to_png(image: &RgbaImage) -> Result<Vec<u8>, RenderError> {
    to_png_by(image, "")
}

/// The same with the name of the renderer in the metadata, see [`Headless::renderer`](super::headless::Headless::renderer) and
/// [`renderer_of`]. An empty name is left out.
///
/// # Errors
///
/// As [`to_png`].
pub fn to_png_by(image: &RgbaImage, renderer: &str) -> Result<Vec<u8>, RenderError> {
    let mut bytes = Vec::new();
    let mut encoder = Encoder::new(&mut bytes, image.width(), image.height());
    encoder.set_color(ColorType::Rgb);
    encoder.set_depth(BitDepth::Eight);
    encoder.set_compression(Compression::Balanced);
    encoder.set_filter(Filter::NoFilter);
    name_software(&mut encoder)?;
    if !renderer.is_empty() {
        encoder.add_text_chunk(RENDERER.to_owned(), stored_name(renderer))?;
    }
    let mut writer = encoder.write_header()?;
    let pixels: Vec<u8> = image.pixels().flat_map(|pixel| [pixel[0], pixel[1], pixel[2]]).collect();
    writer.write_image_data(&pixels)?;
    writer.finish()?;
    Ok(bytes)
}

/// The name of a renderer as a PNG stores it. The texts of a PNG are Latin-1.
pub(super) fn stored_name(renderer: &str) -> String {
    renderer.replace(|c: char| !c.is_ascii_graphic() && c != ' ', "?")
}

/// Adds the text that names eyeline.
pub(super) fn name_software<W: Write>(encoder: &mut Encoder<W>) -> Result<(), EncodingError> {
    encoder.add_text_chunk(SOFTWARE.to_owned(), format!("{OURS}{}", env!("CARGO_PKG_VERSION")))
}

/// The name of the renderer in the metadata of a PNG, when there is one.
pub fn renderer_of(png: &[u8]) -> Option<String> {
    let found = || {
        let limits = Limits { bytes: 1 << 20 };
        let reader = Decoder::new_with_limits(Cursor::new(png), limits).read_info().ok()?;
        let texts = &reader.info().uncompressed_latin1_text;
        texts.iter().find(|text| text.keyword == RENDERER).map(|text| text.text.clone())
    };
    guarded(found).ok().flatten()
}

/// Whether a regular file is a PNG that eyeline made, by its metadata.
pub fn is_our_png(path: &Path) -> bool {
    regular::open(path).is_ok_and(has_our_mark)
}

/// Whether an open file is a PNG that eyeline made, by its metadata.
pub fn has_our_mark(file: File) -> bool {
    let found = || {
        let limits = Limits { bytes: 1 << 20 };
        let reader = Decoder::new_with_limits(BufReader::new(file), limits).read_info().ok()?;
        let texts = &reader.info().uncompressed_latin1_text;
        Some(texts.iter().any(|text| text.keyword == SOFTWARE && text.text.starts_with(OURS)))
    };
    guarded(found).ok().flatten().unwrap_or(false)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn our_files_are_known_and_hold_the_picture() {
        let folder = tempfile::tempdir().unwrap();
        let [ours, other, text] = ["a.png", "b.png", "c.png"].map(|name| folder.path().join(name));
        let picture =
            RgbaImage::from_fn(5, 3, |x, y| image::Rgba(if x > y { [200, 7, 9, 255] } else { [0, 70, 9, 255] }));
        std::fs::write(&ours, to_png(&picture).unwrap()).unwrap();
        picture.save(&other).unwrap();
        std::fs::write(&text, "eyeline 1").unwrap();
        assert_eq!([&ours, &other, &text].map(|path| is_our_png(path)), [true, false, false]);
        assert_eq!(image::open(&ours).unwrap().into_rgba8(), picture);
        assert!(to_png(&RgbaImage::new(0, 0)).is_err());
        let png = to_png_by(&picture, "llvmpipe (LLVM 19, 256 bits)").unwrap();
        assert_eq!(renderer_of(&png).as_deref(), Some("llvmpipe (LLVM 19, 256 bits)"));
        assert_eq!(
            [renderer_of(&to_png(&picture).unwrap()), renderer_of(b"\x89PNG"), renderer_of(b"")],
            [None, None, None]
        );
    }
}
