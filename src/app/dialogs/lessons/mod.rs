//! Lessons in the window: opening one, the page with all of them, and the bar below the text of a lesson.
//!
//! ```text
//! page       all lessons with pictures, and a search
//! pictures   the small pictures as textures
//! bar        the way to the previous and the next lesson
//! ```

mod bar;
mod page;
mod pictures;

pub(in crate::app) use bar::{HEIGHT as BAR_HEIGHT, show as show_bar};

use std::path::PathBuf;

use eframe::egui::Context;

use super::save_before_leaving::Leave;
use crate::app::App;
use crate::app::command::Commands;
use crate::lessons::{Lesson, Library};
use crate::workspace::{Notice, NoticeKind};
use page::Page;

/// The lessons' files, and the page while it is open.
#[derive(Default)]
pub(in crate::app) struct Lessons {
    library: Library,
    page: Option<Page>,
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

    /// Shows the page while it is open. The chosen lesson is added to the queue.
    pub(in crate::app) fn show(&mut self, ctx: &Context, commands: &mut Commands) {
        if let Some(page) = &mut self.page
            && page.show(ctx, commands)
        {
            self.page = None;
            ctx.request_repaint();
        }
    }
}

/// Opens a lesson in place of the open scene.
pub(in crate::app) fn open(app: &mut App, ctx: &Context, lesson: &'static Lesson) {
    match app.files.lessons.library.write(lesson) {
        Ok(path) => app.files.exit.leave(ctx, &mut app.workspace, Leave::Lesson(lesson, path)),
        Err(error) => {
            let text = format!(
                "The files of the lesson cannot be written: {error}. Check the free space and the permissions of the disk."
            );
            app.workspace.notify(Notice::error(NoticeKind::CannotOpen(lesson.name.into()), text));
        }
    }
}
