//! The section of the report. It is `{ "error" }` without OpenGL. An entry with an object whose mesh cannot be read, or
//! with a resolution above the limit of OpenGL, is `{ "name", "a", "b", "error" }`, or `{ "name", "error" }` for a
//! query with `among`.

use serde::{Serialize, Serializer};

use super::entry::{Answers, PairEntry};
use crate::occlusion::{Limit, ViewAnswer};

/// All entries, each made while it is written, or the error.
pub(in crate::report) struct OcclusionSection<'a, T> {
    answers: &'a Answers,
    /// Makes an entry, in the full or the brief form.
    entry: fn(&'a PairEntry) -> T,
}

#[derive(Serialize)]
struct Unavailable {
    error: String,
}

/// An entry of the list.
#[derive(Serialize)]
#[serde(untagged)]
pub(in crate::report) enum WrittenPair<'a> {
    Answer(Box<Answered<'a>>),
    Missing {
        name: &'a str,
        #[serde(skip_serializing_if = "Option::is_none")]
        a: Option<&'a str>,
        #[serde(skip_serializing_if = "Option::is_none")]
        b: Option<&'a str>,
        error: &'a str,
    },
}

#[derive(Serialize)]
pub(in crate::report) struct Answered<'a> {
    name: &'a str,
    a: &'a str,
    b: &'a str,
    method: &'static str,
    resolution: u32,
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    fatten: bool,
    views: Vec<QueryView>,
    collides: bool,
    exact: bool,
    verdict: &'static str,
    separation: f64,
    limits: Vec<&'static str>,
    draws: u32,
    queries: u32,
}

#[derive(Serialize)]
struct QueryView {
    direction: [f64; 3],
    a_before_b_back: bool,
    b_before_a_back: bool,
    pixel_size: f64,
}

impl<'a, T> OcclusionSection<'a, T> {
    pub(super) fn of(answers: &'a Answers, entry: fn(&'a PairEntry) -> T) -> Self {
        Self { answers, entry }
    }
}

impl<T: Serialize> Serialize for OcclusionSection<'_, T> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self.answers {
            Ok(entries) => serializer.collect_seq(entries.iter().map(self.entry)),
            Err(error) => Unavailable { error: error.to_string() }.serialize(serializer),
        }
    }
}

pub(super) fn written(entry: &PairEntry) -> WrittenPair<'_> {
    let name = |i: usize| entry.bodies.as_ref().map(|bodies| &*bodies[i]);
    match (&entry.answer, name(0), name(1)) {
        (Ok(answer), Some(a), Some(b)) => WrittenPair::Answer(Box::new(Answered {
            name: &entry.name,
            a,
            b,
            method: entry.method.word(),
            resolution: entry.resolution,
            fatten: entry.fatten,
            views: answer.views.iter().map(view).collect(),
            collides: answer.collides,
            exact: answer.exact,
            verdict: answer.verdict.word(),
            separation: answer.separation,
            limits: answer.limits.iter().copied().map(Limit::word).collect(),
            draws: answer.draws,
            queries: answer.queries,
        })),
        (answer, a, b) => {
            let error = answer.as_ref().err().map_or("there is no answer", |error| error);
            WrittenPair::Missing { name: &entry.name, a, b, error }
        }
    }
}

fn view(answer: &ViewAnswer) -> QueryView {
    QueryView {
        // −0 is written as 0.
        direction: answer.view.direction.to_array().map(|x| x + 0.0),
        a_before_b_back: answer.a_before_b_back,
        b_before_a_back: answer.b_before_a_back,
        pixel_size: answer.pixel_size,
    }
}
