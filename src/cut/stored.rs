//! The positions of a mesh in the world and as it stores them.

use glam::{DMat3, DVec3, Vec3};

use super::plane::Plane;
use super::source::VertexSource;

/// The vertices of a mesh that is cut. The halves store their vertices in f32 like the mesh does, so the cut checks
/// that rounding leaves each triangle an area.
#[derive(Clone, Copy, Debug)]
pub struct CutVertices<'a> {
    /// In world space, in metres.
    pub(super) posed: &'a [DVec3],
    /// In the space of the mesh; `None` when that is world space.
    positions: Option<&'a [Vec3]>,
    /// In the space of the mesh, the largest coordinate on each axis.
    largest: DVec3,
    /// Whether the pose turns the mesh inside out.
    pub(super) is_mirrored: bool,
}

impl<'a> CutVertices<'a> {
    /// A mesh that is stored in world space.
    pub fn in_world(posed: &'a [DVec3]) -> Self {
        Self { posed, positions: None, largest: largest(posed.iter().copied()), is_mirrored: false }
    }

    /// A mesh that is stored at `positions`, with a world position for each of them.
    pub fn new(posed: &'a [DVec3], positions: &'a [Vec3]) -> Self {
        let largest = largest(positions.iter().map(|position| position.as_dvec3()));
        Self { posed, positions: Some(positions), largest, is_mirrored: false }
    }

    /// The same mesh with a pose that mirrors it, or not. A transform with a negative determinant mirrors: a triangle that
    /// winds counter-clockwise as stored, seen from outside, winds clockwise in the world.
    #[must_use]
    pub fn mirrored(self, is_mirrored: bool) -> Self {
        Self { is_mirrored, ..self }
    }

    /// The distance by which a vertex may move along the plane's normal when each of its stored coordinates is rounded to
    /// f32. `world_from_stored` is the linear part of the transform that poses the mesh.
    pub fn rounding(&self, world_from_stored: &DMat3, plane: &Plane) -> f64 {
        let along = (world_from_stored.transpose() * plane.normal()).abs();
        f64::from(f32::EPSILON) * along.dot(self.largest)
    }

    /// The rounded position of a vertex of a half.
    pub(super) fn position(&self, source: VertexSource) -> Vec3 {
        match self.positions {
            Some(positions) => source.mix(|vertex| positions[vertex as usize].as_dvec3()).as_vec3(),
            None => source.position(self.posed).as_vec3(),
        }
    }
}

fn largest(positions: impl Iterator<Item = DVec3>) -> DVec3 {
    positions.filter(|position| position.is_finite()).fold(DVec3::ZERO, |most, position| most.max(position.abs()))
}
