//! From the interval inside a solid to the answer that the kind of ray asks for.

use glam::Vec3;

use super::line::Line;
use super::{Cast, Chord, Feature, Hit, Inside, Kind, Miss, Ray, RayQuery};
use super::{ray_box, ray_capsule, ray_cone, ray_cylinder, ray_sphere, tell};
use crate::geometry::{Narrator, Pose, Shape};

/// Casts a ray at one posed solid.
///
/// Sets are closed: a line that only touches hits, with an interval of one point. A `line` hits where it
/// enters, at any t. A `ray` or `segment` that starts outside, `t_in ≥ 0`, hits where it enters too. One that
/// starts inside, `t_in < 0 ≤ t_out`, hits at t = 0 when the solid is full and where it leaves when it is hollow.
/// Layers and masks are the caller's concern, see [`Cast::masked`].
///
/// Every number in the answer is finite, whatever finite ray comes in: a `t` too large for `f32` becomes its
/// largest number. A direction of zero misses.
///
/// ```
/// # use eyeline::geometry::{Pose, Shape, Silent, ray::{Feature, Ray, RayQuery, cast}};
/// # use glam::Vec3;
/// let ray = Ray { origin: Vec3::new(0.0, 0.5, 4.0), direction: Vec3::new(0.0, 0.0, -2.0) };
/// let drum = Shape::Cylinder { radius: 1.0, half_height: 1.0 };
/// let answer = cast(&ray, RayQuery::default(), &drum, &Pose::IDENTITY, &mut Silent);
/// assert_eq!(answer.interval, Some([1.5, 2.5]));
/// let hit = answer.hit().unwrap();
/// assert_eq!((hit.t, hit.distance, hit.feature), (1.5, 3.0, Feature::Side));
/// assert_eq!(hit.normal, Some(Vec3::Z));
/// ```
#[inline]
pub fn cast<N: Narrator>(ray: &Ray, query: RayQuery, shape: &Shape, pose: &Pose, narrator: &mut N) -> Cast {
    let line = Line::new(ray, pose);
    let reach_squared = reach_squared(shape);
    if line.is_handy(reach_squared) {
        narrator.step(|| tell::local_ray(ray, shape, &line));
        answer(ray, query, shape, &line, narrator)
    } else {
        cast_tamed(ray, query, shape, pose, narrator)
    }
}

/// The same for a ray whose start or direction is not handy, see [`Line`].
#[cold]
#[inline(never)]
fn cast_tamed<N: Narrator>(ray: &Ray, query: RayQuery, shape: &Shape, pose: &Pose, narrator: &mut N) -> Cast {
    narrator.step(|| tell::local_ray(ray, shape, &Line::new(ray, pose)));
    let Some(line) = Line::tamed(ray, pose, reach_squared(shape)) else {
        return Cast { result: Err(Miss::Misses), interval: None };
    };
    narrator.step(|| tell::tamed(&line));
    answer(ray, query, shape, &line, narrator)
}

/// The squared radius of a ball around the local origin that holds the solid, or nearly.
#[inline]
fn reach_squared(shape: &Shape) -> f32 {
    match *shape {
        Shape::Box { half_extents } => half_extents.length_squared(),
        Shape::Sphere { radius } => radius * radius,
        Shape::Cylinder { radius, half_height } | Shape::Capsule { radius, half_height } => {
            radius * radius + half_height * half_height
        }
        Shape::Cone { radius, height } => radius * radius + height * height,
    }
}

#[inline]
fn answer<N: Narrator>(ray: &Ray, query: RayQuery, shape: &Shape, line: &Line, narrator: &mut N) -> Cast {
    let chord = match *shape {
        Shape::Box { half_extents } => ray_box::chord(line, half_extents, narrator),
        Shape::Sphere { radius } => ray_sphere::chord(line, radius, narrator),
        Shape::Cylinder { radius, half_height } => ray_cylinder::chord(line, radius, half_height, narrator),
        Shape::Cone { radius, height } => ray_cone::chord(line, radius, height, narrator),
        Shape::Capsule { radius, half_height } => ray_capsule::chord(line, radius, half_height, narrator),
    };
    let interval = chord.as_ref().map(|chord| chord.t.map(|tau| line.t(tau)));
    let result = match (&chord, interval) {
        (Some(chord), Some(interval)) => meeting(interval, query).map(|meeting| match meeting {
            Meeting::Start => Hit { t: 0.0, distance: 0.0, point: ray.origin, normal: None, feature: Feature::Inside },
            Meeting::Surface(end) => Hit {
                t: interval[end],
                distance: line.distance(chord.t[end]),
                point: line.point(chord.t[end]),
                normal: Some(line.pose.world_normal(local_normal(shape, line, chord, end))),
                feature: chord.features[end],
            },
        }),
        _ => Err(Miss::Misses),
    };
    let cast = Cast { result, interval };
    narrator.step(|| tell::answer(line, query, chord.as_ref(), &cast));
    cast
}

/// Where the answer lies.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Meeting {
    /// At t = 0, inside the full solid.
    Start,
    /// At that end of the interval.
    Surface(usize),
}

/// What the kind of ray makes of the interval inside the solid.
#[inline]
fn meeting([t_in, t_out]: [f32; 2], query: RayQuery) -> Result<Meeting, Miss> {
    let last = match query.kind {
        Kind::Line => return Ok(Meeting::Surface(0)),
        Kind::Ray => f32::INFINITY,
        Kind::Segment => 1.0,
    };
    if t_out < 0.0 {
        return Err(Miss::Behind);
    }
    let (t, end) = match query.inside {
        _ if t_in >= 0.0 => (t_in, 0),
        Inside::Solid => return Ok(Meeting::Start),
        Inside::Hollow => (t_out, 1),
    };
    if t <= last { Ok(Meeting::Surface(end)) } else { Err(Miss::Beyond) }
}

/// The outward normal at one end of the chord, of about unit length.
#[inline]
fn local_normal(shape: &Shape, line: &Line, chord: &Chord, end: usize) -> Vec3 {
    let feature = chord.features[end];
    match feature {
        Feature::PosX => Vec3::X,
        Feature::NegX => Vec3::NEG_X,
        Feature::PosY | Feature::Top => Vec3::Y,
        Feature::NegY | Feature::Bottom | Feature::Base => Vec3::NEG_Y,
        Feature::PosZ => Vec3::Z,
        Feature::NegZ => Vec3::NEG_Z,
        Feature::Inside => Vec3::ZERO,
        Feature::Surface | Feature::Side => {
            let at = line.local_point(chord.t[end]);
            match *shape {
                Shape::Box { .. } => Vec3::ZERO,
                Shape::Sphere { radius } => at / radius,
                Shape::Cylinder { radius, .. } => ray_cylinder::side_normal(at, radius),
                Shape::Cone { radius, height } => ray_cone::side_normal(line, at, radius, height),
                Shape::Capsule { radius, half_height } => ray_capsule::normal(at, radius, half_height),
            }
        }
    }
}
