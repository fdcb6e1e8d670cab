//! Moves one object of the tree to another cell. Objects and nodes that are not between the old and the new place keep
//! their places, except that nodes behind both move when the number of nodes changes.

use std::ops::Range;

use super::cell::Cell;
use super::sorted::{CellNode, Octree};
use super::wide::SimdAabb;

impl Octree {
    /// Moves the object at `from` to a cell other than its own, with a new box.
    pub(super) fn reinsert(&mut self, from: usize, cell: Cell, aabb: SimdAabb) {
        let old = self.node_at(from);
        let old_cell = self.nodes[old].cell;
        let shared = shared_level(old_cell, cell);
        // Existing nodes of only one of both branches, from the root down. Cells that are not yet occupied have none.
        let leaving = self.path(old_cell, shared);
        let entering = self.path(cell, shared);
        // Nodes without other objects are removed.
        let kept = leaving.partition_point(|&node| self.nodes[node].end - self.nodes[node].start > 1);
        let emptied = old + 1 - (leaving.len() - kept)..old + 1;
        let missing = cell.level() - shared - count(entering.len());
        let (object, depth) = (self.ids[from], self.region.depth());
        // The new node, or the index at which it is inserted.
        let new = self.nodes.partition_point(|node| node.cell.preorder(depth) < cell.preorder(depth));
        let to = match self.nodes.get(new) {
            Some(node) if missing == 0 => {
                let own = &self.ids[node.start as usize..node.own_end as usize];
                node.start as usize + own.partition_point(|&other| other < object)
            }
            Some(node) => node.start as usize,
            None => self.ids.len(),
        };
        self.boxes[from] = aabb;
        let (place, between, step) = if from < to {
            self.ids[from..to].rotate_left(1);
            self.boxes[from..to].rotate_left(1);
            (to - 1, old + 1..new + usize::from(missing == 0), -1)
        } else {
            self.ids[to..=from].rotate_right(1);
            self.boxes[to..=from].rotate_right(1);
            (to, new + usize::from(missing == 0)..old + 1, 1)
        };
        for node in &mut self.nodes[between] {
            for index in [&mut node.start, &mut node.own_end, &mut node.end] {
                *index = index.wrapping_add_signed(step);
            }
        }
        self.nodes[old].own_end -= 1;
        if missing == 0 {
            self.nodes[new].own_end += 1;
        }
        for &node in &leaving[..kept] {
            self.nodes[node].end -= 1;
            self.nodes[node].size -= count(emptied.len());
        }
        for &node in &entering {
            self.nodes[node].end += 1;
            self.nodes[node].size += missing;
        }
        for level in 0..=shared {
            if let Some(node) = self.node_of(cell.ancestor(level).preorder(depth)) {
                self.nodes[node].size = self.nodes[node].size + missing - count(emptied.len());
            }
        }
        let start = count(place);
        let added = (0..missing).rev().map(|below| CellNode {
            contents: aabb,
            cell: cell.ancestor(cell.level() - below),
            start,
            own_end: start + u32::from(below == 0),
            end: start + 1,
            size: below + 1,
        });
        exchange(&mut self.nodes, emptied, new, &added.collect::<Vec<_>>());
        self.enclose([old_cell, cell].into_iter());
    }

    /// The nodes of a cell and of its ancestors below a level, from the root down.
    fn path(&self, cell: Cell, above: u32) -> Vec<usize> {
        let depth = self.region.depth();
        (above + 1..=cell.level()).map_while(|level| self.node_of(cell.ancestor(level).preorder(depth))).collect()
    }
}

/// The level of the smallest cell that contains both.
fn shared_level(a: Cell, b: Cell) -> u32 {
    let levels = 0..=a.level().min(b.level());
    levels.rev().find(|&level| a.ancestor(level) == b.ancestor(level)).unwrap_or(0)
}

/// Removes some nodes, and inserts others before the node at `at`, which may be the first of the removed or the one after
/// them. Nodes behind both keep their places when as many are removed as inserted.
fn exchange(nodes: &mut Vec<CellNode>, removed: Range<usize>, at: usize, added: &[CellNode]) {
    if removed.is_empty() && added.is_empty() {
        return;
    }
    if removed.len() != added.len() {
        let after = if at > removed.start { at - removed.len() } else { at };
        nodes.drain(removed);
        nodes.splice(after..after, added.iter().copied());
    } else if at > removed.start {
        nodes.copy_within(removed.end..at, removed.start);
        nodes[at - added.len()..at].copy_from_slice(added);
    } else {
        nodes.copy_within(at..removed.start, at + added.len());
        nodes[at..at + added.len()].copy_from_slice(added);
    }
}

/// A number of nodes or objects, which fits into 32 bits as the indices do.
fn count(count: usize) -> u32 {
    u32::try_from(count).unwrap_or(u32::MAX)
}
