//! Shapes in their poses, in f64.

use glam::{DMat3, DVec3, Mat3, Vec3};

use crate::geometry::exact::ray::distance;
use crate::geometry::{Aabb, Pose, Shape, spacing};

/// Pieces around a circle of a curved surface.
const AROUND: u32 = 32;

/// An object whose faces may be inside of another one.
#[derive(Clone, Debug)]
pub struct CrossingBody {
    /// The shape in local space.
    pub shape: Shape,
    /// Its pose in the world.
    pub pose: Pose,
    /// The tight box in world space.
    pub bounds: Aabb,
    /// Bit n is layer n.
    pub layers: u64,
    /// Whether it is drawn, and does not move against the others.
    pub is_drawn_still: bool,
    /// Whether one cannot see through its faces.
    pub is_opaque: bool,
}

impl CrossingBody {
    /// The spacing of f32 at the coordinates from which its corners are computed.
    pub(super) fn spacing(&self) -> f64 {
        let furthest = self.bounds.min.abs().max(self.bounds.max.abs()).max_element();
        let origin = Vec3::from(self.pose.world_from_local().translation).abs().max_element();
        spacing(furthest.max(origin)).into()
    }

    /// Whether a camera that sees this body sees another one too, by their layers.
    pub(super) fn is_seen_only_with(&self, other: &Self) -> bool {
        self.layers & !other.layers == 0
    }
}

/// A body with its map in f64.
pub(super) struct PlacedBody<'b> {
    pub(super) shape: &'b Shape,
    matrix: DMat3,
    inverse: DMat3,
    origin: DVec3,
}

impl<'b> PlacedBody<'b> {
    /// `None` for a pose without an inverse.
    pub(super) fn of(body: &'b CrossingBody) -> Option<Self> {
        let world = body.pose.world_from_local();
        let matrix = Mat3::from(world.matrix3).as_dmat3();
        let inverse = matrix.inverse();
        let origin = Vec3::from(world.translation).as_dvec3();
        inverse.is_finite().then_some(Self { shape: &body.shape, matrix, inverse, origin })
    }

    pub(super) fn world(&self, local: DVec3) -> DVec3 {
        self.matrix * local + self.origin
    }

    pub(super) fn local(&self, world: DVec3) -> DVec3 {
        self.inverse * (world - self.origin)
    }

    /// Whether it mirrors, so that triangles that face outwards face inwards in the world.
    pub(super) fn is_mirrored(&self) -> bool {
        self.matrix.determinant() < 0.0
    }

    /// A length in local space for which every vector of that length is at least `metres` long in the world.
    pub(super) fn local_length(&self, metres: f64) -> f64 {
        metres * norm(&self.inverse)
    }

    /// The surface of a solid as triangles in world space, with the greatest distance of the surface from them. `None` for a mesh.
    pub(super) fn facets(&self) -> Option<(Vec<[DVec3; 3]>, f64)> {
        let radius = match self.shape {
            Shape::Mesh(_) => return None,
            Shape::Box { .. } | Shape::Hull(_) => 0.0,
            Shape::Sphere { radius }
            | Shape::Cylinder { radius, .. }
            | Shape::Cone { radius, .. }
            | Shape::Capsule { radius, .. } => f64::from(*radius),
        };
        let mut all = Vec::new();
        self.shape.facets(|_| AROUND, &mut |corners| all.push(corners.map(|corner| self.world(corner))));
        // A triangle with its corners on a ball, in a square of the grid: its circumscribed circle is at most as wide as the square.
        let sine = libm::sin(std::f64::consts::PI / f64::from(AROUND));
        let height = radius * (1.0 - (1.0 - 2.0 * sine * sine).sqrt());
        Some((all, height * norm(&self.matrix)))
    }

    /// How deep a point is inside a convex solid at least, metres; below 0 outside. `None` for a mesh.
    pub(super) fn depth(&self, world: DVec3) -> Option<f64> {
        let is_solid = !matches!(self.shape, Shape::Mesh(_));
        is_solid.then(|| -distance(self.shape, self.local(world)) / norm(&self.inverse))
    }
}

/// A bound of the factor by which a map makes a vector longer: the root of the sum of its squares.
fn norm(matrix: &DMat3) -> f64 {
    let [x, y, z] = [matrix.x_axis, matrix.y_axis, matrix.z_axis].map(DVec3::length_squared);
    (x + y + z).sqrt()
}
