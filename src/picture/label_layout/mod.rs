//! Places labels beside the items that they name. No label overlaps another label or a taken area, or leaves the
//! picture.
//!
//! Units are points on the screen, x right and y down. The layout uses no fonts and no painters: a closure gives the
//! size of each text. It is greedy, by priority: each label takes the free place of least cost around its point. Of
//! many labels, those of the highest priority are placed, because every pair is compared.

pub(super) mod area;
mod place;
pub(super) mod silhouette;

pub use place::{AvoidedAreas, CONTEXT, Front, LabelLayout, NEEDED, PlacedLabel, place_labels, short};
