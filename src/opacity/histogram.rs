//! A histogram of the means of cells. It shows where a small change of the threshold changes many cells.

use super::grid::Grid;

/// Counts of cells by their mean, in bins of equal width from 0 to 1.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Histogram {
    counts: Vec<u64>,
}

impl Histogram {
    /// Counts all cells in `bins` bins, at least one. A mean on the border of two bins belongs to the upper bin, and 1
    /// to the last.
    pub fn of(grid: &Grid, bins: usize) -> Self {
        let mut counts = vec![0; bins.max(1)];
        let last = counts.len() - 1;
        for mean in grid.means() {
            #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "from 0 to 1")]
            let bin = (mean * counts.len() as f64) as usize;
            counts[bin.min(last)] += 1;
        }
        Self { counts }
    }

    /// The number of cells in each bin, ascending.
    pub fn counts(&self) -> &[u64] {
        &self.counts
    }

    /// The bounds of a bin.
    pub fn range(&self, bin: usize) -> [f64; 2] {
        [bin, bin + 1].map(|edge| edge as f64 / self.counts.len() as f64)
    }
}
