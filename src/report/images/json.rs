//! The section `images` of a report. An image has `has_alpha` besides the keys of the contract.
//!
//! Numbers are computed cell by cell while they are written: an image with one cell for each pixel has millions.

use serde::ser::SerializeSeq;
use serde::{Serialize, Serializer};

use crate::opacity::Grid;
use crate::world::{ImageAt, Opacity};

/// An image: the keys of the contract in its order, then `has_alpha`; or `error` in place of all but its name.
#[derive(Serialize)]
#[serde(untagged)]
pub(in crate::report) enum ImageSection<'a> {
    Answer(ImageEntry<'a>),
    Error { image: &'a str, error: String },
}

#[derive(Serialize)]
pub(in crate::report) struct ImageEntry<'a> {
    image: &'a str,
    size: [u32; 2],
    divisions: [u32; 2],
    method: &'static str,
    threshold: f64,
    alpha: GridRows<'a, f64>,
    solid: GridRows<'a, bool>,
    solid_cells: usize,
    uncovered_pixels: u64,
    has_alpha: bool,
}

impl<'a> ImageSection<'a> {
    pub(in crate::report) fn of(image: &'a ImageAt) -> Self {
        match &image.opacity {
            Ok(opacity) => Self::Answer(ImageEntry::of(image, opacity)),
            Err(error) => Self::Error { image: &image.name, error: error.to_string() },
        }
    }
}

impl<'a> ImageEntry<'a> {
    fn of(image: &'a ImageAt, opacity: &'a Opacity) -> Self {
        let (grid, layout) = (&*opacity.grid, opacity.layout());
        let threshold = image.threshold;
        Self {
            image: &image.name,
            size: layout.size(),
            divisions: layout.divisions(),
            method: layout.method().word(),
            threshold,
            alpha: GridRows { grid, of: Box::new(|grid| Box::new(grid.means())) },
            solid: GridRows::solid(grid, threshold),
            solid_cells: opacity.solid_cells,
            uncovered_pixels: layout.uncovered_pixels(),
            has_alpha: opacity.bitmap.has_alpha(),
        }
    }
}

/// The function that makes a value of every cell, row by row.
type OfCells<'a, T> = Box<dyn Fn(&'a Grid) -> Box<dyn Iterator<Item = T> + 'a> + 'a>;

/// A list of lists: the top row of cells first.
pub(in crate::report) struct GridRows<'a, T> {
    grid: &'a Grid,
    of: OfCells<'a, T>,
}

impl<'a> GridRows<'a, bool> {
    /// Whether each cell is solid.
    pub(super) fn solid(grid: &'a Grid, threshold: f64) -> Self {
        Self { grid, of: Box::new(move |grid| Box::new(grid.solid(threshold))) }
    }
}

impl<T: Serialize> Serialize for GridRows<'_, T> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let [columns, rows] = self.grid.layout().divisions().map(|cells| cells as usize);
        let mut values = (self.of)(self.grid);
        let mut list = serializer.serialize_seq(Some(rows))?;
        let mut row = Vec::with_capacity(columns);
        for _ in 0..rows {
            row.clear();
            row.extend(values.by_ref().take(columns));
            list.serialize_element(&row)?;
        }
        list.end()
    }
}
