//! What cameras see, as a question of a report.

use serde_json::{Value, json};

use super::answers::VisibilityAnswers;
use super::explain::EyeSearch;
use super::subject::VisibilitySubject;
use super::{brief, explain, headline, json};
use crate::report::all_answers::Report;
use crate::report::explanation::Explanation;
use crate::report::json_lines::ListPlace;
use crate::report::question::Question;
use crate::report::section_source::{Estimate, SectionSource, unplaced, value};
use crate::world::World;

/// Answers what cameras see.
///
/// A camera and an object are the subject of `frusta` first: see [`VisibilitySubject`] for the other one.
pub(in crate::report) struct VisibilityQuestion;

impl Question for VisibilityQuestion {
    type Subject = VisibilitySubject;
    type Json<'a> = json::Visibility<'a>;
    type Brief<'a> = json::Visibility<'a>;

    fn headline(report: &Report, subject: VisibilitySubject) -> Option<String> {
        headline::headline(report, subject)
    }

    fn why_no_answer(world: &World, subject: VisibilitySubject) -> Option<String> {
        let camera = world.cameras.get(subject.camera)?;
        let error = camera.error.as_ref()?;
        Some(format!("`{}` has no answer: {error}", camera.name))
    }

    fn explain(world: &World, subject: VisibilitySubject) -> Option<Explanation> {
        explain::explain(world, subject, EyeSearch::Now)
    }

    fn explain_beside(world: &World, _: &Report, subject: VisibilitySubject) -> Option<Explanation> {
        explain::explain(world, subject, EyeSearch::Left)
    }

    fn json<'a>(source: &SectionSource<'a>) -> Option<json::Visibility<'a>> {
        json::Visibility::of(source, json::full)
    }

    fn brief<'a>(source: &SectionSource<'a>) -> Option<json::Visibility<'a>> {
        json::Visibility::of(source, json::brief)
    }

    fn shorten(section: &Value) -> Option<Value> {
        Some(brief::shorten(section))
    }

    fn answer(world: &World, report: &Report, name: &str, object: Option<&str>) -> Option<Value> {
        let camera = world.cameras.iter().find(|camera| *camera.name == *name)?;
        if let Some(error) = &camera.error {
            return Some(json!({ "camera": name, "error": &**error }));
        }
        let object = object?;
        let Some(i) = report.objects.iter().position(|requested| *requested.name == *object) else {
            return unplaced(report, object);
        };
        let known = report.visibility.iter().find(|answers| *answers.camera == *name);
        let computed = known.is_none().then(|| VisibilityAnswers::of(camera, world));
        let answers = known.or(computed.as_ref())?;
        if let Some(error) = &answers.error {
            return Some(json!({ "camera": name, "error": &**error }));
        }
        value(&json::full(&json::Targets { answers, report, place: ListPlace::OnLine, entry: json::full }, i)?)
    }

    fn size(_: &World) -> Estimate {
        // Unless it is asked for by its name, few cameras have it.
        Estimate::default()
    }
}
