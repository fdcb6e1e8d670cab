//! A simultaneous traversal of the tree with itself: finds the pairs of parts that are near each other, each pair once.
//!
//! The walk descends from the root. For the current branch it keeps a list of the other parts that are near it. When
//! the branch is divided, the parts of its list are divided too, and each child keeps those near itself. The other
//! parts are dropped with all their objects. So the search is narrowed level by level for all objects of a branch
//! together, and no table of cells is needed. (The interaction lists of fast multipole methods: L. Greengard and V.
//! Rokhlin, "A Fast Algorithm for Particle Simulations", 1987.)

use super::sorted::{FEW, Sorted};
use super::wide::Wide;
use crate::parallel;

/// A part of the sorted objects with the box that decides which parts are near it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Part {
    pub(super) reach: Wide,
    pub(super) start: u32,
    pub(super) end: u32,
    /// The node of the branch; `None` for a run of objects of one cell.
    node: Option<u32>,
}

impl Part {
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

/// The rule by which two parts are near each other: by their cells, or by the boxes of their objects.
pub(super) trait Nearness: Sync {
    /// The box of a node's whole branch.
    fn of_branch(&self, tree: &Sorted, node: u32) -> Wide;
    /// The box of some of the objects in the cell of that node.
    fn of_run(&self, tree: &Sorted, node: u32, objects: std::ops::Range<usize>) -> Wide;
    /// Branches of up to this many objects are not divided. With 0, branches are divided down to single cells.
    const BLOCK: usize;
}

/// Calls `meet` for blocks of objects, each with the later parts that are near it. The caller also handles the pairs
/// within the block. Together the calls cover every pair of near objects once. Large trees are walked in parallel, with
/// a new `R` for each task. The results are in the order of the tree.
pub(super) fn walk<N: Nearness, R: Send + Default>(
    tree: &Sorted,
    nearness: &N,
    meet: impl Fn(&mut R, &Part, &[Part]) + Sync,
) -> Vec<R> {
    let Some(root) = tree.nodes.first() else { return Vec::new() };
    let whole = Part { reach: nearness.of_branch(tree, 0), start: root.start, end: root.end, node: Some(0) };
    let walker = Walker { tree, nearness };
    let run = |part: &Part, near: &[Part]| {
        let mut result = R::default();
        walker.visit(part, &mut near.to_vec(), 0, N::BLOCK, &mut |part, near| meet(&mut result, part, near));
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

struct Walker<'a, N> {
    tree: &'a Sorted,
    nearness: &'a N,
}

impl<N: Nearness> Walker<'_, N> {
    /// `list[first..]` are the parts near `part`.
    fn visit(
        &self,
        part: &Part,
        list: &mut Vec<Part>,
        first: usize,
        block: usize,
        meet: &mut impl FnMut(&Part, &[Part]),
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
    fn divide(&self, index: u32, list: &mut Vec<Part>) {
        let Some(node) = self.tree.nodes.get(index as usize) else { return };
        if node.own_end > node.start {
            let reach = self.nearness.of_run(self.tree, index, node.start as usize..node.own_end as usize);
            list.push(Part { reach, start: node.start, end: node.own_end, node: None });
        }
        let mut child = index + 1;
        while child < node.next {
            let Some(below) = self.tree.nodes.get(child as usize) else { return };
            let reach = self.nearness.of_branch(self.tree, child);
            list.push(Part { reach, start: below.start, end: below.end, node: Some(child) });
            child = below.next;
        }
    }
}

/// The parts that a part divides into; none for a run.
pub(super) fn divided<N: Nearness>(tree: &Sorted, nearness: &N, part: &Part) -> Vec<Part> {
    let mut list = Vec::new();
    if let Some(node) = part.node {
        Walker { tree, nearness }.divide(node, &mut list);
    }
    list
}
