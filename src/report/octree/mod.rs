//! The objects that may collide: the octree over all objects, its candidate pairs and the overlaps.

mod brief;
mod explain;
mod follow;
mod headline;
mod json;

pub(super) use explain::record_culling;

use serde_json::Value;

use super::explanation::Explanation;
use super::question::Question;
use super::section_source::{Estimate, Source, unplaced, value};
use super::{Report, TestedObject};
use crate::budget::Budget;
use crate::geometry::frustum::Frustum;
use crate::geometry::narrate::num;
use crate::octree::{Culling, Method, PackedTree, Placement, Region, Sorted, brute_force_pairs, place};
use crate::parallel;
use crate::world::{Item, OctreeAt, World};

/// The greatest number of candidate pairs that are listed, as the contract says.
pub const MOST_CANDIDATES: usize = 1_000_000;

/// The greatest number of overlapping pairs that are listed. The contract sets no limit, but n objects at one place
/// have n²/2 pairs, which may exceed the memory.
pub const MOST_OVERLAPS: usize = 10_000_000;

/// About the bytes of a pair while pairs are found and sorted.
const PAIR: u64 = 32;

/// The octree's answers about all objects. Pairs are two indices into [`Report::objects`](super::Report::objects), the
/// lesser first, in the order of the scene.
#[derive(Clone, Debug, PartialEq)]
pub struct OctreeAnswers {
    /// Region, method, and the occupied cells with their objects; also used for culling.
    pub tree: Sorted,
    /// The cell of each of [`Report::objects`](super::Report::objects), with the reason.
    pub placements: Vec<Placement>,
    /// The number of candidate pairs.
    pub candidate_count: u64,
    /// The candidate pairs; `None` for more than [`MOST_CANDIDATES`].
    pub candidate_pairs: Option<Vec<[u32; 2]>>,
    /// All boxes again, to find those that overlap.
    packed: PackedTree,
    /// Pairs whose boxes overlap or touch; `None` for more than [`MOST_OVERLAPS`].
    pub overlap_pairs: Option<Vec<[u32; 2]>>,
    /// The greatest number of overlapping pairs that are listed: [`MOST_OVERLAPS`], or as many as fit into the budget.
    pub most_overlaps: usize,
    /// The greatest number of candidate pairs that are listed: [`MOST_CANDIDATES`], or as many as fit into the budget.
    most_candidates: usize,
    /// The counts of the tree of the other method.
    pub other: OtherMethod,
}

/// The counts of a tree of the other method, with the same objects and region.
#[derive(Clone, Debug, PartialEq)]
pub struct OtherMethod {
    /// Loose for a tight tree, tight for a loose one.
    pub method: Method,
    tree: Sorted,
    /// The number of candidate pairs of that tree.
    pub candidate_count: u64,
}

/// The subject of one explanation of an octree.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OctreeSubject {
    /// The cell of an object.
    Object(usize),
    /// Whether two objects are a candidate pair.
    Pair(usize, usize),
}

/// Answers which objects may collide.
pub(super) struct OctreeQuestion;

impl Question for OctreeQuestion {
    type Subject = OctreeSubject;
    type Json<'a> = json::OctreeSection<'a>;
    type Brief<'a> = brief::Brief<'a>;

    fn subject(one: Item, other: Option<Item>) -> Option<OctreeSubject> {
        match (one, other) {
            (Item::Object(o), None) => Some(OctreeSubject::Object(o)),
            (Item::Object(a), Some(Item::Object(b))) => Some(OctreeSubject::Pair(a, b)),
            _ => None,
        }
    }

    fn headline(report: &Report, subject: OctreeSubject) -> Option<String> {
        headline::headline(report, subject)
    }

    fn why_no_answer(_: &World, _: OctreeSubject) -> Option<String> {
        None
    }

    fn explain(world: &World, subject: OctreeSubject) -> Option<Explanation> {
        explain::explain(world, None, subject)
    }

    fn explain_beside(world: &World, report: &Report, subject: OctreeSubject) -> Option<Explanation> {
        explain::explain(world, report.octree.as_ref(), subject)
    }

    fn json<'a>(source: &Source<'a>) -> Option<json::OctreeSection<'a>> {
        Some(json::OctreeSection::of(source.report.octree.as_ref()?, source))
    }

    fn brief<'a>(source: &Source<'a>) -> Option<brief::Brief<'a>> {
        Some(brief::Brief::of(source.report.octree.as_ref()?, source))
    }

    fn shorten(section: &Value) -> Option<Value> {
        Some(brief::shorten(section))
    }

    /// The octree has no name.
    fn answer(_: &World, report: &Report, _: &str, object: Option<&str>) -> Option<Value> {
        let answers = report.octree.as_ref()?;
        let Some(object) = object else {
            let mut counts = value(&brief::Counts::of(answers))?;
            counts["method"] = answers.tree.method().word().into();
            counts["depth"] = answers.tree.region().depth().into();
            return Some(counts);
        };
        match report.objects.iter().position(|requested| *requested.name == *object) {
            Some(i) => value(&json::object(&report.objects[i], answers.placements.get(i)?)),
            None => unplaced(report, object),
        }
    }

    fn size(world: &World) -> Estimate {
        // Bytes of an entry, measured.
        let objects = if world.octree.is_some() { world.objects.len() } else { 0 };
        Estimate::entries(objects as u64, 280)
    }
}

impl OctreeAnswers {
    /// The tree of one method over the same objects and region.
    pub(super) fn tree_by(&self, method: Method) -> &Sorted {
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
        let [tree, other] = [method, method.other()].map(|method| Sorted::new(region, method, &boxes));
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

/// The split planes that an object straddles in its cell, such as "x = 4".
fn split_planes(region: &Region, placement: &Placement) -> Vec<String> {
    let plane = |(axis, letter)| {
        let at = region.split_plane(placement.cell, axis)?.min[axis];
        Some(format!("{letter} = {}", num(at)))
    };
    placement.straddles.iter().zip(placement.straddles.letters()).filter_map(plane).collect()
}
