//! Lessons in the window: their files, and the page with all of them.
//!
//! ```text
//! page       all lessons with pictures, and a search
//! pictures   the small pictures as textures
//! ```

mod page;
mod pictures;

use std::path::PathBuf;

use eframe::egui::Context;

use crate::app::command::Commands;
use crate::lessons::Library;
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
