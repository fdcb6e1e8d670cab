//! The triangles of the hull: points are added one by one, each to the hull of those before it.
//!
//! A point outside sees some triangles from their front. They are removed, and the edges around them are joined to the point
//! (Clarkson and Shor, "Applications of Random Sampling in Computational Geometry", 1989, without their bookkeeping, which 256
//! points do not need). A triangle whose plane contains the point is not seen. With exact signs this is right for any points:
//! the edge between a seen and another triangle is never in line with the point, so no new triangle is without area.

use std::collections::BTreeSet;

use glam::Vec3;
use robust::{Coord, Coord3D, orient2d, orient3d};

/// The triangles of the hull, by indices of points, counter-clockwise as seen from outside. `None` when all points are in one
/// plane. Points must be finite.
pub(super) fn triangles(points: &[Vec3]) -> Option<Vec<[usize; 3]>> {
    let [a, b, c, d] = tetrahedron(points)?;
    // The fourth point behind the triangle of the first three.
    let [b, c] = if is_in_front(points, [a, b, c], d) { [c, b] } else { [b, c] };
    let mut hull = vec![[a, b, c], [a, d, b], [b, d, c], [c, d, a]];
    for point in 0..points.len() {
        let (seen, mut kept): (Vec<_>, Vec<_>) =
            hull.iter().partition(|triangle| is_in_front(points, **triangle, point));
        let edges: BTreeSet<[usize; 2]> = seen.iter().flat_map(|triangle| edges_of(*triangle)).collect();
        let rim = edges.iter().filter(|[from, to]| !edges.contains(&[*to, *from]));
        kept.extend(rim.map(|[from, to]| [*from, *to, point]));
        hull = kept;
    }
    Some(hull)
}

/// The directed edges of a triangle.
pub(super) fn edges_of([a, b, c]: [usize; 3]) -> [[usize; 2]; 3] {
    [[a, b], [b, c], [c, a]]
}

/// Four points that are not in one plane.
fn tetrahedron(points: &[Vec3]) -> Option<[usize; 4]> {
    let find = |holds: &dyn Fn(usize) -> bool| (1..points.len()).find(|i| holds(*i));
    let a = 0;
    let b = find(&|i| points[i] != points[a])?;
    let c = find(&|i| !are_in_line([points[a], points[b], points[i]]))?;
    let d = find(&|i| side(points, [a, b, c], i) != 0.0)?;
    Some([a, b, c, d])
}

/// Exactly: they are in line if their projections to the three coordinate planes are.
fn are_in_line(corners: [Vec3; 3]) -> bool {
    [[0, 1], [1, 2], [2, 0]].into_iter().all(|[x, y]| {
        let [a, b, c] = corners.map(|corner| Coord { x: corner[x], y: corner[y] });
        orient2d(a, b, c) == 0.0
    })
}

/// Whether a point is on the side of a triangle from which it is counter-clockwise.
pub(super) fn is_in_front(points: &[Vec3], triangle: [usize; 3], point: usize) -> bool {
    side(points, triangle, point) < 0.0
}

/// Negative in front of a triangle, 0 in its plane; the sign is exact.
fn side(points: &[Vec3], triangle: [usize; 3], point: usize) -> f64 {
    let at = |i: usize| {
        let Vec3 { x, y, z } = points[i];
        Coord3D { x, y, z }
    };
    let [a, b, c] = triangle.map(at);
    orient3d(a, b, c, at(point))
}
