//! What an octree says of a world: where everything lives and who might touch whom.

use std::sync::Arc;

use crate::geometry::frustum::Frustum;
use crate::geometry::{Aabb, Silent};
use crate::octree::{Culling, Method, Placement, Region, Sorted, brute_force_pairs, place};
use crate::scene;
use crate::world::World;

/// Candidate pairs are listed up to so many.
const MOST_CANDIDATES: usize = 1_000_000;

/// What an octree says of all objects of a world. Pairs are two indices into [`Self::objects`], the lesser first, in the
/// order of the scene.
#[derive(Clone, Debug)]
pub struct OctreeAnswers {
    /// All objects in their cells; it knows region and method.
    pub tree: Sorted,
    /// One for each object of the world, in its order.
    pub objects: Vec<Placed>,
    /// How many candidate pairs there are.
    pub candidate_count: u64,
    /// Which; `None` for more than can be listed.
    pub candidate_pairs: Option<Vec<[u32; 2]>>,
    /// Pairs whose boxes overlap or touch; `None` for more than can be listed.
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
    /// Of the octree that a scene asks for. `None` for a region that no checked scene has.
    pub fn of(octree: &scene::Octree, world: &World) -> Option<Self> {
        let boxes: Vec<Aabb> = world.objects.iter().map(|object| object.aabb).collect();
        let region = match (octree.min, octree.max) {
            (Some(min), Some(max)) => Region::new(min.into(), max.into(), octree.depth),
            _ => Region::around(&boxes, octree.depth),
        };
        let region = region.ok()?;
        let (method, other) = match octree.method {
            scene::OctreeMethod::Tight => (Method::Tight, Method::Loose),
            scene::OctreeMethod::Loose => (Method::Loose, Method::Tight),
        };
        let tree = Sorted::new(region, method, &boxes);
        let placed = |object: &crate::world::ObjectAt| Placed {
            object: Arc::clone(&object.name),
            aabb: object.aabb,
            placement: place(&region, method, &object.aabb, &mut Silent),
        };
        Some(Self {
            objects: world.objects.iter().map(placed).collect(),
            candidate_count: tree.candidate_count(),
            candidate_pairs: tree.candidate_pairs(MOST_CANDIDATES),
            overlap_pairs: Some(tree.overlap_pairs()),
            other: OtherMethod { method: other, candidate_count: Sorted::new(region, other, &boxes).candidate_count() },
            tree,
        })
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
