//! The answer of a ray from the interval of the line inside a solid.

use super::answer::{Cast, Feature, Hit, Inside, Miss, Ray, RayQuery};
use super::chord::Chord;
use super::line::Line;
use super::ray_box;
use super::ray_capsule;
use super::ray_cone;
use super::ray_cylinder;
use super::ray_mesh;
use super::ray_sphere;
use super::solid::Solid;
use super::steps;
use crate::geometry::interval::Interval;
use crate::geometry::mesh::Mesh;
use crate::geometry::narrate::{Narrator, Silent};
use crate::geometry::pose::Pose;
use crate::geometry::shape::Shape;

/// Casts a ray at one posed solid.
///
/// Sets are closed: a line that only touches hits, with an interval of one point. A `line` hits where it
/// enters, at any t. A `ray` or `segment` that starts outside, `t_in ≥ 0`, hits where it enters too. One that
/// starts inside, `t_in < 0 ≤ t_out`, hits at t = 0 when the solid is full and where it leaves when it is hollow.
/// The caller compares layers and masks, see [`Cast::masked`].
///
/// Every number in the answer to a finite ray is finite: a `t` too large for `f32` becomes its largest number. A
/// direction of zero misses.
///
/// ```
/// # use eyeline::geometry::{Interval, Pose, Shape, ray::{Feature, Ray, RayQuery, cast}};
/// # use glam::{Vec3, Vec3A};
/// let ray = Ray { origin: Vec3::new(0.0, 0.5, 4.0), direction: Vec3::new(0.0, 0.0, -2.0) };
/// let drum = Shape::Cylinder { radius: 1.0, half_height: 1.0 };
/// let answer = cast(&ray, RayQuery::default(), &drum, &Pose::IDENTITY);
/// assert_eq!(answer.interval(), Some(Interval::new(1.5, 2.5)));
/// let hit = answer.hit().unwrap();
/// assert_eq!((hit.t, hit.distance, hit.feature), (1.5, 3.0, Feature::Side));
/// assert_eq!(hit.normal, Some(Vec3::Z));
/// ```
#[expect(clippy::inline_always, reason = "a loop over rays keeps the pose in registers: a tenth faster")]
#[inline(always)]
pub fn cast(ray: &Ray, query: RayQuery, shape: &Shape, pose: &Pose) -> Cast {
    cast_told(ray, query, shape, pose, &mut Silent)
}

/// The hit of [`cast`] alone. For a mesh this takes about a third of the time.
pub fn hit(ray: &Ray, query: RayQuery, shape: &Shape, pose: &Pose) -> Option<Hit> {
    match shape {
        Shape::Mesh(mesh) => ray_mesh::hit(ray, query, mesh, pose).map(|(hit, _)| hit),
        _ => cast(ray, query, shape, pose).hit(),
    }
}

/// [`cast`], with its steps.
#[expect(clippy::inline_always, reason = "as `cast`")]
#[inline(always)]
pub fn cast_told<N: Narrator>(ray: &Ray, query: RayQuery, shape: &Shape, pose: &Pose, narrator: &mut N) -> Cast {
    match *shape {
        Shape::Box { half_extents } => {
            cast_solid(ray, query, ray_box::Cuboid { half_extents: half_extents.into() }, pose, narrator)
        }
        Shape::Sphere { radius } => match pose.uniform_scale() {
            Some(scale) => cast_solid(ray, query, ray_sphere::Ball { radius: radius * scale }, pose, narrator),
            None => cast_solid(ray, query, ray_sphere::Sphere { radius }, pose, narrator),
        },
        Shape::Cylinder { radius, half_height } => {
            cast_solid(ray, query, ray_cylinder::Cylinder { radius, half_height }, pose, narrator)
        }
        Shape::Cone { radius, height } => cast_solid(ray, query, ray_cone::Cone { radius, height }, pose, narrator),
        Shape::Capsule { radius, half_height } => {
            cast_solid(ray, query, ray_capsule::Capsule { radius, half_height }, pose, narrator)
        }
        Shape::Mesh(ref mesh) => cast_at_mesh(ray, query, mesh, pose, narrator),
    }
}

/// A function of its own, so that the code of the other solids keeps its registers.
#[cold]
#[inline(never)]
fn cast_at_mesh<N: Narrator>(ray: &Ray, query: RayQuery, mesh: &Mesh, pose: &Pose, narrator: &mut N) -> Cast {
    if !N::RECORDS {
        return ray_mesh::cast(ray, query, mesh, pose).cast;
    }
    ray_mesh::cast_told(ray, query, mesh, pose, narrator).cast
}

#[inline]
fn cast_solid<S: Solid, N: Narrator>(ray: &Ray, query: RayQuery, solid: S, pose: &Pose, narrator: &mut N) -> Cast {
    let line = Line::new(ray, pose, S::local);
    if line.is_well_scaled(solid.reach_squared()) {
        narrator.step(|| S::ray_step(ray, &line));
        answer(ray, query, solid, &line, narrator)
    } else {
        cast_rescaled(ray, query, solid, pose, narrator)
    }
}

/// The same for a ray whose start or direction is not well scaled, see [`Line`].
#[cold]
#[inline(never)]
fn cast_rescaled<S: Solid, N: Narrator>(ray: &Ray, query: RayQuery, solid: S, pose: &Pose, narrator: &mut N) -> Cast {
    narrator.step(|| S::ray_step(ray, &Line::new(ray, pose, S::local)));
    let Some(line) = Line::rescaled(ray, pose, S::local, solid.reach_squared()) else {
        narrator.step(|| steps::no_line(ray, query, false));
        return Cast::MISS;
    };
    narrator.step(|| steps::rescaled(&line));
    answer(ray, query, solid, &line, narrator)
}

#[inline]
fn answer<S: Solid, N: Narrator>(ray: &Ray, query: RayQuery, solid: S, line: &Line, narrator: &mut N) -> Cast {
    let chord = solid.chord(line, narrator);
    let cast = resolve(ray, query, solid, line, chord);
    narrator.step(|| steps::answer(line, query, &chord, &cast));
    cast
}

/// The answer of a kind of ray for the interval inside the solid.
///
/// A branch on whether a ray hits is mispredicted often. If a hit costs less than a misprediction, it is computed for
/// every line. Starts inside a solid and solids behind the start take [`resolve_in_full`].
#[inline]
fn resolve<S: Solid>(ray: &Ray, query: RayQuery, solid: S, line: &Line, chord: Chord) -> Cast {
    let Interval { near: first, far: last } = query.kind.range();
    let meets_line = chord.meets_line();
    if !S::IS_CHEAP && !meets_line {
        return Cast::MISS;
    }
    let (hit, is_sound) = surface(solid, line, chord.t.near, chord.features[0]);
    if hit.t < first || !is_sound {
        return resolve_in_full(ray, query, solid, *line, chord);
    }
    let miss = if hit.t <= last { None } else { Some(Miss::Beyond) };
    Cast::new(
        hit,
        if meets_line { miss } else { Some(Miss::Misses) },
        Interval::new(hit.t, line.t(chord.t.far)),
        meets_line,
    )
}

/// The same for all cases. By value: a reference would keep the line out of registers before the call.
#[inline(never)]
fn resolve_in_full<S: Solid>(ray: &Ray, query: RayQuery, solid: S, line: Line, chord: Chord) -> Cast {
    if !chord.meets_line() {
        return Cast::MISS;
    }
    let Interval { near: first, far: last } = query.kind.range();
    let t = chord.t.map(|tau| line.t(tau));
    let at = |end: usize| {
        let (tau, feature) = (chord.t.ends()[end], chord.features[end]);
        let (mut hit, is_sound) = surface(solid, &line, tau, feature);
        if !is_sound {
            hit.normal = Some(line.pose.world_normal(solid.fine_normal(&line, tau, feature, end == 1)));
        }
        Cast::new(hit, (t.ends()[end] > last).then_some(Miss::Beyond), t, true)
    };
    if t.near >= first {
        return at(0);
    }
    let start = Hit { t: 0.0, distance: 0.0, point: ray.origin, normal: None, feature: Feature::Inside };
    match query.inside {
        _ if t.far < first => Cast::new(start, Some(Miss::Behind), t, true),
        Inside::Solid => Cast::new(start, None, t, true),
        Inside::Hollow => at(1),
    }
}

/// The hit at a place on the surface, and whether its normal is sound.
#[inline]
fn surface<S: Solid>(solid: S, line: &Line, tau: f64, feature: Feature) -> (Hit, bool) {
    let (normal, is_sound) = solid.quick_normal(line, tau, feature);
    let hit =
        Hit { t: line.t(tau), distance: line.distance(tau), point: line.point(tau), normal: Some(normal), feature };
    (hit, is_sound)
}
