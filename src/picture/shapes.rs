//! The lit surfaces, triangles, images, lines, dots and labels of a picture, in world space.

use std::sync::Arc;

use glam::{Affine3A, Vec3};

use super::palette::{Color, Style};
use super::triangles::SolidForm;
use crate::import::image::Thumbnail;
use crate::world::Item;

/// One lit piece of a solid: triangles under an affine map.
#[derive(Clone, Debug, PartialEq)]
pub struct Solid {
    /// The triangles.
    pub form: SolidForm,
    /// Their transform.
    pub world_from_unit: Affine3A,
    /// Surface colour; alpha below 1 makes it translucent.
    pub color: Color,
    /// The item that a click on it selects.
    pub item: Option<Item>,
}

/// A translucent triangle.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Face {
    /// Its corners.
    pub corners: [Vec3; 3],
    /// Colour with alpha.
    pub color: Color,
}

/// An image on a rectangle, visible from both sides, transparent where its alpha is low.
#[derive(Clone, Debug, PartialEq)]
pub struct Sheet {
    /// Upper left, upper right, lower right and lower left.
    pub corners: [Vec3; 4],
    /// The image of the world.
    pub index: usize,
    /// The pixels, compared by pointer.
    pub image: Arc<Thumbnail>,
    /// The factor of its alpha, from 0 to 1.
    pub strength: f32,
}

/// A cell of an image that a ray meets.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct MetCell {
    /// The image of the world.
    pub image: usize,
    /// Its corners, in the order of [`Sheet::corners`].
    pub corners: [Vec3; 4],
}

/// A straight line.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Line {
    /// The start, from which dashes are measured.
    pub from: Vec3,
    /// End.
    pub to: Vec3,
    /// Colour with alpha.
    pub color: Color,
    /// Width in pixels at 100% scale.
    pub width: f32,
    /// Solid, dashed or dotted.
    pub style: Style,
    /// Whether parts behind solids are not drawn; otherwise they are drawn faintly.
    pub hide_behind: bool,
    /// The item that a click on it selects.
    pub item: Option<Item>,
}

/// A dot.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Dot {
    /// Its centre.
    pub at: Vec3,
    /// Colour.
    pub color: Color,
    /// Diameter in pixels at 100% scale.
    pub size: f32,
    /// The item that a click on it selects.
    pub item: Option<Item>,
}

/// A text beside a point.
#[derive(Clone, Debug, PartialEq)]
pub struct Label {
    /// The point that it names.
    pub at: Vec3,
    /// The text, one line.
    pub text: String,
    /// Text colour.
    pub color: Color,
    /// Labels of higher priority are placed first; labels without a free place are left out.
    pub priority: u8,
    /// The item that a click on it selects.
    pub item: Option<Item>,
    /// The distance that it names, for a label that must be visible: the distance is drawn over everything else, and a
    /// line leads from its middle to the label.
    pub span: Option<Span>,
    /// The item that it names as a whole: the label may be on any side of the item, and does not cover it.
    pub around: Option<Item>,
}

/// The distance from a point to a plane, as a line.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Span {
    /// The point.
    pub from: Vec3,
    /// The foot of the perpendicular on the plane.
    pub to: Vec3,
    /// The colour of the point.
    pub dot: Color,
}
