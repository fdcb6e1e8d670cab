//! What is read of the editing of the open scene's lesson.

use std::sync::Arc;

use super::authoring::{AuthoredLesson, Authoring};
use super::judging_ref::JudgingRef;
use crate::report::lesson::{StepAnswers, recorded, tick_of_step};
use crate::scene::{AskedAnswer, Expectation, LessonStep, Scene};

/// The edited lesson of the open scene, for reading.
#[derive(Clone, Copy)]
pub(crate) struct AuthoringRef<'a> {
    judging: JudgingRef<'a>,
    authoring: &'a Authoring,
}

impl<'a> JudgingRef<'a> {
    /// The edited lesson; `None` while it is not edited, and while the author tries a step.
    pub(crate) fn authoring(self) -> Option<AuthoringRef<'a>> {
        self.judging
            .lesson
            .authoring
            .as_ref()
            .filter(|_| !self.is_trying_lesson())
            .map(|authoring| AuthoringRef { judging: self, authoring })
    }

    /// Whether the author of the lesson tries a step.
    pub(crate) fn is_trying_lesson(self) -> bool {
        self.judging.lesson.authoring.is_some() && self.judging.lesson.shown.is_some()
    }
}

impl<'a> AuthoringRef<'a> {
    fn scene(self) -> &'a Arc<Scene> {
        self.judging.scene
    }

    /// The edited step with its index; `None` in a lesson without steps.
    pub(crate) fn step(self) -> Option<(usize, &'a LessonStep)> {
        let index = self.authoring.step.min(self.scene().lesson.len().checked_sub(1)?);
        Some((index, &self.scene().lesson[index]))
    }

    /// The tick at which a step begins.
    pub(crate) fn tick_of(self, step: usize) -> u64 {
        tick_of_step(self.scene(), &self.scene().lesson, step)
    }

    /// What is right and wrong of the lesson. During a long evaluation, this is what it was before the last edits.
    pub(crate) fn judged(self) -> &'a AuthoredLesson {
        self.authoring.judged.found()
    }

    /// Whether the lesson is being evaluated.
    pub(crate) fn is_judging(self) -> bool {
        self.authoring.judged.is_pending()
    }

    /// The answers of a step; `None` until they are computed.
    pub(crate) fn answers(self, step: usize) -> Option<&'a StepAnswers> {
        self.judged().judged.answers.get(step)
    }

    /// What is wrong with a step, in words. A goal may be met while its solution is recorded.
    pub(crate) fn faults_of(self, step: usize) -> impl Iterator<Item = &'a str> {
        let is_recording = self.recording().is_some();
        let faults = self.judged().faults.iter().filter(move |(of, _)| *of == step && !is_recording);
        faults.map(|(_, words)| &**words)
    }

    /// The step whose solution is recorded.
    pub(crate) fn recording(self) -> Option<usize> {
        self.authoring.recording.as_ref().map(|(step, _)| *step)
    }

    /// Why the present scene cannot be kept as the solution; `None` when it can.
    pub(crate) fn why_not_keep(self) -> Option<String> {
        let (step, before) = self.authoring.recording.as_ref()?;
        let written = self.scene().lesson.get(*step)?;
        if Arc::ptr_eq(before, self.scene()) {
            return Some("Nothing has changed yet.".to_owned());
        }
        // Comparing whole scenes takes long, so it is done only when the goal is met.
        if !self.answers(*step).is_some_and(StepAnswers::is_met) {
            return Some("The goal is not met yet.".to_owned());
        }
        match recorded(before, self.scene(), &written.free) {
            Err(reason) => Some(format!("Undo a change: {reason}.")),
            Ok(solution) if solution.is_empty() => Some("Nothing has changed yet.".to_owned()),
            Ok(_) => None,
        }
    }

    /// The names of the selected answer as a step names it: with a tick only when it is not that of the step. `None` when no answer
    /// with a name is selected.
    pub(crate) fn selected_answer(self, step: usize) -> Option<AskedAnswer> {
        let mut named = self.judging.named_answer()?;
        // The field without a value chooses between two answers of a camera and an object.
        named.keys.retain(|_, value| !value.is_null());
        Some(AskedAnswer { named: self.at_tick_of(step, named), ..AskedAnswer::default() })
    }

    /// The selected answer as it is, as a goal of a step.
    ///
    /// # Errors
    /// When no answer is selected, or it cannot be expected: the reason.
    pub(crate) fn selected_goal(self, step: usize) -> Result<Expectation, String> {
        let subject = self.judging.selection.in_world.question(self.judging.world);
        let subject = subject.ok_or_else(|| "no answer is selected".to_owned())?;
        Ok(self.at_tick_of(step, self.judging.present(subject)?))
    }

    fn at_tick_of(self, step: usize, mut named: Expectation) -> Expectation {
        named.keys.shift_remove("tick");
        if self.judging.tick != self.tick_of(step) {
            named.keys.insert("tick".to_owned(), self.judging.tick.into());
        }
        named
    }
}
