//! Decodes image files to pixels within limits.
//!
//! The size in the header is checked before memory is allocated, so that a few bytes cannot claim gigabytes. The pixels
//! and the memory of the decoder are reserved in the scene's [`Budget`] before they are allocated.

use std::io::{self, BufRead, BufReader, Cursor, Read, Seek, SeekFrom};
use std::path::Path;

use image::error::ImageError as DecodingError;
use image::{DynamicImage, ImageDecoder, ImageFormat, ImageReader, Limits};

use super::bitmap::Bitmap;
use super::error::{ImageError, POINTER};
use super::header::{Header, LARGEST_DECODED, LARGEST_SIDE};
use super::{ktx2, png_chunks};
use crate::budget::{Budget, OverBudget, Reservation, Size};
use crate::host::fs::File;
use crate::opacity::Progress;
use crate::source::decoding::guarded;
use crate::source::git_text::GitText;

/// The number of bytes at the beginning that identify the format.
const HEAD: u64 = 64;
/// The greatest size of the decompressed texts and colour profile of a PNG in bytes: 32 MiB. They are not used.
pub(super) const MOST_METADATA: u64 = 32 << 20;

/// Reads an image file: PNG, JPEG, WebP, TGA, BMP, the first frame of a GIF, or the largest level of a KTX2 with a Basis Universal
/// texture. The content decides the format, except for TGA. The file has the name `name` in messages. `progress` counts the bytes of the file.
///
/// # Errors
/// When it cannot be read, is none of these, claims more than [`LARGEST_SIDE`] or [`LARGEST_DECODED`], does not fit
/// into the budget, is broken, or when `progress` is cancelled.
pub fn decode(path: &Path, name: &str, budget: &Budget, progress: &Progress) -> Result<Bitmap, ImageError> {
    within_boundary(name, || {
        if let Some((bytes, _memory)) = ktx2_file(path, name, budget)? {
            return ktx2::decode(&bytes, name, budget);
        }
        pixels(open(path, name, budget, progress)?, name, budget, progress)
    })
}

/// Runs a decoder. A panic of it is an error of the image.
pub(super) fn within_boundary<T>(name: &str, decode: impl FnOnce() -> Result<T, ImageError>) -> Result<T, ImageError> {
    guarded(decode).unwrap_or_else(|panicked| Err(broken(name, panicked.to_string())))
}

/// An error of a damaged image.
pub(super) fn broken(name: &str, reason: String) -> ImageError {
    ImageError::Broken { file: name.to_owned(), reason }
}

/// The bytes of a file that is a KTX2, and the memory for them. `None` for other files.
fn ktx2_file(path: &Path, name: &str, budget: &Budget) -> Result<Option<(Vec<u8>, Reservation)>, ImageError> {
    let unreadable = |error: io::Error| unreadable(name, &error);
    let mut file = File::open(path).map_err(unreadable)?;
    let mut bytes = Vec::new();
    (&file).take(HEAD).read_to_end(&mut bytes).map_err(unreadable)?;
    if !ktx2::is_ktx2(&bytes) {
        return Ok(None);
    }
    let length = file.metadata().map_err(unreadable)?.len();
    let memory = budget.take(length).map_err(|over| ImageError::NoMemory { file: name.to_owned(), over })?;
    file.by_ref().take(length.saturating_sub(bytes.len() as u64)).read_to_end(&mut bytes).map_err(unreadable)?;
    Ok(Some((bytes, memory)))
}

/// Checks the header alone, which is fast and refuses most files that are not images.
///
/// # Errors
/// As [`decode`], for a file with an invalid header.
pub fn check_header(path: &Path, name: &str) -> Result<(), ImageError> {
    within_boundary(name, || {
        if let Some((bytes, _memory)) = ktx2_file(path, name, &Budget::default())? {
            return ktx2::header(&bytes, name).map(drop);
        }
        open(path, name, &Budget::default(), &Progress::default()).map(drop)
    })
}

/// The error of a file that cannot be read.
fn unreadable(name: &str, error: &io::Error) -> ImageError {
    ImageError::Unreadable { file: name.to_owned(), reason: error.to_string() }
}

/// Reads the header and checks the limits.
fn open<'p>(
    path: &Path,
    name: &str,
    budget: &Budget,
    progress: &'p Progress,
) -> Result<OpenedImage<impl ImageDecoder + use<'p>>, ImageError> {
    let unreadable = |error: io::Error| unreadable(name, &error);
    let mut file = File::open(path).map_err(unreadable)?;
    let mut head = Vec::new();
    (&file).take(HEAD).read_to_end(&mut head).and_then(|_| file.rewind()).map_err(unreadable)?;
    let by_name = ImageFormat::from_path(path).ok();
    if !head.is_empty() && by_name != Some(ImageFormat::Tga) && image::guess_format(&head).is_err() {
        let found = GitText::of(&head).map(|_pointer| POINTER.to_owned());
        return Err(ImageError::Format { file: name.to_owned(), found });
    }
    let length = file.metadata().map_err(unreadable)?.len();
    progress.expect(length);
    let watched = Watched { file, progress, furthest: 0, at: 0 };
    let mut reader = ImageReader::new(BufReader::with_capacity(1 << 16, watched));
    // A TGA file has no signature, so its name decides.
    if let Some(format) = by_name {
        reader.set_format(format);
    }
    decoder(reader, length, name, budget, progress)
}

/// The same as [`decode`] for an image in memory. A name that ends in `.tga` is that of a TGA, which has no signature.
///
/// # Errors
/// As [`decode`].
pub fn decode_bytes(bytes: &[u8], name: &str, budget: &Budget, progress: &Progress) -> Result<Bitmap, ImageError> {
    within_boundary(name, || {
        if ktx2::is_ktx2(bytes) {
            return ktx2::decode(bytes, name, budget);
        }
        let opened = decoder(in_memory(bytes, name), bytes.len() as u64, name, budget, progress)?;
        pixels(opened, name, budget, progress)
    })
}

fn in_memory<'b>(bytes: &'b [u8], name: &str) -> ImageReader<Cursor<&'b [u8]>> {
    let mut reader = ImageReader::new(Cursor::new(bytes));
    if ImageFormat::from_path(name).ok() == Some(ImageFormat::Tga) {
        reader.set_format(ImageFormat::Tga);
    }
    reader
}

/// A decoder that has read the header.
struct OpenedImage<D> {
    decoder: D,
    format: Option<ImageFormat>,
    /// The reservation for the whole file, which some decoders keep in memory.
    file: Reservation,
}

/// Reserves memory for the pixels and decodes them.
fn pixels(
    opened: OpenedImage<impl ImageDecoder>,
    name: &str,
    budget: &Budget,
    progress: &Progress,
) -> Result<Bitmap, ImageError> {
    let OpenedImage { decoder, format, file } = opened;
    let no_memory = |over: OverBudget| ImageError::NoMemory { file: name.to_owned(), over };
    let bytes = decoder.total_bytes();
    let (width, height) = decoder.dimensions();
    let mut kept = budget.take(bytes + Bitmap::size_on_screen([width, height])).map_err(no_memory)?;
    let besides = match format {
        Some(ImageFormat::Png | ImageFormat::Bmp | ImageFormat::Tga) => 0,
        // A frame of its own.
        Some(ImageFormat::Gif | ImageFormat::WebP) => bytes,
        // A progressive JPEG keeps 16 bits for each sample.
        _ => 2 * bytes,
    };
    let besides = budget.take(besides).map_err(no_memory)?;
    let image = DynamicImage::from_decoder(decoder).map_err(|error| refused(error, name, progress))?;
    drop((besides, file));
    if let Some(surplus) = Bitmap::converted_size(&image).checked_sub(bytes) {
        kept.grow(surplus).map_err(no_memory)?;
    }
    Ok(Bitmap::new(image, kept))
}

/// Reads the header of an image in memory without decoding it.
///
/// # Errors
/// When it is not an image, or exceeds the limits.
pub fn header(bytes: &[u8], name: &str) -> Result<Header, ImageError> {
    within_boundary(name, || {
        if ktx2::is_ktx2(bytes) {
            return ktx2::header(bytes, name);
        }
        let reader = in_memory(bytes, name);
        let OpenedImage { decoder, .. } = decoder(reader, 0, name, &Budget::default(), &Progress::default())?;
        let (width, height) = decoder.dimensions();
        Ok(Header { size: [width, height], has_alpha: decoder.color_type().has_alpha() })
    })
}

/// A decoder that has read the header and checked the limits. The file has `length` bytes.
fn decoder<'r, R: BufRead + Seek + 'r>(
    reader: ImageReader<R>,
    length: u64,
    name: &str,
    budget: &Budget,
    progress: &Progress,
) -> Result<OpenedImage<impl ImageDecoder + use<'r, R>>, ImageError> {
    let unreadable = |error: io::Error| unreadable(name, &error);
    let mut reader = reader.with_guessed_format().map_err(unreadable)?;
    let format = reader.format();
    if format == Some(ImageFormat::Png) {
        let mut source = reader.into_inner();
        png_chunks::check_palette(&mut source).map_err(|reason| broken(name, reason))?;
        source.rewind().map_err(unreadable)?;
        reader = ImageReader::with_format(source, ImageFormat::Png);
    }
    // Only this decoder reads the whole file into memory.
    let held = if format == Some(ImageFormat::Jpeg) { length } else { 0 };
    let file = budget.take(held).map_err(|over| ImageError::NoMemory { file: name.to_owned(), over })?;
    let mut limits = Limits::no_limits();
    limits.max_alloc = Some(match format {
        // The pixels do not count for this decoder.
        Some(ImageFormat::Png) => MOST_METADATA,
        // With room for what a decoder needs besides the image.
        _ => 2 * LARGEST_DECODED,
    });
    reader.limits(limits);
    let decoder = reader.into_decoder().map_err(|error| refused(error, name, progress))?;
    let ((width, height), bytes) = (decoder.dimensions(), decoder.total_bytes());
    if width.max(height) > LARGEST_SIDE || bytes > LARGEST_DECODED {
        return Err(ImageError::TooLarge { file: name.to_owned(), size: [width, height], bytes });
    }
    Ok(OpenedImage { decoder, format, file })
}

fn refused(error: DecodingError, name: &str, progress: &Progress) -> ImageError {
    if progress.is_cancelled() { ImageError::Cancelled(name.to_owned()) } else { described(error, name) }
}

/// The error of a decoder as an [`ImageError`].
fn described(error: DecodingError, name: &str) -> ImageError {
    let file = name.to_owned();
    match error {
        DecodingError::Unsupported(unsupported) => {
            let found = match unsupported.format_hint() {
                image::error::ImageFormatHint::Exact(format) => Some(format!("{format:?}").to_uppercase()),
                _ => None,
            };
            ImageError::Format { file, found }
        }
        DecodingError::IoError(error) if error.kind() == io::ErrorKind::UnexpectedEof => {
            ImageError::Broken { file, reason: "it ends too early".to_owned() }
        }
        DecodingError::Limits(_) => {
            let reason = format!("a row of its pixels, or its metadata, takes more than {}", Size(MOST_METADATA));
            ImageError::Broken { file, reason }
        }
        error => ImageError::Broken { file, reason: error.to_string() },
    }
}

/// A file whose reading has progress and can be cancelled.
struct Watched<'p> {
    file: File,
    progress: &'p Progress,
    /// How far it has been read.
    furthest: u64,
    at: u64,
}

impl Read for Watched<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        if self.progress.is_cancelled() {
            return Err(io::Error::other("cancelled"));
        }
        let count = self.file.read(buffer)?;
        self.at += count as u64;
        self.progress.advance(self.at.saturating_sub(self.furthest));
        self.furthest = self.furthest.max(self.at);
        Ok(count)
    }
}

impl Seek for Watched<'_> {
    fn seek(&mut self, to: SeekFrom) -> io::Result<u64> {
        self.at = self.file.seek(to)?;
        Ok(self.at)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_that_is_not_an_image_is_refused_whatever_its_name() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("leaf.png");
        let decoded = |bytes: &[u8]| {
            std::fs::write(&path, bytes).unwrap();
            (
                check_header(&path, "leaf.png"),
                decode(&path, "leaf.png", &Budget::default(), &Progress::default()).map(drop),
            )
        };
        for text in [&b"a text"[..], b"{ \"eyeline\": 1 }", &[0; 200]] {
            let error = ImageError::Format { file: "leaf.png".to_owned(), found: None };
            assert_eq!(decoded(text), (Err(error.clone()), Err(error)));
        }
        let mut png = io::Cursor::new(Vec::new());
        DynamicImage::new_rgba8(60, 60).write_to(&mut png, ImageFormat::Png).unwrap();
        let png = png.into_inner();
        assert_eq!(decoded(&png), (Ok(()), Ok(())));
        let (header, all) = decoded(&png[..png.len() / 2]);
        assert_eq!(header, Ok(()), "the header is whole");
        assert!(matches!(all, Err(ImageError::Broken { .. })), "{all:?}");
        assert!(matches!(decoded(b"").1, Err(ImageError::Broken { .. })));
    }
}
