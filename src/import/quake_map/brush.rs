//! The hull of a brush: each plane is a large square that all other planes cut.

use glam::DVec3;

/// The most planes of a brush.
pub(super) const MOST_PLANES: usize = 128;
/// The distance in units up to which a point is on a plane.
const ON_PLANE: f64 = 1e-3;
/// The same for large coordinates, as a part of the greatest.
const PART: f64 = 1e-9;
/// The reach of a brush, in multiples of the greatest coordinate of its planes. What reaches farther is not closed.
const REACH: f64 = 256.0;

/// A hull: its corners, and the polygons of its faces as seen from outside.
#[derive(Debug, Default, PartialEq)]
pub(super) struct BrushHull {
    pub(super) corners: Vec<DVec3>,
    /// Of at least three corners each.
    pub(super) faces: Vec<Vec<u32>>,
}

/// A half-space: the points behind a plane.
#[derive(Clone, Copy)]
struct HalfSpace {
    normal: DVec3,
    distance: f64,
}

impl HalfSpace {
    /// Behind three points, which are clockwise as seen from outside.
    fn behind([a, b, c]: [DVec3; 3]) -> Option<Self> {
        let normal = (a - b).cross(c - b).try_normalize()?;
        Some(Self { normal, distance: normal.dot(b) })
    }

    fn height(&self, point: DVec3) -> f64 {
        self.normal.dot(point) - self.distance
    }
}

/// The hull behind all planes, each given by three points.
///
/// # Errors
/// When there is none, with the reason.
pub(super) fn hull(planes: &[[DVec3; 3]]) -> Result<BrushHull, &'static str> {
    if planes.len() > MOST_PLANES {
        return Err("it has more than 128 planes");
    }
    if !planes.iter().flatten().all(|point| point.is_finite()) {
        return Err("a coordinate is not a finite number");
    }
    let spaces: Option<Vec<HalfSpace>> = planes.iter().map(|points| HalfSpace::behind(*points)).collect();
    let spaces = spaces.ok_or("three points of a plane are on a line")?;
    let greatest = planes.iter().flatten().map(|point| point.abs().max_element()).fold(1.0, f64::max);
    let near = ON_PLANE.max(PART * greatest);
    let reach = REACH * greatest;
    let mut hull = BrushHull::default();
    for (i, space) in spaces.iter().enumerate() {
        let is_same = |other: &HalfSpace| {
            let shift = other.normal * other.distance - space.normal * space.distance;
            other.normal.dot(space.normal) > 1.0 - PART && shift.length() <= near
        };
        if spaces[..i].iter().any(is_same) {
            continue;
        }
        let (right, up) = space.normal.any_orthonormal_pair();
        let centre = space.normal * space.distance;
        let corner = |x: f64, y: f64| centre + reach * (x * right + y * up);
        let mut polygon = vec![corner(-1.0, -1.0), corner(1.0, -1.0), corner(1.0, 1.0), corner(-1.0, 1.0)];
        for (j, other) in spaces.iter().enumerate() {
            if j != i && !is_same(other) {
                polygon = behind(&polygon, other, near);
            }
        }
        if polygon.iter().any(|point| (*point - centre).abs().max_element() > 0.5 * reach) {
            return Err("its planes do not close it");
        }
        let face = hull.face(&polygon, 4.0 * near);
        hull.faces.extend(face);
    }
    if hull.faces.len() < 4 { Err("no volume is behind all of its planes") } else { Ok(hull) }
}

impl BrushHull {
    /// A face by its corners; `None` when fewer than three are left. Points within a distance are one corner.
    fn face(&mut self, polygon: &[DVec3], near: f64) -> Option<Vec<u32>> {
        let mut face: Vec<u32> = Vec::with_capacity(polygon.len());
        for point in polygon {
            let place = self.corners.iter().position(|corner| corner.distance(*point) <= near).unwrap_or_else(|| {
                self.corners.push(*point);
                self.corners.len() - 1
            });
            let corner = u32::try_from(place).ok()?;
            if !face.contains(&corner) {
                face.push(corner);
            }
        }
        (face.len() >= 3).then_some(face)
    }
}

/// The part of a convex polygon behind a plane (I. Sutherland and G. Hodgman, "Reentrant polygon clipping", 1974).
fn behind(polygon: &[DVec3], space: &HalfSpace, near: f64) -> Vec<DVec3> {
    let mut cut = Vec::with_capacity(polygon.len() + 1);
    for (i, &to) in polygon.iter().enumerate() {
        let from = polygon[(i + polygon.len() - 1) % polygon.len()];
        let [before, after] = [from, to].map(|point| space.height(point));
        if (before > near && after < -near) || (before < -near && after > near) {
            cut.push(from + (to - from) * (before / (before - after)));
        }
        if after <= near {
            cut.push(to);
        }
    }
    cut
}
