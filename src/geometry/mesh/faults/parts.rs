//! The connected parts of a mesh, and those that are closed and inside out.
//!
//! Triangles that share an edge belong to the same part. A part is closed when at each of its edges as many triangles run in
//! one direction as in the other; its signed volume is then the same for every origin. A closed part with a negative volume
//! is inside out, unless another closed part surrounds it: then it is a cavity, whose triangles face inwards on purpose.
//!
//! Time and memory are linear in the number of triangles, except for the search for cavities, which has a limit.

use glam::{DVec3, Vec3};

use super::fault::{FaultCount, InsideOutPart};
use super::side::{EdgeSide, Triangle};
use crate::geometry::bounds::Aabb;
use crate::geometry::mesh::triangles::Triangles;

/// A part is flat if its volume is less than this fraction of its area times the diagonal of its box: the rounding of corners
/// to `f32`, about 1e-7 of the diagonal, gives a flat part a volume of either sign.
const FLAT: f64 = 1e-6;

/// The most triangles that the search for cavities visits. Beyond it a part counts as a cavity, so that no part is
/// called inside out without the whole test.
const MOST_VISITED: usize = 1 << 24;

/// The connected parts, while the edges of the mesh are read: a forest of triangles (Tarjan and van Leeuwen, "Worst-case
/// analysis of set union algorithms", 1984, path halving).
pub(super) struct Parts {
    /// For each triangle one of the same part, which comes before it; the first triangle of a part has itself.
    above: Vec<u32>,
    /// Whether a triangle has an edge with more triangles in one direction than in the other.
    is_open: Vec<bool>,
}

impl Parts {
    /// The parts before any edge is read: each triangle alone.
    pub(super) fn new(triangles: usize) -> Self {
        Self { above: (0..).take(triangles).collect(), is_open: vec![false; triangles] }
    }

    /// Joins the triangles of one edge.
    pub(super) fn add_edge(&mut self, edge: &[EdgeSide]) {
        let Some(first) = edge.first() else { return };
        for side in &edge[1..] {
            let (a, b) = (self.root(first.triangle), self.root(side.triangle));
            self.above[a.max(b) as usize] = a.min(b);
        }
        let up = edge.iter().filter(|side| side.is_up).count();
        if 2 * up != edge.len() {
            self.is_open[first.triangle as usize] = true;
        }
    }

    /// The first triangle of the part of a triangle.
    fn root(&mut self, mut triangle: u32) -> u32 {
        loop {
            let above = self.above[triangle as usize];
            if above == triangle {
                return triangle;
            }
            self.above[triangle as usize] = self.above[above as usize];
            triangle = above;
        }
    }

    /// The number of parts that have area, and the parts that are inside out.
    pub(super) fn inside_out(mut self, mesh: &Triangles, triangles: &[Triangle]) -> (usize, FaultCount<InsideOutPart>) {
        let roots: Vec<u32> = (0..).take(triangles.len()).map(|triangle| self.root(triangle)).collect();
        let (mut is_open, mut has_area) = (vec![false; roots.len()], vec![false; roots.len()]);
        for (i, &root) in roots.iter().enumerate() {
            is_open[root as usize] |= self.is_open[i];
            has_area[root as usize] |= triangles[i].is_sound;
        }
        let count = has_area.iter().filter(|has_area| **has_area).count();
        let corners = |triangle: &Triangle| mesh.corners(triangle.number as usize);
        let mut closed: Vec<ClosedPart> = Vec::new();
        // The place of each closed part in that list, at its root.
        let mut place_of = vec![0; roots.len()];
        for (i, &root) in roots.iter().enumerate() {
            let root = root as usize;
            if is_open[root] || !has_area[root] {
                continue;
            }
            let corners = corners(&triangles[i]);
            if root == i {
                place_of[root] = closed.len();
                closed.push(ClosedPart::new(i, triangles[i].number, corners[0]));
            }
            closed[place_of[root]].add(corners);
        }
        let mut found = FaultCount::default();
        let mut left = MOST_VISITED;
        for part in closed.iter().filter(|part| part.is_inside_out()) {
            let is_cavity = closed.iter().filter(|other| other.encloses_box_of(part)).any(|other| {
                let Some(rest) = left.checked_sub(triangles.len()) else { return true };
                left = rest;
                let own = roots.iter().zip(triangles).filter(|(root, _)| **root as usize == other.root);
                surround(own.map(|(_, triangle)| corners(triangle)), part.corner.as_dvec3())
            });
            if !is_cavity {
                found.add(InsideOutPart { triangle: part.number, bounds: part.bounds });
            }
        }
        (count, found)
    }
}

/// A closed part.
struct ClosedPart {
    /// The index of its first triangle.
    root: usize,
    /// The number of that triangle.
    number: u32,
    /// A corner of it.
    corner: Vec3,
    bounds: Aabb,
    area: f64,
    /// Signed: negative when the triangles face inwards.
    volume: f64,
}

impl ClosedPart {
    fn new(root: usize, number: u32, corner: Vec3) -> Self {
        Self { root, number, corner, bounds: Aabb { min: corner, max: corner }, area: 0.0, volume: 0.0 }
    }

    /// Adds a triangle: its area, and the signed volume of the tetrahedron that it spans with the part's corner.
    fn add(&mut self, corners: [Vec3; 3]) {
        for corner in corners {
            self.bounds = Aabb { min: self.bounds.min.min(corner), max: self.bounds.max.max(corner) };
        }
        let origin = self.corner.as_dvec3();
        let [a, b, c] = corners.map(|corner| corner.as_dvec3() - origin);
        self.area += (b - a).cross(c - a).length() / 2.0;
        self.volume += a.dot(b.cross(c)) / 6.0;
    }

    fn is_inside_out(&self) -> bool {
        let diagonal = (self.bounds.max.as_dvec3() - self.bounds.min.as_dvec3()).length();
        self.volume < -FLAT * self.area * diagonal
    }

    /// Whether it is another part whose box contains that of a part.
    fn encloses_box_of(&self, part: &Self) -> bool {
        let (outer, inner) = (&self.bounds, &part.bounds);
        self.root != part.root && outer.min.cmple(inner.min).all() && outer.max.cmpge(inner.max).all()
    }
}

/// Whether the triangles of a closed part surround a point: the winding number by the solid angles of Van Oosterom and
/// Strackee, "The solid angle of a plane triangle", 1983.
fn surround(triangles: impl Iterator<Item = [Vec3; 3]>, point: DVec3) -> bool {
    let angles = triangles.map(|corners| {
        let [a, b, c] = corners.map(|corner| corner.as_dvec3() - point);
        let [x, y, z] = [a, b, c].map(DVec3::length);
        let over = a.dot(b.cross(c));
        let under = x * y * z + a.dot(b) * z + b.dot(c) * x + c.dot(a) * y;
        2.0 * libm::atan2(over, under)
    });
    (angles.sum::<f64>() / (4.0 * std::f64::consts::PI)).abs() > 0.5
}

#[cfg(test)]
mod tests {
    use super::super::Faults;
    use super::*;
    use crate::geometry::mesh::Mesh;

    /// A tetrahedron, seen from outside counter-clockwise.
    const TETRA: [[u32; 3]; 4] = [[0, 2, 1], [0, 1, 3], [1, 2, 3], [2, 0, 3]];

    /// Tetrahedra, each with its least corner, its size, and whether it is inside out.
    fn faults(tetrahedra: &[(Vec3, f32, bool)]) -> Faults {
        let (mut positions, mut triangles) = (Vec::new(), Vec::new());
        for &(at, size, is_inside_out) in tetrahedra {
            let first = u32::try_from(positions.len()).unwrap();
            positions.extend([Vec3::ZERO, Vec3::X, Vec3::Y, Vec3::Z].map(|corner| at + size * corner));
            let numbered = TETRA.map(|corners| corners.map(|corner| first + corner));
            triangles.extend(numbered.map(|[a, b, c]| if is_inside_out { [a, c, b] } else { [a, b, c] }));
        }
        Mesh::new(positions, triangles).unwrap().faults().clone()
    }

    fn first_triangles(faults: &Faults) -> Vec<u32> {
        faults.inside_out.first.iter().map(|part| part.triangle).collect()
    }

    #[test]
    fn each_closed_part_is_tested_unless_another_one_surrounds_it() {
        let (here, far, within) = (Vec3::ZERO, Vec3::X * 20.0, Vec3::splat(0.5));
        for (what, tetrahedra, parts, expected) in [
            ("one", vec![(here, 9.0, false)], 1, vec![]),
            ("one inside out", vec![(here, 9.0, true)], 1, vec![0_u32]),
            ("the smaller of two", vec![(here, 9.0, false), (far, 1.0, true)], 2, vec![4]),
            ("the larger of two", vec![(here, 1.0, false), (far, 9.0, true)], 2, vec![4]),
            ("both", vec![(here, 9.0, true), (far, 1.0, true)], 2, vec![0, 4]),
            ("a cavity", vec![(here, 9.0, false), (within, 1.0, true)], 2, vec![]),
            ("a cavity before its surroundings", vec![(within, 1.0, true), (here, 9.0, false)], 2, vec![]),
            ("surroundings of a part", vec![(here, 9.0, true), (within, 1.0, false)], 2, vec![0]),
            // In the box of the large one, and not in itself.
            ("beside the slope", vec![(here, 9.0, false), (Vec3::splat(7.0), 1.0, true)], 2, vec![4]),
        ] {
            let found = faults(&tetrahedra);
            assert_eq!((found.parts, found.inside_out.count), (parts, expected.len()), "{what}");
            assert_eq!(first_triangles(&found), expected, "{what}");
        }
        let found = faults(&[(here, 9.0, false), (far, 1.0, true)]);
        assert_eq!(found.inside_out.first[0].bounds, Aabb { min: far, max: far + Vec3::ONE });
    }

    #[test]
    fn open_and_flat_parts_are_not_inside_out() {
        let corners = vec![Vec3::ZERO, Vec3::X, Vec3::Y, Vec3::Z];
        let turned = TETRA.map(|[a, b, c]| [a, c, b]);
        let open = Mesh::new(corners, turned[..3].to_vec()).unwrap();
        assert_eq!((open.faults().parts, open.faults().inside_out.count), (1, 0));
        // A card with a back. Its diagonals cross, and one corner is rounded out of the plane, so that it has a tiny volume.
        for lift in [1e-7, -1e-7] {
            let card = [[0.0, 0.0, 0.0], [1.0, 0.0, 0.0], [1.0, 1.0, lift], [0.0, 1.0, 0.0]].map(Vec3::from).to_vec();
            let card = Mesh::new(card, vec![[0, 1, 2], [0, 2, 3], [1, 0, 3], [1, 3, 2]]).unwrap();
            assert!(card.faults().is_closed && card.faults().volume != 0.0, "{lift}");
            assert_eq!((card.faults().parts, card.faults().inside_out.count), (1, 0), "{lift}");
        }
    }
}
