//! Commands on the steps of the open scene's lesson.

use eframe::egui::Key;

use super::action::Action;
use super::open_panel::open_panel;
use super::target::CommandTarget;
use crate::app::command::pane::Pane;
use crate::app::command::scope::KeyScope;
use crate::app::command::shortcut::alt;
use crate::app::command::table::lesson::StepCommand;
use crate::app::panels::behavior;
use crate::app::view::viewport::Request;
use crate::scene::{LessonStep, OpenedPart};
use crate::workspace::{Notice, NoticeKind, Workspace};
use crate::world::Item;

/// A question of a quiz shows the whole scene when it has at most so many objects, else only what is asked about.
const FEW: usize = 40;

/// What these commands depend on.
#[derive(Clone, Copy, Debug)]
#[expect(clippy::struct_excessive_bools, reason = "facts that do not depend on each other")]
pub(super) struct StepFacts {
    /// The number of steps of the scene.
    count: usize,
    /// The index of the shown step; `None` while the lesson is not shown.
    shown: Option<usize>,
    /// Whether answers are hidden.
    asks: bool,
    /// Whether an answer was given.
    is_answered: bool,
    is_hidden_by_user: bool,
    has_solution: bool,
    is_quiz: bool,
    is_making_quiz: bool,
}

impl StepFacts {
    pub(super) fn of(workspace: &Workspace) -> Self {
        let lesson = workspace.judging().lesson();
        let shown = lesson.shown();
        Self {
            count: lesson.steps().len(),
            shown: shown.map(|(index, _)| index),
            asks: lesson.hides_answers(),
            is_answered: lesson.given().is_some(),
            is_hidden_by_user: lesson.is_hidden_by_user(),
            has_solution: shown.is_some_and(|(_, step)| !step.solution.is_empty()),
            is_quiz: lesson.is_quiz(),
            is_making_quiz: lesson.is_making_quiz(),
        }
    }

    /// The action of a command.
    pub(super) fn action(self, command: StepCommand) -> Action {
        const NO_STEPS: &str = "This scene has no lesson with steps.";
        const NOT_SHOWN: &str = "No step of a lesson is shown.";
        let has_steps = self.count > 0;
        let last = self.count.saturating_sub(1);
        match command {
            StepCommand::Toggle => Action::new("Steps of the lesson", move |target| match self.shown {
                Some(_) => end(target),
                None => show(target, 0),
            })
            .help("Show the steps of the lesson of this scene, or close them.")
            .found_by("lesson step question predict course teach")
            .switch(self.shown.is_some())
            .needs(has_steps, NO_STEPS),
            StepCommand::Show(index) => Action::new(format!("Step {} of the lesson", index + 1), move |target| {
                show(target, index);
            })
            .help(format!("Show step {} of {}.", index + 1, self.count))
            .switch(self.shown == Some(index))
            .needs(index < self.count, NO_STEPS),
            StepCommand::Next => Action::new("Next step of the lesson", move |target| {
                show(target, self.shown.map_or(0, |index| (index + 1).min(last)));
            })
            .help("Show the next step of the lesson. A question that is not answered is skipped.")
            .keys(KeyScope::Window, [alt(Key::PageDown)])
            .needs(has_steps, NO_STEPS)
            .needs(self.shown != Some(last), "This is the last step of the lesson."),
            StepCommand::Previous => Action::new("Previous step of the lesson", move |target| {
                show(target, self.shown.map_or(0, |index| index.saturating_sub(1)));
            })
            .help("Show the previous step of the lesson.")
            .keys(KeyScope::Window, [alt(Key::PageUp)])
            .needs(has_steps, NO_STEPS)
            .needs(self.shown.is_some_and(|index| index > 0), "This is the first step of the lesson."),
            StepCommand::Quiz => Action::new(if self.is_quiz { "New quiz" } else { "Quiz about this scene" }, |target| {
                let seed = u64::from(crate::host::thread::process_id()) ^ target.ctx.input(|i| i.time).to_bits();
                target.window.workspace.lesson_mut().start_quiz(seed);
            })
            .help("Ask questions about the answers of this scene at this tick. Narrow answers come first, and each answer is right about equally often.")
            .found_by("predict guess test exam questions lesson score")
            .needs(!self.is_making_quiz, "The questions are being made."),
            StepCommand::HideAnswers => {
                let is_hidden = self.is_hidden_by_user;
                Action::new("Hide answers", move |target| target.window.workspace.lesson_mut().hide_answers(!is_hidden))
                    .help("Hide all answers, their colours and their steps, so that they can be predicted. Again: show them.")
                    .found_by("predict quiz guess exercise verdict conceal")
                    .keys(KeyScope::Panels, [alt(Key::Q)])
                    .switch(is_hidden)
            }
            StepCommand::Reveal => {
                Action::new("Reveal the answer", |target| target.window.workspace.lesson_mut().reveal())
                    .help("Show the right answer of the question. The score counts it as not answered right.")
                    .needs(self.asks, "No answer is hidden.")
            }
            StepCommand::TryAgain => {
                Action::new("Ask the question again", |target| target.window.workspace.lesson_mut().try_again())
                    .help("Hide the answers, and ask the question again. The score keeps the first answer.")
                    .needs(self.is_answered, "No question of this step was answered.")
            }
            StepCommand::Solve => Action::new("Show a solution", |target| {
                let workspace = &mut target.window.workspace;
                if let Err(reason) = workspace.lesson_mut().solve() {
                    let text = format!("The solution of this step cannot be applied: {reason}.");
                    workspace.notify(Notice::error(NoticeKind::NotChanged, text));
                }
            })
            .help("Change the scene so that it meets the goal. Undo takes it back.")
            .needs(self.shown.is_some(), NOT_SHOWN)
            .needs(self.has_solution, "This step has no stored solution."),
        }
    }
}

/// Shows a step: its selection and tick, the view through its camera, and the panel that it opens.
pub(in crate::app) fn show(target: &mut CommandTarget<'_>, index: usize) {
    target.window.workspace.lesson_mut().go_to(index);
    let Some((_, step)) = target.window.workspace.judging().lesson().shown() else { return };
    let step = step.clone();
    look(target, step);
}

/// Shows how a step of the edited lesson begins, without its question.
pub(super) fn show_start(target: &mut CommandTarget<'_>, index: usize) {
    let Some(step) = target.window.workspace.scene().lesson.get(index).cloned() else { return };
    target.window.workspace.lesson_mut().begin_step(index);
    look(target, step);
}

/// Shows the view through the camera of a step, and the panel that it opens.
fn look(target: &mut CommandTarget<'_>, step: LessonStep) {
    let (camera, open) = (step.camera, step.open);
    // A quiz is about any scene, and a scene without a view does not show what is asked about.
    let is_framed =
        target.window.workspace.judging().lesson().is_quiz() && target.window.workspace.scene().view.is_none();
    let world = target.window.workspace.world();
    let camera =
        camera.and_then(|name| world.named(&name)).filter(|id| matches!(world.find(*id), Some(Item::Camera(_))));
    match camera {
        Some(camera) => {
            target.window.layout.reveal(Pane::View);
            target.window.panels.views.active_mut().look_through(Some(camera));
        }
        // A scene that is only a tree has no 3D view.
        None if behavior::is_alone(&target.window.workspace) => {}
        None if is_framed && target.window.workspace.world().objects.len() <= FEW => target.view(Request::FrameAll),
        None if is_framed => target.view(Request::FrameSelection),
        None => target.view(Request::Opening),
    }
    match open {
        Some(OpenedPart::Panel(panel)) => open_panel(target.window, panel),
        Some(OpenedPart::Step(number)) => {
            target.window.layout.reveal(Pane::Explain);
            let step = usize::try_from(number).ok().and_then(|number| number.checked_sub(1));
            target.window.workspace.selection_mut().show_step(step);
        }
        None => {}
    }
}

/// Ends the lesson. When its author has tried it, it is edited on.
pub(super) fn end(target: &mut CommandTarget<'_>) {
    let is_tried = target.window.workspace.judging().is_trying_lesson();
    target.window.workspace.lesson_mut().end();
    if is_tried {
        target.window.layout.reveal(Pane::Lesson);
    }
}
