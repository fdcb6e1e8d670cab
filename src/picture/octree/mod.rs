//! The octree over the scene: its cells, the objects in them, candidate pairs, and the split planes that boxes
//! straddle.
//!
//! If too many lines would cover the picture, some are left out, and the legend says so. Cells are grey; deeper ones
//! are thinner and have more contrast. A candidate pair is a dashed yellow line between two centres, an overlap a strong one.

pub(super) mod cells;
pub(super) mod counts;
mod draw;
pub(super) mod lattice;
mod levels;
pub(super) mod look;
mod pairs;
mod planes;
mod scope;

pub(super) use self::draw::draw;
