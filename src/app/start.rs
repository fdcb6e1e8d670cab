//! What the program opens its window on, and the window for it. `eyeline` and the tests of the window use the same
//! functions, so that a test sees what a person sees.

use std::path::{Path, PathBuf};

use eframe::egui::Context;

use super::{App, Notice, Session, scale, set_look, watch};
use crate::budget::Budget;
use crate::files::{Files, Loaded, Pace, Reading, is_image};
use crate::scene::{self, ReadOptions, Scene, SceneError};

/// What a window opens on.
pub struct Start {
    session: Session,
    image: Option<PathBuf>,
}

impl Start {
    /// The tour without a path; else the file, which `read` reads. An image is read later, with the window already
    /// there, so `read` does not get it. `options` and the budget hold for the files that are opened later, too.
    ///
    /// # Errors
    /// Those of `read`.
    pub fn on<E>(
        path: Option<&Path>,
        (options, budget): (ReadOptions, Budget),
        read: impl FnOnce(&Path, Pace) -> Result<Loaded, E>,
    ) -> Result<Self, E>
    where
        E: From<SceneError>,
    {
        let (session, image) = match path {
            None => (Session::new(scene::tour()?, None).reading_with(options, budget), None),
            Some(path) if is_image(path) => (Session::empty().reading_with(options, budget), Some(path.to_owned())),
            Some(path) => {
                let loaded = read(path, Pace::Later)?;
                (Session::opened_with(loaded, path.to_owned(), Reading { pace: Pace::Later, options }), None)
            }
        };
        Ok(Self { session: session.in_window(), image })
    }

    /// An empty scene and the question which tree of a file to open, when `error` is that the file does not name it.
    ///
    /// # Errors
    /// Any other error.
    pub fn choosing_tree(
        path: &Path,
        error: SceneError,
        (options, budget): (ReadOptions, Budget),
    ) -> Result<Self, SceneError> {
        let session = Session::empty().reading_with(options, budget).choosing_tree(path, error)?;
        Ok(Self { session: session.in_window(), image: None })
    }

    /// Adds a notice that the window shows.
    pub(super) fn notify(&mut self, notice: Notice) {
        self.session.notify(notice);
    }

    /// What is open.
    pub fn scene(&self) -> &Scene {
        self.session.scene()
    }

    /// What was read for it.
    pub fn files(&self) -> &Files {
        self.session.files()
    }

    /// The title of the scene.
    pub(super) fn title(&self) -> String {
        self.session.title()
    }

    /// The window, in a context that has not drawn a frame yet. `storage` holds what the last run kept.
    pub fn app(self, ctx: &Context, storage: Option<&dyn eframe::Storage>) -> App {
        set_look(ctx);
        scale::settle(ctx);
        let mut app = App::new(self.session);
        app.help.first_minute.greet(&app.session);
        app.files.watch = watch::Watch::woken(ctx);
        if let Some(storage) = storage {
            app.restore(storage);
        }
        if let Some(image) = self.image {
            app.files.opening.begin(&app.session, vec![image]);
        }
        app
    }
}
