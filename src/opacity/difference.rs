//! Two grids of one image, cell by cell: what another method would answer. Nothing is kept for each cell: of one cell a
//! pixel there are millions.

use super::Grid;

/// So many of the cells that differ in their answer are kept.
const MOST_NAMED: usize = 8;

/// How two grids of the same divisions differ.
#[derive(Clone, Debug, PartialEq)]
pub struct Difference {
    /// How many cells are solid in one grid and clear in the other.
    pub verdicts: usize,
    /// The indices of the first of them, ascending, row by row from the top; at most eight.
    pub named: Vec<usize>,
    /// The index of the cell whose means differ most, the first of equals.
    pub largest: usize,
    /// The mean of the second grid less that of the first, in that cell.
    pub by: f64,
}

impl Difference {
    /// What `b` says otherwise than `a` at this threshold. `None` when they have not the same divisions.
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
