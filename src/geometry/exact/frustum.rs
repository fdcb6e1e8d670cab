//! The exact intersection test of a box and a view volume, by separating axes in `f64`.
//!
//! Two convex bodies are disjoint if and only if their projections on some axis are disjoint (Gottschalk, Lin and
//! Manocha, "OBB-Tree: A Hierarchical Structure for Rapid Interference Detection", 1996). For polyhedra it is enough to
//! test the face normals of both and all cross products of an edge of one with an edge of the other: 3 + 6 + 3 · 6 axes
//! here. The axes come from the camera's position, rotation and projection, not from the planes of the fast test, and so do
//! the ends of the volume's projections on them. They are computed with twice the digits (`volume.rs`), because the cross
//! product of two nearly parallel edges loses digits, and are relative to the eye, which keeps the precision far from the
//! origin. An end is infinite where the volume has none.
//!
//! If the rounding of `f64` is more than a millionth of the volume's least width, as with a field of view of 1e-16° or
//! a box of 1e14 m, or if it is more than 1e-10 m and decides, the box is projected with twice the digits too.

use glam::DVec3;

pub use super::volume::AxisKind;
use super::volume::{DoubleDoubleSeparation, DoubleDoubleVolume, ReadyAxis, Widest};
use crate::geometry::bounds::Aabb;
use crate::geometry::camera::Camera;
use crate::geometry::frustum::{Side, Verdict};

/// The exact answer for a box and a view volume.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Exact {
    /// The exact verdict; touching counts as in view.
    pub verdict: Verdict,
    /// The separating axis with the greatest gap; `None` when the two are not disjoint.
    pub separation: Option<Separation>,
}

/// An axis on which the projections of two bodies are disjoint.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Separation {
    /// Unit vector from the view volume towards the box.
    pub axis: DVec3,
    /// The gap of the projections in metres, above 0.
    pub gap: f64,
    /// The volume's corner that is furthest along the axis, and the box's corner that is least far along it; of
    /// several, the two that are nearest to each other.
    pub corners: [DVec3; 2],
    /// The origin of the axis.
    pub kind: AxisKind,
}

/// Classifies a box against the view volume of a camera.
///
/// Inside when all eight box corners are in front of all six faces, outside when some axis separates. An axis
/// counts only if its gap exceeds the rounding of the projections, 2⁻⁴⁸ of the greatest distance of either body from
/// the eye, so that bodies that touch in exact arithmetic are never reported as separate.
pub fn classify(camera: &Camera, aabb: &Aabb) -> Exact {
    Volume::of(camera).classify(aabb)
}

/// A view volume, precomputed for many boxes: all axes to test, with its projection on each.
#[derive(Clone, Debug, PartialEq)]
pub struct Volume {
    eye: DVec3,
    /// Relative to the eye.
    corners: Vec<DVec3>,
    /// Unit vectors in which the volume has no end.
    rays: Vec<DVec3>,
    axes: Vec<Ready>,
    /// The directions of its edges; those of opposite edges of near and far face are the same.
    edges: Vec<DVec3>,
    face_count: usize,
    /// The greatest distance of a corner from the eye.
    reach: f64,
    /// The least of its width, height and depth.
    least: f64,
    double_double: DoubleDoubleVolume,
}

/// An axis of length 1.
#[derive(Clone, Debug, PartialEq)]
struct Ready {
    direction: DVec3,
    kind: AxisKind,
    projection: [f64; 2],
}

/// The projections of a box and the volume on an axis.
struct Projections {
    /// The gap from the end of the volume to the start of the box; negative when they overlap.
    above: f64,
    /// The gap from the end of the box to the start of the volume; negative when they overlap.
    below: f64,
    /// Whether the box does not extend beyond the end of the volume.
    ends_within: bool,
    /// Whether rounding may decide the result of this axis.
    is_close: bool,
}

impl Volume {
    /// The volume of a camera.
    pub fn of(camera: &Camera) -> Self {
        let double_double = DoubleDoubleVolume::of(camera);
        let ready = |ReadyAxis { direction, kind, projection }: ReadyAxis| Ready { direction, kind, projection };
        let axes = double_double.ready_axes().into_iter().map(ready).collect();
        let [corners, rays] = double_double.corners_and_rays();
        let reach = corners.iter().map(|corner| corner.length()).fold(0.0, f64::max);
        Self {
            eye: camera.position.as_dvec3(),
            corners,
            rays,
            axes,
            edges: double_double.edges_in_world(),
            face_count: double_double.face_count(),
            reach,
            least: camera.least_extent(),
            double_double,
        }
    }

    /// The number of plane normals and of products of edges among the axes.
    pub fn axis_counts(&self) -> [usize; 2] {
        [self.face_count, 3 * self.edges.len()]
    }

    /// As [`classify`].
    pub fn classify(&self, aabb: &Aabb) -> Exact {
        if self.is_beyond_f64(aabb) {
            return self.classify_in_double_double(aabb);
        }
        let slack = self.slack(aabb);
        let (mut inside, mut close) = (true, false);
        let mut widest: Option<Widest<DVec3>> = None;
        for axis in &self.axes {
            let Projections { above, below, ends_within, is_close } = axis.projections(self.seen(aabb), slack);
            let gap = above.max(below);
            close |= is_close;
            if gap > slack {
                let found = Widest {
                    gap,
                    axis: if above > below { axis.direction } else { -axis.direction },
                    kind: axis.kind,
                    is_behind_face: axis.is_face() && above > below,
                };
                Widest::take(&mut widest, found, slack);
            }
            inside &= ends_within || !axis.is_face();
        }
        if widest.is_none() && close && slack > CLOSE {
            return self.classify_in_double_double(aabb);
        }
        let separation = widest.map(|Widest { gap, axis, kind, .. }| self.separation(aabb, axis, gap, kind));
        Exact { verdict: verdict(separation.is_some(), inside), separation }
    }

    fn classify_in_double_double(&self, aabb: &Aabb) -> Exact {
        let (verdict, separation) = self.double_double.classify(aabb);
        let separation =
            separation.map(|DoubleDoubleSeparation { axis, gap, kind }| self.separation(aabb, axis, gap, kind));
        Exact { verdict, separation }
    }

    fn separation(&self, aabb: &Aabb, axis: DVec3, gap: f64, kind: AxisKind) -> Separation {
        let box_corners = std::array::from_fn(|i| aabb.corner(i).as_dvec3() - self.eye);
        let corners = facing(&self.corners, &box_corners, axis).map(|corner| corner + self.eye);
        Separation { axis, gap, corners, kind }
    }

    /// Whether `f64` is not precise enough for this box, so that twice the digits are used.
    pub(super) fn is_beyond_f64(&self, aabb: &Aabb) -> bool {
        /// Of the volume's least extent.
        const MOST: f64 = 1e-6;
        let slack = self.slack(aabb);
        slack > MOST * self.least
    }

    /// The exact p- and n-distance of the box from each face in metres, in plane order; negative behind the face.
    pub fn distances(&self, aabb: &Aabb) -> [[f64; 2]; 6] {
        self.double_double.distances(aabb)
    }

    /// The greatest distance of two bodies that counts as touching, in metres.
    pub(super) fn touch(&self, aabb: &Aabb) -> f64 {
        let slack = self.slack(aabb);
        if self.is_beyond_f64(aabb) || slack > CLOSE { 0.0 } else { slack }
    }

    /// The greatest rounding error of a projection.
    fn slack(&self, aabb: &Aabb) -> f64 {
        let [min, max] = self.seen(aabb);
        SLACK * (self.reach + min.abs().max(max.abs()).length())
    }

    /// The box relative to the eye.
    fn seen(&self, aabb: &Aabb) -> [DVec3; 2] {
        [aabb.min.as_dvec3() - self.eye, aabb.max.as_dvec3() - self.eye]
    }

    /// The position of the camera, to which the corners are relative.
    pub(super) fn eye(&self) -> DVec3 {
        self.eye
    }

    /// The axis of a face; `None` for a face without area.
    fn face(&self, side: Side) -> Option<&Ready> {
        // Axes of faces are first, in this order.
        let axis = self.axes.get(side as usize);
        axis.filter(|axis| matches!(axis.kind, AxisKind::FrustumPlane(of) if of == side))
    }

    /// The outward unit normals of its faces, and the greatest coordinate of the volume along each.
    pub(super) fn faces(&self) -> impl Iterator<Item = (DVec3, f64)> + '_ {
        self.axes.iter().filter(|axis| axis.is_face()).map(|axis| (axis.direction, axis.projection[1]))
    }

    /// The directions of its edges.
    pub(super) fn edges(&self) -> &[DVec3] {
        &self.edges
    }

    /// The least and the greatest coordinate of the volume along a unit vector, relative to the eye; infinite where the volume
    /// has no end.
    pub(super) fn projection(&self, axis: DVec3) -> [f64; 2] {
        let [from, to] = projection(&self.corners, axis);
        let slopes = || self.rays.iter().map(|ray| ray.dot(axis));
        [
            if slopes().any(|slope| slope < -SLACK) { f64::NEG_INFINITY } else { from },
            if slopes().any(|slope| slope > SLACK) { f64::INFINITY } else { to },
        ]
    }

    /// The verdict of [`Self::classify`] alone. The first separating axis ends the search. So does a centre of the box that is in front
    /// of all faces: the bodies then share a point, and no axis separates them.
    pub fn verdict(&self, aabb: &Aabb) -> Verdict {
        self.verdict_from(None, aabb)
    }

    /// The same, faster when the box is behind the face `likely`, which is tested first.
    pub fn verdict_from(&self, likely: Option<Side>, aabb: &Aabb) -> Verdict {
        if self.is_beyond_f64(aabb) {
            return self.double_double.classify(aabb).0;
        }
        let (slack, seen) = (self.slack(aabb), self.seen(aabb));
        if likely.and_then(|side| self.face(side)).is_some_and(|face| face.separates(seen, slack)) {
            return verdict(true, false);
        }
        let (mut inside, mut close) = (true, false);
        let centre = (seen[0] + seen[1]) / 2.0;
        let has_all_faces = self.axes.get(self.face_count - 1).is_some_and(Ready::is_face);
        let mut shares_centre = has_all_faces && slack <= CLOSE;
        for axis in &self.axes {
            if shares_centre && !axis.is_face() {
                return verdict(false, inside);
            }
            let Projections { above, below, ends_within, is_close } = axis.projections(seen, slack);
            if above.max(below) > slack {
                return verdict(true, false);
            }
            shares_centre &= centre.dot(axis.direction) < axis.projection[1] - slack;
            close |= is_close;
            inside &= ends_within || !axis.is_face();
        }
        if close && slack > CLOSE { self.double_double.classify(aabb).0 } else { verdict(false, inside) }
    }
}

fn verdict(is_separated: bool, is_inside: bool) -> Verdict {
    match (is_separated, is_inside) {
        (true, _) => Verdict::Outside,
        (false, true) => Verdict::Inside,
        (false, false) => Verdict::Intersect,
    }
}

impl Ready {
    fn projections(&self, [min, max]: [DVec3; 2], slack: f64) -> Projections {
        let (min, max) = (min * self.direction, max * self.direction);
        // Rounding is monotonic, so this equals the least and the greatest of all eight corners.
        let (least, most) = (min.min(max), min.max(max));
        let solid = [least.x + least.y + least.z, most.x + most.y + most.z];
        let [from, to] = self.projection;
        let (above, below) = (solid[0] - to, from - solid[1]);
        let is_close = above.max(below) >= -slack || (self.is_face() && (solid[1] - to).abs() <= slack);
        Projections { above, below, ends_within: solid[1] <= to + slack, is_close }
    }

    /// Whether the projections of the volume and a box are disjoint.
    fn separates(&self, seen: [DVec3; 2], slack: f64) -> bool {
        let Projections { above, below, .. } = self.projections(seen, slack);
        above.max(below) > slack
    }

    /// Whether it is the outward normal of a face of the volume. A box inside does not extend beyond it.
    fn is_face(&self) -> bool {
        matches!(self.kind, AxisKind::FrustumPlane(_))
    }
}

fn projection(points: &[DVec3], axis: DVec3) -> [f64; 2] {
    points.iter().map(|p| p.dot(axis)).fold([f64::INFINITY, f64::NEG_INFINITY], |[lo, hi], x| [lo.min(x), hi.max(x)])
}

/// The corners on either side of the gap.
fn facing(volume: &[DVec3], solid: &[DVec3; 8], axis: DVec3) -> [DVec3; 2] {
    let (end, start) = (projection(volume, axis)[1], projection(solid, axis)[0]);
    let close = |x: f64, y: f64| (x - y).abs() <= 1e-9 * (x.abs() + y.abs() + 1.0);
    let ends = volume.iter().filter(|c| close(c.dot(axis), end));
    let pairs = ends.flat_map(|a| solid.iter().filter(|c| close(c.dot(axis), start)).map(move |b| [*a, *b]));
    pairs
        .min_by(|[a, b], [c, d]| a.distance(*b).total_cmp(&c.distance(*d)))
        .unwrap_or_else(|| [volume.first().copied().unwrap_or_default(), solid[0]])
}

/// If rounding decides and is more than this many metres, twice the digits are used. Below it, bodies count as
/// touching.
const CLOSE: f64 = 1e-10;

/// The greatest rounding error of a projection, relative to the greatest distance of the bodies from the eye.
pub(super) const SLACK: f64 = 1.0 / (1_u64 << 48) as f64;

#[cfg(test)]
mod tests {
    use super::*;
    use crate::geometry::camera::{DepthRange, Projection};
    use crate::geometry::frustum::{self, Frustum};
    use glam::{DQuat, Vec3};

    fn looking_down_z(fov_y: f64) -> Camera {
        Camera {
            position: Vec3::ZERO,
            rotation: DQuat::IDENTITY,
            projection: Projection::Perspective { fov_y, aspect: 1.0 },
            near: 1.0,
            far: 10.0,
            depth: DepthRange::MinusOneToOne,
        }
    }

    #[test]
    fn plain_cases() {
        let camera = looking_down_z(std::f64::consts::FRAC_PI_2);
        for (centre, half, verdict) in [
            ([0.0, 0.0, -5.0], 1.0, Verdict::Inside),
            ([0.0, 0.0, -1.0], 0.5, Verdict::Intersect),
            ([0.0, 0.0, 0.0], 1.0, Verdict::Intersect),
            ([0.0, 0.0, 0.0], 0.9, Verdict::Outside),
            ([0.0, 0.0, -11.0], 1.0, Verdict::Intersect),
            ([0.0, 0.0, -11.5], 1.0, Verdict::Outside),
            ([12.0, 0.0, -5.0], 1.0, Verdict::Outside),
            ([0.0, 0.0, -5.0], 100.0, Verdict::Intersect),
        ] {
            let aabb = Aabb::around(Vec3::from(centre), Vec3::splat(half));
            assert_eq!(classify(&camera, &aabb).verdict, verdict, "{centre:?} {half}");
        }
    }

    /// Beside the far edge: in front of the right plane at its far end, in front of the far plane at its near
    /// end, and never both at once.
    #[test]
    fn no_plane_rejects_a_box_beside_an_edge_but_an_axis_does() {
        let camera = looking_down_z(std::f64::consts::FRAC_PI_2);
        let aabb = Aabb { min: Vec3::new(12.0, -1.0, -30.0), max: Vec3::new(20.0, 1.0, -9.5) };
        let frustum = Frustum::from_clip_from_world(camera.clip_from_world(), camera.depth);
        assert_eq!(frustum::classify(&frustum, &aabb).verdict, Verdict::Intersect);
        let exact = classify(&camera, &aabb);
        assert_eq!(exact.verdict, Verdict::Outside);
        let separation = exact.separation.unwrap();
        assert_eq!(separation.kind, AxisKind::BoxAxis(0));
        assert!((separation.gap - 2.0).abs() < 1e-6, "{separation:?}");
        assert!((separation.axis - DVec3::X).length() < 1e-12);
    }

    /// Rounding of a far plane at 1e30 m is metres, and must not decide about a box at the eye.
    #[test]
    fn a_distant_far_plane_does_not_change_what_is_near() {
        for far in [1e2, 1e10, 1e20, 1e25, 1e30, 1e38, f32::MAX, f32::INFINITY] {
            let camera = Camera { far, ..looking_down_z(std::f64::consts::FRAC_PI_2) };
            for (centre, half, verdict) in [
                ([0.0, 0.0, 5.0], 1.0, Verdict::Outside),
                ([0.0, 0.0, 0.0], 0.999, Verdict::Outside),
                ([0.0, 0.0, 0.0], 1.0, Verdict::Intersect),
                ([0.0, 0.0, -5.0], 1.0, Verdict::Inside),
                ([6.9, 0.0, -5.0], 1.0, Verdict::Intersect),
                ([7.1, 0.0, -5.0], 1.0, Verdict::Outside),
                ([0.0, 4.9, -3.0], 1.0, Verdict::Intersect),
                ([0.0, 5.1, -3.0], 1.0, Verdict::Outside),
            ] {
                let aabb = Aabb::around(Vec3::from(centre), Vec3::splat(half));
                assert_eq!(classify(&camera, &aabb).verdict, verdict, "{far:e} {centre:?} {half}");
                assert_eq!(Volume::of(&camera).verdict(&aabb), verdict, "{far:e} {centre:?} {half}");
            }
        }
    }

    #[test]
    fn touching_is_not_apart() {
        let camera = looking_down_z(std::f64::consts::FRAC_PI_2);
        let aabb = Aabb { min: Vec3::new(-1.0, -1.0, -1.0), max: Vec3::new(1.0, 1.0, 0.0) };
        assert_eq!(classify(&camera, &aabb).verdict, Verdict::Intersect);
        let beyond = Aabb { min: Vec3::new(-1.0, -1.0, -0.999_999), max: Vec3::new(1.0, 1.0, 0.0) };
        assert_eq!(classify(&camera, &beyond).verdict, Verdict::Outside);
    }
}
