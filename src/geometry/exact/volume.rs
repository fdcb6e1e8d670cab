//! Box against view volume by separating axes, in numbers of twice the digits of `f64`, for scales beyond the precision
//! of `f64`.
//!
//! The axes are those of [`super::frustum`], but all coordinates are relative to the eye and in the camera's axes, in
//! which the volume is exact: the corners of a field of view of 1e-16° keep their precision at any position of the
//! camera. The rotation's quaternion is normalised in these numbers too.

use glam::DVec3;

use super::double_double::{DoubleDouble, ROUNDING, Vector};
use crate::geometry::Aabb;
use crate::geometry::camera::{Camera, Projection};
use crate::geometry::frustum::{Side, Verdict};

/// The origin of a separating axis.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AxisKind {
    /// A face of the box: X, Y or Z as 0, 1 or 2.
    BoxAxis(usize),
    /// The normal of a face of the view volume. The fast test uses its inner side only.
    FrustumPlane(Side),
    /// The cross product of an edge of the box and an edge of the volume. The fast test does not use these axes.
    EdgeCross {
        /// The box edge's axis.
        box_axis: usize,
    },
}

/// The axis with the greatest gap so far.
pub(super) struct Widest<V> {
    pub(super) gap: f64,
    pub(super) axis: V,
    pub(super) kind: AxisKind,
    /// Whether the box is behind that face of the volume, so that the fast test rejects it by that plane.
    pub(super) is_behind_face: bool,
}

impl<V> Widest<V> {
    /// Takes an axis with a greater gap. Of axes with equal gaps, such as the normals of the near and the far plane, the
    /// face that the box is behind is the reason that the fast test gives, and else the first.
    pub(super) fn take(so_far: &mut Option<Self>, found: Self, rounding: f64) {
        let is_wider = so_far.as_ref().is_none_or(|so_far| {
            let names_the_face = found.is_behind_face && !so_far.is_behind_face;
            found.gap > so_far.gap + if names_the_face { -rounding } else { rounding }
        });
        if is_wider {
            *so_far = Some(found);
        }
    }
}

/// The rounding of a projection, relative to the sum of the sizes of its parts: a sum of some twenty roundings.
const SLACK: f64 = 64.0 * ROUNDING;

/// A view volume in the camera's axes.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct DoubleDoubleVolume {
    eye: Vector,
    /// The world's axes in the camera's axes.
    world: [Vector; 3],
    /// Bit 0 right, bit 1 top, bit 2 far.
    corners: [Vector; 8],
    /// Outward, in plane order; not of unit length.
    faces: [Vector; 6],
    edges: [Vector; 6],
}

/// A box in the camera's axes: its centre, and its half edges along the world's axes.
struct DoubleDoubleBox {
    middle: Vector,
    half: [DoubleDouble; 3],
}

/// As [`super::frustum::Separation`], in these numbers.
pub(super) struct DoubleDoubleSeparation {
    /// In world axes, from the volume towards the box; of unit length.
    pub(super) axis: DVec3,
    pub(super) gap: f64,
    pub(super) kind: AxisKind,
}

/// The projection of a body on an axis, and the size of the parts of the sums.
struct Reach {
    from: DoubleDouble,
    to: DoubleDouble,
    size: f64,
}

impl DoubleDoubleVolume {
    pub(super) fn of(camera: &Camera) -> Self {
        let [x, y] = camera.half_size_at_one().map(DoubleDouble::from);
        let (near, far) = (DoubleDouble::from(camera.near), DoubleDouble::from(camera.far));
        let is_perspective = matches!(camera.projection, Projection::Perspective { .. });
        let corners = std::array::from_fn(|i| {
            let depth = if i & 4 == 0 { near } else { far };
            let spread = if is_perspective { depth } else { DoubleDouble::ONE };
            let sign = |bit: usize, half: DoubleDouble| if i & bit == 0 { -(spread * half) } else { spread * half };
            Vector([sign(1, x), sign(2, y), -depth])
        });
        let (zero, one) = (DoubleDouble::ZERO, DoubleDouble::ONE);
        // A side plane of a perspective goes through the eye: on the right of it is p.x + x · p.z > 0.
        let slope = |half: DoubleDouble| if is_perspective { half } else { zero };
        let faces = [
            Vector([-one, zero, slope(x)]),
            Vector([one, zero, slope(x)]),
            Vector([zero, -one, slope(y)]),
            Vector([zero, one, slope(y)]),
            Vector([zero, zero, one]),
            Vector([zero, zero, -one]),
        ];
        let along = |right: DoubleDouble, up: DoubleDouble| Vector([slope(right), slope(up), -one]);
        let edges = [
            Vector([one, zero, zero]),
            Vector([zero, one, zero]),
            along(-x, -y),
            along(x, -y),
            along(-x, y),
            along(x, y),
        ];
        Self { eye: camera.position.into(), world: world_axes(camera), corners, faces, edges }
    }

    /// The verdict, and the separating axis with the greatest gap, if one exists.
    pub(super) fn classify(&self, aabb: &Aabb) -> (Verdict, Option<DoubleDoubleSeparation>) {
        let solid = self.seen(aabb);
        let mut widest: Option<Widest<Vector>> = None;
        let mut is_inside = true;
        for (axis, kind) in self.axes() {
            let (volume, body) = (self.reach(axis), self.body_reach(&solid, axis));
            let slack = DoubleDouble::from(SLACK * (volume.size + body.size));
            let (above, below) = (body.from - volume.to, volume.from - body.to);
            let gap = above.max(below);
            if gap > slack {
                let length = axis.length();
                let metres = (gap / length).to_f64();
                let sign = if above > below { DoubleDouble::ONE } else { -DoubleDouble::ONE };
                let is_behind_face = above > below && matches!(kind, AxisKind::FrustumPlane(_));
                let found = Widest { gap: metres, axis: axis.scaled(sign / length), kind, is_behind_face };
                Widest::take(&mut widest, found, metres * 1e-12);
            }
            is_inside &= body.to <= volume.to + slack || !matches!(kind, AxisKind::FrustumPlane(_));
        }
        let verdict = match (&widest, is_inside) {
            (Some(_), _) => Verdict::Outside,
            (None, true) => Verdict::Inside,
            (None, false) => Verdict::Intersect,
        };
        let to_world = |axis: Vector| DVec3::from_array(self.world.map(|world| world.dot(axis).to_f64()));
        (
            verdict,
            widest.map(|Widest { gap, axis, kind, .. }| DoubleDoubleSeparation { axis: to_world(axis), gap, kind }),
        )
    }

    /// The p- and n-distance of the box from each face in metres, in plane order; negative behind the face.
    pub(super) fn distances(&self, aabb: &Aabb) -> [[f64; 2]; 6] {
        let solid = self.seen(aabb);
        self.faces.map(|outward| {
            let (end, body, length) = (self.reach(outward).to, self.body_reach(&solid, outward), outward.length());
            [body.from, body.to].map(|at| ((end - at) / length).to_f64())
        })
    }

    fn seen(&self, aabb: &Aabb) -> DoubleDoubleBox {
        let half = DoubleDouble::from(0.5);
        let (min, max) = (Vector::from(aabb.min), Vector::from(aabb.max));
        let from_eye = (min + max).scaled(half) - self.eye;
        let [x, y, z] = self.world;
        let [a, b, c] = from_eye.0;
        DoubleDoubleBox { middle: x.scaled(a) + y.scaled(b) + z.scaled(c), half: (max - min).scaled(half).0 }
    }

    /// All axes to test, without those of parallel edges: these are mostly rounding, and the faces cover them.
    fn axes(&self) -> impl Iterator<Item = (Vector, AxisKind)> + '_ {
        let faces = Side::ALL.into_iter().zip(self.faces).map(|(side, face)| (face, AxisKind::FrustumPlane(side)));
        let boxes = self.world.into_iter().enumerate().map(|(i, axis)| (axis, AxisKind::BoxAxis(i)));
        let crosses = self.world.into_iter().enumerate().flat_map(move |(box_axis, axis)| {
            self.edges.into_iter().filter_map(move |edge| {
                let cross = axis.cross(edge);
                let is_sound = cross.length().to_f64() > 1e-25 * edge.length().to_f64();
                is_sound.then_some((cross, AxisKind::EdgeCross { box_axis }))
            })
        });
        faces.chain(boxes).chain(crosses)
    }

    fn reach(&self, axis: Vector) -> Reach {
        let at = self.corners.map(|corner| corner.dot(axis));
        let size = self.corners.iter().map(|corner| corner.dot_of_abs(axis)).fold(0.0, f64::max);
        let [mut from, mut to] = [at[0]; 2];
        for at in at {
            (from, to) = (from.min(at), to.max(at));
        }
        Reach { from, to, size }
    }

    fn body_reach(&self, solid: &DoubleDoubleBox, axis: Vector) -> Reach {
        let middle = solid.middle.dot(axis);
        let mut half = DoubleDouble::ZERO;
        let mut size = solid.middle.dot_of_abs(axis);
        for (edge, direction) in solid.half.into_iter().zip(self.world) {
            half = half + edge * direction.dot(axis).abs();
            size += edge.to_f64() * direction.dot_of_abs(axis);
        }
        Reach { from: middle - half, to: middle + half, size }
    }
}

/// The world's axes in the camera's axes: the rows of its rotation matrix.
fn world_axes(camera: &Camera) -> [Vector; 3] {
    let q = camera.rotation;
    let [x, y, z, w] = [q.x, q.y, q.z, q.w].map(DoubleDouble::from);
    let squared = x * x + y * y + z * z + w * w;
    let two = DoubleDouble::from(2.0) / squared;
    let one = DoubleDouble::ONE;
    [
        Vector([one - two * (y * y + z * z), two * (x * y - z * w), two * (x * z + y * w)]),
        Vector([two * (x * y + z * w), one - two * (x * x + z * z), two * (y * z - x * w)]),
        Vector([two * (x * z - y * w), two * (y * z + x * w), one - two * (x * x + y * y)]),
    ]
}
