//! What cameras have in view, as a question of a report.

use serde_json::Value;

use super::subject::ViewSubject;
use super::{brief, explain, headline, json};
use crate::report::all_answers::Report;
use crate::report::explanation::Explanation;
use crate::report::question::Question;
use crate::report::section_source::{Estimate, SectionSource, unplaced, value};
use crate::world::{Item, World};

/// Answers what cameras have in view.
pub(in crate::report) struct FrustaQuestion;

impl Question for FrustaQuestion {
    type Subject = ViewSubject;
    type Json<'a> = json::Frusta<'a>;
    type Brief<'a> = json::Frusta<'a, brief::ViewBrief>;

    fn subject(one: Item, other: Option<Item>) -> Option<ViewSubject> {
        match (one, other) {
            (Item::Camera(c), None) => Some(ViewSubject::Camera(c)),
            (Item::Camera(c), Some(Item::Object(o))) => Some(ViewSubject::Object(c, o)),
            _ => None,
        }
    }

    fn headline(report: &Report, subject: ViewSubject) -> Option<String> {
        headline::headline(report, subject)
    }

    fn why_no_answer(world: &World, subject: ViewSubject) -> Option<String> {
        let camera = world.cameras.get(subject.camera())?;
        let error = camera.error.as_ref()?;
        Some(format!("`{}` has no answer: {error}", camera.name))
    }

    fn explain(world: &World, subject: ViewSubject) -> Option<Explanation> {
        explain::explain(world, None, subject)
    }

    fn explain_beside(world: &World, report: &Report, subject: ViewSubject) -> Option<Explanation> {
        explain::explain(world, report.octree.as_ref(), subject)
    }

    fn json<'a>(source: &SectionSource<'a>) -> Option<json::Frusta<'a>> {
        json::Frusta::of(source)
    }

    fn brief<'a>(source: &SectionSource<'a>) -> Option<Self::Brief<'a>> {
        json::Frusta::of(source)
    }

    fn shorten(section: &Value) -> Option<Value> {
        Some(brief::shorten(section))
    }

    fn answer(_: &World, report: &Report, name: &str, object: Option<&str>) -> Option<Value> {
        let camera = report.frusta.iter().position(|answers| *answers.camera == *name)?;
        let answers = &report.frusta[camera];
        if let Some(error) = &answers.error {
            return Some(serde_json::json!({ "camera": name, "error": &**error }));
        }
        let object = object?;
        let Some(i) = report.objects.iter().position(|requested| *requested.name == *object) else {
            return unplaced(report, object);
        };
        value(&json::in_view(&report.objects[i], &report.in_view(camera, i)?, answers))
    }

    fn size(world: &World) -> Estimate {
        // Bytes of an answer in the report, measured.
        Estimate::answers((world.objects.len() as u64).saturating_mul(world.cameras.len() as u64), 1100)
    }
}
