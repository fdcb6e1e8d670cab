//! What a camera has in view, by whole cells.
//!
//! A cell outside the frustum is skipped with all that is in it, a cell inside is taken whole, and only where a plane
//! cuts through a cell are its objects tested one by one (Clark, "Hierarchical Geometric Models for Visible Surface
//! Algorithms", 1976).
//!
//! A cell is tested by the box around all objects of its branch, which is never larger than what the cell reaches and
//! often smaller. The verdicts are those of [`classify`] for every single object, bit for bit: a p- or n-distance is a
//! chain of roundings, each of which keeps order, so no object's distance lies beyond that of a box around it.

use super::cell::Cell;
use super::sorted::Sorted;
use crate::geometry::frustum::{Frustum, Verdict, classify};

/// A branch of so many objects is not worth a look at its cells: they would be tested as often as its objects, and to
/// fetch them from memory takes longer than to test. Measured; 1 saves the most tests, not the most time.
const HANDFUL: usize = 4;

/// What is in view, and what it took to know. Reused, it keeps its memory.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Culling {
    /// Objects wholly in view, in the tree's order.
    pub inside: Vec<u32>,
    /// Objects partly in view, in the tree's order.
    pub intersect: Vec<u32>,
    /// The cells that were tested, depth first.
    pub cells: Vec<(Cell, Verdict)>,
    /// How many objects there are.
    pub objects: usize,
    /// How many objects were tested by themselves.
    pub object_tests: usize,
}

impl Culling {
    /// Box tests made, of cells and of objects.
    pub fn tests(&self) -> usize {
        self.cells.len() + self.object_tests
    }

    /// Box tests saved against the flat loop, which makes one for each object; negative when the cells were more trouble
    /// than they were worth.
    pub fn saved(&self) -> i64 {
        let signed = |count: usize| i64::try_from(count).unwrap_or(i64::MAX);
        signed(self.objects) - signed(self.tests())
    }

    /// The verdict of every object, by its index.
    pub fn verdicts(&self) -> Vec<Verdict> {
        let mut verdicts = vec![Verdict::Outside; self.objects];
        for (list, verdict) in [(&self.inside, Verdict::Inside), (&self.intersect, Verdict::Intersect)] {
            for &object in list {
                verdicts[object as usize] = verdict;
            }
        }
        verdicts
    }

    fn test(&mut self, tree: &Sorted, frustum: &Frustum, objects: std::ops::Range<usize>) {
        self.object_tests += objects.len();
        for (aabb, &object) in tree.boxes[objects.clone()].iter().zip(&tree.ids[objects]) {
            match classify(frustum, &aabb.aabb()).verdict {
                Verdict::Outside => {}
                Verdict::Intersect => self.intersect.push(object),
                Verdict::Inside => self.inside.push(object),
            }
        }
    }
}

impl Sorted {
    /// Finds what is in view; `culling` is overwritten. Boxes must be finite.
    pub fn cull(&self, frustum: &Frustum, culling: &mut Culling) {
        culling.inside.clear();
        culling.intersect.clear();
        culling.cells.clear();
        (culling.objects, culling.object_tests) = (self.len(), 0);
        let mut i = 0;
        while let Some(node) = self.nodes.get(i) {
            let (own, branch) = (node.start as usize..node.own_end as usize, node.start as usize..node.end as usize);
            let after = node.next as usize;
            if branch.len() <= HANDFUL {
                culling.test(self, frustum, branch);
                i = after;
                continue;
            }
            let verdict = classify(frustum, &node.contents.aabb()).verdict;
            culling.cells.push((node.cell, verdict));
            i = match verdict {
                Verdict::Outside => after,
                Verdict::Inside => {
                    culling.inside.extend_from_slice(&self.ids[branch]);
                    after
                }
                Verdict::Intersect => {
                    culling.test(self, frustum, own);
                    i + 1
                }
            };
        }
    }
}
