//! What the program opens its window on, and the window for it. `eyeline` and the tests of the window use the same
//! functions, so that a test sees what a person sees.

use std::path::{Path, PathBuf};

use eframe::egui::Context;

use super::{App, Session, scale, set_look, watch};
use crate::scene::import::is_image;
use crate::scene::{self, Loaded, Pace, Scene, SceneError};

/// What a window opens on.
pub struct Start {
    session: Session,
    image: Option<PathBuf>,
}

impl Start {
    /// The tour without a path; else the file, which `read` reads. An image is read later, with the window already
    /// there, so `read` does not get it.
    ///
    /// # Errors
    /// Those of `read`.
    pub fn on<E>(path: Option<&Path>, read: impl FnOnce(&Path, Pace) -> Result<Loaded, E>) -> Result<Self, E>
    where
        E: From<SceneError>,
    {
        let (session, image) = match path {
            None => (Session::new(scene::tour()?, None), None),
            Some(path) if is_image(path) => (Session::empty(), Some(path.to_owned())),
            Some(path) => (Session::opened(read(path, Pace::Later)?, path.to_owned()), None),
        };
        Ok(Self { session: session.in_window(), image })
    }

    /// What is open.
    pub fn scene(&self) -> &Scene {
        self.session.scene()
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
        app.files.watch = watch::Watch::told(ctx);
        if let Some(storage) = storage {
            app.restore(storage);
        }
        if let Some(image) = self.image {
            app.files.opening.begin(&app.session, vec![image]);
        }
        app
    }
}
