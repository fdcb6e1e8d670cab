//! Commands on lessons.

use eframe::egui::Key;

use crate::app::actions::context::Context;
use crate::app::command::entry::Entry;
use crate::app::command::shortcut::{Scope, ctrl};
use crate::app::dialogs::lessons;
use crate::app::view::viewport::Request;
use crate::lessons::{Lesson, all};

/// A command of the Lessons menu.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::app) enum LessonCommand {
    Open(&'static Lesson),
    All,
    Next,
    Previous,
    Reset,
}

impl LessonCommand {
    /// All commands.
    pub(super) fn all() -> impl Iterator<Item = Self> {
        [Self::All, Self::Next, Self::Previous, Self::Reset].into_iter().chain(all().map(Self::Open))
    }

    pub(super) fn entry(self, context: &Context) -> Entry {
        let to = |name: &'static str, lesson: Option<&'static Lesson>, way: &str, end: &'static str| {
            let help = lesson.map_or_else(String::new, |lesson| format!("Open the lesson {way}: {}.", lesson.name));
            Entry::new(name, move |work| {
                if let Some(lesson) = lesson {
                    lessons::open(work.app, work.ctx, lesson);
                }
            })
            .help(help)
            .needs(lesson.is_some(), end)
        };
        let first = all().next();
        match self {
            Self::Open(lesson) => Entry::new(lesson.name, move |work| lessons::open(work.app, work.ctx, lesson))
                .help(format!("{}: {}.", lesson.name, lesson.question.trim_end_matches('?')))
                .switch(context.lesson == Some(lesson)),
            Self::All => Entry::new("All lessons…", |work| work.app.files.lessons.open_page())
                .help("Show all lessons with pictures, and search them."),
            Self::Next => to(
                "Next lesson",
                context.lesson.map_or(first, Lesson::next),
                "after this one",
                "This is the last lesson.",
            )
            .keys(Scope::Window, [ctrl(Key::PageDown)]),
            Self::Previous => to(
                "Previous lesson",
                context.lesson.and_then(Lesson::previous),
                "before this one",
                if context.lesson.is_some() { "This is the first lesson." } else { "No lesson is open." },
            )
            .keys(Scope::Window, [ctrl(Key::PageUp)]),
            Self::Reset => Entry::new("Reset lesson", |work| {
                work.app.workspace.disk_mut().reset_lesson();
                work.view(Request::Opening);
            })
            .help("Discard all changes of the lesson, and show it as it opens. Undo restores the changes.")
            .needs(context.lesson.is_some(), "No lesson is open."),
        }
    }
}
