//! The triangulation of polygons in space.
//!
//! A polygon of n corners becomes n − 2 triangles of its own corners, all with the winding of the polygon: a fan from
//! its first corner where that covers the polygon, else by ear clipping (G. H. Meisters, "Polygons have ears", 1975;
//! D. Eberly, "Triangulation by Ear Clipping", 2002) in the projection along the polygon's normal (the method of M. E.
//! Newell: the sum of the cross products of neighbouring corners).
//!
//! ```text
//! 2                 2
//! │╲·               │╲
//! │ ╲ ·             │ ╲         left, the fan from 0: its diagonal 0 2 leaves the polygon, and
//! │  1 ·            │  1        its triangle 0 1 2 is turned the other way
//! │    ╲ ·          │ ╱  ╲
//! 3 ───── 0         3 ───── 0   right, the ear at 0 and the rest
//! ```
//!
//! It is enough that every triangle has the winding of the polygon: the winding numbers of the triangles around any
//! point add up to that of the polygon, for every choice of diagonals. If no triangle has the opposite winding, a
//! polygon that does not cross itself is covered once, and no point outside it is covered. A polygon that crosses
//! itself has a triangle with the opposite winding, or winds twice around some point.
//!
//! Corners on a straight edge are kept: the neighbouring polygon has them too, and without them the edge would be
//! open. The crate `earcut` is fast and well maintained but drops these corners, so it is not used.

use glam::{DVec2, DVec3, Vec3};

/// The greatest product of the number of corners and the number of reflex corners. The clipping tests about this many
/// points, a few times; a polygon above it stays a fan. 10,000 corners, half of them reflex, are below it.
const MOST_TESTS: usize = 200_000_000;
/// A triangle is flat when its height is less than this part of its longest edge: eight roundings of an f32.
const FLAT: f64 = 8.0 * f32::EPSILON as f64;

/// The reason why a polygon was triangulated as a fan that does not cover exactly the polygon.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Uncut {
    /// A coordinate is not a number, or infinite.
    NotFinite,
    /// Its signed area is 0.
    NoArea,
    /// Its edges cross or run over each other.
    Crosses,
    /// It has too many corners, and too many of them are reflex.
    TooMany,
}

/// Whether the fan from the first corner, 0 1 2, 0 2 3 and so on, covers exactly the polygon, as it does for every
/// convex one. All its triangles then have the winding of the polygon, and none is flat.
pub fn is_fan(corners: &[Vec3]) -> bool {
    if corners.len() <= 3 {
        return true;
    }
    let Some(normal) = normal(corners) else { return false };
    let first = corners[0].as_dvec3();
    corners[1..].windows(2).all(|pair| {
        let (b, c) = (pair[0].as_dvec3() - first, pair[1].as_dvec3() - first);
        let longest = b.length_squared().max(c.length_squared()).max(b.distance_squared(c));
        b.cross(c).dot(normal) > FLAT * longest
    })
}

/// Triangulates a polygon: `corners.len() - 2` triangles of indices into `corners`, from 0, all with the winding of the
/// polygon. A polygon that is not planar is projected along its normal. Fewer than three corners give no triangles.
///
/// # Errors
/// The reason why no triangulation was found. The caller can use the fan from the first corner, which has the same
/// number of triangles.
pub fn cut(corners: &[Vec3]) -> Result<Vec<[usize; 3]>, Uncut> {
    if is_fan(corners) {
        return Ok((2..corners.len()).map(|i| [0, i - 1, i]).collect());
    }
    if !corners.iter().all(|corner| corner.is_finite()) {
        return Err(Uncut::NotFinite);
    }
    let normal = normal(corners).ok_or(Uncut::NoArea)?;
    // Seen from the side that the normal points to, the polygon is counter-clockwise.
    let (right, up) = normal.any_orthonormal_pair();
    let first = corners[0].as_dvec3();
    let seen = |corner: &Vec3| corner.as_dvec3() - first;
    let points: Vec<DVec2> = corners.iter().map(seen).map(|at| DVec2::new(at.dot(right), at.dot(up))).collect();
    EarClipping::of(&points)?.clip()
}

/// Newell's normal, of unit length; `None` for a polygon without area or with a corner that is not finite.
fn normal(corners: &[Vec3]) -> Option<DVec3> {
    // Relative to the first corner, which keeps the precision far from the origin. Squares of f32 do not overflow an
    // f64.
    let first = corners.first()?.as_dvec3();
    let (mut area, mut extent, mut last) = (DVec3::ZERO, 0.0_f64, DVec3::ZERO);
    for corner in corners {
        let at = corner.as_dvec3() - first;
        area += last.cross(at);
        extent = extent.max(at.length_squared());
        last = at;
    }
    area.try_normalize().filter(|_| area.length() > FLAT * FLAT * extent)
}

/// The direction in which a path of three points turns at the second.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum PathTurn {
    /// It turns to the left, and the triangle is not flat.
    Left,
    /// It goes straight on or back, within rounding.
    Straight,
    /// It turns to the right.
    Right,
}

fn turn(a: DVec2, b: DVec2, c: DVec2) -> PathTurn {
    let (area, slack) = ((b - a).perp_dot(c - a), slack(a, b, c));
    match area {
        _ if area > slack => PathTurn::Left,
        _ if area < -slack => PathTurn::Right,
        _ => PathTurn::Straight,
    }
}

/// Twice the area that a triangle of these corners has at most when it is flat.
fn slack(a: DVec2, b: DVec2, c: DVec2) -> f64 {
    FLAT * (b - a).length_squared().max((c - b).length_squared()).max((a - c).length_squared())
}

/// The rest of a polygon during ear clipping.
struct EarClipping<'p> {
    points: &'p [DVec2],
    /// The neighbours of each remaining corner.
    before: Vec<usize>,
    after: Vec<usize>,
    is_left: Vec<bool>,
    /// The reflex corners, in any order: no other corner can lie in an ear.
    bent: Vec<usize>,
    /// The index of each corner in `bent`.
    place: Vec<usize>,
}

impl<'p> EarClipping<'p> {
    fn of(points: &'p [DVec2]) -> Result<Self, Uncut> {
        let n = points.len();
        let (before, after) = ((0..n).map(|i| (i + n - 1) % n).collect(), (0..n).map(|i| (i + 1) % n).collect());
        let mut ears = Self { points, before, after, is_left: vec![true; n], bent: Vec::new(), place: vec![0; n] };
        for i in 0..n {
            if ears.turn(i) != PathTurn::Left {
                ears.place[i] = ears.bent.len();
                ears.bent.push(i);
            }
        }
        if ears.bent.len().saturating_mul(n) > MOST_TESTS { Err(Uncut::TooMany) } else { Ok(ears) }
    }

    fn clip(mut self) -> Result<Vec<[usize; 3]>, Uncut> {
        let n = self.points.len();
        let mut triangles = Vec::with_capacity(n - 2);
        // Flat ears, which are triangles without area, are cut only if no other ear exists.
        let mut sought = PathTurn::Left;
        let mut queue: Vec<usize> = (0..n).rev().collect();
        while triangles.len() < n - 2 {
            let Some(i) = queue.pop() else {
                if sought == PathTurn::Straight {
                    return Err(Uncut::Crosses);
                }
                sought = PathTurn::Straight;
                queue.extend((0..n).rev().filter(|&i| self.is_left[i]));
                continue;
            };
            let (a, c) = (self.before[i], self.after[i]);
            if !self.is_left[i] || !self.is_ear(i, sought) {
                continue;
            }
            triangles.push([a, i, c]);
            (self.after[a], self.before[c], self.is_left[i]) = (c, a, false);
            // Whether the other corners are ears does not change (Eberly, section 2).
            for neighbour in [a, c] {
                self.straighten(neighbour);
            }
            queue.extend([c, a]);
        }
        Ok(triangles)
    }

    fn turn(&self, i: usize) -> PathTurn {
        turn(self.points[self.before[i]], self.points[i], self.points[self.after[i]])
    }

    /// Whether a corner can be cut off: it is convex, and no other corner lies in its triangle or on its edges. When
    /// `sought` is straight, whether it is straight.
    fn is_ear(&self, i: usize, sought: PathTurn) -> bool {
        let [a, b, c] = [self.before[i], i, self.after[i]].map(|i| self.points[i]);
        match turn(a, b, c) {
            PathTurn::Right => return false,
            // A triangle without area covers nothing, even if a corner lies on it.
            PathTurn::Straight => return sought == PathTurn::Straight,
            PathTurn::Left => {}
        }
        // A corner within rounding of an edge is on it, unless no ear would remain.
        let least = if sought == PathTurn::Left { -slack(a, b, c) } else { 0.0 };
        let is_in = |p: DVec2| {
            (b - a).perp_dot(p - a) >= least && (c - b).perp_dot(p - b) >= least && (a - c).perp_dot(p - c) >= least
        };
        // The path passes a bridge to a hole twice: the ends of the bridge are corners of these triangles.
        let is_corner = |p: DVec2| p == a || p == b || p == c;
        !self.bent.iter().map(|&i| self.points[i]).any(|p| is_in(p) && !is_corner(p))
    }

    /// Updates a corner whose neighbour was cut off. It may have become convex; a convex corner stays convex.
    fn straighten(&mut self, i: usize) {
        let place = self.place[i];
        if self.bent.get(place) == Some(&i) && self.turn(i) == PathTurn::Left {
            self.bent.swap_remove(place);
            if let Some(&moved) = self.bent.get(place) {
                self.place[moved] = place;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn flat(corners: &[[f32; 2]]) -> Vec<Vec3> {
        corners.iter().map(|&[x, y]| Vec3::new(x, y, 0.0)).collect()
    }

    #[test]
    fn where_a_fan_does_it_is_kept() {
        let square = flat(&[[0.0, 0.0], [1.0, 0.0], [1.0, 1.0], [0.0, 1.0]]);
        assert_eq!(cut(&square), Ok(vec![[0, 1, 2], [0, 2, 3]]));
        // A notch that is wholly visible from the first corner: it is the first corner.
        let dart = flat(&[[1.0, 1.0], [0.0, 0.0], [4.0, 0.0], [1.5, 3.0]]);
        assert_eq!(cut(&dart), Ok(vec![[0, 1, 2], [0, 2, 3]]));
        assert_eq!(cut(&square[..3]), Ok(vec![[0, 1, 2]]));
        assert_eq!(cut(&square[..2]), Ok(Vec::new()));
        assert_eq!(cut(&[]), Ok(Vec::new()));
        assert!(is_fan(&square) && is_fan(&dart) && is_fan(&[Vec3::NAN; 3]) && !is_fan(&[Vec3::NAN; 4]));
    }

    #[test]
    fn a_notch_is_not_covered() {
        // The notch at 2 reaches below the diagonal from 1 to 3, and the fan from 0 covers it.
        let dart = flat(&[[0.0, 0.0], [4.0, 0.0], [1.0, 1.0], [0.0, 4.0]]);
        assert_eq!(cut(&dart).unwrap().len(), 2);
        let turned = [&dart[1..], &dart[..1]].concat();
        let found = cut(&turned).unwrap();
        assert!(found.iter().all(|corners| corners.contains(&1) && corners.contains(&3)), "{found:?} cross the notch");
        // The same seen from behind, and far away.
        let there = Vec3::new(1000.0, -500.0, 250.0);
        let behind: Vec<Vec3> = turned.iter().rev().map(|at| Vec3::new(at.z, at.x, at.y) + there).collect();
        let found = cut(&behind).unwrap();
        assert!(found.iter().all(|corners| corners.contains(&0) && corners.contains(&2)), "{found:?}");
    }

    #[test]
    fn corners_on_a_straight_edge_are_kept_and_make_no_flat_triangle() {
        let strip = flat(&[[0.0, 0.0], [1.0, 0.0], [2.0, 0.0], [2.0, 1.0], [1.0, 1.0], [0.0, 1.0]]);
        for start in 0..6 {
            let mut corners = strip.clone();
            corners.rotate_left(start);
            let found = cut(&corners).unwrap();
            assert_eq!(found.len(), 4);
            for [a, b, c] in found {
                assert!((corners[b] - corners[a]).cross(corners[c] - corners[a]).z > 0.5, "start {start}");
            }
        }
    }

    #[test]
    fn a_hole_on_a_bridge_stays_a_hole() {
        let corners = [
            [0.0, 0.0],
            [9.0, 0.0],
            [9.0, 9.0],
            [0.0, 9.0],
            [0.0, 0.0],
            [3.0, 3.0],
            [3.0, 6.0],
            [6.0, 6.0],
            [6.0, 3.0],
            [3.0, 3.0],
        ];
        for start in 0..corners.len() {
            let mut corners = flat(&corners);
            corners.rotate_left(start);
            let found = cut(&corners).unwrap_or_else(|uncut| panic!("start {start}: {uncut:?}"));
            let areas = found.iter().map(|&[a, b, c]| (corners[b] - corners[a]).cross(corners[c] - corners[a]).z / 2.0);
            let areas: Vec<f32> = areas.collect();
            assert!(areas.iter().all(|area| *area > 0.0) && found.len() == 8, "{areas:?}");
            assert!((areas.iter().sum::<f32>() - 72.0).abs() < 1e-3, "{areas:?}");
        }
    }

    #[test]
    fn polygons_that_cannot_be_cut_are_reported() {
        for (corners, why) in [
            (flat(&[[0.0, 0.0], [2.0, 2.0], [2.0, 0.0], [0.0, 2.0]]), Uncut::NoArea),
            (flat(&[[0.0, 0.0], [1.0, 0.0], [2.0, 0.0], [3.0, 0.0]]), Uncut::NoArea),
            (flat(&[[1.0, 1.0]; 5]), Uncut::NoArea),
            (flat(&[[0.0, 0.0], [3.0, 3.0], [3.0, 0.0], [0.0, 2.0]]), Uncut::Crosses),
            (flat(&[[0.0, 0.0], [f32::NAN, 0.0], [1.0, 1.0], [0.0, 1.0]]), Uncut::NotFinite),
            (flat(&[[0.0, 0.0], [1.0, 0.0], [f32::INFINITY, 1.0], [0.0, 1.0]]), Uncut::NotFinite),
        ] {
            assert_eq!(cut(&corners), Err(why), "{corners:?}");
        }
        // A star of five drawn in one go winds twice around its middle.
        let star: Vec<Vec3> = (0..5).map(|i| Vec3::from((glam::Vec2::from_angle(2.513 * i as f32), 0.0))).collect();
        assert_eq!(cut(&star), Err(Uncut::Crosses));
        assert!(
            cut(&flat(&[[-3e38, -3e38], [3e38, -3e38], [3e38, 3e38], [-3e38, 3e38]])).is_ok(),
            "as far as f32 reach"
        );
    }

    /// A comb of so many teeth, seen by no fan.
    fn comb(teeth: usize) -> Vec<Vec3> {
        let tooth = |i: usize| [[i as f32, 9.0], [i as f32 + 0.5, 1.0]];
        let mut corners = vec![[0.0, 0.0], [teeth as f32, 0.0]];
        corners
            .extend((0..teeth).rev().flat_map(tooth).collect::<Vec<_>>().chunks(2).flat_map(|pair| [pair[1], pair[0]]));
        flat(&corners)
    }

    #[test]
    fn very_many_corners_are_cut_or_reported() {
        let comb_of = comb(4_999);
        assert_eq!(comb_of.len(), 10_000);
        let found = cut(&comb_of).unwrap();
        assert_eq!(found.len(), 9_998);
        assert_eq!(cut(&comb(20_000)), Err(Uncut::TooMany));
    }
}
