//! From the interval inside a solid to the answer that the kind of ray asks for.

use glam::{Vec3, Vec3A};

use super::line::Line;
use super::{Cast, Chord, Feature, Hit, Inside, Kind, Miss, Ray, RayQuery};
use super::{ray_box, ray_capsule, ray_cone, ray_cylinder, ray_sphere, tell};
use crate::geometry::{Narrator, Pose, Shape, Step};

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
/// # use glam::{Vec3, Vec3A};
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
    }
}

/// One kind of solid in its local space.
///
/// [`cast`] chooses the kind once and everything after is compiled for it.
pub(super) trait Solid: Copy {
    /// The word for the solid in stories.
    const WORD: &'static str;

    /// The squared radius of a ball around the local origin that holds the solid, or nearly.
    fn reach_squared(self) -> f32;

    /// Where the line is inside.
    fn chord<N: Narrator>(self, line: &Line, narrator: &mut N) -> Option<Chord>;

    /// The outward normal, of any length, where the line meets that part of the surface.
    fn normal(self, line: &Line, tau: f64, feature: Feature) -> Vec3;

    /// Takes a world vector to the solid's local space.
    #[inline]
    fn local(pose: &Pose, vector: Vec3A) -> Vec3A {
        pose.local_from_world().matrix3 * vector
    }

    /// Takes a [`normal`](Self::normal) to world space, with unit length.
    #[inline]
    fn world_normal(pose: &Pose, normal: Vec3) -> Vec3 {
        pose.world_normal(normal)
    }

    /// The first step of its stories: the ray in that space.
    fn tell_ray(ray: &Ray, line: &Line) -> Step {
        tell::local_ray(ray, Self::WORD, line)
    }
}

#[inline]
fn cast_solid<S: Solid, N: Narrator>(ray: &Ray, query: RayQuery, solid: S, pose: &Pose, narrator: &mut N) -> Cast {
    let line = Line::new(ray, pose, S::local);
    if line.is_handy(solid.reach_squared()) {
        narrator.step(|| S::tell_ray(ray, &line));
        answer(ray, query, solid, &line, narrator)
    } else {
        cast_tamed(ray, query, solid, pose, narrator)
    }
}

/// The same for a ray whose start or direction is not handy, see [`Line`].
#[cold]
#[inline(never)]
fn cast_tamed<S: Solid, N: Narrator>(ray: &Ray, query: RayQuery, solid: S, pose: &Pose, narrator: &mut N) -> Cast {
    narrator.step(|| S::tell_ray(ray, &Line::new(ray, pose, S::local)));
    let Some(line) = Line::tamed(ray, pose, S::local, solid.reach_squared()) else {
        return Cast { result: Err(Miss::Misses), interval: None };
    };
    narrator.step(|| tell::tamed(&line));
    answer(ray, query, solid, &line, narrator)
}

#[inline]
fn answer<S: Solid, N: Narrator>(ray: &Ray, query: RayQuery, solid: S, line: &Line, narrator: &mut N) -> Cast {
    let chord = solid.chord(line, narrator);
    let cast = resolve(ray, query, solid, line, chord.as_ref());
    narrator.step(|| tell::answer(line, query, chord.as_ref(), &cast));
    cast
}

/// Every way out builds its own answer: the compiler takes merged ones apart to bytes.
#[inline]
fn resolve<S: Solid>(ray: &Ray, query: RayQuery, solid: S, line: &Line, chord: Option<&Chord>) -> Cast {
    let Some(chord) = chord else {
        return Cast { result: Err(Miss::Misses), interval: None };
    };
    let t = chord.t.map(|tau| line.t(tau));
    let interval = Some(t);
    let surface = |end: usize| {
        let (tau, feature) = (chord.t[end], chord.features[end]);
        Hit {
            t: t[end],
            distance: line.distance(tau),
            point: line.point(tau),
            normal: Some(S::world_normal(line.pose, solid.normal(line, tau, feature))),
            feature,
        }
    };
    match meeting(t, query) {
        Ok(Meeting::Entry) => Cast { result: Ok(surface(0)), interval },
        Ok(Meeting::Exit) => Cast { result: Ok(surface(1)), interval },
        Ok(Meeting::Start) => {
            let (point, feature) = (ray.origin, Feature::Inside);
            Cast { result: Ok(Hit { t: 0.0, distance: 0.0, point, normal: None, feature }), interval }
        }
        Err(miss) => Cast { result: Err(miss), interval },
    }
}

/// Where the answer lies.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Meeting {
    /// At t = 0, inside the full solid.
    Start,
    /// Where the line enters.
    Entry,
    /// Where it leaves.
    Exit,
}

/// What the kind of ray makes of the interval inside the solid.
#[inline]
fn meeting([t_in, t_out]: [f32; 2], query: RayQuery) -> Result<Meeting, Miss> {
    let last = match query.kind {
        Kind::Line => return Ok(Meeting::Entry),
        Kind::Ray => f32::INFINITY,
        Kind::Segment => 1.0,
    };
    if t_out < 0.0 {
        return Err(Miss::Behind);
    }
    let (t, meeting) = match query.inside {
        _ if t_in >= 0.0 => (t_in, Meeting::Entry),
        Inside::Solid => return Ok(Meeting::Start),
        Inside::Hollow => (t_out, Meeting::Exit),
    };
    if t <= last { Ok(meeting) } else { Err(Miss::Beyond) }
}

/// The outward local normal of a flat part of a surface, 0 for a curved one. A table, so that random faces cost no
/// branches.
#[inline]
pub(super) fn flat_normal(feature: Feature) -> Vec3 {
    const NORMALS: [Vec3; 12] = {
        let mut normals = [Vec3::ZERO; 12];
        normals[Feature::PosX as usize] = Vec3::X;
        normals[Feature::NegX as usize] = Vec3::NEG_X;
        normals[Feature::PosY as usize] = Vec3::Y;
        normals[Feature::NegY as usize] = Vec3::NEG_Y;
        normals[Feature::PosZ as usize] = Vec3::Z;
        normals[Feature::NegZ as usize] = Vec3::NEG_Z;
        normals[Feature::Top as usize] = Vec3::Y;
        normals[Feature::Bottom as usize] = Vec3::NEG_Y;
        normals[Feature::Base as usize] = Vec3::NEG_Y;
        normals
    };
    NORMALS[feature as usize]
}
