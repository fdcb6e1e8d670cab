//! Into which halves a plane cuts a mesh, as a question of a report.

use serde_json::Value;

use super::headline::headline;
use super::{brief, explain, json};
use crate::report::all_answers::Report;
use crate::report::explanation::Explanation;
use crate::report::question::Question;
use crate::report::section_source::{Estimate, SectionSource, value};
use crate::world::{Item, World};

/// Answers into which halves a plane cuts a mesh. A subject is the index of a cut.
pub(in crate::report) struct CutsQuestion;

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

    fn json<'a>(source: &SectionSource<'a>) -> Option<Self::Json<'a>> {
        json::section(source)
    }

    fn brief<'a>(source: &SectionSource<'a>) -> Option<Self::Brief<'a>> {
        json::section(source)
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
