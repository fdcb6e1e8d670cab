//! What the header of an image says, and its limits.

/// The longest side of an image, in pixels.
pub const LARGEST_SIDE: u32 = 16_384;
/// The greatest size of a decoded image in bytes: 1 GiB.
pub const LARGEST_DECODED: u64 = 1 << 30;

/// The header of an image.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Header {
    /// Width and height in pixels.
    pub size: [u32; 2],
    /// Whether its pixels have alpha.
    pub has_alpha: bool,
}
