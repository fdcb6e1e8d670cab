//! Ray against mesh: every crossing of the whole line, found down the tree of boxes, and what the kind of ray makes of
//! them.
//!
//! A mesh bounds a solid only when it is closed. Then a start is inside when an odd number of crossings lies before it.
//! An open mesh has no inside: only its surface is met.

mod tell;
mod triangle;
mod walk;

use super::line::Line;
use super::{BackFaces, Cast, Feature, Hit, Inside, Kind, Miss, Ray, RayQuery, tell as told};
use crate::geometry::{Mesh, Narrator, Pose};
use glam::{DVec3, Vec3};
use tell::Told;
use triangle::Crossing;
use walk::Unseen;

/// The answer of one ray and one mesh.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct MeshCast {
    /// As for every solid; the feature of a hit is [`Feature::Triangle`].
    pub cast: Cast,
    /// Where on the surface the hit is; `None` without a hit and for a start inside.
    pub spot: Option<Spot>,
}

/// A place on the surface of a mesh.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Spot {
    /// The triangle's number, in file order, from 0.
    pub triangle: u32,
    /// The weights of its three corners, which add up to 1.
    pub barycentric: [f32; 3],
}

impl MeshCast {
    const NOWHERE: Self = Self { cast: Cast::NOWHERE, spot: None };
}

/// One meeting of the line with a triangle, in the ray's own terms.
#[derive(Clone, Copy, Debug)]
struct Meeting {
    triangle: u32,
    tau: f64,
    t: f32,
    /// Where a line in the triangle's plane leaves it; else the same.
    t_end: f32,
    crossing: Crossing,
    /// Outward in local space, of any length; 0 for a triangle without area, which is no surface.
    normal: Vec3,
    /// Whether the line comes from the side that the normal points to.
    is_front: bool,
    /// Whether it counts when crossings are counted.
    counts: bool,
}

impl Meeting {
    fn is_surface(&self) -> bool {
        self.normal != Vec3::ZERO
    }
}

/// Casts a ray at one posed mesh; as [`super::cast`], with the place on the surface.
///
/// The interval runs from the first crossing of the whole line to the last one, culled or not. Back faces that are
/// culled are never hit; where the ray starts inside is told by all crossings. Triangles without area are met by
/// nothing.
pub fn cast<N: Narrator>(ray: &Ray, query: RayQuery, mesh: &Mesh, pose: &Pose, narrator: &mut N) -> MeshCast {
    let local = |pose: &Pose, vector| pose.local_from_world().matrix3 * vector;
    let mut line = Line::new(ray, pose, local);
    narrator.step(|| told::local_ray(ray, "mesh", &line));
    if !line.is_handy(mesh.reach_squared()) {
        let Some(tamed) = Line::tamed(ray, pose, local, mesh.reach_squared()) else { return MeshCast::NOWHERE };
        line = tamed;
        narrator.step(|| told::tamed(&line));
    }
    let (o, d) = line.in_f64();
    if d == DVec3::ZERO {
        return MeshCast::NOWHERE;
    }
    let crossings = if N::LISTENS {
        let mut told = Told::default();
        let crossings = walk::crossings(mesh, o, d, &mut told);
        told.tell(mesh, &line, narrator);
        crossings
    } else {
        walk::crossings(mesh, o, d, &mut Unseen)
    };
    let mut meetings: Vec<Meeting> = crossings
        .iter()
        .map(|(triangle, crossing)| {
            let [a, b, c] = mesh.corners(*triangle as usize);
            let normal = normal([a, b, c]);
            Meeting {
                triangle: *triangle,
                tau: crossing.tau,
                t: line.t(crossing.tau),
                t_end: line.t(crossing.end),
                crossing: *crossing,
                normal,
                is_front: normal.as_dvec3().dot(d) <= 0.0,
                counts: crossing.counts,
            }
        })
        .collect();
    // At the same place the front goes before the back, then the file's order.
    meetings.sort_unstable_by(|a, b| {
        a.tau.total_cmp(&b.tau).then(b.is_front.cmp(&a.is_front)).then(a.triangle.cmp(&b.triangle))
    });
    narrator.step(|| tell::crossings(mesh, &line, &meetings));
    let answer = resolve(ray, query, mesh, &line, &meetings);
    narrator.step(|| tell::answer(query, &answer));
    answer
}

/// What the kind of ray makes of the meetings, which come in order.
fn resolve(ray: &Ray, query: RayQuery, mesh: &Mesh, line: &Line, meetings: &[Meeting]) -> MeshCast {
    let surfaces = || meetings.iter().filter(|meeting| meeting.is_surface());
    let Some(t_in) = surfaces().map(|meeting| meeting.t).reduce(f32::min) else { return MeshCast::NOWHERE };
    let interval = [t_in, surfaces().map(|meeting| meeting.t_end).fold(t_in, f32::max)];
    let start = Hit { t: 0.0, distance: 0.0, point: ray.origin, normal: None, feature: Feature::Inside };
    let without = |miss| MeshCast { cast: Cast::new(start, miss, interval, true), spot: None };
    let [first, last] = query.kind.range();
    let is_inside = query.kind != Kind::Line && starts_inside(mesh, meetings);
    if is_inside && query.inside == Inside::Solid {
        return without(None);
    }
    let seen = || surfaces().filter(|meeting| query.back_faces == BackFaces::Hit || meeting.is_front);
    let Some(next) = seen().find(|meeting| meeting.t_end >= first) else {
        return without(Some(if seen().next().is_some() { Miss::Behind } else { Miss::Misses }));
    };
    // In the plane of a triangle the ray may start on it.
    let (t, tau) = if next.t < first { (first, line.tau(first)) } else { (next.t, next.tau) };
    if t > last {
        return without(Some(Miss::Beyond));
    }
    let hit = Hit {
        t,
        distance: line.distance(tau),
        point: line.point(tau),
        normal: Some(line.pose.world_normal(next.normal)),
        feature: Feature::Triangle,
    };
    let spot = Spot { triangle: next.triangle, barycentric: next.crossing.weights_at(tau) };
    MeshCast { cast: Cast::new(hit, None, interval, true), spot: Some(spot) }
}

/// Whether an odd number of crossings lies before the start, and the mesh is closed, which is looked at only then.
fn starts_inside(mesh: &Mesh, meetings: &[Meeting]) -> bool {
    counted_before_start(meetings) % 2 == 1 && mesh.is_closed()
}

fn counted_before_start(meetings: &[Meeting]) -> usize {
    meetings.iter().filter(|meeting| meeting.counts && meeting.t < 0.0).count()
}

/// The outward normal by the winding, counter-clockwise seen from outside; 0 exactly for a triangle without area.
fn normal([a, b, c]: [Vec3; 3]) -> Vec3 {
    let [a, b, c] = [a, b, c].map(Vec3::as_dvec3);
    let normal = (b - a).cross(c - a);
    // Scaled, so that tiny and huge triangles keep their direction in `f32`.
    (normal / normal.abs().max_element()).try_normalize().unwrap_or(DVec3::ZERO).as_vec3()
}
