//! Where a recorded camera was, as a question of a report.

use serde_json::Value;

use super::choice::ComparisonChoice;
use super::headline::headline;
use super::subject::SessionSubject;
use super::{brief, compared, explain, json};
use crate::report::all_answers::Report;
use crate::report::explanation::Explanation;
use crate::report::question::Question;
use crate::report::section_source::{Estimate, SectionSource, value};
use crate::world::{Item, SessionAt, World};

/// Answers where a recorded camera was, and how reliable its pose is.
pub(in crate::report) struct SessionsQuestion;

impl Question for SessionsQuestion {
    type Subject = SessionSubject;
    type Json<'a> = Vec<json::SessionSection<'a>>;
    type Brief<'a> = Vec<json::SessionSection<'a>>;

    fn subject(one: Item, other: Option<Item>) -> Option<SessionSubject> {
        match (one, other) {
            (Item::Session(session), None) => Some(SessionSubject::One(session)),
            (Item::Session(reference), Some(Item::Session(other))) => Some(SessionSubject::Pair(reference, other)),
            _ => None,
        }
    }

    fn headline(report: &Report, subject: SessionSubject) -> Option<String> {
        match subject {
            SessionSubject::One(session) => report.sessions.get(session).and_then(headline),
            SessionSubject::Pair(..) => None,
        }
    }

    fn why_no_answer(world: &World, subject: SessionSubject) -> Option<String> {
        let why = |session: usize| why_no_path(world.sessions.get(session)?);
        match subject {
            SessionSubject::One(session) => why(session),
            SessionSubject::Pair(reference, other) => why(reference).or_else(|| why(other)),
        }
    }

    fn explain(world: &World, subject: SessionSubject) -> Option<Explanation> {
        match subject {
            SessionSubject::One(session) => explain::explain(world.sessions.get(session)?, world.time),
            SessionSubject::Pair(reference, other) => compared::explain(
                world.sessions.get(reference)?,
                world.sessions.get(other)?,
                &ComparisonChoice::default(),
            ),
        }
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

    /// Lists are counted, so that an expectation can say `"jumps": 0`, and the fields of the error are beside the others, so that
    /// it can say `"error.rmse": { "max": 0.05 }`.
    fn answer(_: &World, report: &Report, name: &str, _: Option<&str>) -> Option<Value> {
        let mut answer =
            value(&json::SessionSection::of(report.sessions.iter().find(|session| *session.name == *name)?))?;
        for key in ["lost", "jumps", "anchors"] {
            if let Some(list) = answer.get(key).and_then(Value::as_array) {
                answer[key] = list.len().into();
            }
        }
        if let Some(error) = answer.get("error").filter(|error| error.is_object() || error.is_null()).cloned() {
            for field in json::ERROR_FIELDS {
                answer[format!("error.{field}")] = error.get(field).cloned().unwrap_or_default();
            }
        }
        Some(answer)
    }

    fn size(world: &World) -> Estimate {
        let of_file = |session: &SessionAt| {
            let summary = session.file.as_ref().ok().and_then(|file| file.summary());
            let lists = summary.map_or(0, |summary| summary.lost.len() + summary.jumps.len());
            4 + lists as u64 + session.trajectory().map_or(0, |path| path.anchors.histories().len() as u64)
        };
        // Bytes of a loss, jump or anchor, measured.
        Estimate::entries(world.sessions.iter().map(of_file).sum(), 120)
    }
}

/// Why a session has no path; `None` when it has one.
pub(super) fn why_no_path(session: &SessionAt) -> Option<String> {
    let error = session.file.as_ref().err()?;
    Some(format!("`{}` has no answer: {error}", session.name))
}
