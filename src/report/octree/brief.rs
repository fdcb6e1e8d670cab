//! The section `octree` of a brief report: counts and pairs. `overlap_count` is the number of `overlap_pairs`.

use serde::Serialize;
use serde_json::{Value, json};

use super::answers::OctreeAnswers;
use super::json::Pairs;
use crate::report::section_source::SectionSource;
use crate::report::stored_fields::pick;

/// The brief section.
#[derive(Serialize)]
pub(in crate::report) struct OctreeBrief<'a> {
    #[serde(flatten)]
    counts: OctreeCounts,
    candidate_pairs: Option<Pairs<'a>>,
    overlap_pairs: Option<Pairs<'a>>,
}

/// The counts.
#[derive(Serialize)]
pub(super) struct OctreeCounts {
    candidate_count: u64,
    overlap_count: Option<usize>,
    brute_force_pairs: u64,
}

impl OctreeCounts {
    pub(super) fn of(answers: &OctreeAnswers) -> Self {
        Self {
            candidate_count: answers.candidate_count,
            overlap_count: answers.overlap_pairs.as_ref().map(Vec::len),
            brute_force_pairs: answers.brute_force_pairs(),
        }
    }
}

impl<'a> OctreeBrief<'a> {
    pub(super) fn of(answers: &'a OctreeAnswers, source: &SectionSource<'a>) -> Self {
        let (report, place) = (source.report, source.in_section());
        let names = |indices: &'a Vec<[u32; 2]>| Pairs { indices, report, place };
        Self {
            counts: OctreeCounts::of(answers),
            candidate_pairs: answers.candidate_pairs.as_ref().map(names),
            overlap_pairs: answers.overlap_pairs.as_ref().map(names),
        }
    }
}

/// The brief form of a section that was read.
pub(super) fn shorten(section: &Value) -> Value {
    let mut section = section.clone();
    if section.get("overlap_count").is_none()
        && let Some(pairs) = section.get("overlap_pairs")
    {
        section["overlap_count"] = json!(pairs.as_array().map(Vec::len));
    }
    let keys = ["candidate_count", "overlap_count", "brute_force_pairs", "candidate_pairs", "overlap_pairs", "error"];
    pick(&section, &keys)
}
