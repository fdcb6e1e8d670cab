//! The lessons' files, the open course, and the page while it is open.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use eframe::egui::Context;

use super::page::Page;
use super::progress;
use crate::app::command::Commands;
use crate::files::OpenCourse;
use crate::lessons::Library;
use crate::workspace::{LessonProgress, Workspace};

/// The lessons' files, and the page while it is open.
#[derive(Default)]
pub(in crate::app) struct Lessons {
    library: Library,
    page: Option<Page>,
    /// The course of the open scene, or the one that was opened.
    course: Option<Arc<OpenCourse>>,
    /// The index of the open scene in the course.
    lesson_of_course: Option<usize>,
    /// The file of the scene for which the course was looked for.
    looked_for: Option<PathBuf>,
    /// What was noted last, with the key of the lesson.
    noted: Option<(String, LessonProgress)>,
}

impl Lessons {
    /// Keeps the files of lessons in a folder that stays.
    pub(in crate::app) fn store_in(&mut self, folder: PathBuf) {
        self.library = Library::in_folder(folder);
    }

    /// The files of the lessons.
    pub(in crate::app) fn library(&self) -> &Library {
        &self.library
    }

    /// Opens the page with all lessons.
    pub(in crate::app) fn open_page(&mut self) {
        self.page = Some(Page::default());
    }

    /// Opens a course: the page with its lessons.
    pub(in crate::app) fn open_course(&mut self, course: OpenCourse) {
        self.lesson_of_course = self.looked_for.as_deref().and_then(|scene| course.index_of(scene));
        self.course = Some(Arc::new(course));
        self.open_page();
    }

    /// The course of the open scene, or the one that was opened, with the index of the open scene in it.
    pub(in crate::app) fn course(&self) -> Option<(&Arc<OpenCourse>, Option<usize>)> {
        Some((self.course.as_ref()?, self.lesson_of_course))
    }

    /// Looks for the course of a scene that was opened, and notes what was done of its lesson.
    pub(in crate::app) fn follow(&mut self, ctx: &Context, workspace: &Workspace) {
        let own = workspace.path().filter(|_| workspace.disk().lesson().is_none());
        if own != self.looked_for.as_deref() {
            self.looked_for = own.map(Path::to_owned);
            let index = |course: &OpenCourse| own.and_then(|scene| course.index_of(scene));
            self.lesson_of_course = self.course.as_deref().and_then(index);
            if let Some(scene) = own.filter(|_| self.lesson_of_course.is_none())
                && let Some(course) = OpenCourse::around(scene, &workspace.disk().reading().options)
            {
                self.lesson_of_course = index(&course);
                self.course = Some(Arc::new(course));
            }
        }
        let key = workspace.disk().lesson().map(progress::key_of_lesson).or_else(|| own.map(progress::key_of_scene));
        if let Some(now) =
            key.zip(workspace.judging().lesson().progress()).filter(|now| self.noted.as_ref() != Some(now))
        {
            progress::add(ctx, &now.0, &now.1);
            self.noted = Some(now);
        }
    }

    /// Shows the page while it is open. The chosen lesson is added to the queue.
    pub(in crate::app) fn show(&mut self, ctx: &Context, workspace: &Workspace, commands: &mut Commands) {
        let Some(page) = &mut self.page else { return };
        let course = self.course.as_deref().map(|course| (course, workspace.disk().fresh_files()));
        if page.show(ctx, course.as_ref(), commands) {
            self.page = None;
            ctx.request_repaint();
        }
    }
}
