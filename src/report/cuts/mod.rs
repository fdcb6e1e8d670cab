//! The answers about cuts: their section of a report, their sentence, and their explanation. The world computes the halves.

mod brief;
mod explain;
mod headline;
mod json;
mod steps;
mod unanswered;
mod values;

use serde_json::Value;

use super::Report;
use super::explanation::Explanation;
use super::question::Question;
use super::section_source::{Estimate, Source, value};
use crate::world::{Item, World};

pub use headline::headline;
pub use unanswered::unanswered;

/// Answers into which halves a plane cuts a mesh. A subject is the index of a cut.
pub(super) struct CutsQuestion;

impl Question for CutsQuestion {
    type Subject = usize;
    type Json<'a> = Vec<json::CutSection<'a>>;
    type Brief<'a> = Vec<json::CutSection<'a>>;

    fn subject(one: Item, other: Option<Item>) -> Option<usize> {
        match (one, other) {
            (Item::Cut(cut), None) => Some(cut),
            _ => None,
        }
    }

    fn headline(report: &Report, cut: usize) -> Option<String> {
        report.cuts.get(cut).and_then(headline)
    }

    fn why_no_answer(world: &World, cut: usize) -> Option<String> {
        let cut = world.cuts.get(cut)?;
        match &cut.outcome {
            Some(Ok(_)) => None,
            Some(Err(error)) => Some(format!("`{}` has no answer: {error}", cut.name)),
            None => Some(format!("`{}` has no answer before tick {}", cut.name, cut.tick)),
        }
    }

    fn explain(world: &World, cut: usize) -> Option<Explanation> {
        explain::explain(world.cuts.get(cut)?)
    }

    fn json<'a>(source: &Source<'a>) -> Option<Self::Json<'a>> {
        let cuts = &source.report.cuts;
        (!cuts.is_empty()).then(|| cuts.iter().filter_map(json::CutSection::of).collect())
    }

    fn brief<'a>(source: &Source<'a>) -> Option<Self::Brief<'a>> {
        brief::brief(source)
    }

    fn shorten(section: &Value) -> Option<Value> {
        Some(brief::shorten(section))
    }

    fn answer(_: &World, report: &Report, name: &str, _: Option<&str>) -> Option<Value> {
        value(&json::CutSection::of(report.cuts.iter().find(|cut| *cut.name == *name)?)?)
    }

    fn size(world: &World) -> Estimate {
        // Bytes of an entry, measured.
        Estimate::entries(world.cuts.len() as u64, 300)
    }
}

#[cfg(test)]
mod tests;
