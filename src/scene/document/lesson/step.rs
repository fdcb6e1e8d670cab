//! One step of a lesson.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use super::asked::LessonQuestion;
use super::opened::OpenedPart;
use crate::scene::document::expect::Expectation;
use crate::scene::document::last_tick::LAST_TICK;

/// One step of a lesson. Each step starts with the scene of the file: what a student moves in a step does not change the next.
///
/// A step has `say`, `ask` or both.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct LessonStep {
    /// The text, in Markdown. `{camera.object.field}` shows a value of the report, such as `{guard.crate.margin}`. Two braces,
    /// `{{` or `}}`, show one.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    #[schemars(!skip_serializing_if)]
    pub say: String,
    /// The camera that the view looks through. Without it, the view of the scene.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub camera: Option<String>,
    /// What is selected, as in the `select` of the scene; without it, what the scene selects.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[schemars(!skip_serializing_if)]
    pub select: Vec<String>,
    /// The panel that is open, or the number of the opened step of the selected answer, from 1.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub open: Option<OpenedPart>,
    /// The tick, 0 to 1,000,000; that of the step before by default, and of the first step the scene's `opens_at`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(range(max = LAST_TICK))]
    pub tick: Option<u64>,
    /// The question. Its right answer is that of the report.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub ask: Option<LessonQuestion>,
    /// The names of what the student may change to meet the goal.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[schemars(!skip_serializing_if)]
    pub free: Vec<String>,
    /// The goal: expectations that the student meets by changing what is free. It is met when all of them are.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[schemars(!skip_serializing_if)]
    pub goal: Vec<Expectation>,
    /// A change that meets the goal: for the name of each changed entry its new keys. `eyeline check` applies it.
    #[serde(default, skip_serializing_if = "Map::is_empty")]
    #[schemars(!skip_serializing_if)]
    pub solution: Map<String, Value>,
}

impl LessonStep {
    /// The names in the step, except those in its text.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        let asked = self.ask.iter().flat_map(|ask| ask.answer().named.names());
        let own = self.camera.iter().chain(&self.select).chain(&self.free).chain(self.solution.keys());
        own.map(|name| &**name).chain(asked).chain(self.goal.iter().flat_map(Expectation::names))
    }

    /// The same names, mutable, except those of the solution.
    pub(crate) fn names_mut(&mut self) -> impl Iterator<Item = &mut String> {
        let asked = self.ask.iter_mut().flat_map(|ask| ask.answer_mut().named.names_mut());
        let own = self.camera.iter_mut().chain(&mut self.select).chain(&mut self.free);
        own.chain(asked).chain(self.goal.iter_mut().flat_map(Expectation::names_mut))
    }

    /// Renames the entry whose new keys the solution has.
    pub(crate) fn rename_solved(&mut self, renamed: impl Fn(&str) -> String) {
        let solution = std::mem::take(&mut self.solution);
        self.solution = solution.into_iter().map(|(name, keys)| (renamed(&name), keys)).collect();
    }
}
