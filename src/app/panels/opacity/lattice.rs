//! The cells of a row or column that are drawn: the visible ones. If they are too many, several are drawn as one.

use std::ops::Range;

use crate::opacity::{CellAxis, Grid};

/// One cell, or some neighbours that are drawn as one with the value of the first.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Span {
    /// The first cell.
    pub(super) cell: u32,
    /// Its first pixel.
    pub(super) from: u32,
    /// The pixel after its last one.
    pub(super) to: u32,
}

/// The visible cells of an axis in at most about `most` spans.
pub(super) fn spans(axis: &CellAxis, visible: &Range<u32>, most: u32) -> Vec<Span> {
    if visible.is_empty() {
        return Vec::new();
    }
    let first = axis.cell_of(visible.start).unwrap_or(axis.cells());
    let end = axis.cell_of(visible.end - 1).map_or(axis.cells(), |last| last + 1);
    let step = end.saturating_sub(first).div_ceil(most.max(1)).max(1);
    let span = |cell: u32| {
        let last = cell.saturating_add(step).min(axis.cells()) - 1;
        Span { cell, from: axis.range(cell).start, to: axis.range(last).end }
    };
    (first..end).step_by(step as usize).map(span).collect()
}

/// Runs of solid cells in each row: row, first column, and the column after the last, counted in spans.
pub(super) fn runs(solid: &[bool], columns: usize) -> Vec<[usize; 3]> {
    let mut runs = Vec::new();
    for (row, cells) in solid.chunks(columns.max(1)).enumerate() {
        let mut start = 0;
        for part in cells.chunk_by(|a, b| a == b) {
            let end = start + part.len();
            if part[0] {
                runs.push([row, start, end]);
            }
            start = end;
        }
    }
    runs
}

/// Whether each span of columns is solid in each span of rows, row by row.
pub(super) fn solid(grid: &Grid, threshold: f64, columns: &[Span], rows: &[Span]) -> Vec<bool> {
    let is_solid = |i: u32, j: u32| grid.is_solid([i, j], threshold).unwrap_or_default();
    rows.iter().flat_map(|row| columns.iter().map(move |column| is_solid(column.cell, row.cell))).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::opacity::{CellLayout, Method};

    fn axis(pixels: u32, cells: u32, method: Method) -> CellAxis {
        CellLayout::new([pixels, 1], [cells, 1], method).unwrap().axes()[0]
    }

    #[test]
    fn only_visible_cells_are_drawn() {
        let axis = axis(101, 12, Method::OddBlock);
        let cells = |visible| spans(&axis, &visible, 100).iter().map(|span| span.cell).collect::<Vec<_>>();
        assert_eq!(cells(0..101), (0..12).collect::<Vec<_>>());
        assert_eq!(cells(6..8), [0, 1]);
        assert_eq!(cells(80..101), [11], "the last block, and pixels that are never read");
        assert!(cells(90..101).is_empty());
        assert!(cells(5..5).is_empty());
    }

    #[test]
    fn many_cells_are_few_spans_without_gaps() {
        for method in Method::ALL {
            let axis = axis(16_384, 5000, method);
            let spans = spans(&axis, &(0..16_384), 64);
            assert!(spans.len() <= 64);
            assert!(spans.windows(2).all(|pair| pair[0].to == pair[1].from));
            assert_eq!((spans[0].from, spans[spans.len() - 1].to), (0, axis.covered()));
        }
    }

    #[test]
    fn runs_are_consecutive_solid_cells() {
        let solid = [true, true, false, true, false, false, false, false];
        assert_eq!(runs(&solid, 4), [[0, 0, 2], [0, 3, 4]]);
        assert_eq!(runs(&[], 0), Vec::<[usize; 3]>::new());
    }
}
