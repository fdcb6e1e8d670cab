//! Two triangles in f64.

use glam::DVec3;

/// The distance by which triangles go through each other, or are inside a solid, at least, in spacings of f32.
///
/// A corner is rounded to f32 in its file, half a spacing on each axis, and in the world by a rounded matrix and position: less
/// than 4 spacings along a normal. Both triangles have this error.
pub const TOLERANCE: f64 = 8.0;

/// The plane of a triangle.
struct Plane3 {
    corners: [DVec3; 3],
    /// The unit normal.
    normal: DVec3,
}

impl Plane3 {
    /// `None` for a triangle without area.
    fn of(corners: &[DVec3; 3]) -> Option<Self> {
        let [a, b, c] = *corners;
        Some(Self { corners: *corners, normal: (b - a).cross(c - a).try_normalize()? })
    }

    fn height(&self, at: DVec3) -> f64 {
        self.normal.dot(at - self.corners[0])
    }

    /// Whether points are on both sides by more than a distance.
    fn is_between(&self, points: &[DVec3], distance: f64) -> bool {
        let heights = points.iter().map(|at| self.height(*at));
        let [least, most] = heights.fold([f64::MAX, f64::MIN], |[a, b], height| [a.min(height), b.max(height)]);
        least < -distance && most > distance
    }

    /// The part of another triangle above and below this one: inside the planes at right angles to this triangle through its
    /// edges (Sutherland and Hodgman, "Reentrant Polygon Clipping", 1974).
    fn over(&self, other: &[DVec3; 3]) -> Vec<DVec3> {
        let mut rest = other.to_vec();
        for i in 0..3 {
            let [from, to] = [self.corners[i], self.corners[(i + 1) % 3]];
            let inwards = self.normal.cross(to - from);
            rest = clipped(&rest, |at| inwards.dot(at - from));
        }
        rest
    }

    /// Where a convex polygon that is on both sides meets the plane.
    fn line(&self, polygon: &[DVec3]) -> Option<[DVec3; 2]> {
        let mut ends = (0..polygon.len()).filter_map(|i| {
            let [from, to] = [polygon[i], polygon[(i + 1) % polygon.len()]];
            let [a, b] = [self.height(from), self.height(to)];
            ((a >= 0.0) != (b >= 0.0)).then(|| from.lerp(to, a / (a - b)))
        });
        Some([ends.next()?, ends.next()?])
    }
}

/// The part of a convex polygon where a function that is linear along its edges is at least 0.
fn clipped(polygon: &[DVec3], value: impl Fn(DVec3) -> f64) -> Vec<DVec3> {
    let values: Vec<f64> = polygon.iter().map(|corner| value(*corner)).collect();
    let mut rest = Vec::with_capacity(polygon.len() + 1);
    for (i, (&corner, &here)) in polygon.iter().zip(&values).enumerate() {
        let next = (i + 1) % polygon.len();
        if here >= 0.0 {
            rest.push(corner);
        }
        if (here >= 0.0) != (values[next] >= 0.0) {
            rest.push(corner.lerp(polygon[next], here / (here - values[next])));
        }
    }
    rest
}

/// The line on which two triangles cross; `None` when they do not. They cross when each of them goes through the other by more
/// than `tolerance`, seen along the normal of the other, and the line is longer than that. Triangles that touch, that are in one
/// plane, or without area do not cross.
pub fn line_of_crossing(a: &[DVec3; 3], b: &[DVec3; 3], tolerance: f64) -> Option<[DVec3; 2]> {
    let of_a = Plane3::of(a)?;
    if !of_a.is_between(b, tolerance) {
        return None;
    }
    let of_b = Plane3::of(b)?;
    if !of_b.is_between(a, tolerance) {
        return None;
    }
    let over_a = of_a.over(b);
    if !of_a.is_between(&over_a, tolerance) || !of_b.is_between(&of_b.over(a), tolerance) {
        return None;
    }
    of_a.line(&over_a).filter(|[from, to]| from.distance(*to) > tolerance)
}

/// Whether two triangles are more than a distance apart, by the axes that may separate them: both normals, the directions across
/// the edges in both planes, and the directions at right angles to an edge of each. A gap along an axis is at most the distance,
/// so `true` is certain. `false` may be wrong when the distance is not much more than `gap`.
pub fn are_apart(a: &[DVec3; 3], b: &[DVec3; 3], gap: f64) -> bool {
    let edges = |[p, q, r]: &[DVec3; 3]| [*q - *p, *r - *q, *p - *r];
    let (of_a, of_b) = (edges(a), edges(b));
    let normals = [of_a[0].cross(of_a[1]), of_b[0].cross(of_b[1])];
    let is_separating = |along: DVec3| {
        let Some(along) = along.try_normalize() else { return false };
        let range = |corners: &[DVec3; 3]| {
            let at = corners.map(|corner| along.dot(corner));
            [at[0].min(at[1]).min(at[2]), at[0].max(at[1]).max(at[2])]
        };
        let [[low_a, high_a], [low_b, high_b]] = [range(a), range(b)];
        low_b - high_a > gap || low_a - high_b > gap
    };
    let across = of_a.iter().map(|edge| edge.cross(normals[0])).chain(of_b.iter().map(|edge| edge.cross(normals[1])));
    let both = of_a.iter().flat_map(|one| of_b.iter().map(|other| one.cross(*other)));
    normals.into_iter().chain(both).chain(across).any(is_separating)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn triangle(corners: [[f64; 3]; 3]) -> [DVec3; 3] {
        corners.map(DVec3::from)
    }

    #[test]
    fn only_triangles_that_go_through_each_other_cross() {
        let floor = triangle([[0.0, 0.0, 0.0], [4.0, 0.0, 0.0], [0.0, 0.0, 4.0]]);
        for (what, other, expected) in [
            ("through the middle", [[1.0, -1.0, 1.0], [1.0, 1.0, 1.0], [1.0, -1.0, 2.0]], true),
            ("with a corner on it", [[1.0, 0.0, 1.0], [1.0, 1.0, 1.0], [1.0, 1.0, 2.0]], false),
            ("with a corner under it by a rounding", [[1.0, -1e-6, 1.0], [1.0, 1.0, 1.0], [1.0, 1.0, 2.0]], false),
            ("with an edge on it", [[1.0, 0.0, 1.0], [1.0, 0.0, 2.0], [1.0, 1.0, 1.0]], false),
            ("in its plane", [[1.0, 0.0, 1.0], [2.0, 0.0, 1.0], [1.0, 0.0, 2.0]], false),
            ("nearly in its plane", [[1.0, -1e-6, 1.0], [2.0, 1e-6, 1.0], [1.0, 1e-6, 2.0]], false),
            ("beside it", [[-1.0, -1.0, 1.0], [-1.0, 1.0, 1.0], [-1.0, -1.0, 2.0]], false),
            ("over its edge by a rounding", [[1e-6, -1.0, 1.0], [1e-6, 1.0, 1.0], [1e-6, -1.0, 2.0]], false),
            ("over a corner by a rounding", [[0.0, -1.0, 3.999_999], [3.0, 1.0, 4.0], [-3.0, 1.0, 4.0]], false),
            ("without area", [[1.0, -1.0, 1.0], [1.0, 1.0, 1.0], [1.0, 0.0, 1.0]], false),
        ] {
            let other = triangle(other);
            for line in [line_of_crossing(&floor, &other, 1e-5), line_of_crossing(&other, &floor, 1e-5)] {
                assert_eq!(line.is_some(), expected, "{what}");
            }
        }
        let upright = triangle([[1.0, -1.0, 1.0], [1.0, 1.0, 1.0], [1.0, -1.0, 2.0]]);
        let mut line = line_of_crossing(&floor, &upright, 1e-5).unwrap();
        line.sort_by(|a, b| a.z.total_cmp(&b.z));
        assert!(
            line[0].distance(DVec3::new(1.0, 0.0, 1.0)) < 1e-12 && line[1].distance(DVec3::new(1.0, 0.0, 1.5)) < 1e-12
        );
    }

    #[test]
    fn a_gap_separates_triangles() {
        let floor = triangle([[0.0, 0.0, 0.0], [4.0, 0.0, 0.0], [0.0, 0.0, 4.0]]);
        for (what, other, distance) in [
            ("above", [[1.0, 0.5, 1.0], [2.0, 0.5, 1.0], [1.0, 0.5, 2.0]], 0.5),
            ("in its plane", [[-0.5, 0.0, 1.0], [-2.0, 0.0, 1.0], [-1.0, 0.0, 2.0]], 0.5),
            ("across an edge", [[2.0, -1.0, -0.5], [2.0, 1.0, -0.5], [2.0, 1.0, -2.0]], 0.5),
        ] {
            let other = triangle(other);
            assert!(are_apart(&floor, &other, 0.9 * distance), "{what}");
            assert!(!are_apart(&floor, &other, 1.1 * distance), "{what}");
        }
    }
}
