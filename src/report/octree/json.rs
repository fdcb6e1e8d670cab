//! The octree's section of a report.

use serde::Serialize;

use super::super::json::{Bounds, Entry, array, with_absent};
use super::OctreeAnswers;
use crate::geometry::frustum::Frustum;
use crate::octree::{Occupied, Placement};
use crate::report::{Asked, FrustumAnswers, Report};

/// The keys of the contract in its order, then `other` and `culling`.
#[derive(Serialize)]
pub(in crate::report) struct Section<'a> {
    min: [f32; 3],
    max: [f32; 3],
    depth: u32,
    method: &'static str,
    unit: [f32; 3],
    objects: Vec<Entry<'a, InTree<'a>>>,
    cells: Vec<Cell<'a>>,
    candidate_count: u64,
    candidate_pairs: Option<Vec<[&'a str; 2]>>,
    overlap_pairs: Option<Vec<[&'a str; 2]>>,
    brute_force_pairs: u64,
    other: Other,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    culling: Vec<Culling<'a>>,
}

#[derive(Serialize)]
struct InTree<'a> {
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

impl<'a> Section<'a> {
    /// What the octree says, and what it saves each camera.
    pub(in crate::report) fn of(answers: &'a OctreeAnswers, report: &'a Report) -> Self {
        let (tree, region) = (&answers.tree, answers.tree.region());
        let name = |i: u32| report.name(i as usize);
        let names = |pairs: &Vec<[u32; 2]>| pairs.iter().map(|pair| pair.map(name)).collect();
        let cell = |occupied: Occupied<'_>| {
            let bounds = region.bounds(occupied.cell);
            Cell {
                index: occupied.cell.index(),
                level: occupied.cell.level(),
                morton: occupied.cell.morton(),
                min: array(bounds.min),
                max: array(bounds.max),
                objects: occupied.objects.iter().map(|&i| name(i)).collect(),
            }
        };
        let culling = |camera: &'a FrustumAnswers| {
            let culling = answers.cull(&Frustum { planes: camera.planes });
            Culling {
                camera: &camera.camera,
                cell_tests: culling.cells.len(),
                object_tests: culling.object_tests,
                saved: culling.saved(),
            }
        };
        let objects = report.objects.iter().zip(&answers.placements);
        Self {
            min: array(region.min()),
            max: array(region.max()),
            depth: region.depth(),
            method: tree.method().word(),
            unit: array(region.unit()),
            objects: with_absent(report, objects.map(|(asked, placement)| object(asked, placement))).collect(),
            cells: tree.occupied().into_iter().map(cell).collect(),
            candidate_count: answers.candidate_count,
            candidate_pairs: answers.candidate_pairs.as_ref().map(names),
            overlap_pairs: answers.overlap_pairs.as_ref().map(names),
            brute_force_pairs: answers.brute_force_pairs(),
            other: Other { method: answers.other.method.word(), candidate_count: answers.other.candidate_count },
            culling: report.frusta.iter().filter(|camera| camera.error.is_none()).map(culling).collect(),
        }
    }
}

fn object<'a>(asked: &'a Asked, placement: &Placement) -> InTree<'a> {
    let cell = placement.cell;
    // What reaches out has no codes; that it lives in the root is told by level and index.
    let corners = placement.corners;
    InTree {
        object: &asked.name,
        aabb: Bounds::from(&asked.aabb),
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
