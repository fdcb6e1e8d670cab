//! The functions that a solid needs so that rays can be cast at it, and the answer of a ray from the interval of the line
//! inside it.

use glam::{Vec3, Vec3A};

use super::answer::{Cast, Feature, Hit, Inside, Miss, Ray, RayQuery};
use super::chord::Chord;
use super::line::LocalLine;
use super::steps;
use crate::geometry::interval::Interval;
use crate::geometry::narrate::{Narrator, Step};
use crate::geometry::pose::Pose;

/// One kind of solid in its local space.
///
/// [`cast`](super::cast::cast) chooses the kind once, and the rest is compiled for each kind.
pub(crate) trait RayCast: Copy {
    /// Whether computing a hit costs less than a mispredicted branch. The chord of a line that misses such a solid
    /// starts at 0, an ordinary value.
    const IS_CHEAP: bool = false;

    /// The word for the solid in stories.
    const NAME: &'static str;

    /// Whether its local space has the axes of the world.
    const IS_IN_WORLD_AXES: bool = false;

    /// Casts a ray at the solid in a pose.
    #[inline]
    fn cast<N: Narrator>(self, ray: &Ray, query: RayQuery, pose: &Pose, narrator: &mut N) -> Cast {
        cast_solid(ray, query, self, pose, narrator)
    }

    /// The squared radius of a ball around the local origin that contains the solid, within rounding.
    fn reach_squared(self) -> f32;

    /// The interval of the line inside the solid.
    fn chord<N: Narrator>(self, line: &LocalLine, narrator: &mut N) -> Chord;

    /// The outward normal, of any length, where the line meets that part of the surface; anything when it
    /// does not. And whether rounding leaves the normal its direction.
    fn normal(self, line: &LocalLine, tau: f64, feature: Feature) -> (Vec3, bool);

    /// The same where rounding to `f32` would not leave it its direction: beside a solid much thinner than the line's
    /// start is far away.
    fn fine_normal(self, line: &LocalLine, tau: f64, feature: Feature, _is_exit: bool) -> Vec3 {
        self.normal(line, tau, feature).0
    }

    /// Transforms a world vector to the solid's local space.
    #[inline]
    fn local(pose: &Pose, vector: Vec3A) -> Vec3A {
        pose.local_from_world().matrix3 * vector
    }

    /// The [`normal`](Self::normal) in world space, with unit length, and whether it is sound, see there and
    /// [`Pose::quick_normal`].
    #[inline]
    fn quick_normal(self, line: &LocalLine, tau: f64, feature: Feature) -> (Vec3, bool) {
        let (normal, is_accurate) = self.normal(line, tau, feature);
        let (normal, is_sound) = line.pose.quick_normal(normal);
        (normal, is_sound & is_accurate)
    }

    /// The first step of its stories: the ray in that space.
    fn ray_step(ray: &Ray, line: &LocalLine) -> Step {
        steps::local_ray(ray, Self::NAME, Self::IS_IN_WORLD_AXES, line)
    }
}

#[inline]
pub(crate) fn cast_solid<S: RayCast, N: Narrator>(
    ray: &Ray,
    query: RayQuery,
    solid: S,
    pose: &Pose,
    narrator: &mut N,
) -> Cast {
    let line = LocalLine::new(ray, pose, S::local);
    if line.is_well_scaled(solid.reach_squared()) {
        narrator.step(|| S::ray_step(ray, &line));
        answer(ray, query, solid, &line, narrator)
    } else {
        cast_rescaled(ray, query, solid, pose, narrator)
    }
}

/// The same for a ray whose start or direction is not well scaled, see [`LocalLine`].
#[cold]
#[inline(never)]
fn cast_rescaled<S: RayCast, N: Narrator>(ray: &Ray, query: RayQuery, solid: S, pose: &Pose, narrator: &mut N) -> Cast {
    narrator.step(|| S::ray_step(ray, &LocalLine::new(ray, pose, S::local)));
    let Some(line) = LocalLine::rescaled(ray, pose, S::local, solid.reach_squared()) else {
        narrator.step(|| steps::no_line(ray, query, false));
        return Cast::MISS;
    };
    narrator.step(|| steps::rescaled(&line));
    answer(ray, query, solid, &line, narrator)
}

#[inline]
fn answer<S: RayCast, N: Narrator>(ray: &Ray, query: RayQuery, solid: S, line: &LocalLine, narrator: &mut N) -> Cast {
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
fn resolve<S: RayCast>(ray: &Ray, query: RayQuery, solid: S, line: &LocalLine, chord: Chord) -> Cast {
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
fn resolve_in_full<S: RayCast>(ray: &Ray, query: RayQuery, solid: S, line: LocalLine, chord: Chord) -> Cast {
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
fn surface<S: RayCast>(solid: S, line: &LocalLine, tau: f64, feature: Feature) -> (Hit, bool) {
    let (normal, is_sound) = solid.quick_normal(line, tau, feature);
    let hit =
        Hit { t: line.t(tau), distance: line.distance(tau), point: line.point(tau), normal: Some(normal), feature };
    (hit, is_sound)
}

/// The outward local normal of a flat part of a surface, 0 for a curved one. A table, which needs no branches.
#[inline]
pub(crate) fn flat_normal(feature: Feature) -> Vec3 {
    const NORMALS: [Vec3; 14] = {
        let mut normals = [Vec3::ZERO; 14];
        normals[Feature::PosX.index()] = Vec3::X;
        normals[Feature::NegX.index()] = Vec3::NEG_X;
        normals[Feature::PosY.index()] = Vec3::Y;
        normals[Feature::NegY.index()] = Vec3::NEG_Y;
        normals[Feature::PosZ.index()] = Vec3::Z;
        normals[Feature::NegZ.index()] = Vec3::NEG_Z;
        normals[Feature::Top.index()] = Vec3::Y;
        normals[Feature::Bottom.index()] = Vec3::NEG_Y;
        normals[Feature::Base.index()] = Vec3::NEG_Y;
        normals
    };
    NORMALS[feature.index()]
}
