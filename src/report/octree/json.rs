//! The section `octree` of a report. It has three keys besides those of the contract:
//!
//! * `pairs_by`: `{ "candidate_pairs", "overlap_pairs" }`, the structure that finds these pairs: `"octree"`, by cells, or
//!   `"packed_tree"`, by boxes (see [`PackedTree`](crate::octree::PackedTree));
//! * `other`: `{ "method", "candidate_count" }` of the same objects in a tree of the other method;
//! * `culling`: for each camera `{ "camera", "cell_tests", "object_tests", "saved" }`, the box tests that finding all its
//!   verdicts takes when cells outside the frustum are skipped and cells inside are taken whole, and how many fewer that
//!   are than one for each object.
//!
//! `overlap_pairs` is `null` above [`MOST_OVERLAPS`](super::answers::MOST_OVERLAPS) of them. It is `null` as well when the
//! memory budget has no room for them; `overlap_pairs_error` says so then.

use serde::{Serialize, Serializer};

use super::answers::OctreeAnswers;
use crate::geometry::frustum::Frustum;
use crate::octree::{Occupied, Placement};
use crate::report::all_answers::Report;
use crate::report::frusta::answers::FrustumAnswers;
use crate::report::json_lines::ListPlace;
use crate::report::parallel_list;
use crate::report::section_source::{Bounds, SectionSource, WithUnplaced, array};
use crate::report::tested::TestedObject;

/// The keys of the contract in its order, then `pairs_by`, `other` and `culling`.
#[derive(Serialize)]
pub(in crate::report) struct OctreeSection<'a> {
    min: [f32; 3],
    max: [f32; 3],
    depth: u32,
    method: &'static str,
    unit: [f32; 3],
    objects: InTrees<'a>,
    cells: Cells<'a>,
    candidate_count: u64,
    candidate_pairs: Option<Pairs<'a>>,
    overlap_pairs: Option<Pairs<'a>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    overlap_pairs_error: Option<String>,
    brute_force_pairs: u64,
    pairs_by: PairsBy,
    other: Other,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    culling: Vec<Culling<'a>>,
}

#[derive(Serialize)]
pub(super) struct InTree<'a> {
    object: &'a str,
    aabb: Bounds,
    min_morton: Option<u32>,
    max_morton: Option<u32>,
    xor: Option<u32>,
    level: u32,
    morton: Option<u32>,
    index: u32,
    outside: bool,
    straddles: Option<Vec<char>>,
}

#[derive(Serialize)]
struct Cell<'a> {
    index: u32,
    level: u32,
    morton: u32,
    min: [f32; 3],
    max: [f32; 3],
    objects: Vec<&'a str>,
}

#[derive(Serialize)]
struct PairsBy {
    candidate_pairs: &'static str,
    overlap_pairs: &'static str,
}

#[derive(Serialize)]
struct Other {
    method: &'static str,
    candidate_count: u64,
}

#[derive(Serialize)]
struct Culling<'a> {
    camera: &'a str,
    cell_tests: usize,
    object_tests: usize,
    saved: i64,
}

impl<'a> OctreeSection<'a> {
    /// The octree's answers, and the box tests that it saves for each camera.
    pub(in crate::report) fn of(answers: &'a OctreeAnswers, source: &SectionSource<'a>) -> Self {
        let (report, place) = (source.report, source.in_section());
        let (tree, region) = (&answers.tree, answers.tree.region());
        let names = |indices: &'a Vec<[u32; 2]>| Pairs { indices, report, place };
        let culling = |camera: &'a FrustumAnswers| {
            let culling = answers.cull(&Frustum { planes: camera.planes });
            Culling {
                camera: &camera.camera,
                cell_tests: culling.cells.len(),
                object_tests: culling.object_tests,
                saved: culling.saved(),
            }
        };
        Self {
            min: array(region.min()),
            max: array(region.max()),
            depth: region.depth(),
            method: tree.method().word(),
            unit: array(region.unit()),
            objects: InTrees { report, answers, place },
            cells: Cells { report, answers, place },
            candidate_count: answers.candidate_count,
            candidate_pairs: answers.candidate_pairs.as_ref().map(names),
            overlap_pairs: answers.overlap_pairs.as_ref().map(names),
            overlap_pairs_error: answers.why_no_overlaps(),
            brute_force_pairs: answers.brute_force_pairs(),
            pairs_by: PairsBy { candidate_pairs: "octree", overlap_pairs: "packed_tree" },
            other: Other { method: answers.other.method.word(), candidate_count: answers.other.candidate_count },
            culling: report.frusta.iter().filter(|camera| camera.error.is_none()).map(culling).collect(),
        }
    }
}

/// The cell of each object, made while it is written.
struct InTrees<'a> {
    report: &'a Report,
    answers: &'a OctreeAnswers,
    place: ListPlace,
}

impl Serialize for InTrees<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let Self { report, answers, place } = *self;
        let all = WithUnplaced::of(report);
        let placed = |i: usize| Some(object(&report.objects[i], answers.placements.get(i)?));
        parallel_list::list(serializer, place, all.count(), |i| all.entry(i, placed))
    }
}

/// The occupied cells, made while they are written.
struct Cells<'a> {
    report: &'a Report,
    answers: &'a OctreeAnswers,
    place: ListPlace,
}

impl Serialize for Cells<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let tree = &self.answers.tree;
        let cell = |occupied: Occupied<'_>| {
            let bounds = tree.region().bounds(occupied.cell);
            Cell {
                index: occupied.cell.index(),
                level: occupied.cell.level(),
                morton: occupied.cell.morton(),
                min: array(bounds.min),
                max: array(bounds.max),
                objects: occupied.objects.iter().map(|&i| self.report.name(i as usize)).collect(),
            }
        };
        let occupied = tree.occupied();
        parallel_list::list(serializer, self.place, occupied.len(), |i| Some(cell(occupied[i])))
    }
}

/// Pairs by the names of both, made while they are written.
pub(in crate::report) struct Pairs<'a> {
    pub(super) indices: &'a [[u32; 2]],
    pub(super) report: &'a Report,
    pub(super) place: ListPlace,
}

impl Serialize for Pairs<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let Self { indices, report, place } = *self;
        parallel_list::list(serializer, place, indices.len(), |i| Some(indices[i].map(|i| report.name(i as usize))))
    }
}

pub(super) fn object<'a>(requested: &'a TestedObject, placement: &Placement) -> InTree<'a> {
    let cell = placement.cell;
    // An object that reaches out of the region has no codes. Its level and index are those of the root.
    let corners = placement.corners;
    InTree {
        object: &requested.name,
        aabb: Bounds::from(&requested.aabb),
        min_morton: corners.map(|corners| corners.min_morton),
        max_morton: corners.map(|corners| corners.max_morton),
        xor: corners.map(|corners| corners.xor()),
        level: cell.level(),
        morton: corners.map(|_| cell.morton()),
        index: cell.index(),
        outside: placement.is_outside(),
        straddles: corners.map(|_| placement.straddles.letters().collect()),
    }
}
