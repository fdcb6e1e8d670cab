//! The edges of a mesh at which its surface bends.

use glam::Vec3;

use super::triangles::Triangles;
use super::weld::welded;

/// The ends of every edge at which the surface bends by more than `angle`, in radians, or that does not belong to two
/// triangles; each once, in an order of its own.
pub(super) fn creases(mesh: &Triangles, angle: f32) -> Vec<[Vec3; 2]> {
    let points = welded(mesh.positions());
    let mut sides = Vec::with_capacity(3 * mesh.triangles().len());
    for (triangle, [p, q, r]) in mesh.finite() {
        let [a, b, c] = mesh.triangles()[triangle as usize].map(|vertex| points[vertex as usize]);
        let Some(normal) = (q - p).cross(r - p).try_normalize() else { continue };
        sides.extend([[a, b], [b, c], [c, a]].map(|[from, to]| ([from.min(to), from.max(to)], from < to, normal)));
    }
    // By triangle where edges are the same: sorting keeps their order.
    sides.sort_by_key(|(edge, ..)| *edge);
    let bends = |same: &&[([u32; 2], bool, Vec3)]| match same {
        // A neighbour wound the other way has its normal turned round.
        [(_, there, a), (_, back, b)] => a.dot(if there == back { -*b } else { *b }) < libm::cosf(angle),
        _ => true,
    };
    let edges = sides.chunk_by(|(a, ..), (b, ..)| a == b).filter(bends);
    edges.map(|same| same[0].0.map(|vertex| mesh.positions()[vertex as usize])).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::geometry::mesh::Mesh;

    #[test]
    fn a_surface_bends_at_its_creases_and_ends_at_its_rim() {
        // A roof of two squares, each of two triangles, the last one wound the other way.
        let roof = |height: f32| {
            let positions = [
                [-1.0, 0.0, 0.0],
                [-1.0, 0.0, 1.0],
                [0.0, height, 0.0],
                [0.0, height, 1.0],
                [1.0, 0.0, 0.0],
                [1.0, 0.0, 1.0],
            ];
            let triangles = vec![[0, 1, 2], [1, 3, 2], [2, 3, 4], [3, 4, 5]];
            Mesh::new(positions.map(Vec3::from).to_vec(), triangles).unwrap()
        };
        let ridge = [Vec3::Y, Vec3::new(0.0, 1.0, 1.0)];
        let steep = roof(1.0).creases(0.3);
        assert!(steep.contains(&ridge) && steep.len() == 7, "six at the rim: {steep:?}");
        assert_eq!(roof(0.1).creases(0.3).len(), 6, "it bends by less");
    }
}
