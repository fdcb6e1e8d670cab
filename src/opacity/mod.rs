//! Where an image is solid: it is cut into cells, and the mean alpha of each decides.
//!
//! Games do this for the hit areas of sprites and leaves: a click or a ray at a cell of little alpha passes through.
//!
//! - [`Pixels`] is an image in memory as decoders leave it, of which only the alpha is read.
//! - [`Layout`] lays cells over the pixels, by one of two [`Method`]s, and tells which pixels it never reads.
//! - [`Grid`] has the sum of every cell, and so its mean; [`Grid::is_solid`] compares it with a threshold.
//! - [`Sheet`] is an image in space; [`cast()`] tells at which of its cells a ray arrives, and whether it goes on.
//! - [`Histogram`] and [`Difference`] sum up one grid, and two of different methods.
//!
//! Pixels and cells count from the upper left corner: column i to the right, row j down. Lists of cells are row by row,
//! the top one first. Sums are whole numbers, so a mean is rounded once, and the same however many threads add.
//! Alpha is a share of opacity whether or not colours are multiplied with it, so it is read alike from both.
//! Knows nothing of files, GL, egui or scenes.

mod cast;
mod difference;
mod exact;
mod grid;
mod histogram;
mod layout;
mod pixels;
mod progress;
mod sum;
mod tell;
mod tell_cast;

pub use cast::{Crossing, Sheet, cast, cast_told};
pub use difference::Difference;
pub use exact::cast as cast_exactly;
pub use grid::Grid;
pub use histogram::Histogram;
pub use layout::{Axis, Layout, LayoutError, Method, PixelRect};
pub use pixels::{Pixels, PixelsError, Samples};
pub use progress::Progress;
pub use sum::Level;
