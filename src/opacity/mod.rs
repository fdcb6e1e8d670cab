//! Which parts of an image are solid: the image is cut into cells, and a cell is solid when its mean alpha reaches a
//! threshold.
//!
//! Games use such cells as the hit areas of sprites and leaves: a click or a ray at a cell of low alpha passes through.
//!
//! ```
//! use eyeline::opacity::{CellLayout, Grid, Method, Pixels, Progress, Samples};
//!
//! // 4 × 2 pixels with an alpha channel only: opaque, opaque, half, clear.
//! let alpha = [255, 255, 128, 0, 255, 255, 128, 0];
//! let pixels = Pixels::new([4, 2], 1, true, Samples::Bits8(&alpha))?;
//!
//! // Two columns and one row of cells.
//! let layout = CellLayout::new([4, 2], [2, 1], Method::Exact)?;
//! let grid = Grid::of(&pixels, &layout, &Progress::default()).expect("it is not cancelled");
//! assert_eq!(grid.mean([0, 0]), Some(1.0));
//! assert_eq!(grid.solid(0.5).collect::<Vec<_>>(), [true, false]);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! - [`Pixels`] is a decoded image in memory. Only its alpha is read.
//! - [`CellLayout`] divides the pixels into cells by one of two [`Method`]s, and lists the pixels that no cell covers.
//! - [`Grid`] holds the sum of alpha of every cell, and so its mean. [`Grid::is_solid`] compares the mean with a
//!   threshold.
//! - [`Sheet`] is an image in space. [`cast()`] finds the cell that a ray meets, and whether the ray passes through it.
//! - [`Histogram`] summarises one grid, [`GridDifference`] two grids of different methods.
//!
//! Pixels and cells are counted from the upper left corner: column i to the right, row j down. Lists of cells are row
//! by row, the top row first. Sums are integers, so a mean is rounded once and does not depend on the number of
//! threads. Alpha is read the same way from images with straight and with premultiplied alpha. This module uses no
//! files, no OpenGL, no egui and no scenes.

mod cast;
mod cast_steps;
mod crossing;
mod difference;
mod divide;
mod exact;
mod grid;
mod histogram;
mod layout;
mod pixels;
mod progress;
mod steps;
mod sum;
pub mod values;

pub use cast::{Sheet, cast, cast_told};
pub use crossing::SheetCrossing;
pub use difference::GridDifference;
pub use exact::cast as cast_exactly;
pub use grid::Grid;
pub use histogram::Histogram;
pub use layout::{CellAxis, CellLayout, LayoutError, Method, PixelRect};
pub use pixels::{Pixels, PixelsError, Samples};
pub use progress::Progress;
pub use sum::Level;
pub use values::OpacityValues;
