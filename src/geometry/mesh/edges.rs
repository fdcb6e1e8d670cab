//! The edges of a mesh, with the triangles on either side.

use glam::Vec3;

use super::Mesh;

/// Whether every edge belongs to an even number of triangles. Vertices at the same place are one, for files part them
/// where textures or normals do. An edge between two such is none.
pub(super) fn are_all_even(mesh: &Mesh) -> bool {
    let points = welded(mesh.positions());
    let mut edges = Vec::with_capacity(3 * mesh.triangles().len());
    for (triangle, _) in mesh.finite() {
        let [a, b, c] = mesh.triangles()[triangle as usize].map(|vertex| points[vertex as usize]);
        let sides = [[a, b], [b, c], [c, a]].into_iter().filter(|[from, to]| from != to);
        edges.extend(sides.map(|[from, to]| u64::from(from.min(to)) << 32 | u64::from(from.max(to))));
    }
    edges.sort_unstable();
    edges.chunk_by(|a, b| a == b).all(|same| same.len() % 2 == 0)
}

/// For each vertex the least number of a vertex at the same place.
fn welded(positions: &[Vec3]) -> Vec<u32> {
    // Adding 0 turns −0 into 0.
    let bits = |i: u32| (positions[i as usize] + Vec3::ZERO).to_array().map(f32::to_bits);
    let mut order: Vec<u32> = (0..).take(positions.len()).collect();
    order.sort_unstable_by_key(|&i| (bits(i), i));
    let mut points = vec![0; positions.len()];
    for same in order.chunk_by(|&a, &b| bits(a) == bits(b)) {
        for &i in same {
            points[i as usize] = same[0];
        }
    }
    points
}
