//! The steps of the open scene's lesson as a student does them: the shown step, and the answers that were given.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use serde_json::Value;

use super::evaluation::{Evaluated, Evaluation};
use super::now::Now;
use crate::report::lesson::{AnswerReason, StepAnswers, of_steps};
use crate::scene::{LessonStep, Scene};

/// The lesson of the open scene.
#[derive(Default)]
pub(in crate::workspace) struct LessonRun {
    /// The shown step; `None` while the lesson is not shown.
    pub(super) shown: Option<ShownStep>,
    /// What was answered, by the index of the step.
    pub(super) given: BTreeMap<usize, GivenAnswer>,
    /// Whether the first answer to a question was right, by the index of the step.
    pub(super) first: BTreeMap<usize, bool>,
    /// The steps whose goal was met.
    pub(super) met: BTreeSet<usize>,
    /// The names of what was changed in the shown step although its goal does not allow it, with the scene that has these changes.
    pub(super) beside: Option<(Arc<Scene>, Vec<String>)>,
    /// The answers of the shown step.
    pub(super) answers: Evaluation<usize, Vec<StepAnswers>>,
    /// Whether the answers of the scene are hidden: the shown step asks for one of them, or the user has hidden them.
    pub(super) hides: bool,
    /// Whether the user has hidden them.
    pub(super) is_hidden_by_user: bool,
}

/// The step that is shown.
pub(super) struct ShownStep {
    pub(super) index: usize,
    /// The scene when the step began. Changes of the student end with the step.
    pub(super) before: Arc<Scene>,
}

/// What was answered to a question.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct GivenAnswer {
    /// The value; `None` when the answer was revealed.
    pub(crate) value: Option<Value>,
    /// Whether it is right.
    pub(crate) is_right: bool,
    /// Why the right answer is right.
    pub(crate) reason: Option<AnswerReason>,
}

/// The answers to questions of a lesson so far.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct LessonScore {
    /// The number of questions whose first answer was right.
    pub(crate) right: usize,
    /// The number of questions that were answered.
    pub(crate) answered: usize,
}

impl LessonRun {
    /// The index of the shown step.
    pub(super) fn step(&self) -> Option<usize> {
        self.shown.as_ref().map(|shown| shown.index)
    }
}

/// The evaluation of a step of the lesson.
pub(super) fn of_step(now: &Now, step: Option<usize>) -> Evaluated<usize, Vec<StepAnswers>> {
    let written = step.and_then(|step| now.scene.lesson.get(step));
    Evaluated {
        question: step.filter(|_| written.is_some()),
        uses_depth: written.is_some_and(|step| is_of_occlusion(now.scene, step)),
        compute: |content, step, depth| of_steps(content, *step..*step + 1, depth),
    }
}

/// Whether a step needs the answers of occlusion queries.
pub(super) fn is_of_occlusion(scene: &Scene, step: &LessonStep) -> bool {
    let asked = step.ask.iter().map(|ask| &ask.answer().named);
    let is_about = asked.chain(&step.goal).any(|named| named.name("occlusion").is_some());
    // A value in the text names its item, so the kind of the answer is not known before the scene is read.
    !scene.occlusion.is_empty() && (is_about || step.say.contains('{'))
}
