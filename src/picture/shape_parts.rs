//! The parts of a shape, each with its place.

use std::sync::Arc;

use glam::{Affine3A, Vec3};

use super::part::Part;
use super::triangles::Form;
use crate::geometry::Shape;

/// The parts of a posed solid, each with the map that takes its triangles to their place.
pub(in crate::picture) fn parts(shape: &Shape, world_from_local: Affine3A, mut take: impl FnMut(Form, Affine3A)) {
    if let Shape::Mesh(mesh) = shape {
        return take(Form::Mesh(Arc::clone(mesh)), world_from_local);
    }
    let mut part = |part: Part, centre: Vec3, size: Vec3| {
        take(part.into(), world_from_local * (Affine3A::from_translation(centre) * Affine3A::from_scale(size)));
    };
    match *shape {
        Shape::Box { half_extents } => part(Part::Cube, Vec3::ZERO, half_extents),
        Shape::Sphere { radius } => part(Part::Ball, Vec3::ZERO, Vec3::splat(radius)),
        Shape::Cylinder { radius, half_height } => {
            part(Part::Cylinder, Vec3::ZERO, Vec3::new(radius, half_height, radius));
        }
        Shape::Cone { radius, height } => part(Part::Cone, Vec3::ZERO, Vec3::new(radius, height, radius)),
        Shape::Capsule { radius, half_height } => {
            part(Part::Tube, Vec3::ZERO, Vec3::new(radius, half_height, radius));
            part(Part::Dome, Vec3::Y * half_height, Vec3::splat(radius));
            part(Part::Dome, Vec3::NEG_Y * half_height, Vec3::new(radius, -radius, radius));
        }
        Shape::Mesh(_) => {}
    }
}
