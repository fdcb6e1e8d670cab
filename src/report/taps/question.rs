//! What a tap hits, as a question of a report.

use serde_json::{Value, json};

use super::headline::headline;
use super::json::TapSection;
use super::rules::rules_differ;
use super::{brief, explain};
use crate::report::all_answers::Report;
use crate::report::explanation::Explanation;
use crate::report::question::Question;
use crate::report::section_source::{Estimate, SectionSource};
use crate::world::{Item, TapAt, World};

/// Answers what a tap hits. A subject is the index of a tap.
pub(in crate::report) struct TapsQuestion;

impl Question for TapsQuestion {
    type Subject = usize;
    type Json<'a> = Vec<TapSection<'a>>;
    type Brief<'a> = Vec<brief::TapBrief<'a>>;

    fn subject(one: Item, other: Option<Item>) -> Option<usize> {
        match (one, other) {
            (Item::Tap(tap), None) => Some(tap),
            _ => None,
        }
    }

    fn headline(report: &Report, tap: usize) -> Option<String> {
        report.taps.get(tap).and_then(headline)
    }

    fn why_no_answer(world: &World, tap: usize) -> Option<String> {
        let tap = world.taps.get(tap)?;
        let error = tap.outcome.as_ref().err()?;
        Some(format!("`{}` has no answer: {error}", tap.name))
    }

    fn explain(world: &World, tap: usize) -> Option<Explanation> {
        explain::explain(world.taps.get(tap)?)
    }

    fn json<'a>(source: &SectionSource<'a>) -> Option<Self::Json<'a>> {
        let taps = &source.report.taps;
        (!taps.is_empty()).then(|| taps.iter().map(TapSection::of).collect())
    }

    fn brief<'a>(source: &SectionSource<'a>) -> Option<Self::Brief<'a>> {
        let taps = &source.report.taps;
        (!taps.is_empty()).then(|| taps.iter().map(brief::TapBrief::of).collect())
    }

    fn shorten(section: &Value) -> Option<Value> {
        Some(brief::shorten(section))
    }

    /// The chosen hit with its keys beside those of the tap, so that an expectation can name them.
    fn answer(_: &World, report: &Report, name: &str, _: Option<&str>) -> Option<Value> {
        let tap = report.taps.iter().find(|tap| *tap.name == *name)?;
        Some(match &tap.outcome {
            Err(error) => json!({ "tap": name, "error": error }),
            Ok(answer) => {
                let chosen = answer.chosen(tap.rule);
                json!({
                    "tap": name,
                    "type": chosen.map(|chosen| chosen.target.word()),
                    "anchor": chosen.and_then(|chosen| answer.id(chosen.anchor)),
                    "distance": chosen.map(|chosen| chosen.hit.distance),
                    "rules_differ": rules_differ(answer),
                })
            }
        })
    }

    fn size(world: &World) -> Estimate {
        let candidates = |tap: &TapAt| 3 + tap.outcome.as_ref().map_or(0, |answer| answer.most_candidates() as u64);
        // Bytes of a candidate, measured.
        Estimate::entries(world.taps.iter().map(candidates).sum(), 160)
    }
}
