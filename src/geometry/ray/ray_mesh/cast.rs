//! The answer of a kind of ray from the crossings with a mesh.

use fearless_simd::{Level, Simd, dispatch};
use glam::{DVec3, Vec3};

use super::meeting::{Meeting, counted_before_start, meetings};
use super::nearest::{self, NearestEnd, NearestSearch};
use super::steps::{self, Visited};
use super::walk::Unseen;
use crate::geometry::interval::Interval;
use crate::geometry::mesh::Mesh;
use crate::geometry::narrate::{Narrator, Silent};
use crate::geometry::pose::Pose;
use crate::geometry::ray::answer::{BackFaces, Cast, Feature, Hit, Inside, Miss, Ray, RayKind, RayQuery};
use crate::geometry::ray::line::LocalLine;
use crate::geometry::ray::mesh_answer::{MeshCast, MeshPoint};
use crate::geometry::ray::steps as described;

/// Casts a ray at one posed mesh; as [`crate::geometry::ray::cast`], with the place on the surface.
///
/// The interval runs from the first crossing of the whole line to the last one, culled or not. Back faces that are
/// culled are never hit; all crossings decide whether the ray starts inside. No ray meets a triangle without
/// area.
///
/// Without a story the query finds only the crossings that the answer needs: the first and the last one of the line,
/// and the one that is hit. A start in the box of a closed solid mesh needs all crossings before it.
pub fn cast(ray: &Ray, query: RayQuery, mesh: &Mesh, pose: &Pose) -> MeshCast {
    let line = LocalLine::new(ray, pose, local);
    if !is_plain(query, mesh, &line) {
        return cast_told(ray, query, mesh, pose, &mut Silent);
    }
    dispatch!(Level::new(), simd => of_answer(simd, ray, query, mesh, &line))
}

/// The hit of [`cast`] alone, in about a third of the time.
///
/// ```
/// # use eyeline::geometry::{Mesh, Pose, ray::{Ray, RayQuery, cast_mesh, hit_mesh}};
/// # use glam::Vec3;
/// let wall = Mesh::new(vec![Vec3::ZERO, Vec3::X, Vec3::Y], vec![[0, 1, 2]]).unwrap();
/// let ray = Ray { origin: Vec3::new(0.2, 0.2, 3.0), direction: Vec3::NEG_Z };
/// let (hit, spot) = hit_mesh(&ray, RayQuery::default(), &wall, &Pose::IDENTITY).unwrap();
/// assert_eq!((hit.t, spot.unwrap().triangle), (3.0, 0));
/// ```
pub fn hit(ray: &Ray, query: RayQuery, mesh: &Mesh, pose: &Pose) -> Option<(Hit, Option<MeshPoint>)> {
    let line = LocalLine::new(ray, pose, local);
    if !is_plain(query, mesh, &line) {
        let MeshCast { cast, spot } = cast_told(ray, query, mesh, pose, &mut Silent);
        return cast.hit().map(|hit| (hit, spot));
    }
    let next = dispatch!(Level::new(), simd => {
        NearestSearch::new(simd, mesh, &line).find(NearestEnd::First, query.back_faces, query.kind.range())
    });
    let (hit, spot) = next?.hit(&line, query.kind.range()).ok()?;
    Some((hit, Some(spot)))
}

/// Whether the crossings of an answer can be found without the others: the line starts at the ray's own start, squares
/// of its coordinates and its slopes are in range, and the start is certainly outside.
fn is_plain(query: RayQuery, mesh: &Mesh, line: &LocalLine) -> bool {
    let reach = mesh.reach_squared();
    if !(reach > 0.0 && reach.is_finite() && line.is_well_scaled(reach) && nearest::is_in_range(line)) {
        return false;
    }
    if query.kind == RayKind::Line || query.inside == Inside::Hollow {
        return true;
    }
    // A line that starts beside the box of a closed mesh has all crossings before it, or none: an even number.
    let (bounds, o) = (mesh.bounds(), Vec3::from(line.o));
    let slack = 1e-4 * (bounds.max - bounds.min + o.abs());
    o.cmplt(bounds.min - slack).any() || o.cmpgt(bounds.max + slack).any() || !mesh.is_closed()
}

/// The whole answer.
#[expect(clippy::inline_always, reason = "it must become part of `dispatch!` to be compiled for its instruction set")]
#[inline(always)]
fn of_answer<S: Simd>(simd: S, ray: &Ray, query: RayQuery, mesh: &Mesh, line: &LocalLine) -> MeshCast {
    let search = NearestSearch::new(simd, mesh, line);
    let Some(first) = search.find(NearestEnd::First, BackFaces::Hit, Interval::ALL) else { return MeshCast::MISS };
    let last = search.find(NearestEnd::Last, BackFaces::Hit, Interval::new(first.t, f32::INFINITY));
    let from_start = Interval::new(query.kind.range().near, f32::INFINITY);
    let is_next =
        |first: &Meeting| first.t >= from_start.near && (query.back_faces == BackFaces::Hit || first.is_front);
    let next = if is_next(&first) { None } else { search.find(NearestEnd::First, query.back_faces, from_start) };
    // Without a crossing ahead, whether one is behind.
    let seen = if next.is_none() && !is_next(&first) && query.back_faces == BackFaces::Cull {
        search.find(NearestEnd::First, query.back_faces, Interval::ALL)
    } else {
        None
    };
    let mut few: [Option<Meeting>; 4] = [Some(first), last, next, seen];
    few.sort_unstable_by(|a, b| match (a, b) {
        (Some(a), Some(b)) => a.order(b),
        (a, b) => b.is_some().cmp(&a.is_some()),
    });
    resolve(ray, query, line, &few.iter().flatten(), false)
}

/// A world vector in the mesh's space.
fn local(pose: &Pose, vector: glam::Vec3A) -> glam::Vec3A {
    pose.local_from_world().matrix3 * vector
}

/// [`cast`], with its steps: every crossing of the line.
pub fn cast_told<N: Narrator>(ray: &Ray, query: RayQuery, mesh: &Mesh, pose: &Pose, narrator: &mut N) -> MeshCast {
    let mut line = LocalLine::new(ray, pose, local);
    narrator.step(|| described::local_ray(ray, "mesh", false, &line));
    if !line.is_well_scaled(mesh.reach_squared()) {
        let Some(rescaled) = LocalLine::rescaled(ray, pose, local, mesh.reach_squared()) else {
            narrator.step(|| described::no_line(ray, query, true));
            return MeshCast::MISS;
        };
        line = rescaled;
        narrator.step(|| described::rescaled(&line));
    }
    if line.in_f64().1 == DVec3::ZERO {
        narrator.step(|| described::no_line(ray, query, true));
        return MeshCast::MISS;
    }
    let meetings = if N::RECORDS {
        let mut visited = Visited::default();
        let meetings = meetings(mesh, &line, &mut visited);
        visited.record(mesh, &line, narrator);
        meetings
    } else {
        meetings(mesh, &line, &mut Unseen)
    };
    narrator.step(|| steps::crossings(mesh, &line, &meetings));
    let is_inside = query.kind != RayKind::Line && query.inside == Inside::Solid && starts_inside(mesh, &meetings);
    let answer = resolve(ray, query, &line, &meetings.iter(), is_inside);
    narrator.step(|| steps::answer(query, &answer));
    answer
}

/// The answer of the kind of ray for the crossings, in order. Crossings that neither begin nor end the interval, and
/// are not the first one after the start, may be missing.
fn resolve<'m>(
    ray: &Ray,
    query: RayQuery,
    line: &LocalLine,
    meetings: &(impl Iterator<Item = &'m Meeting> + Clone),
    is_inside: bool,
) -> MeshCast {
    let surfaces = || meetings.clone().filter(|meeting| meeting.is_surface());
    let Some(t_in) = surfaces().map(|meeting| meeting.t).reduce(f32::min) else { return MeshCast::MISS };
    let interval = Interval::new(t_in, surfaces().map(|meeting| meeting.t_end).fold(t_in, f32::max));
    let start = Hit { t: 0.0, distance: 0.0, point: ray.origin, normal: None, feature: Feature::Inside };
    let without = |miss| MeshCast { cast: Cast::new(start, miss, interval, true), spot: None };
    let range = query.kind.range();
    if is_inside {
        return without(None);
    }
    let seen = || surfaces().filter(|meeting| query.back_faces == BackFaces::Hit || meeting.is_front);
    let Some(next) = seen().find(|meeting| meeting.t_end >= range.near) else {
        return without(Some(if seen().next().is_some() { Miss::Behind } else { Miss::Misses }));
    };
    match next.hit(line, range) {
        Ok((hit, spot)) => MeshCast { cast: Cast::new(hit, None, interval, true), spot: Some(spot) },
        Err(miss) => without(Some(miss)),
    }
}

/// Whether an odd number of crossings is before the start, and the mesh is closed, which is computed only then.
fn starts_inside(mesh: &Mesh, meetings: &[Meeting]) -> bool {
    counted_before_start(meetings) % 2 == 1 && mesh.is_closed()
}
