//! Ways over cells: the least length in cells that are not decided, from the start or from the goal.

use std::cmp::Ordering;
use std::collections::BinaryHeap;

use super::grid::{CellIndex, CellState, LeakGrid};

/// A cell in a queue, the least cost first.
#[derive(Clone, Copy)]
pub(super) struct Queued {
    pub(super) cost: f64,
    pub(super) cell: CellIndex,
}

impl PartialEq for Queued {
    fn eq(&self, other: &Self) -> bool {
        self.cmp(other).is_eq()
    }
}

impl Eq for Queued {}

impl PartialOrd for Queued {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Queued {
    fn cmp(&self, other: &Self) -> Ordering {
        other.cost.total_cmp(&self.cost).then_with(|| other.cell.cmp(&self.cell))
    }
}

/// The length that a way spends in cells that are not decided, from some cells to all others, in metres; infinite for cells
/// that no way reaches. The last cell counts too. Cells that `is_closed` are not entered.
pub(super) fn mixed_lengths(
    grid: &LeakGrid,
    from: impl IntoIterator<Item = CellIndex>,
    is_closed: impl Fn(CellIndex) -> bool,
) -> Vec<f32> {
    let mut lengths = vec![f32::INFINITY; grid.len()];
    let mut queue = BinaryHeap::new();
    let own = |cell: CellIndex| match grid.cell(cell).state {
        CellState::Free => Some(0.0),
        CellState::Mixed if !is_closed(cell) => Some(grid.edge(cell)),
        CellState::Mixed | CellState::Blocked => None,
    };
    let push = |queue: &mut BinaryHeap<Queued>, lengths: &mut [f32], cell: CellIndex, before: f64| {
        let Some(own) = own(cell) else { return };
        let cost = before + own;
        #[expect(clippy::cast_possible_truncation, reason = "costs are only compared")]
        let short = cost as f32;
        if short < lengths[cell as usize] {
            lengths[cell as usize] = short;
            queue.push(Queued { cost: short.into(), cell });
        }
    };
    for cell in from {
        push(&mut queue, &mut lengths, cell, 0.0);
    }
    while let Some(Queued { cost, cell }) = queue.pop() {
        if cost > f64::from(lengths[cell as usize]) {
            continue;
        }
        grid.neighbours(cell, |next| push(&mut queue, &mut lengths, next, cost));
    }
    lengths
}
