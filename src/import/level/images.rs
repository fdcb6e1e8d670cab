//! The images of materials, decoded once however often they are named.
//!
//! An image counts its pixels against a limit of the level before it is decoded, and its memory against the scene's budget.
//! A few images are decoded at a time, on several threads, and only their reduced copies stay in memory. Images with alpha
//! also keep all their pixels, as [`LevelImage`](super::level_image::LevelImage)s, until the scene has taken those that it names.

use std::collections::HashMap;
use std::hash::Hash;
use std::path::Path;
use std::sync::Arc;

use super::error::{LevelError, Result};
use super::file::read_whole;
use super::limits::LARGEST_LEVEL;
use super::work::LevelWork;
use crate::budget::Reservation;
use crate::host::fs::File;
use crate::import::image::{Bitmap, ImageError, decode_bytes, header};
use crate::opacity::Progress;
use crate::parallel;
use crate::source::error::quoted;
use crate::surface::Pixels;

/// The greatest number of pixels of all images of the materials of one level.
pub(in crate::import) const MOST_PIXELS: u64 = 1 << 27;
/// The number of images that are decoded at a time.
const AT_ONCE: usize = 8;

/// An encoded image and the memory for it.
pub(in crate::import) type Encoded = (Vec<u8>, Reservation);

/// The images by their key; for one that cannot be used, the reason.
pub(in crate::import) type Images<K> = HashMap<K, std::result::Result<Arc<Pixels>, ImageFault>>;

/// Why an image cannot be used.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(in crate::import) struct ImageFault {
    /// In words, a part of a sentence.
    pub(in crate::import) why: String,
    /// What to do; `None` where `why` says it.
    pub(in crate::import) help: Option<String>,
    /// Whether the image is sound and only too large for the limits or the memory budget of this program.
    pub(in crate::import) is_over_limit: bool,
}

impl ImageFault {
    /// Of an image that cannot be found or read.
    pub(in crate::import) fn of_file(error: LevelError) -> Self {
        Self { is_over_limit: error.over.is_some(), why: error.message, help: error.help }
    }

    fn of_image(error: &ImageError) -> Self {
        let is_over_limit = matches!(error, ImageError::TooLarge { .. } | ImageError::NoMemory { .. });
        Self { why: reason(error), help: None, is_over_limit }
    }

    /// Of an image that exceeds a limit of this program.
    pub(in crate::import) fn over_limit(why: String) -> Self {
        Self { why, help: None, is_over_limit: true }
    }
}

/// Decoded images.
pub(in crate::import) struct DecodedImages<K> {
    pub(in crate::import) images: Images<K>,
    /// The images with alpha that are kept with all their pixels.
    pub(in crate::import) kept: Vec<(K, Arc<Bitmap>)>,
}

/// Decodes images. `read` gives the bytes of a key; `name` its name in messages. Images with alpha for which `keeps` is true
/// are kept with all their pixels while [`LevelWork::keeps_image`] has room.
///
/// # Errors
/// When the reading is cancelled. An image that cannot be used has its reason in the result.
pub(in crate::import) fn decode<K: Hash + Eq + Clone + Send + Sync>(
    keys: &[K],
    work: &LevelWork,
    name: impl Fn(&K) -> String,
    mut read: impl FnMut(&K) -> Result<Encoded>,
    keeps: impl Fn(&K) -> bool + Sync,
) -> Result<DecodedImages<K>> {
    let (mut images, mut kept) = (Images::new(), Vec::new());
    let mut left = MOST_PIXELS;
    for some in keys.chunks(AT_ONCE) {
        let mut ready: Vec<(K, String, Encoded)> = Vec::new();
        for key in some {
            let name = name(key);
            let encoded = read(key).map_err(ImageFault::of_file).and_then(|(bytes, memory)| {
                let size = checked_size(&bytes, &name)?;
                let pixels = u64::from(size[0]) * u64::from(size[1]);
                left = left.checked_sub(pixels).ok_or_else(|| {
                    ImageFault::over_limit(format!(
                        "it is {} × {} pixels; the images of a level may have {} million pixels together",
                        size[0],
                        size[1],
                        MOST_PIXELS / 1_000_000
                    ))
                })?;
                Ok((bytes, memory))
            });
            if work.is_cancelled() {
                return Err(LevelError::cancelled());
            }
            match encoded {
                Ok(encoded) => ready.push((key.clone(), name, encoded)),
                Err(why) => drop(images.insert(key.clone(), Err(why))),
            }
        }
        let decoded = parallel::map_owned(ready, |(key, name, (bytes, _memory))| {
            let decoded = decode_one(&bytes, &name, keeps(&key), work);
            (key, decoded)
        });
        for (key, decoded) in decoded {
            let pixels = decoded.map(|(pixels, bitmap)| {
                kept.extend(bitmap.map(|bitmap| (key.clone(), bitmap)));
                pixels
            });
            images.insert(key, pixels);
        }
    }
    if work.is_cancelled() { Err(LevelError::cancelled()) } else { Ok(DecodedImages { images, kept }) }
}

/// The bytes of an image file, and the memory for them.
///
/// # Errors
/// When it cannot be read, is larger than [`LARGEST_LEVEL`], or does not fit into memory.
pub(in crate::import) fn read_file(path: &Path, work: &LevelWork) -> Result<Encoded> {
    let unreadable = |error: std::io::Error| LevelError::file(format!("it cannot be read: {error}"));
    let mut file = File::open(path).map_err(unreadable)?;
    let length = file.metadata().map_err(unreadable)?.len();
    if length > LARGEST_LEVEL {
        return Err(LevelError::file(format!("it is larger than {} GiB", LARGEST_LEVEL >> 30)));
    }
    work.expect(length);
    let bytes = read_whole(&mut file, length, length, work)?;
    // Its pixels are made at once.
    work.advance(length);
    Ok(bytes.into_parts())
}

fn checked_size(bytes: &[u8], name: &str) -> std::result::Result<[u32; 2], ImageFault> {
    header(bytes, name).map(|header| header.size).map_err(|error| ImageFault::of_image(&error))
}

/// The reduced copy of an image, and all its pixels when they are kept.
fn decode_one(
    bytes: &[u8],
    name: &str,
    is_kept: bool,
    work: &LevelWork,
) -> std::result::Result<(Arc<Pixels>, Option<Arc<Bitmap>>), ImageFault> {
    let budget = work.budget();
    let bitmap = decode_bytes(bytes, name, budget, &Progress::default());
    let bitmap = bitmap.map_err(|error| ImageFault::of_image(&error))?;
    let memory = budget.take(Pixels::bytes(bitmap.size()));
    let memory = memory.map_err(|over| ImageFault::over_limit(over.to_string()))?;
    let pixels = Pixels::reduced(bitmap.size(), |at| bitmap.rgba(at), memory);
    let is_kept = is_kept && bitmap.has_alpha() && work.keeps_image(bitmap.bytes());
    Ok((Arc::new(pixels), is_kept.then(|| Arc::new(bitmap))))
}

/// The message of an error, with the name of the image, the limit that it exceeds, and the remedy.
pub(in crate::import) fn reason(error: &ImageError) -> String {
    match error {
        ImageError::Broken { file, reason } => {
            let error = ImageError::Broken { file: file.clone(), reason: plain(reason) };
            format!("{error}; {}", error.help())
        }
        error => format!("{error}; {}", error.help()),
    }
}

/// The reason of a decoder in plain words. Some reasons have the fields of Rust types, in braces.
fn plain(reason: &str) -> String {
    let chunk = reason.split_once("ChunkType { type: ").and_then(|(_, rest)| rest.split(',').next());
    match chunk {
        Some(chunk) if reason.contains("CRC error") => {
            format!("the checksum of its part {} is wrong, so its bytes have changed", quoted(chunk))
        }
        Some(chunk) => format!("its part {} breaks the rules of the format", quoted(chunk)),
        None if reason.contains(['{', '}']) => "its content breaks the rules of the format".to_owned(),
        None => reason.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_reason_is_a_plain_sentence_with_the_limit_or_the_remedy() {
        let file = || "a.png".to_owned();
        let broken = |reason: &str| ImageError::Broken { file: file(), reason: reason.to_owned() };
        let large = ImageError::TooLarge { file: file(), size: [40_000, 100], bytes: 4_000_000 };
        for (error, expected) in [
            (
                broken(
                    "Format error decoding Png: CRC error: expected 0x5acd3089 have 0x3cb236cb while decoding \
                     ChunkType { type: IHDR, critical: true, private: false, reserved: false } chunk.",
                ),
                "`a.png` is broken or cut off: the checksum of its part `IHDR` is wrong, so its bytes have changed; ",
            ),
            (
                broken("Chunk ChunkType { type: PLTE, critical: true } is invalid after IDAT chunk."),
                "`a.png` is broken or cut off: its part `PLTE` breaks the rules of the format; save the image again",
            ),
            (
                broken("Corrupt deflate stream. Other { code: 3 }"),
                "`a.png` is broken or cut off: its content breaks the rules of the format; save the image again",
            ),
            (broken("it ends too early"), "`a.png` is broken or cut off: it ends too early; save the image again"),
            (large, "`a.png` is 40000 × 100 pixels large and takes 3.8 MiB when decoded; images of up to 16384"),
        ] {
            let found = reason(&error);
            assert!(found.starts_with(expected), "{found}");
        }
    }
}
