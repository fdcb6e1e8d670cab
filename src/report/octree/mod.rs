//! Who might collide: the octree over all objects, its candidate pairs and the true overlaps.

mod explain;
mod json;

pub(super) use explain::{object, pair_of, tell_culling};
pub(super) use json::Section;

use std::sync::Arc;

use rayon::prelude::*;

use crate::geometry::frustum::Frustum;
use crate::geometry::{Aabb, Silent};
use crate::octree::{Culling, Method, Placement, Sorted, brute_force_pairs, place};
use crate::world::{ObjectAt, OctreeAt};

/// Candidate pairs are listed up to so many, as the contract says.
pub const MOST_CANDIDATES: usize = 1_000_000;

/// Overlapping pairs are listed up to so many. The contract sets no bound; but n objects in a heap have n²/2 of them,
/// which need not fit into memory.
pub const MOST_OVERLAPS: usize = 10_000_000;

/// What an octree says of all objects of a world. Pairs are two indices into [`Self::objects`], the lesser first, in the
/// order of the scene.
#[derive(Clone, Debug, PartialEq)]
pub struct OctreeAnswers {
    /// Region, method, and the occupied cells with their objects; asked for what a camera has in view.
    pub tree: Sorted,
    /// One for each object of the world, in its order.
    pub objects: Vec<Placed>,
    /// How many candidate pairs there are.
    pub candidate_count: u64,
    /// Which; `None` for more than [`MOST_CANDIDATES`].
    pub candidate_pairs: Option<Vec<[u32; 2]>>,
    /// Pairs whose boxes overlap or touch; `None` for more than [`MOST_OVERLAPS`].
    pub overlap_pairs: Option<Vec<[u32; 2]>>,
    /// What the tree of the other method would do.
    pub other: OtherMethod,
}

/// One object in the octree.
#[derive(Clone, Debug, PartialEq)]
pub struct Placed {
    /// Its name.
    pub object: Arc<str>,
    /// The box that was placed.
    pub aabb: Aabb,
    /// Where, and why.
    pub placement: Placement,
}

/// The same objects and region in a tree that chooses cells the other way.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct OtherMethod {
    /// Loose for a tight tree, tight for a loose one.
    pub method: Method,
    /// How many candidate pairs that tree has.
    pub candidate_count: u64,
}

impl OctreeAnswers {
    /// Places all objects and finds their pairs.
    pub fn of(octree: &OctreeAt, objects: &[ObjectAt]) -> Self {
        let OctreeAt { region, method } = *octree;
        let boxes: Vec<_> = objects.iter().map(|object| object.aabb).collect();
        let tree = Sorted::new(region, method, &boxes);
        let placed = |object: &ObjectAt| Placed {
            object: Arc::clone(&object.name),
            aabb: object.aabb,
            placement: place(&region, method, &object.aabb, &mut Silent),
        };
        let other = method.other();
        Self {
            objects: objects.par_iter().with_min_len(1024).map(placed).collect(),
            candidate_count: tree.candidate_count(),
            candidate_pairs: tree.candidate_pairs(MOST_CANDIDATES),
            overlap_pairs: tree.overlap_pairs_within(MOST_OVERLAPS),
            other: OtherMethod { method: other, candidate_count: Sorted::new(region, other, &boxes).candidate_count() },
            tree,
        }
    }

    /// What comparing all with all would cost.
    pub fn brute_force_pairs(&self) -> u64 {
        brute_force_pairs(self.objects.len())
    }

    /// What a camera has in view, found by whole cells.
    pub fn cull(&self, frustum: &Frustum) -> Culling {
        let mut culling = Culling::default();
        self.tree.cull(frustum, &mut culling);
        culling
    }
}
