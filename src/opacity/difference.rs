//! Two grids of one image, cell by cell: what another method would answer.

use super::Grid;

/// How two grids of the same divisions differ.
#[derive(Clone, Debug, PartialEq)]
pub struct Difference {
    /// The mean of the second grid less that of the first, row by row from the top.
    pub means: Vec<f64>,
    /// Indices of the cells that are solid in one and clear in the other, ascending.
    pub verdicts: Vec<usize>,
    /// The index of the cell that differs most, the first of equals.
    pub largest: usize,
}

impl Difference {
    /// What `b` says otherwise than `a` at this threshold. `None` when they have not the same divisions.
    pub fn between(a: &Grid, b: &Grid, threshold: f64) -> Option<Self> {
        if a.layout().divisions() != b.layout().divisions() {
            return None;
        }
        let means: Vec<f64> = a.means().zip(b.means()).map(|(a, b)| b - a).collect();
        let solid = a.solid(threshold).zip(b.solid(threshold)).enumerate();
        let verdicts = solid.filter(|(_, (a, b))| a != b).map(|(i, _)| i).collect();
        let mut largest = 0;
        for (i, mean) in means.iter().enumerate() {
            if mean.abs() > means[largest].abs() {
                largest = i;
            }
        }
        Some(Self { means, verdicts, largest })
    }
}
