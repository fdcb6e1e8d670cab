//! The convex hull of the points of a mesh, as a mesh. A [`Hull`](super::Hull) with numbered faces has few points; this one can have
//! many, as colliders of levels do.

use std::collections::HashSet;
use std::error::Error;
use std::fmt;

use glam::Vec3;

use super::triangles::{is_in_front, triangles};
use crate::geometry::mesh::Mesh;

/// The most points of which a hull is searched, without those that are certainly inside. The search takes time in proportion to
/// the square.
pub const MOST_POINTS: usize = 4096;

/// Why points have no hull.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum HullOfManyError {
    /// All points are in one plane, or there are fewer than four.
    Flat,
    /// So many points may be corners, more than [`MOST_POINTS`].
    TooMany(usize),
}

impl fmt::Display for HullOfManyError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Flat => write!(f, "its points are in one plane, so their hull has no volume"),
            Self::TooMany(count) => write!(f, "its hull may have {count} corners, more than {MOST_POINTS}"),
        }
    }
}

impl Error for HullOfManyError {}

/// The convex hull of points. Points that are not finite are left out.
///
/// # Errors
/// When the points are in one plane, or too many of them may be corners.
pub fn hull_of_many(points: impl IntoIterator<Item = Vec3>) -> Result<Mesh, HullOfManyError> {
    let mut seen = HashSet::new();
    let mut points: Vec<Vec3> = points.into_iter().filter(|point| point.is_finite()).collect();
    // Adding 0 turns −0 into 0.
    points.retain(|point| seen.insert((*point + Vec3::ZERO).to_array().map(f32::to_bits)));
    let corners = if points.len() > FEW { possible_corners(&points) } else { points };
    if corners.len() > MOST_POINTS {
        return Err(HullOfManyError::TooMany(corners.len()));
    }
    let found = triangles(&corners).ok_or(HullOfManyError::Flat)?;
    let mut place_of = vec![u32::MAX; corners.len()];
    let mut positions = Vec::new();
    let mut place = |corner: usize| {
        if place_of[corner] == u32::MAX {
            place_of[corner] = u32::try_from(positions.len()).unwrap_or(u32::MAX);
            positions.push(corners[corner]);
        }
        place_of[corner]
    };
    let found = found.into_iter().map(|triangle| triangle.map(&mut place)).collect();
    Mesh::new(positions, found).map_err(|_no_triangles| HullOfManyError::Flat)
}

/// Up to so many points, none is left out before the search.
const FEW: usize = 256;

/// The points that are not inside the hull of those that are furthest in some directions.
fn possible_corners(points: &[Vec3]) -> Vec<Vec3> {
    let steps = || -2_i8..=2;
    let directions = steps().flat_map(|x| steps().flat_map(move |y| steps().map(move |z| [x, y, z])));
    let outermost = directions.filter(|direction| direction.iter().any(|part| part.abs() == 2));
    let mut furthest: Vec<Vec3> = Vec::new();
    for direction in outermost {
        let along = Vec3::from(direction.map(f32::from));
        let found = points.iter().copied().reduce(|a, b| if b.dot(along) > a.dot(along) { b } else { a });
        furthest.extend(found.filter(|found| !furthest.contains(found)));
    }
    let Some(rough) = triangles(&furthest) else { return points.to_vec() };
    let count = furthest.len();
    let mut tested = furthest;
    tested.push(Vec3::ZERO);
    let mut is_outside = |point: Vec3| {
        tested[count] = point;
        tested[..count].contains(&point) || rough.iter().any(|triangle| is_in_front(&tested, *triangle, count))
    };
    points.iter().copied().filter(|point| is_outside(*point)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_hull_of_a_cloud_has_its_outermost_points() {
        // A cube full of points: only its eight corners are corners of the hull.
        let side = 12_u8;
        let number = |i: u8| f32::from(i) / f32::from(side - 1);
        let cloud = (0..side).flat_map(|x| (0..side).flat_map(move |y| (0..side).map(move |z| [x, y, z])));
        let hull = hull_of_many(cloud.map(|at| Vec3::from(at.map(number)))).unwrap();
        assert_eq!(hull.triangles().len(), 12);
        assert_eq!(hull.positions().len(), 8);
        assert!(hull.is_closed());
    }

    #[test]
    fn points_without_a_volume_have_no_hull() {
        let flat = (0..500_u16).map(|i| Vec3::new(f32::from(i % 25), 0.0, f32::from(i / 25)));
        assert_eq!(hull_of_many(flat).unwrap_err(), HullOfManyError::Flat);
        assert_eq!(hull_of_many([Vec3::X, Vec3::Y, Vec3::splat(f32::NAN)]).unwrap_err(), HullOfManyError::Flat);
    }

    #[test]
    fn a_ball_of_too_many_points_is_refused() {
        let count = u32::try_from(MOST_POINTS).unwrap() + 500;
        let at = |i: u32| {
            let y = 1.0 - 2.0 * (f64::from(i) + 0.5) / f64::from(count);
            let (sin, cos) = libm::sincos(f64::from(i) * 2.399_963_229_728_653);
            let radius = (1.0 - y * y).sqrt();
            glam::DVec3::new(radius * cos, y, radius * sin).as_vec3()
        };
        assert!(matches!(hull_of_many((0..count).map(at)), Err(HullOfManyError::TooMany(_))));
        let few = hull_of_many((0..count).step_by(10).map(at)).unwrap();
        assert!(few.is_closed() && few.positions().len() > 400);
    }
}
