//! The formulas of memory.

/// The formula of geometry, for readers.
pub const GEOMETRY_FORMULA: &str = "32 bytes a vertex (position 12, normal 12, texture coordinates 8), 20 more with a skin, and \
                                    3 indices a triangle of 2 bytes, of 4 above 65,536 vertices";

/// The formula of textures, for readers.
pub const TEXTURE_FORMULA: &str =
    "4 bytes a pixel, uncompressed, of the image and of its copies at half the size down to 1 × 1";

const VERTEX: u64 = 12 + 12 + 8;
/// Four joints of one byte, and four weights of four bytes.
const SKINNED: u64 = 4 + 16;
/// Indices of two bytes name so many vertices.
const FEW_VERTICES: u64 = 1 << 16;

/// The bytes of a mesh as vertex and index buffers, see [`GEOMETRY_FORMULA`].
pub(super) fn geometry_bytes(vertices: u64, triangles: u64, is_skinned: bool) -> u64 {
    let vertex = if is_skinned { VERTEX + SKINNED } else { VERTEX };
    let index = if vertices > FEW_VERTICES { 4 } else { 2 };
    vertices * vertex + triangles * 3 * index
}

/// The bytes of a texture of a size in pixels, see [`TEXTURE_FORMULA`].
pub fn texture_bytes(size: [u32; 2]) -> u64 {
    let mut sides = size.map(u64::from);
    let mut bytes = 0;
    loop {
        bytes += 4 * sides[0] * sides[1];
        if sides.iter().all(|side| *side <= 1) {
            return bytes;
        }
        sides = sides.map(|side| (side / 2).max(1));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_texture_has_all_its_smaller_copies() {
        for (size, pixels) in [
            ([1, 1], 1),
            ([2, 2], 4 + 1),
            ([4, 1], 4 + 2 + 1),
            ([256, 256], 65_536 + 16_384 + 4_096 + 1_024 + 256 + 64 + 16 + 4 + 1),
            // Sides are halved and rounded down: 5 × 3, 2 × 1, 1 × 1.
            ([5, 3], 15 + 2 + 1),
        ] {
            assert_eq!(texture_bytes(size), 4 * pixels, "{size:?}");
        }
    }

    #[test]
    fn indices_are_longer_for_many_vertices() {
        assert_eq!(geometry_bytes(24, 12, false), 24 * 32 + 36 * 2);
        assert_eq!(geometry_bytes(24, 12, true), 24 * 52 + 36 * 2);
        assert_eq!(geometry_bytes(65_536, 1, false), 65_536 * 32 + 3 * 2);
        assert_eq!(geometry_bytes(65_537, 1, false), 65_537 * 32 + 3 * 4);
    }
}
