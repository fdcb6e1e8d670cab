//! The steps of the open scene's lesson, or of a quiz about the scene, as a student does them: the shown step, and the answers that
//! were given.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::authoring::Authoring;
use super::evaluation::{Evaluated, Evaluation};
use super::now::{Now, is_of_occlusion};
use crate::report::lesson::{AnswerReason, StepAnswers, of_steps};
use crate::scene::{LessonStep, Scene};
use crate::workspace::job::Job;

/// The lesson of the open scene.
#[derive(Default)]
pub(in crate::workspace) struct LessonRun {
    /// The shown step; `None` while the lesson is not shown.
    pub(super) shown: Option<ShownStep>,
    /// What was done of the lesson.
    pub(super) done: StepsDone,
    /// A quiz about the scene, which is shown in place of the lesson.
    pub(super) quiz: Option<Quiz>,
    /// The questions of a quiz while they are made.
    pub(super) making: Option<Job<Vec<LessonStep>>>,
    /// The names of what was changed in the shown step although its goal does not allow it, with the scene that has these changes.
    pub(super) beside: Option<(Arc<Scene>, Vec<String>)>,
    /// The answers of the shown step.
    pub(super) answers: Evaluation<StepKey, Vec<StepAnswers>>,
    /// Whether the answers of the scene are hidden: the shown step asks for one of them, or the user has hidden them.
    pub(super) hides: bool,
    /// Whether the user has hidden them.
    pub(super) is_hidden_by_user: bool,
    /// The editing of the scene's lesson; `None` while it is not edited.
    pub(super) authoring: Option<Authoring>,
}

/// What was done of a lesson or of a quiz.
#[derive(Default)]
pub(super) struct StepsDone {
    /// What was answered, by the index of the step.
    pub(super) given: BTreeMap<usize, GivenAnswer>,
    /// Whether the first answer to a question was right, by the index of the step.
    pub(super) first: BTreeMap<usize, bool>,
    /// The steps whose goal was met.
    pub(super) met: BTreeSet<usize>,
    /// The steps that were shown.
    pub(super) shown: BTreeSet<usize>,
}

/// What was done of a lesson, to keep it between runs.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct LessonProgress {
    /// The number of steps of the lesson.
    pub(crate) steps: usize,
    /// The indices of the steps that are done: a question that was answered, a goal that was met, a text that was shown.
    pub(crate) done: BTreeSet<usize>,
    /// The indices of the questions whose first answer was right.
    pub(crate) right: BTreeSet<usize>,
}

impl LessonProgress {
    /// Whether all steps are done.
    pub(crate) fn is_done(&self) -> bool {
        self.done.len() >= self.steps
    }
}

/// Questions about the scene, and what was answered.
pub(super) struct Quiz {
    pub(super) steps: Arc<[LessonStep]>,
    pub(super) done: StepsDone,
}

/// A step whose answers are evaluated: its index, and the quiz to which it belongs; `None` for a step of the scene's lesson.
#[derive(Clone, PartialEq)]
pub(in crate::workspace) struct StepKey {
    pub(super) index: usize,
    quiz: Option<Arc<[LessonStep]>>,
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

    /// The steps: those of the quiz, else those of the scene.
    pub(super) fn steps<'a>(&'a self, scene: &'a Scene) -> &'a [LessonStep] {
        self.quiz.as_ref().map_or(&scene.lesson, |quiz| &quiz.steps)
    }

    /// What was done of the quiz, else of the lesson.
    pub(super) fn done(&self) -> &StepsDone {
        self.quiz.as_ref().map_or(&self.done, |quiz| &quiz.done)
    }

    pub(super) fn done_mut(&mut self) -> &mut StepsDone {
        self.quiz.as_mut().map_or(&mut self.done, |quiz| &mut quiz.done)
    }

    /// The shown step as the question of an evaluation.
    pub(super) fn key(&self) -> Option<StepKey> {
        Some(StepKey { index: self.step()?, quiz: self.quiz.as_ref().map(|quiz| Arc::clone(&quiz.steps)) })
    }
}

impl StepKey {
    fn steps<'a>(&'a self, scene: &'a Scene) -> &'a [LessonStep] {
        self.quiz.as_deref().unwrap_or(&scene.lesson)
    }
}

/// The evaluation of a step.
pub(super) fn of_step(now: &Now, step: Option<&StepKey>) -> Evaluated<StepKey, Vec<StepAnswers>> {
    let written = step.and_then(|step| step.steps(now.scene).get(step.index));
    Evaluated {
        uses_depth: written.is_some_and(|step| is_of_occlusion(now.scene, step)),
        question: step.cloned().filter(|_| written.is_some()),
        compute: |content, step, depth| of_steps(content, step.steps(content.scene), step.index..step.index + 1, depth),
    }
}
