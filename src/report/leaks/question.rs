//! Whether a sphere gets out, as a question of a report.

use serde_json::Value;

use super::answers::answer_now;
use super::headline::headline;
use super::{brief, explain, json};
use crate::report::all_answers::Report;
use crate::report::explanation::Explanation;
use crate::report::question::Question;
use crate::report::section_source::{Estimate, SectionSource, value};
use crate::world::{Item, World};

/// Answers whether a sphere gets out. A subject is the index of a leak.
pub(in crate::report) struct LeaksQuestion;

impl Question for LeaksQuestion {
    type Subject = usize;
    type Json<'a> = Vec<json::LeakSection<'a>>;
    type Brief<'a> = Vec<Value>;

    fn subject(one: Item, other: Option<Item>) -> Option<usize> {
        match (one, other) {
            (Item::Leak(leak), None) => Some(leak),
            _ => None,
        }
    }

    fn headline(report: &Report, leak: usize) -> Option<String> {
        report.leaks.get(leak).and_then(headline)
    }

    fn why_no_answer(world: &World, leak: usize) -> Option<String> {
        let leak = world.leaks.get(leak)?;
        let error = leak.bodies.iter().find_map(|body| Some((&body.name, body.error.as_ref()?)));
        error.map(|(body, error)| format!("`{}` has no answer: `{body}`: {error}", leak.name))
    }

    fn explain(world: &World, leak: usize) -> Option<Explanation> {
        explain::explain(world, &answer_now(world, world.leaks.get(leak)?))
    }

    fn explain_beside(world: &World, report: &Report, leak: usize) -> Option<Explanation> {
        explain::explain(world, report.leaks.get(leak)?)
    }

    fn json<'a>(source: &SectionSource<'a>) -> Option<Self::Json<'a>> {
        json::section(source)
    }

    fn brief<'a>(source: &SectionSource<'a>) -> Option<Self::Brief<'a>> {
        brief::brief(source)
    }

    fn shorten(section: &Value) -> Option<Value> {
        Some(brief::shorten(section))
    }

    fn answer(_: &World, report: &Report, name: &str, _: Option<&str>) -> Option<Value> {
        let mut answer = value(&json::LeakSection::of(report.leaks.iter().find(|leak| *leak.name == *name)?))?;
        // An expectation can name the width alone.
        let width = answer.get("narrowest").and_then(|narrowest| narrowest.get("width")).cloned();
        answer["narrowest.width"] = width.unwrap_or_default();
        Some(answer)
    }

    fn size(world: &World) -> Estimate {
        // Bytes of an entry with a way of some ten corners, measured.
        Estimate::entries(world.leaks.len() as u64, 700)
    }
}
