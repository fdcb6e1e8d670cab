//! Box against view volume by separating axes, in numbers of twice the digits of `f64`, for scales beyond the precision
//! of `f64`, and for view volumes that have no end or are given by a matrix.
//!
//! The axes are those of [`super::frustum`], but all coordinates are relative to the eye and in the camera's axes, in
//! which the volume is exact: the corners of a field of view of 1e-16° keep their precision at any position of the
//! camera. The rotation's quaternion is normalised in these numbers too.
//!
//! Near and far may differ by 80 powers of ten, so no sum may mix them. The volume is given by its strands: edges that begin
//! near the eye and have a direction and a length, which may be infinite. A strand at right angles to an axis is known to be
//! so, and its length then has no part in the projection. Faces have the place of their plane, not that of their corners.

use glam::{DMat4, DVec3};

use super::double_double::{DoubleDouble, ROUNDING, Vector};
use super::projective::{self, Face, Strand};
use crate::geometry::bounds::Aabb;
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

/// The rounding of a projection, relative to the size of its parts: a sum of some twenty roundings.
const SLACK: f64 = 64.0 * ROUNDING;

/// A view volume in the camera's axes.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct DoubleDoubleVolume {
    eye: Vector,
    /// The world's axes in the camera's axes.
    world: [Vector; 3],
    strands: Vec<Strand>,
    /// In plane order; `None` for a side where the volume has no end.
    faces: [Option<Face>; 6],
    /// The directions of all edges, those of strands with the same number.
    edges: Vec<(usize, Vector)>,
}

/// A box in the camera's axes: its corners relative to the eye, along the world's axes.
struct DoubleDoubleBox {
    min: Vector,
    max: Vector,
}

/// As [`super::frustum::Separation`], in these numbers.
pub(super) struct DoubleDoubleSeparation {
    /// In world axes, from the volume towards the box; of unit length.
    pub(super) axis: DVec3,
    pub(super) gap: f64,
    pub(super) kind: AxisKind,
}

/// An axis to test.
#[derive(Clone, Copy)]
struct TestedAxis {
    direction: Vector,
    kind: AxisKind,
    /// The number of the edges that are at right angles to it.
    edge: Option<usize>,
}

/// An axis for [`super::frustum`]: of unit length, in world axes.
pub(super) struct ReadyAxis {
    pub(super) direction: DVec3,
    pub(super) kind: AxisKind,
    /// The ends of the volume's projection, relative to the eye; infinite without an end.
    pub(super) projection: [f64; 2],
}

/// The projection of a body on an axis; no end may be more inward than `least` says or more outward than `most`. `None` for
/// an end that is infinitely far.
struct Reach {
    from: Option<ProjectionEnd>,
    to: Option<ProjectionEnd>,
}

/// An end of a projection, and its greatest rounding error.
#[derive(Clone, Copy)]
struct ProjectionEnd {
    at: DoubleDouble,
    error: f64,
}

impl ProjectionEnd {
    fn of(at: DoubleDouble, size: f64) -> Self {
        Self { at, error: SLACK * size }
    }

    fn least(self) -> DoubleDouble {
        self.at - self.error.into()
    }

    fn most(self) -> DoubleDouble {
        self.at + self.error.into()
    }
}

impl DoubleDoubleVolume {
    pub(super) fn of(camera: &Camera) -> Self {
        let (eye, world) = (camera.position.into(), world_axes(camera));
        match &camera.projection {
            Projection::Matrix(matrix) => Self::of_matrix(matrix, camera, eye, world),
            _ => Self::of_borders(camera, eye, world),
        }
    }

    fn of_borders(camera: &Camera, eye: Vector, world: [Vector; 3]) -> Self {
        let (zero, one) = (DoubleDouble::ZERO, DoubleDouble::ONE);
        let near = DoubleDouble::from(camera.near);
        let far = camera.far.is_finite().then(|| DoubleDouble::from(camera.far));
        // The borders, and the distance at which they are.
        let ([left, right, bottom, top], at) = match camera.projection {
            Projection::Frustum { left, right, bottom, top } => {
                ([left, right, bottom, top].map(DoubleDouble::from), near)
            }
            _ => (camera.borders().map(DoubleDouble::from), one),
        };
        let is_perspective = camera.is_perspective();
        let corner = |k: usize| [if k & 1 == 0 { left } else { right }, if k & 2 == 0 { bottom } else { top }];
        let along =
            |[x, y]: [DoubleDouble; 2]| if is_perspective { Vector([x, y, -at]) } else { Vector([zero, zero, -one]) };
        let strands = (0..4).map(|k| {
            let [x, y] = corner(k);
            let from = if is_perspective { along([x, y]).scaled(near / at) } else { Vector([x, y, -near]) };
            let unit = if is_perspective { at } else { one };
            let sides =
                [if k & 1 == 0 { Side::Left } else { Side::Right }, if k & 2 == 0 { Side::Bottom } else { Side::Top }];
            let edge = if is_perspective { k } else { 0 };
            Strand { from, along: along([x, y]), length: far.map(|far| (far - near) / unit), edge, sides }
        });
        // A side plane of a perspective goes through the eye: on the right of it is p.x · at + right · p.z > 0.
        let side = |axis: usize, sign: DoubleDouble, border: DoubleDouble| {
            let (mut outward, end) = if is_perspective { ([zero; 3], zero) } else { ([zero; 3], sign * border) };
            outward[axis] = if is_perspective { sign * at } else { sign };
            outward[2] = if is_perspective { sign * border } else { zero };
            Some(Face { outward: Vector(outward), end })
        };
        let faces = [
            side(0, -one, left),
            side(0, one, right),
            side(1, -one, bottom),
            side(1, one, top),
            Some(Face { outward: Vector([zero, zero, one]), end: -near }),
            far.map(|far| Face { outward: Vector([zero, zero, -one]), end: far }),
        ];
        let mut edges = vec![(4, Vector([one, zero, zero])), (5, Vector([zero, one, zero]))];
        edges.extend((0..4).map(|k| (if is_perspective { k } else { 0 }, along(corner(k)))));
        Self { eye, world, strands: strands.collect(), faces, edges }
    }

    fn of_matrix(matrix: &DMat4, camera: &Camera, eye: Vector, world: [Vector; 3]) -> Self {
        let corners = projective::corners(matrix, camera.depth.ends());
        let strands = projective::strands(&corners);
        let faces = Side::ALL.map(|side| projective::face(matrix, side, camera.depth, &corners));
        let edges = projective::edges(&corners);
        Self { eye, world, strands, faces, edges }
    }

    /// The verdict, and the separating axis with the greatest gap, if one exists.
    pub(super) fn classify(&self, aabb: &Aabb) -> (Verdict, Option<DoubleDoubleSeparation>) {
        let solid = self.seen(aabb);
        let mut widest: Option<Widest<Vector>> = None;
        let mut is_inside = true;
        for axis in self.axes() {
            let (volume, [from, to]) = (self.reach(&axis), self.body_reach(&solid, axis.direction));
            let above = volume.to.map(|end| from.least() - end.most());
            let below = volume.from.map(|end| end.least() - to.most());
            let (gap, sign) = match (above, below) {
                (Some(above), Some(below)) if above > below => (Some(above), DoubleDouble::ONE),
                (Some(above), None) => (Some(above), DoubleDouble::ONE),
                (_, below) => (below, -DoubleDouble::ONE),
            };
            if let Some(gap) = gap.filter(|gap| *gap > DoubleDouble::ZERO) {
                let length = axis.direction.length();
                let metres = (gap / length).to_f64();
                let is_behind_face = sign > DoubleDouble::ZERO && matches!(axis.kind, AxisKind::FrustumPlane(_));
                let found =
                    Widest { gap: metres, axis: axis.direction.scaled(sign / length), kind: axis.kind, is_behind_face };
                Widest::take(&mut widest, found, metres * 1e-12);
            }
            let is_face = matches!(axis.kind, AxisKind::FrustumPlane(_));
            is_inside &= !is_face || volume.to.is_none_or(|end| to.least() <= end.most());
        }
        let verdict = match (&widest, is_inside) {
            (Some(_), _) => Verdict::Outside,
            (None, true) => Verdict::Inside,
            (None, false) => Verdict::Intersect,
        };
        let separation = widest.map(|Widest { gap, axis, kind, .. }| DoubleDoubleSeparation {
            axis: self.to_world(axis),
            gap,
            kind,
        });
        (verdict, separation)
    }

    /// The p- and n-distance of the box from each face in metres, in plane order; negative behind the face, and infinite where
    /// the volume has no face.
    pub(super) fn distances(&self, aabb: &Aabb) -> [[f64; 2]; 6] {
        let solid = self.seen(aabb);
        self.faces.map(|face| {
            let Some(Face { outward, end }) = face else { return [f64::INFINITY; 2] };
            let length = outward.length();
            self.body_reach(&solid, outward).map(|body| ((end - body.at) / length).to_f64())
        })
    }

    /// The number of its faces.
    pub(super) fn face_count(&self) -> usize {
        self.faces.iter().flatten().count()
    }

    /// All axes to test in `f64`, faces first.
    pub(super) fn ready_axes(&self) -> Vec<ReadyAxis> {
        let ready = |axis: TestedAxis| {
            let length = axis.direction.length();
            let Reach { from, to } = self.reach(&axis);
            let [from, to] = [(from, f64::NEG_INFINITY), (to, f64::INFINITY)]
                .map(|(end, beyond)| end.map_or(beyond, |end| (end.at / length).to_f64()));
            let direction = self.to_world(axis.direction.scaled(DoubleDouble::ONE / length)).try_normalize()?;
            Some(ReadyAxis { direction, kind: axis.kind, projection: [from, to] })
        };
        self.axes().filter_map(ready).collect()
    }

    /// Its corners, and the unit vectors in which it has no end, relative to the eye in world axes.
    pub(super) fn corners_and_rays(&self) -> [Vec<DVec3>; 2] {
        let (mut corners, mut rays) = (Vec::new(), Vec::new());
        for Strand { from, along, length, .. } in &self.strands {
            corners.push(self.to_world(*from));
            match length {
                Some(length) => corners.push(self.to_world(*from + along.scaled(*length))),
                None => rays.extend(self.to_world(*along).try_normalize()),
            }
        }
        [corners, rays]
    }

    /// The directions of its edges in world axes.
    pub(super) fn edges_in_world(&self) -> Vec<DVec3> {
        self.edges.iter().map(|(_, edge)| self.to_world(*edge)).collect()
    }

    fn to_world(&self, vector: Vector) -> DVec3 {
        DVec3::from_array(self.world.map(|world| world.dot(vector).to_f64()))
    }

    fn seen(&self, aabb: &Aabb) -> DoubleDoubleBox {
        let [min, max] = [aabb.min, aabb.max].map(|corner| Vector::from(corner) - self.eye);
        DoubleDoubleBox { min, max }
    }

    /// All axes to test, without those of parallel edges: these are mostly rounding, and the faces cover them.
    fn axes(&self) -> impl Iterator<Item = TestedAxis> + '_ {
        let face = |(side, face): (Side, Option<Face>)| {
            Some(TestedAxis { direction: face?.outward, kind: AxisKind::FrustumPlane(side), edge: None })
        };
        let faces = Side::ALL.into_iter().zip(self.faces).filter_map(face);
        let of_box = |(i, axis)| TestedAxis { direction: axis, kind: AxisKind::BoxAxis(i), edge: None };
        let boxes = self.world.into_iter().enumerate().map(of_box);
        let crosses = self.world.into_iter().enumerate().flat_map(move |(box_axis, axis)| {
            self.edges.iter().filter_map(move |(number, edge)| {
                let cross = axis.cross(*edge);
                let is_sound = cross.length().to_f64() > 1e-25 * edge.length().to_f64();
                let kind = AxisKind::EdgeCross { box_axis };
                is_sound.then_some(TestedAxis { direction: cross, kind, edge: Some(*number) })
            })
        });
        faces.chain(boxes).chain(crosses)
    }

    fn reach(&self, axis: &TestedAxis) -> Reach {
        let side = match axis.kind {
            AxisKind::FrustumPlane(side) => Some(side),
            _ => None,
        };
        let (mut ends, mut is_open) = ([None::<ProjectionEnd>; 2], [false; 2]);
        let mut widen = |end: ProjectionEnd| {
            let [from, to] = &mut ends;
            *from = Some(from.filter(|from| from.least() <= end.least()).unwrap_or(end));
            *to = Some(to.filter(|to| to.most() >= end.most()).unwrap_or(end));
        };
        for strand in &self.strands {
            let start = strand.from.dot(axis.direction);
            let parts = strand.from.dot_of_abs(axis.direction);
            widen(ProjectionEnd::of(start, parts));
            if axis.edge == Some(strand.edge) || side.is_some_and(|side| strand.sides.contains(&side)) {
                continue;
            }
            let slope = ProjectionEnd::of(strand.along.dot(axis.direction), strand.along.dot_of_abs(axis.direction));
            match strand.length {
                // Parts that cancel exactly are known to be at right angles.
                _ if slope.at == DoubleDouble::ZERO => {}
                Some(length) => {
                    let error = parts * SLACK + slope.error * length.to_f64();
                    widen(ProjectionEnd { at: start + slope.at * length, error });
                }
                None => {
                    is_open[0] |= slope.most() < DoubleDouble::ZERO;
                    is_open[1] |= slope.least() > DoubleDouble::ZERO;
                }
            }
        }
        let [from, mut to] = ends;
        if let Some(Face { end, .. }) = side.and_then(|side| self.faces[side as usize]) {
            to = Some(ProjectionEnd::of(end, end.abs().to_f64()));
        }
        Reach { from: from.filter(|_| !is_open[0]), to: to.filter(|_| !is_open[1] || side.is_some()) }
    }

    /// The ends of the projection of a box on an axis.
    fn body_reach(&self, solid: &DoubleDoubleBox, axis: Vector) -> [ProjectionEnd; 2] {
        let (mut ends, mut sizes) = ([DoubleDouble::ZERO; 2], [0.0; 2]);
        for (i, direction) in self.world.into_iter().enumerate() {
            let slope = direction.dot(axis);
            let parts = direction.dot_of_abs(axis);
            let (a, b) = (solid.min.0[i], solid.max.0[i]);
            let (low, high) = if slope < DoubleDouble::ZERO { (b, a) } else { (a, b) };
            for (end, at) in [low, high].into_iter().enumerate() {
                ends[end] = ends[end] + at * slope;
                // A slope that is exactly 0 has no rounding.
                if slope != DoubleDouble::ZERO {
                    sizes[end] += at.abs().to_f64() * parts;
                }
            }
        }
        [ProjectionEnd::of(ends[0], sizes[0]), ProjectionEnd::of(ends[1], sizes[1])]
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
