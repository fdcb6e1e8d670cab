//! The name of a cell in words, and the edges of a box as marks.

use super::cell::Cell;
use crate::geometry::{Aabb, Mark, MarkShape, Tone};

/// "cell 0o70 of level 2", "the root".
pub(super) fn name(cell: Cell) -> String {
    if cell == Cell::ROOT { "the root".to_owned() } else { format!("cell {} of level {}", cell.octal(), cell.level()) }
}

/// The twelve edges of a box.
pub(super) fn edges(aabb: &Aabb, tone: Tone) -> Vec<Mark> {
    let from =
        (0..8_usize).flat_map(|i| [1, 2, 4].into_iter().filter(move |bit| i & bit == 0).map(move |bit| (i, i | bit)));
    from.map(|(a, b)| Mark { shape: MarkShape::Segment(aabb.corner(a), aabb.corner(b)), tone, label: String::new() })
        .collect()
}
