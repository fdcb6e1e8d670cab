//! Whether bodies touch by depth tests, as a question of a report.

use serde_json::Value;

use super::{brief, json};
use crate::report::all_answers::Report;
use crate::report::explanation::Explanation;
use crate::report::question::Question;
use crate::report::section_source::{Estimate, SectionSource, value};
use crate::world::{Item, OcclusionAt, OcclusionBodies, World};

/// Answers whether two bodies touch, by depth tests.
pub(in crate::report) struct OcclusionQuestion;

impl Question for OcclusionQuestion {
    /// The query's index. Its steps need the answers of a depth buffer: see [`explain()`].
    type Subject = usize;
    type Json<'a> = json::OcclusionSection<'a, json::WrittenPair<'a>>;
    type Brief<'a> = json::OcclusionSection<'a, brief::BriefEntry<'a>>;

    fn subject(one: Item, other: Option<Item>) -> Option<usize> {
        match (one, other) {
            (Item::Occlusion(query), None) => Some(query),
            _ => None,
        }
    }

    fn headline(_: &Report, _: usize) -> Option<String> {
        None
    }

    fn why_no_answer(_: &World, _: usize) -> Option<String> {
        None
    }

    fn explain(_: &World, _: usize) -> Option<Explanation> {
        None
    }

    fn json<'a>(source: &SectionSource<'a>) -> Option<Self::Json<'a>> {
        source.report.occlusion.as_ref().map(|answers| json::OcclusionSection::of(answers, json::written))
    }

    fn brief<'a>(source: &SectionSource<'a>) -> Option<Self::Brief<'a>> {
        source.report.occlusion.as_ref().map(|answers| json::OcclusionSection::of(answers, brief::entry))
    }

    fn shorten(section: &Value) -> Option<Value> {
        Some(brief::shorten(section))
    }

    fn answer(_: &World, report: &Report, name: &str, _: Option<&str>) -> Option<Value> {
        let entries = match report.occlusion.as_ref()? {
            Ok(entries) => entries,
            Err(error) => return Some(serde_json::json!({ "name": name, "error": error.to_string() })),
        };
        value(&json::written(entries.iter().find(|entry| *entry.name == *name)?))
    }

    fn size(world: &World) -> Estimate {
        // Bytes of an entry, measured; a query among n bodies has at most n (n − 1) / 2 of them.
        let pairs = |query: &OcclusionAt| match &query.bodies {
            OcclusionBodies::Pair(_) => 1,
            OcclusionBodies::Among(all) => (all.len() * all.len().saturating_sub(1) / 2) as u64,
        };
        Estimate::entries(world.occlusion.iter().map(pairs).sum(), 520)
    }
}
