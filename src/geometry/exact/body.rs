//! Bodies in `f64`: exact solids under any scale, and meshes of triangles.

use glam::{DMat3, DVec3, Mat3, Vec3};

use crate::geometry::bounds::enclosing;
use crate::geometry::pose::Pose;
use crate::geometry::shape::Shape;

/// The greatest number of pairs of a triangle and a vertex that the test for convexity compares.
const MOST_COMPARED: usize = 20_000_000;

/// A shape at its place in the world.
#[derive(Clone, Debug)]
pub struct ExactBody {
    shape: Shape,
    world_from_local: DMat3,
    origin: DVec3,
    bounds: [DVec3; 2],
}

impl ExactBody {
    /// A shape in its pose.
    pub fn new(shape: &Shape, pose: &Pose) -> Self {
        let world = pose.world_from_local();
        let world_from_local = Mat3::from(world.matrix3).as_dmat3();
        let origin = Vec3::from(world.translation).as_dvec3();
        let mut body = Self { shape: shape.clone(), world_from_local, origin, bounds: [origin, origin] };
        body.bounds = body.measured();
        body
    }

    /// The shape, in local space.
    pub fn shape(&self) -> &Shape {
        &self.shape
    }

    /// A local point in world space.
    pub fn world(&self, local: DVec3) -> DVec3 {
        self.world_from_local * local + self.origin
    }

    /// The least and the greatest corner of its bounds in world space.
    pub fn bounds(&self) -> [DVec3; 2] {
        self.bounds
    }

    /// Whether the pose mirrors the shape, which reverses the winding of triangles in world space.
    pub fn is_mirrored(&self) -> bool {
        self.world_from_local.determinant() < 0.0
    }

    /// The corners of a triangle of its mesh in world space.
    ///
    /// # Panics
    /// When the mesh has no such triangle, or the body is not a mesh.
    pub(super) fn triangle(&self, number: u32) -> [DVec3; 3] {
        let Shape::Mesh(mesh) = &self.shape else { panic!("a solid has no triangles") };
        mesh.corners(number as usize).map(|corner| self.world(corner.as_dvec3()))
    }

    /// All triangles of a mesh, or of a solid that is drawn by its faces, in world space, in file order; those with corners that are not finite are left out.
    pub fn triangles(&self) -> impl Iterator<Item = [DVec3; 3]> + '_ {
        let finite = self.shape.faces().into_iter().flat_map(|mesh| mesh.finite());
        finite.map(|(_, corners)| corners.map(|corner| self.world(corner.as_dvec3())))
    }

    /// The point of the body that is furthest along a direction, which need not be of unit length. Of a mesh, a vertex;
    /// that takes time in proportion to its triangles.
    pub fn support(&self, direction: DVec3) -> DVec3 {
        let along = self.world_from_local.transpose() * direction;
        self.world(self.shape.support(along))
    }

    /// Whether it has an inside. Every solid has one. A mesh has one if it is closed and its triangles have a
    /// consistent winding across every edge.
    pub fn is_closed(&self) -> bool {
        match &self.shape {
            Shape::Mesh(mesh) => {
                let faults = mesh.faults();
                faults.is_closed && faults.flipped_edges.count == 0
            }
            _ => true,
        }
    }

    /// Whether the triangles of a closed mesh wind clockwise seen from outside, in local space.
    pub fn is_inside_out(&self) -> bool {
        let Shape::Mesh(mesh) = &self.shape else { return false };
        let centre = mesh.bounds().centre().as_dvec3();
        let volumes = mesh.finite().map(|(_, corners)| {
            let [a, b, c] = corners.map(|corner| corner.as_dvec3() - centre);
            a.dot(b.cross(c))
        });
        volumes.sum::<f64>() < 0.0
    }

    /// Whether the segment between any two of its points stays in it. A mesh of very many triangles counts as not
    /// convex, see `MOST_COMPARED`, and so does an open one.
    pub fn is_convex(&self) -> bool {
        let Shape::Mesh(mesh) = &self.shape else { return true };
        if !self.is_closed() || mesh.triangles().len().saturating_mul(mesh.positions().len()) > MOST_COMPARED {
            return false;
        }
        let bounds = mesh.bounds();
        // The rounding of corners that were turned.
        let slack = 1e-6 * (bounds.max.as_dvec3() - bounds.min.as_dvec3()).max_element();
        let side = if self.is_inside_out() { -1.0 } else { 1.0 };
        let corners: Vec<DVec3> = mesh.finite().flat_map(|(_, corners)| corners).map(Vec3::as_dvec3).collect();
        mesh.finite().all(|(_, triangle)| {
            let [a, b, c] = triangle.map(Vec3::as_dvec3);
            let normal = side * (b - a).cross(c - a).normalize_or_zero();
            corners.iter().all(|corner| normal.dot(*corner - a) <= slack)
        })
    }

    /// Whether a point is inside of a closed mesh: its triangles surround the point (the winding number by the solid
    /// angles of Van Oosterom and Strackee, "The solid angle of a plane triangle", 1983). A solid and an open mesh
    /// answer `false`. Takes time in proportion to the triangles when the point is in the bounds.
    pub(super) fn surrounds(&self, point: DVec3) -> bool {
        let [min, max] = self.bounds;
        let is_in_bounds = point.cmpge(min).all() && point.cmple(max).all();
        if !is_in_bounds || !matches!(self.shape, Shape::Mesh(_)) || !self.is_closed() {
            return false;
        }
        let angles = self.triangles().map(|corners| {
            let [a, b, c] = corners.map(|corner| corner - point);
            let [x, y, z] = [a.length(), b.length(), c.length()];
            let over = a.dot(b.cross(c));
            let under = x * y * z + a.dot(b) * z + b.dot(c) * x + c.dot(a) * y;
            2.0 * libm::atan2(over, under)
        });
        (angles.sum::<f64>() / (4.0 * std::f64::consts::PI)).abs() > 0.5
    }

    /// One point of each connected piece: the middle of a solid, a vertex of each part of a mesh whose
    /// triangles share vertices. Vertices at the same place are one.
    pub(super) fn pieces(&self) -> Vec<DVec3> {
        let Shape::Mesh(mesh) = &self.shape else {
            return vec![self.world(self.shape.middle())];
        };
        let mut places = std::collections::HashMap::new();
        let mut parents: Vec<usize> = Vec::new();
        let mut points: Vec<Vec3> = Vec::new();
        for (_, corners) in mesh.finite() {
            let vertices = corners.map(|corner| {
                let key = (corner + Vec3::ZERO).to_array().map(f32::to_bits);
                *places.entry(key).or_insert_with(|| {
                    parents.push(points.len());
                    points.push(corner);
                    points.len() - 1
                })
            });
            let first = root(&mut parents, vertices[0]);
            for vertex in [vertices[1], vertices[2]] {
                let other = root(&mut parents, vertex);
                parents[other] = first;
            }
        }
        let roots = (0..points.len()).filter(|&i| parents[i] == i);
        roots.map(|i| self.world(points[i].as_dvec3())).collect()
    }

    fn measured(&self) -> [DVec3; 2] {
        if matches!(self.shape, Shape::Mesh(_)) {
            return enclosing(self.triangles().flatten());
        }
        let reach = |sign: f64| DVec3::from_array(DVec3::AXES.map(|axis| self.support(axis * sign).dot(axis)));
        [reach(-1.0), reach(1.0)]
    }
}

/// The box around several bodies.
pub fn bounds_of<'a>(bodies: impl IntoIterator<Item = &'a ExactBody>) -> [DVec3; 2] {
    let boxes = bodies.into_iter().map(ExactBody::bounds);
    boxes.fold([DVec3::INFINITY, DVec3::NEG_INFINITY], |a, b| [a[0].min(b[0]), a[1].max(b[1])])
}

fn root(parents: &mut [usize], mut of: usize) -> usize {
    while parents[of] != of {
        parents[of] = parents[parents[of]];
        of = parents[of];
    }
    of
}
