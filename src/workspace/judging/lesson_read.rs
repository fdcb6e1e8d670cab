//! What is read of the lesson of the open scene.

use std::sync::Arc;

use super::judging_ref::JudgingRef;
use super::lesson::{GivenAnswer, LessonRun, LessonScore};
use crate::report::lesson::{RightAnswer, StepAnswers};
use crate::scene::{LessonQuestion, LessonStep, Scene};

/// The lesson of the open scene, for reading.
#[derive(Clone, Copy)]
pub(crate) struct LessonRef<'a> {
    run: &'a LessonRun,
    scene: &'a Arc<Scene>,
}

impl<'a> JudgingRef<'a> {
    /// The lesson of the open scene.
    pub(crate) fn lesson(self) -> LessonRef<'a> {
        LessonRef { run: &self.judging.lesson, scene: self.scene }
    }
}

impl<'a> LessonRef<'a> {
    /// The number of steps of the scene.
    pub(crate) fn count(self) -> usize {
        self.scene.lesson.len()
    }

    /// The shown step with its index; `None` while the lesson is not shown.
    pub(crate) fn shown(self) -> Option<(usize, &'a LessonStep)> {
        let index = self.run.step()?;
        Some((index, self.scene.lesson.get(index)?))
    }

    /// The answers of the shown step; `None` until they are computed.
    pub(crate) fn answers(self) -> Option<&'a StepAnswers> {
        let (index, _) = self.shown()?;
        self.run.answers.found().first().filter(|_| self.run.answers.answered() == Some(&index))
    }

    /// The question of the shown step with its right answer.
    pub(crate) fn question(self) -> Option<(&'a LessonQuestion, &'a RightAnswer)> {
        let (_, step) = self.shown()?;
        Some((step.ask.as_ref()?, self.answers()?.question.as_ref()?.as_ref().ok()?))
    }

    /// What was answered to the question of the shown step.
    pub(crate) fn given(self) -> Option<&'a GivenAnswer> {
        self.run.given.get(&self.run.step()?)
    }

    /// What was answered to the question of a step, and whether it was right; for a goal, whether it was met.
    pub(crate) fn outcome(self, step: usize) -> Option<bool> {
        self.run.given.get(&step).map(|given| given.is_right).or_else(|| self.run.met.contains(&step).then_some(true))
    }

    /// Whether the user has hidden the answers of the scene.
    pub(crate) fn is_hidden_by_user(self) -> bool {
        self.run.is_hidden_by_user
    }

    /// Whether the answers of the scene are hidden: the shown step asks for one of them, or the user has hidden them.
    pub(crate) fn hides_answers(self) -> bool {
        self.run.hides
    }

    /// Whether the next click in the 3D view answers the question.
    pub(crate) fn asks_for_place(self) -> bool {
        self.run.hides && self.given().is_none() && matches!(self.question(), Some((LessonQuestion::Place(_), _)))
    }

    /// The answers so far.
    pub(crate) fn score(self) -> LessonScore {
        let right = self.run.first.values().filter(|is_right| **is_right).count();
        LessonScore { right, answered: self.run.first.len() }
    }

    /// The names of what was changed in the shown step although its goal does not allow it.
    pub(crate) fn changed_beside(self) -> &'a [String] {
        self.run.beside.as_ref().map_or(&[], |(_, names)| names)
    }
}
