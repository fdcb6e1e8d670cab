//! Triangles as bytes, until they are drawn.

use glam::{DVec3, Vec2};

/// Triangles that are drawn at once, at most.
const MOST: usize = 16_384;
/// Bytes of a vertex: three numbers for the place and one for the target.
const SOLID: i32 = 16;
/// With holes: also two texture coordinates and an alpha.
const HOLED: i32 = 36;

/// The corners of a triangle with holes: coordinates in two textures, and alpha.
pub(super) type HoledCorners = [([Vec2; 2], f32); 3];

/// The bytes of all triangles with one state of OpenGL.
#[derive(Default)]
pub(super) struct IdVertices {
    bytes: Vec<u8>,
    triangles: usize,
}

impl IdVertices {
    /// The memory of as many triangles as are drawn at once, here and in OpenGL. A list here may have twice the capacity that it
    /// needs.
    pub(super) const MEMORY: u64 = 3 * 3 * MOST as u64 * HOLED as u64;

    pub(super) fn triangles(&self) -> usize {
        self.triangles
    }

    pub(super) fn is_full(&self) -> bool {
        self.triangles >= MOST
    }

    pub(super) fn bytes(&self) -> &[u8] {
        &self.bytes
    }

    pub(super) fn clear(&mut self) {
        self.bytes.clear();
        self.triangles = 0;
    }

    /// Bytes from one vertex to the next.
    pub(super) fn stride(has_holes: bool) -> i32 {
        if has_holes { HOLED } else { SOLID }
    }

    /// Adds a triangle. `corners` are relative to the eye, `code` is that of its target.
    pub(super) fn push(&mut self, corners: [DVec3; 3], code: u32, holed: Option<&HoledCorners>) {
        for (i, corner) in corners.into_iter().enumerate() {
            self.numbers(&corner.as_vec3().to_array());
            self.bytes.extend_from_slice(&code.to_ne_bytes());
            if let Some(holed) = holed {
                let ([base_color, opacity], alpha) = holed[i];
                self.numbers(&[base_color.x, base_color.y, opacity.x, opacity.y, alpha]);
            }
        }
        self.triangles += 1;
    }

    fn numbers(&mut self, numbers: &[f32]) {
        for number in numbers {
            self.bytes.extend_from_slice(&number.to_ne_bytes());
        }
    }
}
