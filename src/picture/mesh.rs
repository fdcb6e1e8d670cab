//! The parts of the picture that only meshes have.

use glam::Affine3A;

use super::contents::Picture;
use super::display::Display;
use super::palette::Palette;
use super::strokes::LineStyle;
use crate::geometry::{Mesh, Shape};

/// The edges of a mesh with more edges are not drawn: they would cover the surface.
const MOST_WIRED: usize = 5000;

/// Two triangles that meet at a larger angle have an edge between them, in degrees.
const CREASE: f32 = 20.0;

/// Whether the shape has no inside, so that it need not be translucent.
pub(super) fn is_open(shape: &Shape) -> bool {
    matches!(shape, Shape::Mesh(mesh) if !mesh.is_closed())
}

/// Whether the shape is drawn with its materials.
pub(super) fn shows_material(shape: &Shape, display: Display) -> bool {
    display == Display::Material && matches!(shape, Shape::Mesh(mesh) if mesh.surface().is_some())
}

/// The edges of a selected mesh: creases and open edges.
pub(super) fn wire(picture: &mut Picture, mesh: &Mesh, world_from_local: Affine3A, palette: &Palette) {
    if mesh.triangles().len() > MOST_WIRED {
        return;
    }
    for edge in mesh.creases(CREASE.to_radians()) {
        let [from, to] = edge.map(|end| world_from_local.transform_point3(end));
        picture.line(from, to, LineStyle::solid(palette.selected, 1.5));
    }
}
