//! Pages of plots for a file: their shapes, and one plot with its axes.
//!
//! ```text
//! sheet  the shapes of a page: lines, areas and texts
//! ticks  the numbers at an axis
//! axes   one plot: its frame, axes, curves, tiles and legend
//! ```

pub(super) mod axes;
pub(super) mod sheet;
mod ticks;

pub use sheet::{PlotShape, PlotSheet, TextAnchor};
