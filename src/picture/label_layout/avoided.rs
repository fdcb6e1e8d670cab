//! Areas, lines and items that labels avoid.

use std::fmt;
use std::fmt::{Debug, Formatter};

use super::area::{Area, Stroke};
use super::silhouette::Silhouette;
use crate::world::Item;

/// Areas, lines and items that a label covers only if all other places are too far.
#[derive(Clone, Copy, Debug, Default)]
pub struct AvoidedAreas<'a> {
    /// Rectangles.
    pub areas: &'a [Area],
    /// Lines.
    pub strokes: &'a [Stroke],
    /// Items; covering the item that a label names costs more than covering another.
    pub silhouettes: &'a [Silhouette],
    /// With it, a label below [`NEEDED`](crate::picture::NEEDED) covers no item that is nearer than its own, other than one that fills much of the
    /// picture.
    pub front: Option<Front<'a>>,
}

/// Which items are before others.
#[derive(Clone, Copy)]
pub struct Front<'a> {
    /// The distances of the silhouettes from the eye, in their order.
    pub distances: &'a [f32],
    /// Whether an item is what is seen in a rectangle. The silhouette of an arch also has the opening.
    pub is_seen: &'a dyn Fn(Item, &Area) -> bool,
}

impl Debug for Front<'_> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        f.debug_struct("Front").field("distances", &self.distances).finish_non_exhaustive()
    }
}
