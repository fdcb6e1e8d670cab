//! The answers of the octree about all objects, and their computation.

use crate::budget::Budget;
use crate::geometry::frustum::Frustum;
use crate::octree::{Culling, Method, Octree, PackedTree, Placement, brute_force_pairs, place};
use crate::parallel;
use crate::report::question_answers::QuestionAnswers;
use crate::report::tested::TestedObject;
use crate::world::{Changes, OctreeAt, World};

/// The greatest number of candidate pairs that are listed, as the contract says.
pub const MOST_CANDIDATES: usize = 1_000_000;

/// The greatest number of overlapping pairs that are listed. The contract sets no limit, but n objects at one place
/// have n²/2 pairs, which may exceed the memory.
pub const MOST_OVERLAPS: usize = 10_000_000;

/// About the bytes of a pair while pairs are found and sorted.
pub(super) const PAIR: u64 = 32;

/// The octree's answers about all objects. Pairs are two indices into [`Report::objects`](crate::report::all_answers::Report::objects), the
/// lesser first, in the order of the scene.
#[derive(Clone, Debug, PartialEq)]
pub struct OctreeAnswers {
    /// Region, method, and the occupied cells with their objects; also used for culling.
    pub tree: Octree,
    /// The cell of each of [`Report::objects`](crate::report::all_answers::Report::objects), with the reason.
    pub placements: Vec<Placement>,
    /// The number of candidate pairs.
    pub candidate_count: u64,
    /// The candidate pairs; `None` for more than [`MOST_CANDIDATES`].
    pub candidate_pairs: Option<Vec<[u32; 2]>>,
    /// All boxes again, to find those that overlap.
    pub(super) packed: PackedTree,
    /// Pairs whose boxes overlap or touch; `None` for more than [`MOST_OVERLAPS`].
    pub overlap_pairs: Option<Vec<[u32; 2]>>,
    /// The greatest number of overlapping pairs that are listed: [`MOST_OVERLAPS`], or as many as fit into the budget.
    pub most_overlaps: usize,
    /// The greatest number of candidate pairs that are listed: [`MOST_CANDIDATES`], or as many as fit into the budget.
    pub(super) most_candidates: usize,
    /// The counts of the tree of the other method.
    pub other: OtherMethod,
}

/// The counts of a tree of the other method, with the same objects and region.
#[derive(Clone, Debug, PartialEq)]
pub struct OtherMethod {
    /// Loose for a tight tree, tight for a loose one.
    pub method: Method,
    pub(super) tree: Octree,
    /// The number of candidate pairs of that tree.
    pub candidate_count: u64,
}

impl OctreeAnswers {
    /// The tree of one method over the same objects and region.
    pub(in crate::report) fn tree_by(&self, method: Method) -> &Octree {
        if self.tree.method() == method { &self.tree } else { &self.other.tree }
    }

    /// Places all objects and finds their pairs.
    pub fn of(octree: &OctreeAt, objects: &[TestedObject], budget: &Budget) -> Self {
        // Reserved while they are found and sorted.
        let room = usize::try_from(budget.left() / PAIR).unwrap_or(usize::MAX);
        let most_overlaps = room.min(MOST_OVERLAPS);
        let most_candidates = room.min(MOST_CANDIDATES);
        let _memory = budget.take(most_overlaps as u64 * PAIR);
        let OctreeAt { region, method } = *octree;
        let boxes: Vec<_> = objects.iter().map(|object| object.aabb).collect();
        let [tree, other] = [method, method.other()].map(|method| Octree::new(region, method, &boxes));
        let packed = PackedTree::new(&boxes);
        Self {
            placements: parallel::collect(boxes.len(), |i| place(&region, method, &boxes[i])),
            candidate_count: tree.candidate_count(),
            candidate_pairs: tree.candidate_pairs(most_candidates),
            overlap_pairs: packed.overlap_pairs_within(most_overlaps),
            packed,
            most_overlaps,
            most_candidates,
            other: OtherMethod { method: other.method(), candidate_count: other.candidate_count(), tree: other },
            tree,
        }
    }

    /// The region and the method.
    pub fn octree(&self) -> OctreeAt {
        OctreeAt { region: *self.tree.region(), method: self.tree.method() }
    }

    /// The reason why the overlapping pairs are not listed; `None` when they fit into the budget.
    pub fn why_no_overlaps(&self) -> Option<String> {
        let is_scarce = self.overlap_pairs.is_none() && self.most_overlaps < MOST_OVERLAPS;
        let most = self.most_overlaps;
        is_scarce.then(|| format!("there are more than {most} pairs, for which the budget has room: see `--memory`"))
    }

    /// The number of comparisons without an octree: n(n − 1)/2.
    pub fn brute_force_pairs(&self) -> u64 {
        brute_force_pairs(self.placements.len())
    }

    /// The objects in view of a camera, found by cells.
    pub fn cull(&self, frustum: &Frustum) -> Culling {
        let mut culling = Culling::default();
        self.tree.cull(frustum, &mut culling);
        culling
    }
}

impl QuestionAnswers for Option<OctreeAnswers> {
    type Scope = bool;

    fn compute(world: &World, objects: &[TestedObject], is_asked: bool) -> Self {
        let octree = world.octree.as_ref().filter(|_| is_asked);
        octree.map(|octree| OctreeAnswers::of(octree, objects, &world.budget))
    }

    fn update(&mut self, world: &World, objects: &[TestedObject], changes: &Changes, is_asked: bool) {
        if is_asked {
            OctreeAnswers::follow_world(self, world, objects, changes);
        }
    }
}
