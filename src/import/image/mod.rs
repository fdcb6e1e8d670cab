//! Image files of a scene: decoding within limits.
//!
//! An image that cannot be used does not fail the scene: all other questions are answered, and the [`ImageError`]
//! replaces the image.
//!
//! 1. Parse: `header` has the size, `png_chunks` the parts of a PNG before its pixels.
//! 2. Check: `decode` refuses an image beyond the limits, before it is decoded.
//! 3. Build: `decode`, `ktx2/` and `png` make the `bitmap`.

mod bitmap;
mod decode;
mod error;
mod header;
mod ktx2;
mod origin;
mod png;
mod png_chunks;

pub use bitmap::{Bitmap, Thumbnail};
pub use decode::{check_header, decode, decode_bytes, header};
pub use error::ImageError;
pub use header::{Header, LARGEST_DECODED, LARGEST_SIDE};
pub(crate) use origin::{Decoded, FilePart, Origin, ReadImage};
pub use png::{check_png, decode_png, png_size};
