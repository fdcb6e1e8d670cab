//! The contents of a new window, and the window with them. `eyeline` and the tests of the window use the same
//! functions, so that a test sees what a user sees.

use std::path::{Path, PathBuf};

use eframe::egui::Context;

use super::app::App;
use super::watch;
use crate::app::command::{split, tool};
use crate::app::dialogs::first_minute;
use crate::app::dialogs::lessons::progress;
use crate::app::kit::theme::set_look;
use crate::app::kit::{fly_speed, motion, recent, scale, units};
use crate::app::live::program::{LiveProgram, LiveStart};
use crate::app::panels::{behavior, review};
use crate::app::presenter;
use crate::budget::Budget;
use crate::files::{Files, Loaded, OpenCourse, Pace, Reading, is_course, is_image};
use crate::scene::{self, ReadOptions, Scene, SceneError};
use crate::workspace::{Notice, NoticeKind, Workspace};

/// The contents of a new window.
pub struct Start {
    workspace: Workspace,
    image: Option<PathBuf>,
    /// The course whose first lesson is open.
    course: Option<OpenCourse>,
    /// The running program that the window is to show, and whether its world is added to the open scene.
    live: Option<(LiveStart, bool)>,
    /// The part after `#` of the link that was opened.
    link: Option<String>,
    /// The folder for lessons and unsaved changes.
    storage: Option<PathBuf>,
}

impl Start {
    /// The tour without a path, else the file, which `read` reads. Of a course, `read` reads the first lesson that can be found. An
    /// image is read later, when the window is open, so `read` does not get it. `options` and the budget apply also to files that are opened later.
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
        let course = path.filter(|path| is_course(path)).map(|path| OpenCourse::open(path, &options)).transpose()?;
        let first = course.as_ref().map(first_lesson).transpose()?;
        let path = first.as_deref().or(path);
        let (workspace, image) = match path {
            None => (Workspace::new(scene::tour()?, None).on_tour().reading_with(options, budget), None),
            Some(path) if is_image(path) => (Workspace::empty().reading_with(options, budget), Some(path.to_owned())),
            Some(path) => {
                let loaded = read(path, Pace::Later)?;
                (Workspace::opened_with(loaded, path.to_owned(), Reading { pace: Pace::Later, options }), None)
            }
        };
        Ok(Self { workspace: workspace.in_window(), image, course, live: None, link: None, storage: None })
    }

    /// An empty scene and the dialog for choosing a tree, when `error` is that a file of several trees has no main
    /// tree.
    ///
    /// # Errors
    /// Any other error.
    pub fn choosing_tree(
        path: &Path,
        error: SceneError,
        (options, budget): (ReadOptions, Budget),
    ) -> Result<Self, SceneError> {
        let workspace = Workspace::empty().reading_with(options, budget).choosing_tree(path, error)?;
        Ok(Self { workspace: workspace.in_window(), image: None, course: None, live: None, link: None, storage: None })
    }

    /// A running program: in a scene that was read, when there is one, else in a scene of its own.
    pub fn live(live: LiveStart, own: Option<(PathBuf, Loaded)>, (options, budget): (ReadOptions, Budget)) -> Self {
        let is_in_open_scene = own.is_some();
        let workspace = if let Some((path, loaded)) = own {
            Workspace::opened_with(loaded, path, Reading { pace: Pace::Later, options })
        } else {
            let scene = Scene { about: waiting(&live.place), ..Scene::empty() };
            Workspace::new(scene, None).reading_with(options, budget)
        };
        let live = Some((live, is_in_open_scene));
        Self { workspace: workspace.in_window(), image: None, course: None, live, link: None, storage: None }
    }

    /// The open scene of a window that has ended.
    #[cfg(target_arch = "wasm32")]
    pub(super) fn continued(workspace: Workspace) -> Self {
        Self { workspace, image: None, course: None, live: None, link: None, storage: None }
    }

    /// Sets the folder in which the window stores the files of lessons, and unsaved changes until they are saved. By
    /// default the files of lessons are in a temporary folder, and unsaved changes are not stored.
    #[must_use]
    pub fn storing_in(self, folder: Option<PathBuf>) -> Self {
        Self { storage: folder, ..self }
    }

    /// The same, with what a link says: the part of an address after `#`.
    #[must_use]
    pub fn linked(self, link: Option<String>) -> Self {
        Self { link: link.filter(|link| !link.is_empty()), ..self }
    }

    /// The same, without changes of the scene.
    #[must_use]
    pub fn read_only(mut self) -> Self {
        self.workspace.edits().refuse_all();
        self
    }

    /// Adds a notice that the window shows.
    pub(in crate::app) fn notify(&mut self, notice: Notice) {
        self.workspace.notify(notice);
    }

    /// The open scene.
    pub fn scene(&self) -> &Scene {
        self.workspace.scene()
    }

    /// The files of the scene.
    pub fn files(&self) -> &Files {
        self.workspace.files()
    }

    /// The title of the scene.
    pub(in crate::app) fn title(&self) -> String {
        self.workspace.disk().title()
    }

    /// The window, in a context that has not drawn a frame yet. `storage` has the state of the last run.
    pub fn app(self, ctx: &Context, storage: Option<&dyn eframe::Storage>) -> App {
        forget_widgets(ctx);
        set_look(ctx);
        presenter::restore(ctx);
        scale::settle(ctx);
        motion::settle(ctx);
        let mut app = App::new(self.workspace);
        app.begins_lesson = true;
        app.link = self.link;
        app.watch = watch::Watch::woken(ctx);
        if let Some(folder) = self.storage {
            app.window.files.lessons.store_in(folder.join("lessons"));
            app.recovery.begin(folder.join("recovery"));
        }
        if !app.recovery.has_offer() {
            app.window.help.first_minute.open_on_tour(&app.window.workspace);
        }
        if let Some(storage) = storage {
            app.restore(storage);
        }
        if let Some(course) = self.course {
            app.window.files.lessons.open_course(course);
        }
        if let Some((live, is_in_open_scene)) = self.live {
            match LiveProgram::begin(live, is_in_open_scene, ctx) {
                Ok(program) => app.window.live = Some(program),
                Err(error) => {
                    let notice = Notice::error(NoticeKind::CannotOpen("live".into()), error.to_string());
                    app.window.workspace.notify(notice);
                }
            }
        }
        if let Some(image) = self.image {
            app.window.files.opening.begin(&app.window.workspace, vec![image]);
        }
        app
    }
}

/// What the window says before a program has sent its world.
fn waiting(place: &str) -> String {
    format!(
        "No program has sent its world yet. While the bar *Live* is open, this window reads from `{place}`.\n\nA program sends its objects and cameras, and its own answers, \
         with a few lines of code: the folder `clients` of eyeline has clients for Bevy, Godot, Unity, three.js, C++, Rust and Python, \
         and `docs/traces.md` describes the format."
    )
}

/// The first lesson of a course that can be found.
fn first_lesson(course: &OpenCourse) -> Result<PathBuf, SceneError> {
    let mut found = course.lessons.iter().filter_map(|lesson| lesson.path.as_ref().ok());
    let first_error = course.lessons.iter().find_map(|lesson| lesson.path.as_ref().err());
    match (found.next(), first_error) {
        (Some(path), _) => Ok(path.clone()),
        (None, Some(error)) => Err(error.clone()),
        (None, None) => Err(SceneError::unreadable(&course.path.to_string_lossy(), "the course has no lesson", None)),
    }
}

/// Removes what egui has stored of the widgets of the last run. Scroll positions and folded sections belong to the scene of that
/// run. Theme, scale and what eyeline itself stores stay.
fn forget_widgets(ctx: &Context) {
    let keeps = [
        recent::keep,
        review::keep,
        first_minute::keep,
        tool::keep,
        units::keep,
        split::keep,
        behavior::keep,
        fly_speed::keep,
        motion::keep,
        progress::keep,
        presenter::keep,
    ];
    let kept = keeps.map(|keep| keep(ctx));
    ctx.memory_mut(|memory| {
        memory.data.clear();
        memory.reset_areas();
    });
    for restore in kept {
        restore(ctx);
    }
}

#[cfg(test)]
mod tests {
    use eframe::egui::{Id, Theme, ThemePreference};

    use super::*;
    use crate::app::command::tool::Keymap;
    use crate::geometry::units::{Length, Units};

    #[test]
    fn widgets_of_the_last_run_are_forgotten_and_theme_and_scale_stay() {
        let ctx = Context::default();
        let scrolled = Id::unique("the place to which a text was scrolled");
        ctx.data_mut(|data| data.insert_persisted(scrolled, 300.0_f32));
        Keymap::Blender.choose(&ctx);
        let fine = Units { length: Length::Millimetres, digits: 6, ..Units::default() };
        units::choose(&ctx, fine);
        fly_speed::choose(&ctx, 2.5);
        motion::Motion::Reduced.choose(&ctx);
        ctx.set_theme(Theme::Light);
        ctx.memory_mut(|memory| memory.options.zoom_factor = 1.5);
        let start = Start::on::<SceneError>(None, Default::default(), |_, _| unreachable!()).unwrap();
        start.app(&ctx, None);
        assert_eq!(ctx.data_mut(|data| data.get_persisted::<f32>(scrolled)), None);
        assert_eq!(Keymap::of(&ctx), Keymap::Blender);
        assert_eq!(units::in_use(&ctx), fine);
        assert!((fly_speed::factor(&ctx) - 2.5).abs() < 1e-6);
        assert_eq!(motion::Motion::of(&ctx), motion::Motion::Reduced);
        assert_eq!(ctx.options(|options| options.theme_preference), ThemePreference::Light);
        assert!((ctx.options(|options| options.zoom_factor) - 1.5).abs() < 1e-6);
    }
}
