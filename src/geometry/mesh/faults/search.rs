//! The search for the faults of a mesh.

use glam::Vec3;

use super::fault::{DegenerateTriangle, DuplicateTriangle, Faults, FaultyEdge, NotFiniteVertex};
use super::groups::Groups;
use super::parts::Parts;
use super::side::{EdgeSide, Triangle};
use crate::geometry::mesh::area::has_area;
use crate::geometry::mesh::triangles::Triangles;
use crate::geometry::mesh::weld::welded;

impl Faults {
    pub(crate) fn of(mesh: &Triangles) -> Self {
        let mut faults = Self { is_closed: true, ..Self::default() };
        for (vertex, position) in (0..).zip(mesh.positions()) {
            if !position.is_finite() {
                faults.not_finite.add(NotFiniteVertex { vertex, position: *position });
            }
        }
        let points = welded(mesh.positions());
        let triangles: Vec<Triangle> = mesh
            .finite()
            .map(|(number, corners)| {
                let has_area = has_area(corners);
                if !has_area {
                    faults.degenerate.add(DegenerateTriangle { triangle: number, corners });
                } else if is_sliver(corners) {
                    faults.slivers.add(DegenerateTriangle { triangle: number, corners });
                }
                let points = mesh.triangles()[number as usize].map(|vertex| points[vertex as usize]);
                Triangle { number, points, is_sound: has_area }
            })
            .collect();
        let origin = mesh.bounds().centre().as_dvec3();
        faults.volume = mesh
            .finite()
            .map(|(_, corners)| corners.map(|corner| corner.as_dvec3() - origin))
            .map(|[a, b, c]| a.dot(b.cross(c)) / 6.0)
            .sum();
        let is_again = faults.duplicates_of(mesh, &triangles);
        let parts = faults.edges_of(mesh, &triangles, &is_again);
        (faults.parts, faults.inside_out) = parts.inside_out(mesh, &triangles);
        faults
    }

    /// Finds duplicate triangles. The result has one flag for each triangle.
    fn duplicates_of(&mut self, mesh: &Triangles, triangles: &[Triangle]) -> Vec<bool> {
        let by_least = Groups::new(mesh.positions().len(), || {
            (0..).zip(triangles).filter(|(_, triangle)| triangle.is_sound).map(|(i, triangle)| {
                let [least, ..] = triangle.sorted();
                (least, i)
            })
        });
        let mut of = vec![None; triangles.len()];
        let mut group = Vec::new();
        for members in by_least.each() {
            group.clear();
            group.extend(members.iter().map(|&i: &u32| (triangles[i as usize].sorted(), i)));
            group.sort_unstable();
            for same in group.chunk_by(|(a, _), (b, _)| a == b) {
                for (_, again) in &same[1..] {
                    of[*again as usize] = Some(same[0].1);
                }
            }
        }
        for (triangle, first) in triangles.iter().zip(&of).filter_map(|(triangle, of)| Some((triangle, (*of)?))) {
            let corners = mesh.corners(triangle.number as usize);
            let of = triangles[first as usize].number;
            self.duplicates.add(DuplicateTriangle { triangle: triangle.number, of, corners });
        }
        of.iter().map(Option::is_some).collect()
    }

    /// Finds faulty edges. The result has the parts that edges connect.
    fn edges_of(&mut self, mesh: &Triangles, triangles: &[Triangle], is_again: &[bool]) -> Parts {
        let mut parts = Parts::new(triangles.len());
        // Of each side: the other point, the triangle, and whether it runs from the lesser to the greater point.
        let by_least = Groups::new(mesh.positions().len(), || {
            (0..).zip(triangles).flat_map(|(i, triangle)| {
                let [a, b, c] = triangle.points;
                let sides = [[a, b], [b, c], [c, a]].into_iter().filter(|[from, to]| from != to);
                sides.map(move |[from, to]| {
                    (from.min(to), EdgeSide { other: from.max(to), triangle: i, is_up: from < to })
                })
            })
        });
        let mut group: Vec<EdgeSide> = Vec::new();
        // The index of the triangle of each open edge, and its ends.
        let mut open = Vec::new();
        for (point, members) in by_least.each().enumerate() {
            group.clear();
            group.extend_from_slice(members);
            group.sort_unstable_by_key(|side| (side.other, side.triangle));
            for edge in group.chunk_by(|a, b| a.other == b.other) {
                self.is_closed &= edge.len() % 2 == 0;
                parts.add_edge(edge);
                let mut sound = edge.iter().filter(|side| {
                    let i = side.triangle as usize;
                    triangles[i].is_sound && !is_again[i]
                });
                let Some(first) = sound.next() else { continue };
                let second = sound.next();
                let count = 1 + usize::from(second.is_some()) + sound.count();
                let list = match (count, second) {
                    (1, _) => &mut self.open_edges,
                    (2, Some(second)) if first.is_up == second.is_up => &mut self.flipped_edges,
                    (2, _) => continue,
                    _ => &mut self.non_manifold_edges,
                };
                if count == 1 {
                    #[expect(clippy::cast_possible_truncation, reason = "vertices have 32-bit numbers")]
                    open.push((first.triangle, [point as u32, first.other]));
                }
                let number = |side: &EdgeSide| triangles[side.triangle as usize].number;
                list.add(FaultyEdge {
                    triangles: [number(first), number(second.unwrap_or(first))],
                    count,
                    ends: [mesh.positions()[point], mesh.positions()[edge[0].other as usize]],
                });
            }
        }
        self.rims_of(mesh, &open, triangles);
        parts
    }
}

/// Whether a triangle is a sliver: at most a thousandth of its longest side high, and with its other corner over that side, away from
/// both ends. So half of a long rectangle, which has a right angle, is none.
fn is_sliver(corners: [Vec3; 3]) -> bool {
    const HIGH: f64 = 1e-3;
    const FROM_ENDS: f64 = 0.02;
    let [a, b, c] = corners.map(Vec3::as_dvec3);
    let sides = [[a, b, c], [b, c, a], [c, a, b]];
    let longest = sides.into_iter().max_by(|one, other| {
        let length = |[from, to, _]: &[glam::DVec3; 3]| from.distance_squared(*to);
        length(one).total_cmp(&length(other))
    });
    let Some([from, to, over]) = longest else { return false };
    let side = to - from;
    let foot = side.dot(over - from) / side.length_squared();
    let height = side.cross(over - from).length() / side.length_squared();
    height <= HIGH && foot > FROM_ENDS && foot < 1.0 - FROM_ENDS
}

#[cfg(test)]
mod tests {
    use super::super::fault::MOST_NAMED;
    use super::*;
    use crate::geometry::mesh::Mesh;

    /// A tetrahedron.
    const TETRA: [[u32; 3]; 4] = [[0, 2, 1], [0, 1, 3], [1, 2, 3], [2, 0, 3]];

    fn corners() -> Vec<Vec3> {
        vec![Vec3::ZERO, Vec3::X, Vec3::Y, Vec3::Z]
    }

    fn faults(positions: Vec<Vec3>, triangles: &[[u32; 3]]) -> Faults {
        Mesh::new(positions, triangles.to_vec()).unwrap().faults().clone()
    }

    #[test]
    fn a_sound_solid_has_none() {
        let found = faults(corners(), &TETRA);
        assert!(found.is_closed && found.is_empty(), "{found:?}");
        // Each triangle with vertices of its own, as files have them at seams; −0 is 0.
        let below = |x: f32| if x == 0.0 { -0.0 } else { x };
        let split = TETRA.iter().flatten().enumerate().map(|(i, &v)| match (corners()[v as usize], i % 2) {
            (corner, 0) => corner,
            (corner, _) => Vec3::from_array(corner.to_array().map(below)),
        });
        let found = faults(split.collect(), &[[0, 1, 2], [3, 4, 5], [6, 7, 8], [9, 10, 11]]);
        assert!(found.is_closed && found.is_empty(), "{found:?}");
    }

    #[test]
    fn each_fault_is_found_and_named() {
        let open = faults(corners(), &TETRA[..3]);
        assert_eq!((open.open_edges.count, open.is_closed), (3, false));
        assert_eq!(open.open_edges.first[0], FaultyEdge { triangles: [0; 2], count: 1, ends: [Vec3::ZERO, Vec3::Y] });

        let flipped = faults(corners(), &[TETRA[0], TETRA[1], TETRA[2], [0, 2, 3]]);
        assert_eq!((flipped.flipped_edges.count, flipped.is_closed), (3, true));
        assert!(flipped.flipped_edges.first.iter().all(|edge| edge.triangles.contains(&3) && edge.count == 2));

        let mut positions = corners();
        positions.extend([Vec3::ONE, Vec3::new(2.0, 0.0, 0.0), Vec3::new(f32::NAN, 0.0, 0.0)]);
        let fin = faults(positions.clone(), &[TETRA[0], TETRA[1], TETRA[2], TETRA[3], [0, 1, 4]]);
        assert_eq!((fin.non_manifold_edges.count, fin.open_edges.count, fin.is_closed), (1, 2, false));
        assert_eq!(fin.non_manifold_edges.first[0].count, 3);
        assert_eq!(fin.not_finite.count, 1);
        assert_eq!(fin.not_finite.first[0].vertex, 6);

        let again = faults(corners(), &[TETRA[0], TETRA[1], TETRA[2], TETRA[3], [2, 1, 0], [1, 2, 0]]);
        let named: Vec<_> = again.duplicates.first.iter().map(|again| (again.triangle, again.of)).collect();
        assert_eq!(named, [(4, 0), (5, 0)]);
        assert_eq!((again.non_manifold_edges.count, again.is_closed), (0, true));

        let thin = faults(positions, &[TETRA[0], [0, 1, 5], [0, 0, 2]]);
        let named: Vec<_> = thin.degenerate.first.iter().map(|thin| thin.triangle).collect();
        assert_eq!(named, [1, 2]);
        assert_eq!((thin.open_edges.count, thin.is_closed), (3, false));
    }

    #[test]
    fn many_are_counted_and_some_named() {
        let separate = |count: u32| {
            let corner = |i: u32| [Vec3::ZERO, Vec3::X, Vec3::Y][(i % 3) as usize] + 2.0 * Vec3::Z * (i / 3) as f32;
            let triangles: Vec<[u32; 3]> = (0..count).map(|i| [3 * i, 3 * i + 1, 3 * i + 2]).collect();
            let edges = faults((0..3 * count).map(corner).collect(), &triangles).open_edges;
            (edges.count, edges.first.len())
        };
        assert_eq!(separate(200), (600, 600));
        assert_eq!(separate(33_334), (MOST_NAMED + 2, MOST_NAMED));
    }
}
