//! The errors of recorded paths as a page of plots, for a file.
//!
//! ```text
//! plotted  the paths, and their lines
//! page     the page of one path or of several
//! one      the page of one path: over time, from above, by axis, and how often
//! several  the page of several paths against one reference
//! ```

mod one;
mod page;
mod plotted;
mod several;

pub use plotted::{ErrorPlot, PlottedPath};
