//! Commands on lessons.

use std::sync::Arc;

use eframe::egui::{Context, Key};

use super::action::Action;
use super::author::AuthorFacts;
use super::lesson_step::StepFacts;
use super::state::WindowState;
use super::target::CommandTarget;
use crate::app::command::scope::KeyScope;
use crate::app::command::shortcut::ctrl;
use crate::app::command::table::lesson::LessonCommand;
use crate::app::dialogs::save_before_leaving::Leave;
use crate::app::view::viewport::Request;
use crate::escape;
use crate::files::OpenCourse;
use crate::lessons::{Lesson, all};
use crate::workspace::{Notice, NoticeKind};

/// What the commands depend on.
#[derive(Clone, Debug)]
pub(super) struct LessonFacts {
    /// The lesson that is open.
    pub(super) open: Option<&'static Lesson>,
    /// The open course, and the index of the open scene in it.
    pub(super) course: Option<(Arc<OpenCourse>, Option<usize>)>,
    /// The steps of the scene.
    pub(super) steps: StepFacts,
    /// The editing of the lesson.
    author: AuthorFacts,
}

impl LessonFacts {
    pub(super) fn of(window: &WindowState) -> Self {
        let workspace = &window.workspace;
        let course = window.files.lessons.course().map(|(course, index)| (Arc::clone(course), index));
        Self {
            open: workspace.disk().lesson(),
            course,
            steps: StepFacts::of(workspace),
            author: AuthorFacts::of(window),
        }
    }
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
        if let Some((course, Some(open))) = &facts.course {
            let beside = match self {
                Self::Next => Some((
                    open + 1,
                    "Next lesson",
                    "after this one",
                    "This is the last lesson of the course.",
                    Key::PageDown,
                )),
                Self::Previous => Some((
                    open.wrapping_sub(1),
                    "Previous lesson",
                    "before this one",
                    "This is the first lesson of the course.",
                    Key::PageUp,
                )),
                _ => None,
            };
            if let Some((index, name, way, end, key)) = beside {
                let help = course.lessons.get(index).map_or_else(String::new, |lesson| {
                    format!("Open the lesson of the course {way}: {}.", escape::shown(&lesson.title))
                });
                return of_course(course, index, name)
                    .help(help)
                    .keys(KeyScope::Window, [ctrl(key)])
                    .needs(index < course.lessons.len(), end);
            }
        }
        match self {
            Self::OfCourse(index) => match &facts.course {
                Some((course, open)) => {
                    let title = course.lessons.get(index).map_or("Lesson of the course", |lesson| &*lesson.title);
                    of_course(course, index, &format!("{}. {}", index + 1, escape::shown(title)))
                        .switch(*open == Some(index))
                }
                None => Action::new("Lesson of the course", |_| ()).needs(false, "No course is open."),
            },
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
            Self::Author(command) => facts.author.action(command),
        }
    }
}

/// Opens the lesson after or before the open one, in its course or among those of the program. Has no effect at the end.
pub(super) fn open_beside(target: &mut CommandTarget<'_>, is_back: bool) {
    let beside = |index: usize| if is_back { index.checked_sub(1) } else { Some(index + 1) };
    if let Some((course, Some(open))) = target.window.files.lessons.course() {
        let lesson = beside(open).and_then(|index| course.lessons.get(index));
        if let Some(path) = lesson.and_then(|lesson| lesson.path.as_ref().ok()).cloned() {
            target.leave(Leave::Open(path, Vec::new()));
        }
        return;
    }
    let open = target.window.workspace.disk().lesson();
    if let Some(lesson) = open.and_then(if is_back { Lesson::previous } else { Lesson::next }) {
        open_lesson(target.window, target.ctx, lesson);
    }
}

/// The action that opens a lesson of a course in place of the open scene.
fn of_course(course: &OpenCourse, index: usize, name: &str) -> Action {
    let lesson = course.lessons.get(index);
    let path = lesson.and_then(|lesson| lesson.path.as_ref().ok()).cloned();
    let error = lesson.and_then(|lesson| lesson.path.as_ref().err()).map(ToString::to_string);
    let is_there = path.is_some();
    let action = Action::new(name.to_owned(), move |target| {
        if let Some(path) = path {
            target.leave(Leave::Open(path, Vec::new()));
        }
    });
    action.needs(is_there, error.unwrap_or_else(|| "The course has no such lesson.".to_owned()))
}

/// Opens a lesson in place of the open scene.
pub(super) fn open_lesson(window: &mut WindowState, ctx: &Context, lesson: &'static Lesson) {
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
