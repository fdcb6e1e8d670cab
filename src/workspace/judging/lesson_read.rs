//! What is read of the lesson of the open scene.

use std::sync::Arc;

use super::judging_ref::JudgingRef;
use super::lesson::{GivenAnswer, LessonProgress, LessonRun, LessonScore};
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
    /// The steps: those of the quiz while there is one, else those of the scene's lesson.
    pub(crate) fn steps(self) -> &'a [LessonStep] {
        self.run.steps(self.scene)
    }

    /// Whether the steps are those of a quiz.
    pub(crate) fn is_quiz(self) -> bool {
        self.run.quiz.is_some()
    }

    /// Whether a quiz was made whose first question is not shown yet.
    pub(crate) fn has_new_quiz(self) -> bool {
        self.is_quiz() && self.run.shown.is_none()
    }

    /// Whether the questions of a quiz are being made.
    pub(crate) fn is_making_quiz(self) -> bool {
        self.run.making.is_some()
    }

    /// The shown step with its index; `None` while the lesson is not shown.
    pub(crate) fn shown(self) -> Option<(usize, &'a LessonStep)> {
        let index = self.run.step()?;
        Some((index, self.steps().get(index)?))
    }

    /// The answers of the shown step; `None` until they are computed.
    pub(crate) fn answers(self) -> Option<&'a StepAnswers> {
        self.shown()?;
        self.run.answers.found().first().filter(|_| self.run.answers.answered() == self.run.key().as_ref())
    }

    /// The question of the shown step with its right answer.
    pub(crate) fn question(self) -> Option<(&'a LessonQuestion, &'a RightAnswer)> {
        let (_, step) = self.shown()?;
        Some((step.ask.as_ref()?, self.answers()?.question.as_ref()?.as_ref().ok()?))
    }

    /// What was answered to the question of the shown step.
    pub(crate) fn given(self) -> Option<&'a GivenAnswer> {
        self.run.done().given.get(&self.run.step()?)
    }

    /// What was answered to the question of a step, and whether it was right; for a goal, whether it was met.
    pub(crate) fn outcome(self, step: usize) -> Option<bool> {
        let done = self.run.done();
        done.given.get(&step).map(|given| given.is_right).or_else(|| done.met.contains(&step).then_some(true))
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

    /// What was done of the scene's lesson so far; `None` while no step of it is shown, and while its
    /// author tries it.
    pub(crate) fn progress(self) -> Option<LessonProgress> {
        self.shown().filter(|_| !self.is_quiz() && self.run.authoring.is_none())?;
        let done = self.run.done();
        let is_done = |(i, step): &(usize, &LessonStep)| match (&step.ask, step.goal.is_empty()) {
            (Some(_), _) => done.first.contains_key(i),
            (None, false) => done.met.contains(i),
            (None, true) => done.shown.contains(i),
        };
        let steps = self.steps();
        let right = done.first.iter().filter(|(_, is_right)| **is_right).map(|(step, _)| *step).collect();
        let done = steps.iter().enumerate().filter(is_done).map(|(i, _)| i).collect();
        Some(LessonProgress { steps: steps.len(), done, right })
    }

    /// The answers so far.
    pub(crate) fn score(self) -> LessonScore {
        let first = &self.run.done().first;
        LessonScore { right: first.values().filter(|is_right| **is_right).count(), answered: first.len() }
    }

    /// The names of what was changed in the shown step although its goal does not allow it.
    pub(crate) fn changed_beside(self) -> &'a [String] {
        self.run.beside.as_ref().map_or(&[], |(_, names)| names)
    }
}
