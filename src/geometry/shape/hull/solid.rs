//! The hull with its planes, faces and edges.

use std::ops::RangeInclusive;
use std::sync::{Arc, OnceLock};

use glam::{Affine3A, DVec3, Vec3};

use super::error::HullError;
use super::faces::{area_normal, faces};
use super::triangles::{edges_of, triangles};
use crate::geometry::bounds::Aabb;
use crate::geometry::exact::double_double::{DoubleDouble, Vector};
use crate::geometry::mesh::Mesh;
use crate::geometry::shape::size::{Size, SizeHandle};
use crate::geometry::shape::solid::Solid;

/// A hull that is thinner than this part of the longest side of its box is no solid.
const THIN: f64 = 1e-6;

/// The convex hull of points, in local space.
#[derive(Clone, Debug)]
pub struct Hull {
    points: Vec<Vec3>,
    faces: Vec<HullFace>,
    pub(super) planes: Vec<HullPlane>,
    /// Where two faces meet.
    pub(super) edges: Vec<[Vec3; 2]>,
    /// Its triangles; the vertices are the points on the surface.
    mesh: Arc<Mesh>,
    /// The distance of the two nearest parallel planes between which it is, of those along its triangles.
    pub(super) width: f64,
    pub(super) reach: f64,
    middle: DVec3,
    /// The planes in numbers of twice the digits, computed at their first use: a unit normal and a point.
    pub(super) fine_planes: OnceLock<Vec<(Vector, Vec3, DoubleDouble)>>,
}

/// A flat face of a hull.
#[derive(Clone, Debug, PartialEq)]
pub struct HullFace {
    /// The outward unit normal.
    pub normal: Vec3,
    /// Its corners, counter-clockwise as seen from outside.
    pub corners: Vec<Vec3>,
}

/// The plane of a triangle; `normal · p ≤ offset` inside.
#[derive(Clone, Copy, Debug)]
pub(super) struct HullPlane {
    /// Outward, of about unit length: the cross product of two edges, scaled by a power of two, which rounds nothing.
    pub(super) normal: DVec3,
    pub(super) offset: f64,
    pub(super) face: u16,
    pub(super) corners: [Vec3; 3],
}

/// The same points.
impl PartialEq for Hull {
    fn eq(&self, other: &Self) -> bool {
        self.points == other.points
    }
}

impl Hull {
    /// The number of points that a hull may have.
    pub const POINTS: RangeInclusive<usize> = 4..=256;

    /// The hull of points. Points inside and duplicate points have no effect.
    ///
    /// ```
    /// # use eyeline::geometry::shape::Hull;
    /// # use glam::Vec3;
    /// let corner = Hull::new(vec![Vec3::ZERO, Vec3::X, Vec3::Y, Vec3::Z]).unwrap();
    /// let normals: Vec<Vec3> = corner.faces().iter().map(|face| face.normal).collect();
    /// assert_eq!(normals[..3], [Vec3::NEG_X, Vec3::NEG_Y, Vec3::NEG_Z]);
    /// assert_eq!(corner.faces()[3].corners.len(), 3);
    /// ```
    ///
    /// # Errors
    /// When the number of points is not in [`Hull::POINTS`], when a point is not finite, or when all are in one plane.
    pub fn new(points: Vec<Vec3>) -> Result<Self, HullError> {
        if points.len() < *Self::POINTS.start() {
            return Err(HullError::TooFew);
        }
        if points.len() > *Self::POINTS.end() {
            return Err(HullError::TooMany);
        }
        if let Some(point) = points.iter().position(|point| !point.is_finite()) {
            return Err(HullError::NotFinite { point });
        }
        let triangles = triangles(&points).ok_or(HullError::InOnePlane)?;
        let mut corners: Vec<usize> = triangles.iter().flatten().copied().collect();
        corners.sort_unstable();
        corners.dedup();
        let vertices: Vec<DVec3> = corners.iter().map(|corner| points[*corner].as_dvec3()).collect();
        let (min, max) = (fold(&vertices, DVec3::min), fold(&vertices, DVec3::max));
        let longest = (max - min).max_element();
        let face_of = faces(&points, &triangles, longest);
        let planes: Vec<HullPlane> = triangles
            .iter()
            .zip(&face_of)
            .map(|(triangle, face)| HullPlane::of(triangle.map(|i| points[i]), *face, &vertices))
            .collect();
        let width = planes.iter().map(|plane| plane.width(&vertices)).fold(f64::INFINITY, f64::min);
        if width <= THIN * longest {
            return Err(HullError::InOnePlane);
        }
        let mut order: Vec<usize> = (0..triangles.len()).collect();
        order.sort_by_key(|triangle| face_of[*triangle]);
        let index = |point: usize| corners.binary_search(&point).ok().and_then(|i| u32::try_from(i).ok());
        let indices = order.iter().map(|i| triangles[*i].map(|point| index(point).unwrap_or_default())).collect();
        let mesh = Mesh::new(corners.iter().map(|corner| points[*corner]).collect(), indices);
        Ok(Self {
            faces: outlines(&points, &triangles, &face_of, &planes),
            edges: edges(&points, &triangles, &face_of),
            planes,
            mesh: Arc::new(mesh.ok().ok_or(HullError::InOnePlane)?),
            width,
            reach: vertices.iter().map(|vertex| vertex.length()).fold(0.0, f64::max),
            middle: vertices.iter().sum::<DVec3>() / vertices.len() as f64,
            fine_planes: OnceLock::new(),
            points,
        })
    }

    /// The points, as given.
    pub fn points(&self) -> &[Vec3] {
        &self.points
    }

    /// Its faces, sorted by their normals: by x, then y, then z.
    pub fn faces(&self) -> &[HullFace] {
        &self.faces
    }

    /// Its triangles, in the order of the faces.
    pub fn mesh(&self) -> &Arc<Mesh> {
        &self.mesh
    }
}

impl HullPlane {
    fn of(corners: [Vec3; 3], face: u16, vertices: &[DVec3]) -> Self {
        let normal = area_normal(corners.map(Vec3::as_dvec3));
        let normal = normal / power_of_two(normal.abs().max_element());
        let offset = vertices.iter().map(|vertex| normal.dot(*vertex)).fold(f64::NEG_INFINITY, f64::max);
        Self { normal, offset, face, corners }
    }

    /// The distance to the parallel plane on the other side.
    fn width(&self, vertices: &[DVec3]) -> f64 {
        let least = vertices.iter().map(|vertex| self.normal.dot(*vertex)).fold(f64::INFINITY, f64::min);
        (self.offset - least) / self.normal.length()
    }
}

/// The largest power of two that is not above a positive number.
fn power_of_two(x: f64) -> f64 {
    f64::from_bits(x.to_bits() & (0x7ff << 52))
}

fn fold(vertices: &[DVec3], both: fn(DVec3, DVec3) -> DVec3) -> DVec3 {
    vertices.iter().copied().reduce(both).unwrap_or_default()
}

/// The edges between two faces, each once.
fn edges(points: &[Vec3], triangles: &[[usize; 3]], face_of: &[u16]) -> Vec<[Vec3; 2]> {
    let sides = rims(triangles, face_of);
    sides.iter().filter(|(_, [from, to])| from < to).map(|(_, edge)| edge.map(|end| points[end])).collect()
}

/// The directed edges around each face, with the face.
fn rims(triangles: &[[usize; 3]], face_of: &[u16]) -> Vec<(u16, [usize; 2])> {
    let sides =
        triangles.iter().zip(face_of).flat_map(|(triangle, face)| edges_of(*triangle).map(|edge| (*face, edge)));
    let mut sides: Vec<(u16, [usize; 2])> = sides.collect();
    sides.sort_unstable();
    let all = sides.clone();
    sides.retain(|(face, [from, to])| all.binary_search(&(*face, [*to, *from])).is_err());
    sides
}

/// The faces with the corners around them.
fn outlines(points: &[Vec3], triangles: &[[usize; 3]], face_of: &[u16], planes: &[HullPlane]) -> Vec<HullFace> {
    let rims = rims(triangles, face_of);
    let around = |rim: &[(u16, [usize; 2])]| {
        let face = rim[0].0;
        let own = planes.iter().filter(|plane| plane.face == face);
        let normal = own.map(|plane| area_normal(plane.corners.map(Vec3::as_dvec3))).sum::<DVec3>();
        let mut corners = Vec::with_capacity(rim.len());
        let mut at = rim[0].1[0];
        while corners.len() < rim.len() {
            corners.push(points[at]);
            let Some((_, [_, next])) = rim.iter().find(|(_, [from, _])| *from == at) else { break };
            at = *next;
        }
        HullFace { normal: normal.normalize_or_zero().as_vec3(), corners }
    };
    rims.chunk_by(|(a, _), (b, _)| a == b).map(around).collect()
}

impl Solid for &Hull {
    const WORD: &'static str = "hull";
    const SIZES: &'static [Size] = &[];
    const BOUNDS_FORMULA: &'static str = "least and greatest coordinates of M · point + origin, over all points";

    /// Of the transformed points themselves.
    fn bounds(self, world_from_local: &Affine3A) -> Aabb {
        self.mesh.bounds_in(world_from_local)
    }

    fn half_size(self) -> Vec3 {
        self.mesh.bounds().half_extents()
    }

    fn numbers(self) -> Vec<f32> {
        self.points.iter().flat_map(Vec3::to_array).collect()
    }

    fn handles(self) -> Vec<SizeHandle> {
        Vec::new()
    }

    fn middle(self) -> DVec3 {
        self.middle
    }
}
