//! The difference of two grids of one image, such as those of the two methods. Cells are counted, not stored: an image
//! with one cell for each pixel has millions.

use super::grid::Grid;

/// The number of differing cells whose indices are kept.
const MOST_NAMED: usize = 8;

/// The difference of two grids of the same divisions.
#[derive(Clone, Debug, PartialEq)]
pub struct GridDifference {
    /// The number of cells that are solid in one grid and clear in the other.
    pub verdicts: usize,
    /// The indices of the first of these cells, ascending, row by row from the top; at most eight.
    pub named: Vec<usize>,
    /// The index of the cell whose means differ most; the first of equal ones.
    pub largest: usize,
    /// In that cell, the mean of the second grid minus the mean of the first.
    pub by: f64,
}

impl GridDifference {
    /// Compares `b` with `a` at a threshold. `None` if their divisions differ.
    pub fn between(a: &Grid, b: &Grid, threshold: f64) -> Option<Self> {
        if a.layout().divisions() != b.layout().divisions() {
            return None;
        }
        let mut difference = Self { verdicts: 0, named: Vec::new(), largest: 0, by: 0.0 };
        for (i, (a, b)) in a.means().zip(b.means()).enumerate() {
            if (b - a).abs() > difference.by.abs() {
                (difference.largest, difference.by) = (i, b - a);
            }
            if (a >= threshold) != (b >= threshold) {
                difference.verdicts += 1;
                if difference.named.len() < MOST_NAMED {
                    difference.named.push(i);
                }
            }
        }
        Some(difference)
    }
}
