//! Frustum culling by cells.
//!
//! A cell outside the frustum is skipped with all its objects. A cell inside is accepted with all its objects. Only the
//! objects of a cell that a plane intersects are tested one by one (J. H. Clark, "Hierarchical Geometric Models for
//! Visible Surface Algorithms", 1976).
//!
//! The test of a cell uses the box around all objects of its branch, which is never larger than the enlarged cell. The
//! verdicts equal those of [`classify`] for every single object, bit for bit: each rounding in a p-distance or
//! n-distance is monotonic, so the distance of a box bounds the distances of all boxes inside it.

use super::cell::Cell;
use super::sorted::Octree;
use crate::geometry::frustum::{Frustum, Verdict, classify};

/// The objects of a branch with at most this many objects are tested without its cells. Testing the cells would take as
/// many tests and more memory accesses. Measured; 1 would save the most tests, but not the most time.
const FEW: usize = 4;

/// The objects in view, and the number of tests. A reused value keeps its memory.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Culling {
    /// Objects wholly in view, in the tree's order.
    pub inside: Vec<u32>,
    /// Objects partly in view, in the tree's order.
    pub intersect: Vec<u32>,
    /// The cells that were tested, depth first.
    pub cells: Vec<(Cell, Verdict)>,
    /// The number of objects.
    pub objects: usize,
    /// The number of objects that were tested one by one.
    pub object_tests: usize,
}

impl Culling {
    /// The number of box tests of cells and of objects.
    pub fn tests(&self) -> usize {
        self.cells.len() + self.object_tests
    }

    /// The box tests saved compared with one test for each object. Negative when testing the cells took more tests than
    /// it saved.
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

    fn test(&mut self, tree: &Octree, frustum: &Frustum, objects: std::ops::Range<usize>) {
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

impl Octree {
    /// Finds the objects in view. Overwrites `culling`. All boxes must be finite.
    pub fn cull(&self, frustum: &Frustum, culling: &mut Culling) {
        culling.inside.clear();
        culling.intersect.clear();
        culling.cells.clear();
        (culling.objects, culling.object_tests) = (self.len(), 0);
        let mut i = 0;
        while let Some(node) = self.nodes.get(i) {
            let (own, branch) = (node.start as usize..node.own_end as usize, node.start as usize..node.end as usize);
            let after = node.after(i);
            if branch.len() <= FEW {
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
