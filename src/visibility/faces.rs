//! The triangles of what is flat: boxes, hulls, meshes and images. Spheres, cylinders, cones and capsules have none here.

use std::ops::Range;

use glam::{DVec2, DVec3};

use super::alpha::Holes;
use super::look_target::Visible;
use crate::geometry::{Mesh, Shape};
use crate::opacity::Sheet;
use crate::surface::{Part, Surface};

/// A triangle in local space.
pub(crate) struct LocalFace<'a> {
    /// Counter-clockwise as seen from outside.
    pub(crate) corners: [DVec3; 3],
    /// Whether both of its sides are fronts.
    pub(crate) is_double_sided: bool,
    /// The alpha by which it has holes; `None` for a triangle without holes.
    pub(crate) holes: Option<Holes<'a>>,
}

/// The corners of the faces of a box, by the bits of [`crate::geometry::Aabb::corner`]: bit 0 is +X, bit 1 +Y, bit 2 +Z. The diagonal
/// is the same in both triangles of a face.
pub(super) const BOX: [[usize; 3]; 12] = [
    [0, 4, 6],
    [0, 6, 2],
    [1, 3, 7],
    [1, 7, 5],
    [0, 1, 5],
    [0, 5, 4],
    [2, 6, 7],
    [2, 7, 3],
    [0, 2, 3],
    [0, 3, 1],
    [4, 5, 7],
    [4, 7, 6],
];

/// The number of triangles of a target; 0 for a round solid.
pub(crate) fn count(what: &Visible) -> usize {
    match what {
        Visible::Body { shape: Shape::Box { .. }, .. } => BOX.len(),
        Visible::Body { shape, .. } => shape.faces().map_or(0, |mesh| mesh.triangles().len()),
        Visible::Sheet(_) => 2,
        Visible::Nothing => 0,
    }
}

/// Calls `take` for the triangles of a range that have finite corners.
pub(crate) fn each<'a>(what: &Visible<'a>, range: Range<usize>, mut take: impl FnMut(LocalFace<'a>)) {
    match *what {
        Visible::Body { shape: Shape::Box { half_extents }, .. } => {
            let half = half_extents.as_dvec3();
            let corner = |i: usize| {
                let side = |axis: usize| if i >> axis & 1 == 0 { -half[axis] } else { half[axis] };
                DVec3::new(side(0), side(1), side(2))
            };
            for face in &BOX[range] {
                take(LocalFace { corners: face.map(corner), is_double_sided: false, holes: None });
            }
        }
        Visible::Body { shape, .. } => {
            let Some(mesh) = shape.faces() else { return };
            match surface(mesh) {
                Some(surface) => each_of_surface(mesh, surface, range, take),
                None => {
                    for triangle in range {
                        let corners = mesh.corners(triangle);
                        if corners.iter().all(|corner| corner.is_finite()) {
                            let corners = corners.map(glam::Vec3::as_dvec3);
                            take(LocalFace { corners, is_double_sided: false, holes: None });
                        }
                    }
                }
            }
        }
        Visible::Sheet(sheet) => {
            for triangle in range {
                take(of_sheet(sheet, triangle));
            }
        }
        Visible::Nothing => {}
    }
}

/// The surface of a mesh, when it has the same triangles.
fn surface(mesh: &std::sync::Arc<Mesh>) -> Option<&Surface> {
    let surface = mesh.origin().surface()?;
    (surface.triangle_count() == mesh.triangles().len()).then_some(surface)
}

fn each_of_surface<'a>(mesh: &'a Mesh, surface: &'a Surface, range: Range<usize>, mut take: impl FnMut(LocalFace<'a>)) {
    let mut first = 0;
    for Part { triangles, material } in &surface.parts {
        let inside = range.start.max(first)..range.end.min(first + triangles.len());
        let has_holes = material.has_holes();
        for triangle in inside {
            let vertices = triangles[triangle - first].map(|vertex| &surface.vertices[vertex as usize]);
            let corners = vertices.map(|vertex| mesh.positions()[vertex.position as usize]);
            if corners.iter().all(|corner| corner.is_finite()) {
                take(LocalFace {
                    corners: corners.map(glam::Vec3::as_dvec3),
                    is_double_sided: material.is_double_sided,
                    holes: has_holes.then(|| Holes::of_material(material, vertices)),
                });
            }
        }
        first += triangles.len();
    }
}

/// Half of an image, with the places of its corners in shares of width and height from the upper left corner.
fn of_sheet(sheet: Sheet<'_>, triangle: usize) -> LocalFace<'_> {
    let corner = |place: DVec2| {
        let half = sheet.half_size.as_dvec2() * (place * 2.0 - DVec2::ONE) * DVec2::new(1.0, -1.0);
        sheet.centre.as_dvec3() + half.extend(0.0)
    };
    let places = [[DVec2::ZERO, DVec2::Y, DVec2::ONE], [DVec2::ZERO, DVec2::ONE, DVec2::X]][triangle % 2];
    LocalFace { corners: places.map(corner), is_double_sided: true, holes: Some(Holes::Cells { sheet, places }) }
}
