//! Does a box truly meet a view volume? By separating axes, in `f64`.
//!
//! Two convex bodies are apart exactly when their projections on some axis are (Gottschalk, Lin and Manocha,
//! "OBB-Tree: A Hierarchical Structure for Rapid Interference Detection", 1996). For polyhedra it is enough to try the face normals of either and all cross products of an
//! edge of one with an edge of the other: 3 + 6 + 3 · 6 axes here. The volume is given by its eight corners,
//! straight from the camera's numbers and not from the planes that the fast test uses.

use glam::DVec3;

use crate::geometry::Aabb;
use crate::geometry::frustum::{Side, Verdict};

/// What separating axes say of a box and a view volume.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Exact {
    /// The true answer; touching counts as in view.
    pub verdict: Verdict,
    /// The axis that keeps them furthest apart, when they are.
    pub separation: Option<Separation>,
}

/// An axis on which two bodies have disjoint shadows.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Separation {
    /// Unit vector from the view volume towards the box.
    pub axis: DVec3,
    /// Width of the gap along it in metres, above 0.
    pub gap: f64,
    /// The volume's corner that reaches furthest along the axis, and the box's corner that reaches least far; of
    /// several the two that are nearest to each other.
    pub corners: [DVec3; 2],
    /// Where the axis comes from.
    pub kind: AxisKind,
}

/// Where a separating axis comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AxisKind {
    /// A face of the box: X, Y or Z as 0, 1 or 2.
    BoxAxis(usize),
    /// The normal of a face of the view volume, which the fast test tries on its inner side only.
    FrustumPlane(Side),
    /// An edge of the box (its axis) crossed with an edge of the volume: what the fast test never tries.
    EdgeCross {
        /// The box edge's axis.
        box_axis: usize,
    },
}

/// Classifies a box against the volume with these corners (bit 0 right, bit 1 top, bit 2 far).
///
/// Inside when all eight box corners are in front of all six faces, outside when some axis separates. An axis
/// counts only when its gap exceeds the rounding of the projections, 2⁻⁴⁸ of their size, so that bodies that
/// touch in exact arithmetic are never told apart.
pub fn classify(corners: &[DVec3; 8], aabb: &Aabb) -> Exact {
    Volume::new(corners).classify(aabb)
}

/// A view volume ready for many boxes: all axes to try, with its own shadow on each.
#[derive(Clone, Debug, PartialEq)]
pub struct Volume {
    corners: [DVec3; 8],
    axes: Vec<Ready>,
}

/// An axis of length 1.
#[derive(Clone, Debug, PartialEq)]
struct Ready {
    direction: DVec3,
    kind: AxisKind,
    shadow: [f64; 2],
    rounding: f64,
}

/// How a box and the volume lie on an axis.
struct Shadows {
    /// How far the box begins above the end of the volume, negative when it begins below.
    above: f64,
    /// The same on the other side.
    below: f64,
    slack: f64,
    /// Whether the box ends where the volume ends, or before.
    ends_within: bool,
}

impl Volume {
    /// The volume with these corners (bit 0 right, bit 1 top, bit 2 far).
    pub fn new(corners: &[DVec3; 8]) -> Self {
        let ready = |axis: Axis| {
            let direction = axis.direction.try_normalize()?;
            let shadow = shadow(corners, direction);
            Some(Ready { direction, kind: axis.kind, shadow, rounding: rounding(&shadow) })
        };
        Self { corners: *corners, axes: axes(corners).filter_map(ready).collect() }
    }

    /// As [`classify`].
    pub fn classify(&self, aabb: &Aabb) -> Exact {
        let mut inside = true;
        let mut widest: Option<(f64, DVec3, AxisKind)> = None;
        for axis in &self.axes {
            let Shadows { above, below, slack, ends_within } = axis.shadows(aabb);
            let gap = above.max(below);
            if gap > slack && widest.is_none_or(|(least, ..)| gap > least) {
                widest = Some((gap, if above > below { axis.direction } else { -axis.direction }, axis.kind));
            }
            inside &= ends_within || !axis.is_face();
        }
        let separation = widest.map(|(gap, axis, kind)| {
            let box_corners = std::array::from_fn(|i| aabb.corner(i).as_dvec3());
            Separation { axis, gap, corners: facing(&self.corners, &box_corners, axis), kind }
        });
        Exact { verdict: verdict(separation.is_some(), inside), separation }
    }

    /// The outward unit normals of its faces, and how far it reaches along each.
    pub(super) fn faces(&self) -> impl Iterator<Item = (DVec3, f64)> + '_ {
        self.axes.iter().filter(|axis| axis.is_face()).map(|axis| (axis.direction, axis.shadow[1]))
    }

    /// The directions of its edges; those of opposite edges of near and far face are the same.
    pub(super) fn edges(&self) -> [DVec3; 6] {
        edges(&self.corners)
    }

    /// As given.
    pub(super) fn corners(&self) -> &[DVec3; 8] {
        &self.corners
    }

    /// The verdict of [`Self::classify`] alone: any axis that separates ends the search.
    pub fn verdict(&self, aabb: &Aabb) -> Verdict {
        let mut inside = true;
        for axis in &self.axes {
            let Shadows { above, below, slack, ends_within } = axis.shadows(aabb);
            if above.max(below) > slack {
                return verdict(true, false);
            }
            inside &= ends_within || !axis.is_face();
        }
        verdict(false, inside)
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
    fn shadows(&self, aabb: &Aabb) -> Shadows {
        let (min, max) = (aabb.min.as_dvec3() * self.direction, aabb.max.as_dvec3() * self.direction);
        // Rounding keeps order, so this is what the least and the greatest of all eight corners would give.
        let (least, most) = (min.min(max), min.max(max));
        let solid = [least.x + least.y + least.z, most.x + most.y + most.z];
        let slack = self.rounding + rounding(&solid);
        let [from, to] = self.shadow;
        Shadows { above: solid[0] - to, below: from - solid[1], slack, ends_within: solid[1] <= to + slack }
    }

    /// Whether it is the outward normal of a face of the volume, beyond which no part of a box inside may reach.
    fn is_face(&self) -> bool {
        matches!(self.kind, AxisKind::FrustumPlane(_))
    }
}

struct Axis {
    direction: DVec3,
    kind: AxisKind,
}

/// All axes to try, faces first; not normalised, zero for parallel edges.
fn axes(corners: &[DVec3; 8]) -> impl Iterator<Item = Axis> {
    let centre = corners.iter().sum::<DVec3>() / 8.0;
    let planes = Side::ALL.map(|side| {
        let [a, b, c, d] = side.corners().map(|i| corners[i]);
        let normal = (c - a).cross(d - b);
        let outward = if normal.dot(a - centre) < 0.0 { -normal } else { normal };
        Axis { direction: outward, kind: AxisKind::FrustumPlane(side) }
    });
    let edges = edges(corners);
    let boxes = (0..3).map(|i| Axis { direction: DVec3::AXES[i], kind: AxisKind::BoxAxis(i) });
    let crosses = (0..3).flat_map(move |box_axis| {
        edges.map(|edge| {
            // Nearly parallel edges give a direction that is all rounding, and the face normals cover them.
            let cross = DVec3::AXES[box_axis].cross(edge);
            let sound = cross.length() > 1e-9 * edge.length();
            Axis { direction: if sound { cross } else { DVec3::ZERO }, kind: AxisKind::EdgeCross { box_axis } }
        })
    });
    planes.into_iter().chain(boxes).chain(crosses)
}

fn edges(corners: &[DVec3; 8]) -> [DVec3; 6] {
    [(0, 4), (1, 5), (2, 6), (3, 7), (4, 5), (4, 6)].map(|(a, b)| corners[b] - corners[a])
}

fn shadow(points: &[DVec3; 8], axis: DVec3) -> [f64; 2] {
    points.iter().map(|p| p.dot(axis)).fold([f64::INFINITY, f64::NEG_INFINITY], |[lo, hi], x| [lo.min(x), hi.max(x)])
}

/// The corners on either side of the gap.
fn facing(volume: &[DVec3; 8], solid: &[DVec3; 8], axis: DVec3) -> [DVec3; 2] {
    let (end, start) = (shadow(volume, axis)[1], shadow(solid, axis)[0]);
    let close = |x: f64, y: f64| (x - y).abs() <= 1e-9 * (x.abs() + y.abs() + 1.0);
    let ends = volume.iter().filter(|c| close(c.dot(axis), end));
    let pairs = ends.flat_map(|a| solid.iter().filter(|c| close(c.dot(axis), start)).map(move |b| [*a, *b]));
    pairs.min_by(|[a, b], [c, d]| a.distance(*b).total_cmp(&c.distance(*d))).unwrap_or([volume[0], solid[0]])
}

fn rounding(shadow: &[f64; 2]) -> f64 {
    const SLACK: f64 = 1.0 / (1u64 << 48) as f64;
    SLACK * shadow[0].abs().max(shadow[1].abs())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::geometry::Silent;
    use crate::geometry::camera::{Camera, DepthRange, Projection};
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
        let corners = looking_down_z(std::f64::consts::FRAC_PI_2).corners();
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
            assert_eq!(classify(&corners, &aabb).verdict, verdict, "{centre:?} {half}");
        }
    }

    /// Beside the far edge: in front of the right plane at its far end, in front of the far plane at its near
    /// end, and never both at once.
    #[test]
    fn no_plane_rejects_a_box_beside_an_edge_but_an_axis_does() {
        let camera = looking_down_z(std::f64::consts::FRAC_PI_2);
        let aabb = Aabb { min: Vec3::new(12.0, -1.0, -30.0), max: Vec3::new(20.0, 1.0, -9.5) };
        let frustum = Frustum::from_clip_from_world(camera.clip_from_world(), camera.depth);
        assert_eq!(frustum::classify(&frustum, &aabb, &mut Silent).verdict, Verdict::Intersect);
        let exact = classify(&camera.corners(), &aabb);
        assert_eq!(exact.verdict, Verdict::Outside);
        let separation = exact.separation.unwrap();
        assert_eq!(separation.kind, AxisKind::BoxAxis(0));
        assert!((separation.gap - 2.0).abs() < 1e-6, "{separation:?}");
        assert!((separation.axis - DVec3::X).length() < 1e-12);
    }

    #[test]
    fn touching_is_not_apart() {
        let corners = looking_down_z(std::f64::consts::FRAC_PI_2).corners();
        let aabb = Aabb { min: Vec3::new(-1.0, -1.0, -1.0), max: Vec3::new(1.0, 1.0, 0.0) };
        assert_eq!(classify(&corners, &aabb).verdict, Verdict::Intersect);
        let beyond = Aabb { min: Vec3::new(-1.0, -1.0, -0.999_999), max: Vec3::new(1.0, 1.0, 0.0) };
        assert_eq!(classify(&corners, &beyond).verdict, Verdict::Outside);
    }
}
