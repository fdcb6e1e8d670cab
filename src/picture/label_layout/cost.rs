//! The priorities of labels, the distances of their plates, and what it costs to cover something.

use super::plate::SIDES;

/// The distances of plates from their points, nearest first.
pub(super) const DISTANCES: [f32; 4] = [9.0, 26.0, 48.0, 76.0];

/// The same for a point on an image. More of them, because near plates would cover its pixels.
pub(super) const DISTANCES_OFF_IMAGE: [f32; 9] = [9.0, 26.0, 48.0, 76.0, 110.0, 150.0, 190.0, 230.0, 270.0];

/// A plate gets a leader line too unless it is this much nearer to its own item than to any other.
pub(super) const CLEARLY_NEARER: f32 = 4.0;

/// An item that fills more of the picture than this is the ground or a background. A plate over it does not seem to
/// name it.
pub(super) const BACKDROP: f32 = 0.3;

/// Labels up to this priority are context: they are placed near their points or not at all, because long leader lines
/// would clutter a small picture. They cover no point that another label names. If their own point is covered, they are
/// left out.
pub const CONTEXT: u8 = 3;

/// The number of [`DISTANCES`] that count as near.
pub(super) const NEAR: usize = 2;

/// The most labels that are placed: those of the highest priority. A picture has room for fewer, and every pair is compared.
pub(super) const MOST_LABELS: usize = 1000;

/// The cost of covering a point that another label names, in steps of [`SIDES`]; the next of [`DISTANCES`] costs
/// as much as all sides.
pub(super) const COVER: usize = 2 * SIDES.len() + 1;

/// The cost of a place that is nearer to such a point than to its own, so that the label seems to name it.
pub(super) const MISLEAD: usize = SIDES.len();

/// The cost of covering an avoided area or stroke: another side is better, but not a greater distance.
pub(super) const SHY: usize = SIDES.len() - 1;

/// The cost of covering a part of the label's own item: a greater distance is better.
pub(super) const OWN: usize = 2 * SIDES.len() + 2;

/// The cost of covering a part of another item: the next distance is better.
pub(super) const OTHER: usize = SIDES.len() + 1;

/// The cost of covering a part of an image, whose pixels are its answer: any other place is better.
pub(super) const IMAGE: usize = 2 * DISTANCES_OFF_IMAGE.len() * SIDES.len();

/// The cost of covering more than [`MUCH`] of another item: a greater distance is better.
pub(super) const OTHER_MUCH: usize = 4 * SIDES.len();

/// A part of an item that hides its shape when it is covered.
pub(super) const MUCH: f32 = 0.1;

/// The greatest part of an item that all labels together may cover. A label without another place is shortened, or else
/// left out.
pub(super) const MOST_COVERED: f32 = 0.18;

/// The same for labels below [`CONTEXT`], such as the names of planes.
pub(super) const MOST_COVERED_BY_FAINT: f32 = 0.04;

/// The least distance of a label with a leader line from the points of others, as a part of the line's length.
pub(super) const CLOSE: f32 = 0.6;

/// Labels of this priority or a higher one are the answer. They cover items rather than be left out.
pub const NEEDED: u8 = 7;

/// An item that fills more of the picture than this may be covered by the labels of items behind it: it is the ground.
pub(super) const FRONT: f32 = 0.15;
