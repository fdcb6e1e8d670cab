//! The parts of a shape, each with its place.

use std::sync::Arc;

use glam::Affine3A;

use super::triangles::SolidForm;
use crate::geometry::Shape;

/// The parts of a posed solid, each with the map that takes its triangles to their place.
pub(in crate::picture) fn parts(shape: &Shape, world_from_local: Affine3A, mut take: impl FnMut(SolidForm, Affine3A)) {
    if let Some(faces) = shape.faces() {
        return take(SolidForm::Mesh(Arc::clone(faces)), world_from_local);
    }
    for (part, centre, size) in shape.parts() {
        let place = Affine3A::from_translation(centre) * Affine3A::from_scale(size);
        take(part.into(), world_from_local * place);
    }
}
