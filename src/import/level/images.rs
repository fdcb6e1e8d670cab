//! The images of materials, decoded once however often they are named.
//!
//! An image counts its pixels against a limit of the level before it is decoded, and its memory against the scene's budget.
//! A few images are decoded at a time, on several threads, and only their reduced copies stay in memory.

use std::collections::HashMap;
use std::hash::Hash;
use std::sync::Arc;

use rayon::prelude::*;

use super::error::{LevelError, Result};
use super::work::Work;
use crate::budget::Reservation;
use crate::import::image::{ImageError, decode_bytes, header};
use crate::opacity::Progress;
use crate::surface::Pixels;

/// The greatest number of pixels of all images of the materials of one level.
pub(super) const MOST_PIXELS: u64 = 1 << 27;
/// The number of images that are decoded at a time.
const AT_ONCE: usize = 8;
/// The first bytes of a KTX 2.0 file.
const KTX2: &[u8] = b"\xabKTX 20\xbb";

/// An encoded image and the memory for it.
pub(super) type Encoded = (Vec<u8>, Reservation);

/// The images by their key; for one that cannot be used, the reason.
pub(super) type Images<K> = HashMap<K, std::result::Result<Arc<Pixels>, String>>;

/// Decodes images. `read` gives the bytes of a key; `name` its name in messages.
///
/// # Errors
/// When the reading is cancelled. An image that cannot be used has its reason in the result.
pub(super) fn decode<K: Hash + Eq + Clone + Send + Sync>(
    keys: &[K],
    work: &Work,
    name: impl Fn(&K) -> String,
    mut read: impl FnMut(&K) -> Result<Encoded>,
) -> Result<Images<K>> {
    let mut images = Images::new();
    let mut left = MOST_PIXELS;
    for some in keys.chunks(AT_ONCE) {
        let mut ready: Vec<(K, String, Encoded)> = Vec::new();
        for key in some {
            let name = name(key);
            let encoded = read(key).map_err(|error| error.message).and_then(|(bytes, memory)| {
                let size = checked_size(&bytes, &name)?;
                let pixels = u64::from(size[0]) * u64::from(size[1]);
                left = left.checked_sub(pixels).ok_or_else(|| {
                    format!(
                        "it is {} x {} pixels; the images of a level may have {} million pixels together",
                        size[0],
                        size[1],
                        MOST_PIXELS / 1_000_000
                    )
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
        let decoded: Vec<_> =
            ready.into_par_iter().map(|(key, name, (bytes, _memory))| (key, decode_one(&bytes, &name, work))).collect();
        images.extend(decoded);
    }
    if work.is_cancelled() { Err(LevelError::cancelled()) } else { Ok(images) }
}

fn checked_size(bytes: &[u8], name: &str) -> std::result::Result<[u32; 2], String> {
    if bytes.starts_with(KTX2) {
        return Err("it is a KTX2 image, which is not read; export the level with PNG, JPEG or WebP images".to_owned());
    }
    header(bytes, name).map(|header| header.size).map_err(|error| reason(&error))
}

fn decode_one(bytes: &[u8], name: &str, work: &Work) -> std::result::Result<Arc<Pixels>, String> {
    let bitmap = decode_bytes(bytes, name, work.budget(), &Progress::default()).map_err(|error| reason(&error))?;
    let memory = work.budget().take(Pixels::bytes(bitmap.size())).map_err(|over| over.to_string())?;
    Ok(Arc::new(Pixels::reduced(bitmap.size(), |at| bitmap.rgba(at), memory)))
}

/// The message of an error, with the name of the image.
fn reason(error: &ImageError) -> String {
    error.to_string()
}
