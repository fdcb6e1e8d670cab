//! The triangles of a mesh in a tree, its closed parts, and how often they surround a point.
//!
//! A part is a set of triangles that edges connect. It is closed when each of its edges has two triangles that run along it in
//! opposite directions. Its winding number is 1 at points inside when its triangles face outwards, and −1 for a cavity. A point at
//! which the sum over all closed parts is more than at an eye is not seen from there: the line of sight passes the front of a
//! triangle on its way.

use std::ops::ControlFlow;

use glam::{DVec3, Vec3};
use robust::{Coord, Coord3D, orient2d, orient3d};

use super::triangle_pair::are_apart;
use crate::geometry::{Aabb, BoxTree, Mesh};
use crate::parallel;

/// The part of a triangle that has none: a corner is not finite, or two of them are at one place.
pub(super) const NO_PART: u32 = u32::MAX;

/// Bytes of a triangle, while the tree is built and the edges are sorted, and afterwards.
pub(super) const TRIANGLE_BYTES: usize = 320;
pub(super) const KEPT_BYTES: usize = 80;

/// The weights of the corners for a point inside a triangle at which few edges of a level are on one line with an axis.
const WEIGHTS: [f64; 3] = [0.412_371, 0.331_579, 0.256_05];

/// The triangles of a mesh, in its own space.
pub(super) struct PartsOfMesh {
    /// The numbers of its triangles with finite corners.
    pub(super) numbers: Vec<u32>,
    /// Their boxes, in the same order.
    pub(super) tree: BoxTree,
    /// The part of each triangle, by its number.
    pub(super) part: Vec<u32>,
    /// The box of each part; `None` for one that is not closed.
    closed: Vec<Option<Aabb>>,
    /// The box around all closed parts.
    bounds: Option<Aabb>,
}

impl PartsOfMesh {
    pub(super) fn of(mesh: &Mesh) -> Self {
        let finite: Vec<(u32, [Vec3; 3])> = mesh.finite().collect();
        let numbers = finite.iter().map(|(number, _)| *number).collect();
        let tree = BoxTree::new(&parallel::collect(finite.len(), |i| box_of(&finite[i].1)));
        let (part, closed) = parts(mesh, &finite);
        let bounds = closed.iter().copied().flatten().reduce(|a, b| a.union(&b));
        Self { numbers, tree, part, closed, bounds }
    }

    /// Whether it has a closed part.
    pub(super) fn has_closed(&self) -> bool {
        self.bounds.is_some()
    }

    /// Whether it has a closed part and another one, closed or not.
    pub(super) fn may_hide_itself(&self) -> bool {
        self.closed.len() > 1 && self.has_closed()
    }

    fn is_closed(&self, part: u32) -> bool {
        self.closed.get(part as usize).is_some_and(Option::is_some)
    }

    /// The corners of a triangle, by its place in the tree.
    pub(super) fn corners(&self, mesh: &Mesh, place: usize) -> [Vec3; 3] {
        mesh.corners(self.numbers[place] as usize)
    }

    /// Whether a triangle of another mesh is inside of the closed parts and more than `gap` from their surfaces.
    pub(super) fn contain(&self, mesh: &Mesh, corners: &[DVec3; 3], gap: f64) -> bool {
        self.may_contain(corners)
            && self.is_clear(mesh, corners, gap, NO_PART)
            && self.winding(mesh, inner_point(corners)).is_some_and(|winding| winding > 0)
    }

    /// Whether a triangle of this mesh is inside of the other closed parts and more than `gap` from their surfaces. A face of a cavity
    /// is not, because its front is outside of what it bounds: the point in front of the triangle decides.
    pub(super) fn contain_own(&self, mesh: &Mesh, corners: &[DVec3; 3], gap: f64, part: u32) -> bool {
        let [a, b, c] = *corners;
        let Some(normal) = (b - a).cross(c - a).try_normalize() else { return false };
        self.may_contain(corners)
            && self.is_clear(mesh, corners, gap, part)
            && self.winding(mesh, inner_point(corners) + normal * gap).is_some_and(|winding| winding > 0)
    }

    fn may_contain(&self, [a, b, c]: &[DVec3; 3]) -> bool {
        let (min, max) = (a.min(*b).min(*c), a.max(*b).max(*c));
        self.bounds
            .is_some_and(|bounds| min.cmpge(bounds.min.as_dvec3()).all() && max.cmple(bounds.max.as_dvec3()).all())
    }

    /// Whether no triangle of a closed part, other than part `but`, is within `gap` of a triangle.
    fn is_clear(&self, mesh: &Mesh, corners: &[DVec3; 3], gap: f64, but: u32) -> bool {
        let [a, b, c] = *corners;
        let around = Aabb {
            min: (a.min(b).min(c) - gap).as_vec3().map(f32::next_down),
            max: (a.max(b).max(c) + gap).as_vec3().map(f32::next_up),
        };
        let mut is_clear = true;
        self.tree.near(&around, |place| {
            let part = self.part[self.numbers[place] as usize];
            if part != but && self.is_closed(part) {
                let other = self.corners(mesh, place).map(Vec3::as_dvec3);
                is_clear = are_apart(corners, &other, gap);
            }
            if is_clear { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
        });
        is_clear
    }

    /// How often the closed parts surround a point: 1 inside of one that faces outwards, 0 outside and in its cavities. `None` on
    /// a surface, and when lines along all axes from the point meet an edge.
    pub(super) fn winding(&self, mesh: &Mesh, point: DVec3) -> Option<i32> {
        let Some(bounds) = self.bounds else { return Some(0) };
        let is_inside = point.cmpge(bounds.min.as_dvec3()).all() && point.cmple(bounds.max.as_dvec3()).all();
        if !is_inside {
            return Some(0);
        }
        let mut ways = [0, 1, 2].into_iter().flat_map(|axis| [(axis, 1.0), (axis, -1.0)]);
        ways.find_map(|way| self.winding_along(mesh, point, way))
    }

    /// The same by the triangles that a half-line along an axis crosses. Their signs are exact (Shewchuk, "Adaptive precision
    /// floating-point arithmetic and fast robust geometric predicates", 1997). `None` when it meets an edge.
    fn winding_along(&self, mesh: &Mesh, point: DVec3, (axis, sign): (usize, f64)) -> Option<i32> {
        let bounds = self.bounds?;
        let mut line = Aabb { min: point.as_vec3().map(f32::next_down), max: point.as_vec3().map(f32::next_up) };
        if sign > 0.0 {
            line.max[axis] = line.max[axis].max(bounds.max[axis]);
        } else {
            line.min[axis] = line.min[axis].min(bounds.min[axis]);
        }
        let mut sum = Some(0);
        self.tree.near(&line, |place| {
            let part = self.part[self.numbers[place] as usize];
            if self.is_closed(part) {
                let corners = self.corners(mesh, place).map(Vec3::as_dvec3);
                sum = sum.zip(crossed(&corners, point, (axis, sign))).map(|(sum, one)| sum + one);
            }
            if sum.is_some() { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
        });
        sum
    }
}

/// Whether a half-line along an axis crosses a triangle: 1 from behind, −1 from the front, 0 when it does not; `None` when it meets
/// an edge, or the point is on the triangle.
fn crossed(corners: &[DVec3; 3], point: DVec3, (axis, sign): (usize, f64)) -> Option<i32> {
    let flat = |at: DVec3| Coord { x: at[(axis + 1) % 3], y: at[(axis + 2) % 3] };
    let [a, b, c] = corners.map(flat);
    let p = flat(point);
    let sides = [orient2d(a, b, p), orient2d(b, c, p), orient2d(c, a, p)];
    let (is_left, is_right) = (sides.iter().any(|side| *side > 0.0), sides.iter().any(|side| *side < 0.0));
    if is_left && is_right {
        return Some(0);
    }
    let space = |at: DVec3| Coord3D { x: at.x, y: at.y, z: at.z };
    // Positive when the point is behind the triangle.
    let depth = orient3d(space(corners[0]), space(corners[1]), space(corners[2]), space(point));
    // Positive when the line runs along the normal.
    let along = if is_left { sign } else { -sign };
    if sides.contains(&0.0) || depth == 0.0 {
        // In the plane of the triangle, on one of its edges, or before them: other axes decide.
        return None;
    }
    Some(match (depth > 0.0, along > 0.0) {
        (true, true) => 1,
        (false, false) => -1,
        _ => 0,
    })
}

fn inner_point([a, b, c]: &[DVec3; 3]) -> DVec3 {
    let [u, v, w] = WEIGHTS;
    *a * u + *b * v + *c * w
}

fn box_of([a, b, c]: &[Vec3; 3]) -> Aabb {
    Aabb { min: a.min(*b).min(*c), max: a.max(*b).max(*c) }
}

/// The part of each triangle, and the box of each part that is closed.
fn parts(mesh: &Mesh, finite: &[(u32, [Vec3; 3])]) -> (Vec<u32>, Vec<Option<Aabb>>) {
    let points = mesh.welded();
    let mut parents: Vec<u32> = (0..u32::try_from(mesh.triangles().len()).unwrap_or(u32::MAX)).collect();
    // The ends of each side, whether it runs from the smaller to the greater one, and its triangle.
    let mut sides: Vec<([u32; 2], bool, u32)> = Vec::with_capacity(3 * finite.len());
    for &(number, _) in finite {
        let [a, b, c] = mesh.triangles()[number as usize].map(|vertex| points[vertex as usize]);
        if a == b || b == c || c == a {
            continue;
        }
        sides.extend([[a, b], [b, c], [c, a]].map(|[from, to]| ([from.min(to), from.max(to)], from < to, number)));
    }
    sides.sort_unstable();
    for pair in sides.windows(2).filter(|pair| pair[0].0 == pair[1].0) {
        let [one, other] = [root(&mut parents, pair[0].2), root(&mut parents, pair[1].2)];
        parents[one.max(other) as usize] = one.min(other);
    }
    let mut part = vec![NO_PART; mesh.triangles().len()];
    let mut number_of = vec![NO_PART; mesh.triangles().len()];
    let mut closed: Vec<Option<Aabb>> = Vec::new();
    for (_, _, triangle) in &sides {
        let root = root(&mut parents, *triangle) as usize;
        if number_of[root] == NO_PART {
            number_of[root] = u32::try_from(closed.len()).unwrap_or(NO_PART);
            closed.push(Some(box_of(&mesh.corners(root))));
        }
        part[*triangle as usize] = number_of[root];
    }
    for same in sides.chunk_by(|a, b| a.0 == b.0) {
        if !matches!(same, [(_, one, _), (_, other, _)] if one != other) {
            closed[part[same[0].2 as usize] as usize] = None;
        }
    }
    for (number, corners) in finite {
        if let Some(Some(bounds)) = closed.get_mut(part[*number as usize] as usize) {
            *bounds = bounds.union(&box_of(corners));
        }
    }
    (part, closed)
}

fn root(parents: &mut [u32], mut of: u32) -> u32 {
    while parents[of as usize] != of {
        parents[of as usize] = parents[parents[of as usize] as usize];
        of = parents[of as usize];
    }
    of
}
