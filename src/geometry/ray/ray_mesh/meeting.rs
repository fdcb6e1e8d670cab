//! The crossings of a line with the triangles of a mesh, in the ray's t.

use std::cmp::Ordering;

use glam::{DVec3, Vec3};

use super::area_normal::area_normal;
use super::triangle::TriangleCrossing;
use super::walk::{self, Observer};
use crate::geometry::interval::Interval;
use crate::geometry::mesh::Mesh;
use crate::geometry::ray::answer::{Feature, Hit, Miss};
use crate::geometry::ray::line::LocalLine;
use crate::geometry::ray::mesh_answer::MeshPoint;
use crate::geometry::ray::values;

/// One crossing of the line with a triangle, in the ray's t.
#[derive(Clone, Copy, Debug)]
pub(super) struct Meeting {
    pub(super) triangle: u32,
    pub(super) tau: f64,
    pub(super) t: f32,
    /// Where a line in the triangle's plane leaves it; else the same.
    pub(super) t_end: f32,
    pub(super) crossing: TriangleCrossing,
    /// Outward in local space, of any length; 0 for a triangle without area, which is no surface.
    pub(super) normal: Vec3,
    /// Whether the line comes from the side that the normal points to.
    pub(super) is_front: bool,
    /// Whether it counts when crossings are counted.
    pub(super) counts: bool,
}

impl Meeting {
    pub(super) fn is_surface(&self) -> bool {
        self.normal != Vec3::ZERO
    }

    /// The order of two crossings. At the same place the front is before the back, then the file's order decides.
    pub(super) fn order(&self, other: &Self) -> Ordering {
        let by_side = other.is_front.cmp(&self.is_front);
        self.tau.total_cmp(&other.tau).then(by_side).then(self.triangle.cmp(&other.triangle))
    }
}

/// A crossing in the ray's t.
#[inline]
pub(super) fn meeting(
    line: &LocalLine,
    d: DVec3,
    triangle: u32,
    corners: [Vec3; 3],
    crossing: &TriangleCrossing,
) -> Meeting {
    let normal = area_normal(corners);
    Meeting {
        triangle,
        tau: crossing.tau,
        t: line.t(crossing.tau),
        t_end: line.t(crossing.end),
        crossing: *crossing,
        normal,
        is_front: normal.as_dvec3().dot(d) <= 0.0,
        counts: crossing.counts,
    }
}

/// All meetings in order.
pub(super) fn meetings(mesh: &Mesh, line: &LocalLine, observer: &mut impl Observer) -> Vec<Meeting> {
    let (o, d) = line.in_f64();
    let all = walk::crossings(mesh, o, d, observer).into_iter();
    let mut all: Vec<Meeting> =
        all.map(|(i, crossing)| meeting(line, d, i, mesh.corners(i as usize), &crossing)).collect();
    all.sort_unstable_by(Meeting::order);
    all
}

impl Meeting {
    /// The hit on this crossing, which ends at or after the near end of `range`; a miss if it begins after the far end.
    #[inline]
    pub(super) fn hit(&self, line: &LocalLine, range: Interval<f32>) -> Result<(Hit, MeshPoint), Miss> {
        // In the plane of a triangle the ray may start on it.
        let (t, tau) =
            if self.t < range.near { (range.near, line.parameter.tau(range.near)) } else { (self.t, self.tau) };
        if t > range.far {
            return Err(Miss::Beyond);
        }
        let hit = Hit {
            t,
            distance: line.distance(tau),
            point: line.point(tau),
            normal: Some(line.pose.world_normal(self.normal)),
            feature: Feature::Triangle,
        };
        Ok((hit, MeshPoint { triangle: self.triangle, barycentric: self.crossing.weights_at(tau) }))
    }

    /// Its values for a step.
    pub(super) fn values(&self) -> values::LineCrossing {
        let Self { triangle, tau, t, t_end, is_front, counts, .. } = *self;
        values::LineCrossing { triangle, tau, t, t_end, is_front, is_surface: self.is_surface(), counts }
    }
}

pub(super) fn counted_before_start(meetings: &[Meeting]) -> usize {
    meetings.iter().filter(|meeting| meeting.counts && meeting.t < 0.0).count()
}
