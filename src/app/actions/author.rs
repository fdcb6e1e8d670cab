//! Commands of the author of a lesson.

use eframe::egui::Key;

use super::action::Action;
use super::lesson_step::{end, show, show_start};
use super::seen_now::SeenNow;
use super::state::WindowState;
use super::target::CommandTarget;
use crate::app::command::pane::Pane;
use crate::app::command::scope::KeyScope;
use crate::app::command::shortcut::{alt, ctrl, plain};
use crate::app::command::table::author::{AuthorCommand, StepPart};
use crate::escape;
use crate::scene::{LAST_TICK, LessonStep, OpenedPart};
use crate::workspace::edit::MoveDirection;
use crate::workspace::{AuthoringRef, Notice, NoticeKind};

/// What these commands depend on.
#[derive(Clone, Debug)]
#[expect(clippy::struct_excessive_bools, reason = "facts that do not depend on each other")]
pub(super) struct AuthorFacts {
    is_editing: bool,
    is_trying: bool,
    is_recording: bool,
    /// Whether the panel is open, in front of or behind another tab.
    is_panel_open: bool,
    /// The number of steps.
    count: usize,
    /// The index of the edited step.
    edited: Option<usize>,
    has_goal: bool,
    /// Why the present scene cannot be kept as the solution that is being recorded.
    why_not_keep: Option<String>,
    /// What is selected and seen now.
    now: SeenNow,
}

impl SeenNow {
    /// A part in words; `None` when there is none.
    fn words(&self, part: StepPart) -> Option<String> {
        match part {
            StepPart::Camera => self.camera.as_ref().map(|name| format!("`{}`", escape::shown(name))),
            StepPart::Selection => {
                let names: Vec<String> =
                    self.select.iter().flatten().map(|name| format!("`{}`", escape::shown(name))).collect();
                (!names.is_empty()).then(|| names.join(" and "))
            }
            StepPart::Panel => self.open.map(|open| match open {
                OpenedPart::Panel(panel) => Pane::of_check(panel).title().to_owned(),
                OpenedPart::Step(number) => format!("step {number} of the explanation"),
            }),
            StepPart::Tick => (self.tick <= LAST_TICK).then(|| format!("tick {}", self.tick)),
        }
    }

    fn give(self, part: StepPart, step: &mut LessonStep) {
        match part {
            StepPart::Camera => step.camera = self.camera,
            StepPart::Selection => step.select = self.select.unwrap_or_default(),
            StepPart::Panel => step.open = self.open,
            StepPart::Tick => step.tick = Some(self.tick),
        }
    }
}

impl AuthorFacts {
    pub(super) fn of(window: &WindowState) -> Self {
        let judging = window.workspace.judging();
        let authoring = judging.authoring();
        let step = authoring.and_then(AuthoringRef::step);
        let is_trying = judging.is_trying_lesson();
        Self {
            is_editing: authoring.is_some() || is_trying,
            is_trying,
            is_recording: authoring.is_some_and(|authoring| authoring.recording().is_some()),
            is_panel_open: window.layout.is_open(Pane::Lesson),
            count: window.workspace.scene().lesson.len(),
            edited: step.map(|(index, _)| index),
            has_goal: step.is_some_and(|(_, step)| !step.goal.is_empty()),
            why_not_keep: authoring.and_then(AuthoringRef::why_not_keep),
            now: if authoring.is_some() { SeenNow::of(window) } else { SeenNow::default() },
        }
    }

    /// The action of a command.
    pub(super) fn action(&self, command: AuthorCommand) -> Action {
        match command {
            AuthorCommand::Edit => self.edit(),
            AuthorCommand::Add => self.of_author(Action::new("Add step from here", add)).help(
                "Add a step after the edited one: with the camera that the 3D view looks through, the selection, the open panel or \
                 step of the explanation, and the tick.",
            ),
            AuthorCommand::Duplicate => self
                .of_step("Duplicate step", |target, index| target.window.workspace.edits().duplicate_lesson_step(index))
                .help("Add a copy of the edited step after it.")
                .keys(KeyScope::LessonStep, [ctrl(Key::D)]),
            AuthorCommand::Delete => self
                .of_step("Delete step", |target, index| target.window.workspace.edits().delete_lesson_step(index))
                .help("Delete the edited step. Undo brings it back.")
                .keys(KeyScope::LessonStep, [plain(Key::Delete)]),
            AuthorCommand::Move(way) => self.move_step(way),
            AuthorCommand::Take(part) => self.take(part),
            AuthorCommand::Show => self.of_step("Show the edited step", show_start).help(
                "Show how the edited step begins: its camera, selection, panel and tick. What the next step has is set from there.",
            ),
            AuthorCommand::Try => self.try_step(),
            AuthorCommand::Record => self
                .of_step("Record a solution", |target, index| {
                    target.window.workspace.lesson_mut().record_solution(index);
                })
                .help("Change the scene until the goal of the edited step is met, and keep that as the solution.")
                .needs(self.has_goal, "The edited step has no goal. Add a goal first.")
                .needs(!self.is_recording, "A solution is being recorded."),
            AuthorCommand::Keep => Action::new("Keep as solution", keep)
                .help("Store the changes since the recording began as the solution of the step, and restore the scene before them.")
                .needs(self.is_recording, NOT_RECORDING)
                .needs_none(self.why_not_keep.as_ref()),
            AuthorCommand::Drop => Action::new("Cancel the solution", |target| {
                target.window.workspace.lesson_mut().cancel_solution();
            })
            .help("End the recording, and restore the scene before it.")
            .needs(self.is_recording, NOT_RECORDING),
        }
    }

    fn edit(&self) -> Action {
        let is_ending = self.is_editing && !self.is_trying && self.is_panel_open;
        Action::new("Edit lesson", move |target| {
            if is_ending {
                target.window.workspace.lesson_mut().end_editing();
            } else {
                target.window.workspace.lesson_mut().begin_editing();
                target.window.layout.reveal(Pane::Lesson);
            }
        })
        .help("Write the lesson of this scene: its steps, their questions and goals. Again: end the editing.")
        .found_by("author write lesson step question goal teach course create")
        .switch(self.is_editing)
    }

    fn move_step(&self, way: MoveDirection) -> Action {
        let (name, help, by, key) = match way {
            MoveDirection::Up => ("Move step up", "Move the edited step before the one above.", -1, Key::ArrowUp),
            MoveDirection::Down => ("Move step down", "Move the edited step after the one below.", 1, Key::ArrowDown),
        };
        let to = self.edited.and_then(|index| index.checked_add_signed(by)).filter(|to| *to < self.count);
        self.of_step(name, move |target, index| {
            if let Some(to) = to {
                target.window.workspace.edits().move_lesson_step(index, to);
            }
        })
        .help(help)
        .keys(KeyScope::LessonStep, [alt(key)])
        .needs(to.is_some(), "There is no step on that side.")
    }

    fn take(&self, part: StepPart) -> Action {
        let word = part.word();
        let why_not = match part {
            StepPart::Camera => {
                "The 3D view looks through no camera. A step without a camera shows the view with which the scene opens."
            }
            StepPart::Selection => {
                "Nothing is selected that a step can select: a camera, a ray, an object or another item."
            }
            StepPart::Panel => "No panel of answers is open.",
            StepPart::Tick => "A step can have a tick of at most 1000000.",
        };
        let words = self.now.words(part);
        let help = words.as_ref().map_or_else(String::new, |words| format!("Begin the edited step with {words}."));
        let now = self.now.clone();
        self.of_step(&format!("Take {word} from here"), move |target, index| {
            let edits = &mut target.window.workspace.edits();
            edits.change_lesson_step(index, word, |step| now.give(part, step));
            target.window.workspace.settle();
        })
        .help(help)
        .needs(words.is_some(), why_not)
    }

    fn try_step(&self) -> Action {
        if self.is_trying {
            return Action::new("Back to editing", end)
                .help("End the trial of the lesson, and edit it. What was changed in the step is undone.");
        }
        self.of_step("Try from this step", |target, index| {
            target.window.workspace.lesson_mut().try_step(index);
            show(target, index);
        })
        .help("Do the lesson from the edited step as a student does. The cross of its bar leads back to editing.")
    }

    /// A command that needs the editing of the lesson.
    fn of_author(&self, action: Action) -> Action {
        action
            .needs(self.is_editing, "The lesson is not edited. Choose “Edit lesson” first.")
            .needs(!self.is_trying, "A step is being tried. Choose “Back to editing” first.")
    }

    /// A command on the edited step.
    fn of_step(&self, name: &str, run: impl FnOnce(&mut CommandTarget<'_>, usize) + 'static) -> Action {
        let edited = self.edited;
        let action = Action::new(name.to_owned(), move |target| {
            if let Some(index) = edited {
                run(target, index);
            }
        });
        self.of_author(action).needs(edited.is_some(), "The lesson has no steps. Add one first.")
    }
}

const NOT_RECORDING: &str = "No solution is being recorded.";

/// Adds a step with what is selected and seen now.
fn add(target: &mut CommandTarget<'_>) {
    let now = SeenNow::of(target.window);
    let step = LessonStep {
        camera: now.camera,
        select: now.select.unwrap_or_default(),
        open: now.open,
        ..LessonStep::default()
    };
    target.window.workspace.edits().add_lesson_step(step);
    target.window.layout.reveal(Pane::Lesson);
    target.window.panels.lesson.write();
}

fn keep(target: &mut CommandTarget<'_>) {
    if let Err(reason) = target.window.workspace.lesson_mut().keep_solution() {
        let text = format!("The solution was not kept: {reason}.");
        target.window.workspace.notify(Notice::error(NoticeKind::NotChanged, text));
    }
}
