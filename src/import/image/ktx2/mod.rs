//! KTX 2.0 files with Basis Universal textures, as `KHR_texture_basisu` of glTF requires them: ETC1S and UASTC. The largest level is
//! decoded to 8 bits of red, green, blue and alpha.
//!
//! - `head` has the numbers at fixed places, which are checked before the decoder sees them.
//! - `decode` reads the header, and decodes the largest level.

mod decode;
mod head;

pub(super) use decode::{decode, header};
pub(super) use head::is_ktx2;
