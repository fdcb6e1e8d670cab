//! The errors of recorded paths as a page of plots, for a file.
//!
//! ```text
//! plotted  the paths, and their lines
//! page     the page of one path or of several
//! sheet    the shapes of a page: lines, areas and texts
//! ticks    the numbers at an axis
//! axes     one plot: its frame, axes, curves and legend
//! one      the page of one path: over time, from above, by axis, and how often
//! several  the page of several paths against one reference
//! ```

mod axes;
mod one;
mod page;
mod plotted;
mod several;
mod sheet;
mod ticks;

pub use plotted::{ErrorPlot, PlottedPath};
pub use sheet::{PlotShape, PlotSheet, TextAnchor};
