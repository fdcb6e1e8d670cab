//! Queries without an answer, as errors at their place in the scene file.

use super::{Answers, Compared, query_named};
use crate::budget::Budget;
use crate::scene::{Problem, Scene, Written};
use crate::source::error::SceneError;
use crate::source::place::Place;
use crate::world::{Thing, World};

/// Why a query has no answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Unanswered {
    /// The index of the query; `None` when no query has an answer.
    query: Option<usize>,
    message: String,
}

impl Unanswered {
    /// All queries of a world without an answer.
    pub fn all(answers: &Answers, world: &World) -> Vec<Self> {
        let entries = match answers {
            Ok(entries) => entries,
            Err(error) => return vec![Self::section(&error.to_string())],
        };
        let unanswered = entries.iter().filter_map(|entry| Some((entry, entry.error()?)));
        unanswered.map(|(entry, error)| Self::of(query_named(world, &entry.name), &entry.name, error)).collect()
    }

    /// The same of the queries that a window asks.
    pub fn compared<'a>(asked: impl IntoIterator<Item = &'a Compared>, world: &World) -> Vec<Self> {
        let unanswered = asked.into_iter().filter_map(|pair| Some((pair, pair.pairs.as_ref().err()?)));
        let all = unanswered.flat_map(|(pair, error)| {
            pair.queries.iter().map(move |asked| {
                let query = world.find(asked.query).and_then(|thing| match thing {
                    Thing::Occlusion(index) => Some(index),
                    _ => None,
                });
                Self::of(query, &asked.entry, error)
            })
        });
        all.collect()
    }

    /// Of the whole section, such as without OpenGL.
    pub fn section(reason: &str) -> Self {
        Self { query: None, message: format!("occlusion queries have no answer: {reason}") }
    }

    fn of(query: Option<usize>, entry: &str, error: &str) -> Self {
        Self { query, message: format!("`{entry}`: {error}") }
    }

    /// The error at its place in the text of the scene, `name` in messages. Without the text, or when the text is no longer
    /// that of the scene, the error has no line.
    pub fn located(&self, scene: &Scene, text: Option<&str>, name: &str) -> SceneError {
        let list = Place::default().key("occlusion");
        let place = self.query.map_or(list.clone(), |query| list.index(query));
        let written = text.and_then(|text| Written::parse(text, name, &Budget::default()).ok());
        let written = written.filter(|(now, _)| now.occlusion.len() == scene.occlusion.len());
        let written = written.map_or_else(|| Written::made(name), |(_, written)| written);
        written.error(scene, Problem::at(place, self.message.clone(), None))
    }
}

/// The errors of one run, each once: a recording has the same at every tick.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct AllUnanswered(Vec<Unanswered>);

impl AllUnanswered {
    /// Adds those that are new.
    pub fn add(&mut self, found: Vec<Unanswered>) {
        for one in found {
            if !self.0.contains(&one) {
                self.0.push(one);
            }
        }
    }

    /// Adds those of another run.
    pub fn extend(&mut self, others: Self) {
        self.add(others.0);
    }

    /// Whether all queries have answers.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// All errors, located.
    pub fn located(&self, scene: &Scene, text: Option<&str>, name: &str) -> Vec<SceneError> {
        self.0.iter().map(|one| one.located(scene, text, name)).collect()
    }
}
