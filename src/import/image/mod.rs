//! Image files of a scene: reading them within limits, and keeping what was read.
//!
//! An image that cannot be used is no reason to refuse a scene: everything else in it is answered, and the
//! [`ImageError`] stands in place of the image.

mod bitmap;
mod decode;
mod error;
mod origin;

pub use bitmap::{Bitmap, Thumbnail};
pub use decode::{Header, LARGEST_DECODED, LARGEST_SIDE, check_header, decode, decode_bytes, header};
pub use error::ImageError;
pub(crate) use origin::{Decoded, Origin, Part, ReadImage};
