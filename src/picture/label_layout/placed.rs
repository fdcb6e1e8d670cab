//! The places of labels, and their short texts.

use glam::Vec2;

use super::area::Area;

/// The place of a label.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PlacedLabel {
    /// Its number in the list.
    pub label: usize,
    /// The point that it names.
    pub anchor: Vec2,
    /// Its plate.
    pub plate: Area,
    /// Whether a leader line must lead to its point: the plate is far from the item that it names, or as near to
    /// another item.
    pub led: bool,
    /// Whether it shows only the part of its text that [`short`] returns.
    pub is_short: bool,
}

/// The layout of all labels.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct LabelLayout {
    /// The placed labels, in order of descending priority.
    pub placed: Vec<PlacedLabel>,
    /// The number of labels without a place whose point is in the picture.
    pub dropped: usize,
}

/// The name in a label such as "✓ crate · inside", for a place without room for the whole text: the sign and the colour
/// show the verdict too. `None` for a label that is not longer than that.
pub fn short(text: &str) -> Option<&str> {
    text.split_once(" · ").map(|(name, _)| name)
}
