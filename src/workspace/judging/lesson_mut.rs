//! What a student does with the lesson of the open scene: goes to a step, answers its question, meets its goal.

use std::sync::Arc;
use std::time::Duration;

use serde_json::Value;

use super::answers::Judging;
use super::lesson::{GivenAnswer, LessonRun, ShownStep};
use crate::report::lesson::{AnswerReason, StepAnswers, changed_beside, is_right, reason, solved, tick_of_step};
use crate::scene::{LessonQuestion, Scene};
use crate::workspace::open_scene::Workspace;
use crate::workspace::selection::state::Selection;
use crate::world::World;

/// The lesson of the open scene, for what a student does.
pub(crate) struct LessonMut<'a> {
    pub(super) workspace: &'a mut Workspace,
}

impl Workspace {
    /// The lesson of the open scene, for what a student does.
    pub(crate) fn lesson_mut(&mut self) -> LessonMut<'_> {
        LessonMut { workspace: self }
    }
}

impl LessonMut<'_> {
    /// Shows a step: its tick and its selection, in the scene as it was before the changes of the step that was shown. Has no
    /// effect when there is no such step.
    pub(crate) fn go_to(&mut self, index: usize) {
        if index >= self.workspace.judging().lesson().steps().len() {
            return;
        }
        self.leave();
        let workspace = &mut *self.workspace;
        let before = Arc::clone(workspace.scene());
        workspace.judging.lesson.shown = Some(ShownStep { index, before });
        workspace.judging.lesson.beside = None;
        workspace.judging.lesson.done_mut().shown.insert(index);
        self.follow();
        self.begin_step(index);
        self.workspace.judging_mut().evaluate_at_once();
        self.follow();
    }

    /// Goes to the tick and the selection with which a step begins.
    pub(crate) fn begin_step(&mut self, index: usize) {
        let workspace = &mut *self.workspace;
        let scene = Arc::clone(workspace.scene());
        let steps = workspace.judging.lesson.steps(&scene).to_vec();
        if index >= steps.len() {
            return;
        }
        workspace.set_tick(tick_of_step(&scene, &steps, index));
        let own = &steps[index].select;
        let selected = if own.is_empty() { &scene.select } else { own };
        let selection = Selection::opening(&workspace.world, selected);
        workspace.selection_mut().set_selection(selection);
    }

    /// Ends the lesson or the quiz. Changes of a shown step of the lesson are undone.
    pub(crate) fn end(&mut self) {
        self.leave();
        self.workspace.judging.lesson.shown = None;
        self.workspace.judging.lesson.quiz = None;
        self.workspace.judging_mut().evaluate_at_once();
        self.follow();
    }

    /// Undoes the changes of the shown step of a lesson, as an edit: each step starts with the scene of the file. A quiz is about the
    /// scene as it is, so its steps undo nothing.
    fn leave(&mut self) {
        if self.workspace.judging.lesson.quiz.is_some() {
            return;
        }
        let Some(shown) = &self.workspace.judging.lesson.shown else { return };
        let before = Arc::clone(&shown.before);
        if !Arc::ptr_eq(&before, self.workspace.scene()) {
            self.workspace.settle();
            self.workspace.edit("end of the lesson's step", |scene| *scene = Scene::clone(&before));
            self.workspace.settle();
        }
    }

    /// Makes the present scene that with which the shown step began, after the file was read again.
    pub(in crate::workspace) fn begin_again(&mut self) {
        let scene = Arc::clone(self.workspace.scene());
        if let Some(shown) = &mut self.workspace.judging.lesson.shown {
            shown.before = scene;
        }
        self.drop_recording();
    }

    /// Answers the question of the shown step.
    pub(crate) fn answer(&mut self, value: Value) {
        let lesson = self.workspace.judging().lesson();
        let Some((ask, right)) = lesson.question() else { return };
        let (is_right, ask) = (is_right(ask, right, &value), ask.clone());
        self.give(&ask, Some(value), is_right);
    }

    /// Shows the right answer of the shown step's question. It counts as not answered right.
    pub(crate) fn reveal(&mut self) {
        self.workspace.judging.lesson.is_hidden_by_user = false;
        self.follow();
        let lesson = self.workspace.judging().lesson();
        let Some(ask) = lesson.shown().and_then(|(_, step)| step.ask.clone()) else { return };
        if lesson.given().is_some() {
            return;
        }
        self.give(&ask, None, false);
    }

    /// Hides the answers of the scene, or shows them again.
    pub(crate) fn hide_answers(&mut self, are_hidden: bool) {
        self.workspace.judging.lesson.is_hidden_by_user = are_hidden;
        self.follow();
    }

    /// Asks the question of the shown step again. The score keeps the first answer.
    pub(crate) fn try_again(&mut self) {
        if let Some(step) = self.workspace.judging.lesson.step() {
            self.workspace.judging.lesson.done_mut().given.remove(&step);
        }
        self.follow();
    }

    /// Applies the stored solution of the shown step's goal, as an edit.
    ///
    /// # Errors
    /// When the solution cannot be applied: the reason.
    pub(crate) fn solve(&mut self) -> Result<(), String> {
        let scene = Arc::clone(self.workspace.scene());
        let Some((_, step)) = self.workspace.judging().lesson().shown() else { return Ok(()) };
        let solution = solved(&scene, self.workspace.files(), step)?;
        self.workspace.settle();
        self.workspace.edit("solution of the lesson's step", |scene| *scene = solution);
        self.workspace.settle();
        Ok(())
    }

    fn give(&mut self, ask: &LessonQuestion, value: Option<Value>, is_right: bool) {
        let Some(index) = self.workspace.judging.lesson.step() else { return };
        let reason = self.reason(index, ask);
        let done = self.workspace.judging.lesson.done_mut();
        done.first.entry(index).or_insert(is_right);
        done.given.insert(index, GivenAnswer { value, is_right, reason });
        self.follow();
    }

    fn reason(&self, index: usize, ask: &LessonQuestion) -> Option<AnswerReason> {
        let workspace = &*self.workspace;
        let asked = ask.answer();
        let tick = asked.named.keys.get("tick").and_then(Value::as_u64);
        let steps = workspace.judging().lesson().steps();
        let tick = tick.unwrap_or_else(|| tick_of_step(workspace.scene(), steps, index));
        if tick == workspace.tick() {
            return reason(workspace.world(), asked);
        }
        reason(&World::at(workspace.scene(), workspace.files(), tick), asked)
    }

    /// Hides the answers of the scene while the shown step asks for one of them, shows them otherwise, and notes a goal that is met.
    pub(crate) fn follow(&mut self) {
        self.take_quiz(Duration::ZERO);
        let workspace = &mut *self.workspace;
        compare(&mut workspace.judging.lesson, workspace.document.scene());
        let lesson = workspace.judging().lesson();
        let is_asked = lesson.shown().is_some_and(|(_, step)| step.ask.is_some()) && lesson.given().is_none();
        let has_answer = lesson.answers().is_none_or(|answers| !matches!(answers.question, Some(Err(_))));
        let is_met = lesson.answers().is_some_and(StepAnswers::is_met) && lesson.changed_beside().is_empty();
        let step = lesson.shown().map(|(index, _)| index);
        let hides = is_asked && has_answer || lesson.is_hidden_by_user();
        if let Some(step) = step.filter(|_| is_met) {
            workspace.judging.lesson.done_mut().met.insert(step);
        }
        if workspace.judging.lesson.hides != hides {
            workspace.judging.lesson.hides = hides;
            workspace.judging.report =
                if hides { Judging::hidden(&workspace.world) } else { Judging::shown(&workspace.world) };
            workspace.judging.explain_again();
            workspace.revision += 1;
        }
    }
}

/// Finds what was changed in the shown step although its goal does not allow it, once for each state of the scene.
fn compare(lesson: &mut LessonRun, scene: &Arc<Scene>) {
    let Some(shown) = &lesson.shown else {
        lesson.beside = None;
        return;
    };
    if lesson.beside.as_ref().is_some_and(|(of, _)| Arc::ptr_eq(of, scene)) {
        return;
    }
    let step = lesson.steps(scene).get(shown.index).filter(|step| !step.goal.is_empty() && !step.free.is_empty());
    let names = match step {
        Some(step) if !Arc::ptr_eq(&shown.before, scene) => changed_beside(&shown.before, scene, &step.free),
        _ => Vec::new(),
    };
    lesson.beside = Some((Arc::clone(scene), names));
}
