//! Places labels beside the items that they name. No label overlaps another label or a taken area, or leaves the
//! picture.
//!
//! ```text
//! area          rectangles and lines on the screen
//! silhouette    the outline of an item
//! avoided       what labels cover only if they must
//! placed        the places of labels, and their short texts
//! cost          the priorities, and what it costs to cover something
//! plate         the places for a plate around a point or an item, and the best of them
//! place         the layout of all labels
//! ```
//!
//! Units are points on the screen, x right and y down. The layout uses no fonts and no painters: a closure gives the
//! size of each text. It is greedy, by priority: each label takes the free place of least cost around its point. Of
//! many labels, those of the highest priority are placed, because every pair is compared.

pub(super) mod area;
mod avoided;
mod cost;
mod place;
mod placed;
mod plate;
pub(super) mod silhouette;
#[cfg(test)]
mod tests;

pub use avoided::{AvoidedAreas, Front};
pub use cost::{CONTEXT, NEEDED};
pub use place::place_labels;
pub use placed::{LabelLayout, PlacedLabel, short};
