//! The triangles of a target, as a renderer draws them.

use glam::{DAffine3, DVec2, DVec3, Vec2};

use super::vertices::HoledCorners;
use crate::budget::{Budget, OverBudget};
use crate::geometry::exact::body::ExactBody;
use crate::occlusion::{memory, triangles};
use crate::opacity::Sheet;
use crate::surface::{Material, TextureUse};
use crate::visibility::{Holes, LocalFace, LookTarget, PixelCamera, Visible, each_face, face_count};

/// A triangle in the world, relative to the eye.
pub(super) struct DrawnFace<'a> {
    /// Counter-clockwise as seen from its front.
    pub(super) corners: [DVec3; 3],
    pub(super) is_double_sided: bool,
    pub(super) holes: Option<(HoleSource<'a>, HoledCorners)>,
}

/// What a triangle has holes by.
#[derive(Clone, Copy)]
pub(super) enum HoleSource<'a> {
    /// The alpha of a material.
    Material(&'a Material),
    /// The cells of an image.
    Cells(Sheet<'a>),
}

impl HoleSource<'_> {
    /// Whether both have the same textures.
    pub(super) fn is(&self, other: &HoleSource) -> bool {
        match (self, other) {
            (Self::Material(a), HoleSource::Material(b)) => std::ptr::eq(*a, *b),
            (Self::Cells(a), HoleSource::Cells(b)) => {
                std::ptr::eq(a.grid, b.grid) && a.threshold.to_bits() == b.threshold.to_bits()
            }
            _ => false,
        }
    }
}

/// Calls `take` for the triangles of a target.
///
/// # Errors
/// When the budget has no room for those of a round solid.
pub(super) fn each<'a>(
    view: &PixelCamera,
    target: &LookTarget<'a>,
    budget: &Budget,
    mut take: impl FnMut(DrawnFace<'a>),
) -> Result<(), OverBudget> {
    let eye = view.camera.position.as_dvec3();
    let count = face_count(&target.what);
    match target.what {
        Visible::Body { shape, pose } if shape.faces().is_none() && count == 0 => {
            let body = [ExactBody::new(shape, pose)];
            let sag = sag(view, target);
            let _paid = budget.take(memory::of_body(&body, sag, false))?;
            for corners in triangles(&body, eye, sag) {
                take(DrawnFace { corners: corners.map(glam::Vec3::as_dvec3), is_double_sided: false, holes: None });
            }
        }
        what => {
            let world = what.world_from_local();
            let place = DAffine3 { translation: world.translation - eye, ..world };
            let is_mirrored = world.matrix3.determinant() < 0.0;
            each_face(&what, 0..count, |face| take(drawn(&face, &place, is_mirrored)));
        }
    }
    Ok(())
}

fn drawn<'a>(face: &LocalFace<'a>, place: &DAffine3, is_mirrored: bool) -> DrawnFace<'a> {
    let mut corners = face.corners.map(|corner| place.transform_point3(corner));
    let mut holes = face.holes.as_ref().map(of_holes);
    if is_mirrored {
        corners.swap(1, 2);
        if let Some((_, holed)) = &mut holes {
            holed.swap(1, 2);
        }
    }
    DrawnFace { corners, is_double_sided: face.is_double_sided, holes }
}

/// The textures of a triangle, and the values at its corners.
fn of_holes<'a>(holes: &Holes<'a>) -> (HoleSource<'a>, HoledCorners) {
    match holes {
        Holes::Material { material, uv, alpha } => {
            let at = |texture: &Option<TextureUse>, corner: usize| {
                let texture = texture.as_ref();
                texture.map_or(Vec2::ZERO, |texture| {
                    texture.transform.transform_point2(uv[corner][usize::from(texture.set.min(1))])
                })
            };
            let corner = |i: usize| {
                (
                    [at(&material.base_color_texture, i), at(&material.opacity_texture, i)],
                    alpha[i] * material.base_color[3],
                )
            };
            (HoleSource::Material(material), [0, 1, 2].map(corner))
        }
        Holes::Cells { sheet, places } => {
            (HoleSource::Cells(*sheet), places.map(|place: DVec2| ([Vec2::ZERO, place.as_vec2()], 1.0)))
        }
    }
}

/// How far the triangles of a round solid may be from its surface: an eighth of the width of a pixel at its nearest point, in
/// metres.
fn sag(view: &PixelCamera, target: &LookTarget) -> f64 {
    let [_, _, forward] = view.axes();
    let eye = view.camera.position.as_dvec3();
    let (min, max) = (target.bounds.min.as_dvec3(), target.bounds.max.as_dvec3());
    // The corner that is nearest along the view.
    let nearest = DVec3::select(forward.cmpgt(DVec3::ZERO), min, max);
    let depth = (nearest - eye).dot(forward).max(f64::from(view.camera.near)).max(f64::from(f32::MIN_POSITIVE));
    let middle = view.size.map(|side| f64::from(side) / 2.0);
    let [at, beside] = [0.0, 1.0].map(|x| view.point(DVec2::new(middle[0] + x, middle[1]), depth));
    memory::SAG * at.distance(beside)
}
