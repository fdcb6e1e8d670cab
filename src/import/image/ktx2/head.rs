//! The signature of a KTX 2.0 file, and the numbers at fixed places.

/// The first bytes of a KTX 2.0 file.
pub(super) const SIGNATURE: &[u8] = b"\xabKTX 20\xbb\r\n\x1a\n";

/// Whether the bytes are those of a KTX 2.0 file.
pub(in crate::import::image) fn is_ktx2(bytes: &[u8]) -> bool {
    bytes.starts_with(SIGNATURE)
}

/// Width and height, which are at a fixed place.
pub(super) fn size_in_header(bytes: &[u8]) -> Option<[u32; 2]> {
    let word = |at: usize| Some(u32::from_le_bytes(bytes.get(at..at + 4)?.try_into().ok()?));
    Some([word(20)?, word(24)?])
}

/// The size of the largest level when it is decompressed, which is at a fixed place.
pub(super) fn decompressed_size(bytes: &[u8]) -> Option<u64> {
    Some(u64::from_le_bytes(bytes.get(96..104)?.try_into().ok()?))
}

/// The size of a level of blocks of 4 × 4 pixels, of 16 bytes each.
pub(super) fn size_of_blocks([width, height]: [u32; 2]) -> u64 {
    16 * u64::from(width.div_ceil(4)) * u64::from(height.div_ceil(4))
}
