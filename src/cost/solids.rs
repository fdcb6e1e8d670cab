//! The triangles and vertices of solids that a file gives by their sizes. They count with the meshes by which they are drawn:
//! 48 flat pieces around a circle.

use crate::geometry::Shape;
use crate::geometry::shape::SolidPart;

/// Pieces around a circle.
const AROUND: u64 = 48;
/// Rings from the equator to a pole.
const RINGS: u64 = 12;

/// The triangles and vertices of a part of a solid, with 48 pieces around a circle.
pub(crate) fn mesh_of_part(part: SolidPart) -> [u64; 2] {
    let disc = [AROUND - 2, AROUND];
    let ring = AROUND + 1;
    match part {
        SolidPart::Cube => [12, 24],
        SolidPart::Ball => [(4 * RINGS - 2) * AROUND, (2 * RINGS + 1) * ring],
        SolidPart::Dome => [(2 * RINGS - 1) * AROUND, (RINGS + 1) * ring],
        SolidPart::Tube => [2 * AROUND, 2 * ring],
        SolidPart::Cylinder => [2 * AROUND + 2 * disc[0], 2 * ring + 2 * disc[1]],
        SolidPart::Cone => [AROUND + disc[0], 2 * ring + disc[1]],
    }
}

/// The triangles and vertices of a shape without a mesh.
pub(super) fn mesh_of_solid(shape: &Shape) -> [u64; 2] {
    let parts = shape.parts().into_iter().map(|(part, ..)| mesh_of_part(part));
    parts.fold([0, 0], |all, one| [all[0] + one[0], all[1] + one[1]])
}
