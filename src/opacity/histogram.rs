//! How many cells have which mean: where a threshold can stand without deciding much, and where a small step decides a lot.

use super::Grid;

/// Counts of cells by their mean, in stretches of equal width from 0 to 1.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Histogram {
    counts: Vec<u64>,
}

impl Histogram {
    /// Counts all cells in `bins` stretches, at least one. A mean on the border of two belongs to the upper one; 1 to
    /// the last.
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

    /// How many cells are in each stretch, from 0 up.
    pub fn counts(&self) -> &[u64] {
        &self.counts
    }

    /// From where to where a stretch reaches.
    pub fn range(&self, bin: usize) -> [f64; 2] {
        [bin, bin + 1].map(|edge| edge as f64 / self.counts.len() as f64)
    }
}
