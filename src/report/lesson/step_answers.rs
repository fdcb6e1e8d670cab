//! The answers of a report that the steps of a lesson use.

use std::ops::Range;

use serde_json::Value;

use super::choices::choices;
use super::field::value_at;
use super::margin::margin;
use super::words::value_words;
use crate::files::Content;
use crate::report::expected::{ExpectedOutcome, outcomes_of};
use crate::report::named_answer;
use crate::report::occlusion::entry::Answerer;
use crate::scene::{AskedAnswer, Expectation, LessonQuestion, LessonStep, LessonTextPart, Scene, lesson_text};

/// What one step of a lesson shows and asks.
#[derive(Clone, Debug, PartialEq)]
pub struct StepAnswers {
    /// The tick of the step.
    pub tick: u64,
    /// The parts of its text.
    pub text: Vec<StepText>,
    /// The right answer of its question, or the reason why there is none. `None` for a step without a question.
    pub question: Option<Result<RightAnswer, String>>,
    /// The outcomes of the expectations of its goal, in their order.
    pub goal: Vec<ExpectedOutcome>,
}

impl StepAnswers {
    /// Whether the step has a goal that is met.
    pub fn is_met(&self) -> bool {
        !self.goal.is_empty() && self.goal.iter().all(ExpectedOutcome::is_met)
    }
}

/// A part of the text of a step.
#[derive(Clone, Debug, PartialEq)]
pub enum StepText {
    /// Markdown.
    Text(String),
    /// A value of the report.
    Value {
        /// The text between the braces.
        written: String,
        /// The value in words, or the reason why there is none.
        words: Result<String, String>,
    },
}

/// The right answer of a question.
#[derive(Clone, Debug, PartialEq)]
pub struct RightAnswer {
    /// The value of the report.
    pub value: Value,
    /// The distance in metres by which it is decided; `None` where it is not decided by a distance.
    pub margin: Option<f64>,
    /// For a choice: the values to choose from. Empty where they are neither given nor known.
    pub choices: Vec<Value>,
}

/// The tick of one of some steps about a scene, by its index: its own, that of a step before, or the scene's `opens_at`.
pub fn tick_of_step(scene: &Scene, steps: &[LessonStep], index: usize) -> u64 {
    let own = steps.iter().take(index + 1).rev().find_map(|step| step.tick);
    own.unwrap_or(scene.opens_at)
}

/// The answers of those of some steps about a scene that have these indices. `depth` answers occlusion queries.
pub fn of_steps(
    content: Content,
    steps: &[LessonStep],
    indices: Range<usize>,
    depth: &mut Answerer,
) -> Vec<StepAnswers> {
    let scene = content.scene;
    let chosen = |(i, _): &(usize, &LessonStep)| indices.contains(i);
    let mut named: Vec<Expectation> = Vec::new();
    let mut goals: Vec<Expectation> = Vec::new();
    for (i, step) in steps.iter().enumerate().filter(chosen) {
        let tick = tick_of_step(scene, steps, i);
        let in_text = lesson_text(scene, content.files, &step.say).into_iter().filter_map(|part| match part {
            LessonTextPart::Value { answer: Ok(asked), .. } => Some(asked),
            _ => None,
        });
        named.extend(in_text.map(|asked| request(&asked, tick)));
        named.extend(step.ask.as_ref().map(|ask| request(ask.answer(), tick)));
        goals.extend(step.goal.iter().map(|expected| expected.at_tick_or(tick)));
    }
    let mut answers = named_answer::answers(content, &named, depth).into_iter();
    let mut outcomes = outcomes_of(content, &goals, depth).into_iter();
    // Each request has one answer, in the same order.
    let mut next = |asked: &AskedAnswer| -> Result<(Value, Value), String> {
        let answer = answers.next().unwrap_or_else(|| Err("there is no answer".to_owned()))?;
        let value = value_at(&answer, &asked.field)?.clone();
        Ok((answer, value))
    };
    let mut found = Vec::with_capacity(indices.len());
    for (i, step) in steps.iter().enumerate().filter(chosen) {
        let text = lesson_text(scene, content.files, &step.say).into_iter().map(|part| match part {
            LessonTextPart::Text(text) => StepText::Text(text),
            LessonTextPart::Value { written, answer } => {
                let words = answer.and_then(|asked| Ok(value_words(&asked.field, &next(&asked)?.1)));
                StepText::Value { written, words }
            }
        });
        let text = text.collect();
        let question = step.ask.as_ref().map(|ask| {
            let (answer, value) = next(ask.answer())?;
            let margin = margin(&answer, &ask.answer().field);
            let choices = match ask {
                LessonQuestion::Choice(asked) => choices(scene, asked, &value),
                LessonQuestion::Number(_) | LessonQuestion::Place(_) => Vec::new(),
            };
            Ok(RightAnswer { value, margin, choices })
        });
        let goal = outcomes.by_ref().take(step.goal.len());
        let goal = goal.enumerate().map(|(index, outcome)| ExpectedOutcome { index, ..outcome }).collect();
        found.push(StepAnswers { tick: tick_of_step(scene, steps, i), text, question, goal });
    }
    found
}

/// What is asked of the report: the answer at its tick, with its field, because some fields are computed only when they are named.
pub(super) fn request(asked: &AskedAnswer, tick: u64) -> Expectation {
    let mut named = asked.named.at_tick_or(tick);
    let field = asked.field.split('.').next().unwrap_or_default();
    named.keys.insert(field.to_owned(), Value::Null);
    named
}
