//! The answer of a ray by the exact interval, and the comparison with the fast answer.
//!
//! Both follow the rules of the contract for the kinds of rays and for starts inside. They differ in how they compare
//! t = 0 and t = 1 with the surface: here by the distance to it at that point, so that a start on the surface never
//! counts as inside because of the rounding of the search.

pub use super::answer::{ExactCast, ExactDifference};
use super::mesh;
use super::ray::{NearestLine, clearance, rounding};
use super::tolerance::ROUNDINGS;
use crate::geometry::interval::Interval;
use crate::geometry::pose::Pose;
use crate::geometry::ray::{Cast, Inside, Miss, Ray, RayKind, RayQuery, bounded};
use crate::geometry::shape::Shape;

/// Casts a ray at one posed shape, in `f64` and by search (for a mesh, by its triangles).
pub fn cast(ray: &Ray, query: RayQuery, shape: &Shape, pose: &Pose) -> ExactCast {
    if let Shape::Mesh(mesh) = shape {
        return mesh::ExactLine::new(ray, mesh, pose).map_or(ExactCast::MISS, |line| line.cast(query));
    }
    let Some(line) = NearestLine::near(ray, shape, pose) else { return ExactCast::MISS };
    let Some(interval) = line.interval() else { return ExactCast::MISS };
    ExactCast { result: meeting(&line, interval, query), interval: Some(interval) }
}

/// The answer of a kind of ray for an interval.
fn meeting(
    line: &NearestLine,
    Interval { near: t_in, far: t_out }: Interval<f64>,
    query: RayQuery,
) -> Result<f64, Miss> {
    let touch = line.touch();
    let is_outside = |t: f64| line.distance(t) > touch;
    let is_inside = |t: f64| line.distance(t) < -touch;
    if query.kind == RayKind::Line {
        return Ok(t_in);
    }
    let ends_at_1 = query.kind == RayKind::Segment;
    if t_out < 0.0 && is_outside(0.0) {
        Err(Miss::Behind)
    } else if is_inside(0.0) {
        match query.inside {
            Inside::Solid => Ok(0.0),
            Inside::Hollow if ends_at_1 && t_out > 1.0 && is_inside(1.0) => Err(Miss::Beyond),
            Inside::Hollow => Ok(t_out),
        }
    } else if !is_outside(0.0) {
        // The start lies on the surface.
        Ok(0.0)
    } else if ends_at_1 && t_in > 1.0 && is_outside(1.0) {
        Err(Miss::Beyond)
    } else {
        Ok(t_in)
    }
}

/// The difference of a fast answer from the exact one, before any mask; `None` when they agree. They differ in their
/// words, or in a `t` whose point is further from the surface than [`ROUNDINGS`] allow. The part of the surface that
/// is hit is not compared.
pub fn difference(ray: &Ray, shape: &Shape, pose: &Pose, fast: &Cast, exact: &ExactCast) -> Option<ExactDifference> {
    if let Shape::Mesh(mesh) = shape {
        return mesh::ExactLine::new(ray, mesh, pose)?.difference(fast, exact, rounding(ray, shape, pose));
    }
    let (Some(fast_interval), Some(exact_interval)) = (fast.interval(), exact.interval) else {
        return (fast.interval().is_some() != exact.interval.is_some()).then(|| ExactDifference::Grazing {
            clearance: clearance(ray, shape, pose).unwrap_or(f64::INFINITY),
            rounding: ROUNDINGS * rounding(ray, shape, pose),
        });
    };
    let line = NearestLine::near(ray, shape, pose)?;
    let allowed = |t: f64| {
        let last_place = t.abs() * line.speed() * f64::from(f32::EPSILON);
        ROUNDINGS * (rounding(ray, shape, pose) + last_place)
    };
    // A t that does not fit into `f32` is not compared.
    let ts = fast_interval.ends().into_iter().zip(exact_interval.ends()).filter(|(t, _)| bounded(*t).is_some());
    let worst = ts.map(|(t, exact)| (t, off(&line, t.into(), exact))).max_by(|(_, a), (_, b)| a.total_cmp(b));
    if let Some((t, off)) = worst.filter(|&(t, off)| off > allowed(t.into())) {
        return Some(ExactDifference::Place { off, rounding: allowed(t.into()) });
    }
    let end = |is_last: bool| {
        let t = if is_last { 1.0 } else { 0.0 };
        Some(ExactDifference::End { is_last, clearance: line.distance(t), rounding: allowed(t) })
    };
    match (fast.result(), exact.result) {
        (Err(fast), Err(exact)) if fast == exact => None,
        (Ok(hit), Ok(t)) => {
            let (t, off) = (f64::from(hit.t), off(&line, hit.t.into(), t));
            let is_sound = bounded(hit.t).is_none() || off <= allowed(t);
            // If the start counts as inside for only one of them, the hit is on another surface.
            let is_start = line.distance(0.0).abs() <= allowed(0.0);
            let difference =
                if is_start { end(false) } else { Some(ExactDifference::Place { off, rounding: allowed(t) }) };
            difference.filter(|_| !is_sound)
        }
        (Err(Miss::Beyond), _) | (_, Err(Miss::Beyond)) => end(line.distance(1.0).abs() <= line.distance(0.0).abs()),
        _ => end(false),
    }
}

/// The distance of the point at t from the surface at the exact t, or from the depth of the exact point inside. The
/// midpoint of both is tested as well: if it is deep inside, t is at the other end of the interval.
fn off(line: &NearestLine, t: f64, exact: f64) -> f64 {
    let there = line.distance(exact);
    (line.distance(t) - there).abs().max((line.distance(0.5 * (t + exact)) - there).abs())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::geometry::ray;
    use glam::Vec3;

    const BALL: Shape = Shape::Sphere { radius: 1.0 };

    fn ray_along_z(x: f32, z: f32, length: f32) -> Ray {
        Ray { origin: Vec3::new(x, 0.0, z), direction: Vec3::NEG_Z * length }
    }

    #[test]
    fn kinds_and_starts_follow_the_rules() {
        use Inside::{Hollow, Solid};
        use RayKind::{Line, Ray, Segment};
        for (z, length, kind, inside, expected) in [
            (3.0, 1.0, Ray, Solid, Ok(2.0)),
            (3.0, 2.0, Ray, Hollow, Ok(1.0)),
            (3.0, 2.0, Segment, Solid, Ok(1.0)),
            (3.0, 1.5, Segment, Solid, Err(Miss::Beyond)),
            (0.0, 1.0, Ray, Solid, Ok(0.0)),
            (0.0, 1.0, Ray, Hollow, Ok(1.0)),
            (0.0, 1.0, Segment, Hollow, Ok(1.0)),
            (0.0, 0.5, Segment, Hollow, Err(Miss::Beyond)),
            (-1.5, 1.0, Ray, Solid, Err(Miss::Behind)),
            (-1.5, 1.0, Line, Solid, Ok(-2.5)),
            // On the surface, on the way in and on the way out.
            (1.0, 1.0, Ray, Solid, Ok(0.0)),
            (1.0, 1.0, Ray, Hollow, Ok(0.0)),
            (-1.0, 1.0, Ray, Solid, Ok(0.0)),
            (-1.0, 1.0, Ray, Hollow, Ok(0.0)),
        ] {
            let ray = ray_along_z(0.0, z, length);
            let query = RayQuery::new(kind, inside);
            let exact = cast(&ray, query, &BALL, &Pose::IDENTITY);
            assert_eq!(exact.result.map(|t| (t * 1e9).round() / 1e9), expected, "{z} {length} {query:?}");
            let fast = ray::cast(&ray, query, &BALL, &Pose::IDENTITY);
            assert_eq!(difference(&ray, &BALL, &Pose::IDENTITY, &fast, &exact), None, "{z} {length} {query:?}");
        }
        assert_eq!(cast(&ray_along_z(1.001, 3.0, 1.0), RayQuery::default(), &BALL, &Pose::IDENTITY), ExactCast::MISS);
    }

    #[test]
    fn a_wrong_answer_is_reported() {
        let (ray, query) = (ray_along_z(0.0, 3.0, 1.0), RayQuery::default());
        let exact = cast(&ray, query, &BALL, &Pose::IDENTITY);
        let fast = ray::cast(&ray, query, &BALL, &Pose::IDENTITY);
        let described = |t: f32, miss, interval, meets_line| {
            let wrong = Cast::new(ray::Hit { t, ..fast.hit().unwrap() }, miss, interval, meets_line);
            difference(&ray, &BALL, &Pose::IDENTITY, &wrong, &exact)
        };
        assert_eq!(described(2.0, None, Interval::new(2.0, 4.0), true), None);
        let missed = described(0.0, Some(Miss::Misses), Interval::point(0.0), false);
        assert!(matches!(missed, Some(ExactDifference::Grazing { clearance, .. }) if clearance < -0.9), "{missed:?}");
        let behind = described(0.0, Some(Miss::Behind), Interval::new(2.0, 4.0), true);
        assert!(matches!(behind, Some(ExactDifference::End { is_last: false, .. })), "{behind:?}");
        let shifted = described(2.0, None, Interval::new(2.001, 4.0), true);
        assert!(
            matches!(shifted, Some(ExactDifference::Place { off, .. }) if (off - 0.001).abs() < 1e-5),
            "{shifted:?}"
        );
        let at_exit = described(4.0, None, Interval::new(2.0, 4.0), true);
        assert!(matches!(at_exit, Some(ExactDifference::Place { off, .. }) if (off - 1.0).abs() < 1e-5), "{at_exit:?}");
        assert_eq!(described(f32::MAX, None, Interval::point(f32::MAX), true), None, "beyond f32");
    }

    /// The ray passes the box's face at a distance that only `f64` distinguishes from 0.
    #[test]
    fn a_grazing_line_is_reported_with_its_clearance() {
        let mut described = 0;
        for (turn, ulps) in (1..50).flat_map(|turn| (-4..=4).map(move |ulps| (turn, ulps))) {
            let turned = glam::Quat::from_rotation_z(0.02 * turn as f32);
            let pose = Pose::new(Vec3::ZERO, turned, Vec3::ONE).unwrap();
            let face = pose.world_from_local().transform_point3(Vec3::Y);
            let y = f32::from_bits((face.y.to_bits().cast_signed() + ulps).cast_unsigned());
            let ray = Ray { origin: Vec3::new(face.x, y, 5.0), direction: Vec3::NEG_Z };
            let solid = Shape::Box { half_extents: Vec3::ONE };
            let exact = cast(&ray, RayQuery::default(), &solid, &pose);
            let fast = ray::cast(&ray, RayQuery::default(), &solid, &pose);
            match difference(&ray, &solid, &pose, &fast, &exact) {
                None => assert_eq!(fast.hit().is_some(), exact.result.is_ok()),
                Some(ExactDifference::Grazing { clearance, rounding }) => {
                    assert!(clearance.abs() < rounding && (clearance <= 0.0) == exact.result.is_ok());
                    described += 1;
                }
                other => panic!("{other:?}"),
            }
        }
        assert!(described > 0, "none of them was described");
    }
}
