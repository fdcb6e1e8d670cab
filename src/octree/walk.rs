//! A simultaneous traversal of the tree with itself: finds the pairs of parts that are near each other, each pair once.
//!
//! The walk descends from the root. For the current branch it keeps a list of the other parts that are near it. When
//! the branch is divided, the parts of its list are divided too, and each child keeps those near itself. The other
//! parts are dropped with all their objects. So the search is narrowed level by level for all objects of a branch
//! together, and no table of cells is needed. (The interaction lists of fast multipole methods: L. Greengard and V.
//! Rokhlin, "A Fast Algorithm for Particle Simulations", 1987.)

use super::near::Cells;
use super::sorted::{FEW, Octree};
use super::wide::SimdAabb;
use crate::parallel;

/// A part of the sorted objects with the box of its cell, which decides which parts are near it.
#[derive(Clone, Copy, Debug)]
pub(super) struct CellPart {
    pub(super) reach: SimdAabb,
    pub(super) start: u32,
    pub(super) end: u32,
    /// The node of the branch; `None` for a run of objects of one cell.
    node: Option<u32>,
}

impl CellPart {
    pub(super) fn len(&self) -> usize {
        (self.end - self.start) as usize
    }

    pub(super) fn range(&self) -> std::ops::Range<usize> {
        self.start as usize..self.end as usize
    }

    /// Whether all its objects are in one cell.
    pub(super) fn is_run(&self) -> bool {
        self.node.is_none()
    }
}

/// Calls `meet` for the objects of each cell, with the later parts that are near it. The caller also handles the pairs
/// within the cell. Together the calls cover every pair of near objects once. Large trees are walked in parallel, with
/// a new `R` for each task. The results are in the order of the tree.
pub(super) fn walk<R: Send + Default>(tree: &Octree, meet: impl Fn(&mut R, &CellPart, &[CellPart]) + Sync) -> Vec<R> {
    let cells = Cells(tree.method);
    let Some(root) = tree.nodes.first() else { return Vec::new() };
    let whole = CellPart { reach: cells.bounds(root.cell), start: root.start, end: root.end, node: Some(0) };
    let walker = Walker { tree, cells };
    let run = |part: &CellPart, near: &[CellPart]| {
        let mut result = R::default();
        walker.visit(part, &mut near.to_vec(), 0, 0, &mut |part, near| meet(&mut result, part, near));
        result
    };
    let threads = parallel::thread_count();
    if whole.len() < FEW || threads == 1 {
        return vec![run(&whole, &[])];
    }
    let mut tasks = Vec::new();
    let grain = (whole.len() / (8 * threads)).max(FEW / 4);
    walker.visit(&whole, &mut Vec::new(), 0, grain, &mut |part, near| tasks.push((*part, near.to_vec())));
    parallel::map(tasks.len(), |i| run(&tasks[i].0, &tasks[i].1))
}

struct Walker<'a> {
    tree: &'a Octree,
    cells: Cells,
}

impl Walker<'_> {
    /// `list[first..]` are the parts near `part`. A branch of up to `block` objects is not divided.
    fn visit(
        &self,
        part: &CellPart,
        list: &mut Vec<CellPart>,
        first: usize,
        block: usize,
        meet: &mut impl FnMut(&CellPart, &[CellPart]),
    ) {
        let Some(node) = part.node.filter(|_| part.len() > block) else {
            meet(part, &list[first..]);
            return;
        };
        // Divides the parts of the list like the part itself.
        let divided = list.len();
        for i in first..divided {
            let near = list[i];
            match near.node.filter(|_| near.len() > block) {
                Some(node) => self.divide(node, list),
                None => list.push(near),
            }
        }
        let children = list.len();
        self.divide(node, list);
        for child in children..list.len() {
            let part = list[child];
            let kept = list.len();
            // Later siblings, and the parts near the parent.
            for i in (child + 1..kept).chain(divided..children) {
                let near = list[i];
                if part.reach.overlaps(&near.reach) {
                    list.push(near);
                }
            }
            self.visit(&part, list, kept, block, meet);
            list.truncate(kept);
        }
        list.truncate(divided);
    }

    /// Appends the own objects and the children of a node.
    fn divide(&self, index: u32, list: &mut Vec<CellPart>) {
        let Some(node) = self.tree.nodes.get(index as usize) else { return };
        if node.own_end > node.start {
            list.push(CellPart {
                reach: self.cells.bounds(node.cell),
                start: node.start,
                end: node.own_end,
                node: None,
            });
        }
        let mut child = index + 1;
        while child < index + node.size {
            let Some(below) = self.tree.nodes.get(child as usize) else { return };
            list.push(CellPart {
                reach: self.cells.bounds(below.cell),
                start: below.start,
                end: below.end,
                node: Some(child),
            });
            child += below.size;
        }
    }
}

/// The parts that a part divides into; none for a run.
pub(super) fn divided(tree: &Octree, part: &CellPart) -> Vec<CellPart> {
    let mut list = Vec::new();
    if let Some(node) = part.node {
        Walker { tree, cells: Cells(tree.method) }.divide(node, &mut list);
    }
    list
}
