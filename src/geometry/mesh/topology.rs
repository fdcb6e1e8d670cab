//! The triangles of a mesh without their places. Meshes with moved vertices share them.

use std::sync::OnceLock;

use glam::Vec3;

/// Triangles as indices of vertices, with what follows from these alone.
#[derive(Debug)]
pub(super) struct Topology {
    triangles: Vec<[u32; 3]>,
    fingerprint: OnceLock<u64>,
    named: OnceLock<NamedVertices>,
}

/// The vertices that triangles name.
#[derive(Debug)]
enum NamedVertices {
    /// All below a number.
    Below(usize),
    /// Some, ascending.
    Some(Vec<u32>),
}

/// The same triangles.
impl PartialEq for Topology {
    fn eq(&self, other: &Self) -> bool {
        std::ptr::eq(self, other) || self.triangles == other.triangles
    }
}

impl Topology {
    pub(super) fn new(triangles: Vec<[u32; 3]>) -> Self {
        Self { triangles, fingerprint: OnceLock::new(), named: OnceLock::new() }
    }

    pub(super) fn triangles(&self) -> &[[u32; 3]] {
        &self.triangles
    }

    /// A hash of the triangles in their order.
    pub(super) fn fingerprint(&self) -> u64 {
        *self.fingerprint.get_or_init(|| {
            let start = fold(0, self.triangles.len() as u64, 0);
            let of = |hash, &[a, b, c]: &[u32; 3]| fold(hash, u64::from(a) | u64::from(b) << 32, u64::from(c));
            self.triangles.iter().fold(start, of)
        })
    }

    /// The positions of the vertices that triangles name, in order; `None` when these are all.
    ///
    /// # Panics
    /// When a triangle names a vertex without a position.
    pub(super) fn named(&self, positions: &[Vec3]) -> Option<Vec<Vec3>> {
        let named = self.named.get_or_init(|| {
            let end = self.triangles.as_flattened().iter().max().map_or(0, |greatest| *greatest as usize + 1);
            let mut is_named = vec![false; end];
            for &vertex in self.triangles.as_flattened() {
                is_named[vertex as usize] = true;
            }
            if is_named.contains(&false) {
                let named = (0_u32..).zip(&is_named).filter(|(_, is_named)| **is_named);
                NamedVertices::Some(named.map(|(vertex, _)| vertex).collect())
            } else {
                NamedVertices::Below(end)
            }
        });
        match named {
            NamedVertices::Below(end) => (*end < positions.len()).then(|| positions[..*end].to_vec()),
            NamedVertices::Some(vertices) => Some(vertices.iter().map(|&vertex| positions[vertex as usize]).collect()),
        }
    }
}

/// The corners of a triangle. Without `array::map`, which the compiler does not always inline.
///
/// # Panics
/// When a vertex has no position.
#[inline]
pub(super) fn corners(positions: &[Vec3], [a, b, c]: &[u32; 3]) -> [Vec3; 3] {
    [positions[*a as usize], positions[*b as usize], positions[*c as usize]]
}

/// Whether all coordinates are finite: 0 times any other number is NaN.
#[inline]
pub(super) fn are_finite([a, b, c]: &[Vec3; 3]) -> bool {
    *a * 0.0 + *b * 0.0 + *c * 0.0 == Vec3::ZERO
}

/// Mixes two words into a hash: the halves of a product of 128 bits (as `wyhash` by Wang Yi does). The constant, digits of π,
/// keeps small words from being a factor of 0.
#[expect(clippy::cast_possible_truncation, reason = "both halves are used")]
pub(super) fn fold(hash: u64, a: u64, b: u64) -> u64 {
    let product = u128::from(a ^ 0x243f_6a88_85a3_08d3) * u128::from(b ^ hash ^ 0x1319_8a2e_0370_7344);
    product as u64 ^ (product >> 64) as u64
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn named_vertices_are_found_for_any_positions() {
        let positions: Vec<Vec3> = (0_u8..6).map(|i| Vec3::splat(i.into())).collect();
        let named = |triangles: &[[u32; 3]], count: usize| {
            let found = Topology::new(triangles.to_vec()).named(&positions[..count]);
            found.map(|found| found.iter().map(|position| position.x).collect::<Vec<_>>())
        };
        assert_eq!(named(&[[0, 1, 2], [2, 3, 0]], 4), None);
        assert_eq!(named(&[[0, 1, 2], [2, 3, 0]], 6), Some(vec![0.0, 1.0, 2.0, 3.0]));
        assert_eq!(named(&[[5, 1, 2]], 6), Some(vec![1.0, 2.0, 5.0]));
        assert_eq!(named(&[], 6), Some(Vec::new()));
        assert_eq!(named(&[], 0), None);
    }

    /// Small words, as most indices are, and their order count.
    #[test]
    fn hashes_differ() {
        let words = [0, 1, 2, 1 << 32, u64::MAX];
        let mut all: Vec<u64> = words.into_iter().flat_map(|a| words.map(|b| fold(0, a, b))).collect();
        all.extend((1..100).map(|hash| fold(hash << 40, 1, 2)));
        all.sort_unstable();
        all.dedup();
        assert_eq!(all.len(), 5 * 5 + 99);
    }
}
