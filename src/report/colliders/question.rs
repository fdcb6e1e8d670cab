//! How far a collider is from what is drawn, as a question of a report.

use serde_json::Value;

use super::answers::answer_now;
use super::headline::headline;
use super::{brief, explain, json};
use crate::report::all_answers::Report;
use crate::report::explanation::Explanation;
use crate::report::question::Question;
use crate::report::section_source::{Estimate, SectionSource, value};
use crate::world::{Item, World};

/// Answers how far a collider is from what is drawn. A subject is the index of a collider.
pub(in crate::report) struct CollidersQuestion;

impl Question for CollidersQuestion {
    type Subject = usize;
    type Json<'a> = Vec<json::ColliderSection<'a>>;
    type Brief<'a> = Vec<json::ColliderSection<'a>>;

    fn subject(one: Item, other: Option<Item>) -> Option<usize> {
        match (one, other) {
            (Item::Collider(collider), None) => Some(collider),
            _ => None,
        }
    }

    fn headline(report: &Report, collider: usize) -> Option<String> {
        report.colliders.get(collider).and_then(headline)
    }

    fn why_no_answer(world: &World, collider: usize) -> Option<String> {
        let at = world.colliders.get(collider)?;
        let error = [&at.render, &at.collider].into_iter().find_map(|body| Some((&body.name, body.error.as_ref()?)));
        error.map(|(body, error)| format!("`{}` has no answer: `{body}`: {error}", at.name))
    }

    fn explain(world: &World, collider: usize) -> Option<Explanation> {
        explain::explain(&answer_now(world, world.colliders.get(collider)?))
    }

    fn explain_beside(_: &World, report: &Report, collider: usize) -> Option<Explanation> {
        explain::explain(report.colliders.get(collider)?)
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
        let mut answer = value(&json::ColliderSection::of(report.colliders.iter().find(|one| *one.name == *name)?))?;
        // An expectation can name the distances alone.
        for way in ["render_to_collider", "collider_to_render"] {
            let distance = answer.get(way).and_then(|way| way.get("distance")).cloned();
            answer[format!("{way}.distance")] = distance.unwrap_or_default();
        }
        Some(answer)
    }

    fn size(world: &World) -> Estimate {
        // Bytes of an entry, measured.
        Estimate::entries(world.colliders.len() as u64, 320)
    }
}
