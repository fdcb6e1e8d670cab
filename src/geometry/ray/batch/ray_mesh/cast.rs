//! The first hits on a mesh, in portions of sorted rays.

use fearless_simd::{Level, dispatch};
use glam::Vec3;

use super::order::Curve;
use super::walk::{MeshCrossing, PACKET, Walk};
use crate::geometry::mesh::Mesh;
use crate::geometry::pose::Pose;
use crate::geometry::ray::answer::{Inside, Ray, RayKind, RayQuery};
use crate::geometry::ray::batch::rays::{Hits, Rays};
use crate::geometry::ray::line::LocalLine;
use crate::geometry::ray::ray_mesh::{area_normal, cast as cast_mesh};

/// The number of rays that are sorted together: enough that neighbours are near each other, few enough that the rays
/// and their answers stay in the caches.
const PORTION: usize = 1 << 15;

/// As [`crate::geometry::ray::batch::cast_all`].
pub(in crate::geometry::ray::batch) fn cast_all(
    level: Level,
    query: RayQuery,
    rays: Rays,
    mesh: &Mesh,
    pose: &Pose,
    hits: &mut Hits,
) {
    let answer = MeshQuery { query, rays, mesh, pose };
    answer.each::<false>(level, |i, found| {
        let (t, normal) = match found {
            RayOutcome::Found(MeshCrossing { t, block, place }) => {
                let corners = mesh.tree().blocks[block].triangle(place);
                let [a, b, c] = corners;
                let quick = (b - a).cross(c - a);
                // Squares of tiny and of huge edges leave the range of `f32`.
                let is_sound = (1e-30..=1e30).contains(&quick.length_squared());
                (t, pose.world_normal(if is_sound { quick } else { area_normal(corners) }))
            }
            RayOutcome::Answered(t, normal) => (t, normal),
            RayOutcome::Missed => (f32::INFINITY, Vec3::ZERO),
        };
        hits.t[i] = t;
        for axis in 0..3 {
            hits.normal[axis][i] = normal[axis];
        }
    });
}

/// Whether each ray hits the mesh at any place, for lines of sight. It is faster than finding the first hit. `blocked`
/// is overwritten and keeps its memory.
///
/// ```
/// # use eyeline::geometry::{Mesh, Pose, ray::{Inside, RayKind, RayQuery, batch::{Rays, meets_any}}};
/// # use glam::Vec3;
/// let wall = Mesh::new(vec![Vec3::ZERO, Vec3::X, Vec3::Y], vec![[0, 1, 2]]).unwrap();
/// let rays = Rays { origin: [&[0.2; 2], &[0.2, 0.9], &[1.0; 2]], direction: [&[0.0; 2], &[0.0; 2], &[-2.0; 2]] };
/// let mut blocked = Vec::new();
/// meets_any(RayQuery::new(RayKind::Segment, Inside::Hollow), rays, &wall, &Pose::IDENTITY, &mut blocked);
/// assert_eq!(blocked, [true, false]);
/// ```
pub fn meets_any(query: RayQuery, rays: Rays, mesh: &Mesh, pose: &Pose, blocked: &mut Vec<bool>) {
    blocked.clear();
    blocked.resize(rays.len(), false);
    let answer = MeshQuery { query, rays, mesh, pose };
    answer.each::<true>(Level::new(), |i, found| blocked[i] = !matches!(found, RayOutcome::Missed));
}

/// The query, the mesh and the pose.
struct MeshQuery<'a> {
    query: RayQuery,
    rays: Rays<'a>,
    mesh: &'a Mesh,
    pose: &'a Pose,
}

/// The outcome of a ray.
enum RayOutcome {
    Found(MeshCrossing),
    /// Cast by itself: t and normal.
    Answered(f32, Vec3),
    Missed,
}

impl MeshQuery<'_> {
    /// Calls `take` with the outcome of each ray, in each portion in the order of the curve. With `ANY` the first
    /// crossing found ends the traversal.
    fn each<const ANY: bool>(&self, level: Level, mut take: impl FnMut(usize, RayOutcome)) {
        let mut curve = Curve::default();
        for begin in (0..self.rays.len()).step_by(PORTION) {
            let portion = begin..self.rays.len().min(begin + PORTION);
            let order = curve.order(&self.rays, portion);
            dispatch!(level, simd => self.in_order::<ANY, _>(simd, order, &mut take));
        }
    }

    #[inline(always)]
    fn in_order<const ANY: bool, S: fearless_simd::Simd>(
        &self,
        simd: S,
        order: &[u32],
        mut take: impl FnMut(usize, RayOutcome),
    ) {
        let counts_inside = self.query.inside == Inside::Solid && self.mesh.is_closed();
        let last = self.query.kind.range().far;
        let mut walk = Walk::new(simd, self.mesh.tree(), self.query.back_faces);
        let reach_squared = self.mesh.reach_squared();
        // If squares of the mesh's size are beyond the range of `f32`, every ray is cast by itself.
        let is_lines = self.query.kind == RayKind::Line || !(reach_squared > 0.0 && reach_squared.is_finite());
        let bounds = self.mesh.bounds();
        let mut gathered = Gathered::new(&self.rays, order);
        let mut packet = [(Vec3::ZERO, Vec3::ZERO); PACKET];
        let mut who = [0; PACKET];
        loop {
            let mut count = 0;
            while count < PACKET {
                let Some((i, ray)) = gathered.next() else { break };
                let line = LocalLine::new(
                    &ray,
                    self.pose,
                    #[inline(always)]
                    |pose, vector| pose.local_from_world().matrix3 * vector,
                );
                let o = Vec3::from(line.o);
                let may_be_inside = counts_inside && o.cmpge(bounds.min).all() && o.cmple(bounds.max).all();
                if is_lines || may_be_inside || !line.is_well_scaled(reach_squared) {
                    take(i, self.described(&ray));
                    continue;
                }
                (packet[count], who[count]) = ((o, line.d.into()), i);
                count += 1;
            }
            for (i, found) in who[..count].iter().zip(walk.first::<ANY>(&packet[..count], last)) {
                take(*i, found.map_or(RayOutcome::Missed, RayOutcome::Found));
            }
            if count < PACKET {
                return;
            }
        }
    }

    #[cold]
    #[inline(never)]
    fn described(&self, ray: &Ray) -> RayOutcome {
        let hit = cast_mesh(ray, self.query, self.mesh, self.pose).cast.hit();
        hit.map_or(RayOutcome::Missed, |hit| RayOutcome::Answered(hit.t, hit.normal.unwrap_or(Vec3::ZERO)))
    }
}

/// Rays in sorted order. They are not contiguous in memory, so several are fetched ahead.
struct Gathered<'a> {
    rays: &'a Rays<'a>,
    order: &'a [u32],
    fetched: [(usize, Ray); AHEAD],
    next: usize,
}

/// The number of rays that are fetched ahead.
const AHEAD: usize = 32;

impl<'a> Gathered<'a> {
    #[inline(always)]
    fn new(rays: &'a Rays<'a>, order: &'a [u32]) -> Self {
        let none = (0, Ray { origin: Vec3::ZERO, direction: Vec3::ZERO });
        Self { rays, order, fetched: [none; AHEAD], next: AHEAD }
    }
}

impl Iterator for Gathered<'_> {
    type Item = (usize, Ray);

    #[inline(always)]
    fn next(&mut self) -> Option<(usize, Ray)> {
        if self.next == AHEAD {
            let ([ox, oy, oz], [dx, dy, dz]) = (self.rays.origin, self.rays.direction);
            for (place, &i) in self.fetched.iter_mut().zip(self.order) {
                let i = i as usize;
                let ray = Ray { origin: Vec3::new(ox[i], oy[i], oz[i]), direction: Vec3::new(dx[i], dy[i], dz[i]) };
                *place = (i, ray);
            }
            let fetched = AHEAD.min(self.order.len());
            // Those that are missing at the end would have come first.
            self.fetched.rotate_left(fetched % AHEAD);
            self.next = AHEAD - fetched;
            self.order = &self.order[fetched..];
        }
        let ray = self.fetched.get(self.next).copied();
        self.next += 1;
        ray.filter(|_| self.next <= AHEAD)
    }
}
