//! The answers about recorded camera paths: their section of a report, their sentence, and their explanation.

mod brief;
mod compared;
mod explain;
mod headline;
mod json;
pub(crate) mod words;

use serde_json::Value;

use super::Report;
use super::explanation::Explanation;
use super::question::Question;
use super::section_source::{Estimate, Source, value};
use crate::world::{Item, SessionAt, World};

pub use headline::headline;

/// The subject of one explanation of recorded paths. The numbers are indices of the world's sessions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SessionSubject {
    /// One path.
    One(usize),
    /// Two paths. The first is the reference.
    Pair(usize, usize),
}

/// Answers where a recorded camera was, and how reliable its pose is.
pub(super) struct SessionsQuestion;

impl Question for SessionsQuestion {
    type Subject = SessionSubject;
    type Json<'a> = Vec<json::Section<'a>>;
    type Brief<'a> = Vec<json::Section<'a>>;

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
            SessionSubject::Pair(reference, other) => {
                compared::explain(world.sessions.get(reference)?, world.sessions.get(other)?)
            }
        }
    }

    fn json<'a>(source: &Source<'a>) -> Option<Self::Json<'a>> {
        let sessions = &source.report.sessions;
        (!sessions.is_empty()).then(|| sessions.iter().map(json::Section::of).collect())
    }

    fn brief<'a>(source: &Source<'a>) -> Option<Self::Brief<'a>> {
        brief::brief(source)
    }

    fn shorten(section: &Value) -> Option<Value> {
        Some(brief::shorten(section))
    }

    /// Lists are counted, so that an expectation can say `"jumps": 0`.
    fn answer(_: &World, report: &Report, name: &str, _: Option<&str>) -> Option<Value> {
        let mut answer = value(&json::Section::of(report.sessions.iter().find(|session| *session.name == *name)?))?;
        for key in ["lost", "jumps", "anchors"] {
            if let Some(list) = answer.get(key).and_then(Value::as_array) {
                answer[key] = list.len().into();
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
fn why_no_path(session: &SessionAt) -> Option<String> {
    let error = session.file.as_ref().err()?;
    Some(format!("`{}` has no answer: {error}", session.name))
}
