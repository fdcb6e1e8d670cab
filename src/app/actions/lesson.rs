//! Commands on lessons.

use eframe::egui::{Context, Key};

use super::action::Action;
use super::lesson_step::StepFacts;
use super::state::WindowState;
use crate::app::command::scope::KeyScope;
use crate::app::command::shortcut::ctrl;
use crate::app::command::table::lesson::LessonCommand;
use crate::app::dialogs::save_before_leaving::Leave;
use crate::app::view::viewport::Request;
use crate::lessons::{Lesson, all};
use crate::workspace::{Notice, NoticeKind};

/// What the commands depend on.
#[derive(Clone, Debug)]
pub(super) struct LessonFacts {
    /// The lesson that is open.
    pub(super) open: Option<&'static Lesson>,
    /// The steps of the scene.
    pub(super) steps: StepFacts,
}

impl LessonCommand {
    pub(super) fn action(self, facts: &LessonFacts) -> Action {
        let to = |name: &'static str, lesson: Option<&'static Lesson>, way: &str, end: &'static str| {
            let help = lesson.map_or_else(String::new, |lesson| format!("Open the lesson {way}: {}.", lesson.name));
            Action::new(name, move |target| {
                if let Some(lesson) = lesson {
                    open_lesson(target.window, target.ctx, lesson);
                }
            })
            .help(help)
            .needs(lesson.is_some(), end)
        };
        let first = all().next();
        match self {
            Self::Open(lesson) => {
                Action::new(lesson.name, move |target| open_lesson(target.window, target.ctx, lesson))
                    .help(format!("{}: {}.", lesson.name, lesson.question.trim_end_matches('?')))
                    .switch(facts.open == Some(lesson))
            }
            Self::All => Action::new("All lessons…", |target| target.window.files.lessons.open_page())
                .help("Show all lessons with pictures, and search them."),
            Self::Next => {
                to("Next lesson", facts.open.map_or(first, Lesson::next), "after this one", "This is the last lesson.")
                    .keys(KeyScope::Window, [ctrl(Key::PageDown)])
            }
            Self::Previous => to(
                "Previous lesson",
                facts.open.and_then(Lesson::previous),
                "before this one",
                if facts.open.is_some() { "This is the first lesson." } else { "No lesson is open." },
            )
            .keys(KeyScope::Window, [ctrl(Key::PageUp)]),
            Self::Reset => Action::new("Reset lesson", |target| {
                target.window.workspace.disk_mut().reset_lesson();
                target.view(Request::Opening);
            })
            .help("Discard all changes of the lesson, and show it as it opens. Undo restores the changes.")
            .needs(facts.open.is_some(), "No lesson is open."),
            Self::Step(command) => facts.steps.action(command),
        }
    }
}

/// Opens a lesson in place of the open scene.
fn open_lesson(window: &mut WindowState, ctx: &Context, lesson: &'static Lesson) {
    match window.files.lessons.library().write(lesson) {
        Ok(path) => window.files.exit.leave(ctx, &mut window.workspace, Leave::Lesson(lesson, path)),
        Err(error) => {
            let text = format!(
                "The files of the lesson cannot be written: {error}. Check the free space and the permissions of the disk."
            );
            window.workspace.notify(Notice::error(NoticeKind::CannotOpen(lesson.name.into()), text));
        }
    }
}
