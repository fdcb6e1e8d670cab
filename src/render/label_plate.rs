//! A plate over the picture, and what labels and cards share: rectangles and colours for egui.

use egui::{Color32, Rect};
use glam::Vec2;

use crate::picture::{Area, Color};
use crate::world::Item;

/// A plate over the picture.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Plate {
    /// Where it is.
    pub place: Rect,
    /// The item of its label; `None` for the legend.
    pub item: Option<Item>,
}

/// A palette's colour for egui.
pub(crate) fn color32(Color([r, g, b, a]): Color) -> Color32 {
    Color32::from_rgba_unmultiplied(r, g, b, a)
}

/// A rectangle for the layout of labels.
pub(super) fn area(rect: Rect) -> Area {
    Area { min: Vec2::new(rect.left(), rect.top()), max: Vec2::new(rect.right(), rect.bottom()) }
}
