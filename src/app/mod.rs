//! The window.
//!
//! ```text
//! top      menu, notices               every change of the scene goes through Session, and panels that
//! bottom   timeline                    change it are drawn before those that show it, wherever they are:
//! between  the panels of the layout    so answers follow in the same frame
//! ```
//!
//! [`App::ui`] draws all of it. The window, `eyeline render --ui` and the tests call the same function; they differ
//! only in their [`Host`], which shows OpenGL textures in egui.

mod about;
mod adding;
mod anchors;
mod axis_gizmo;
mod behavior;
mod conflict;
mod dialogs;
mod edit;
mod explain;
mod first_minute;
mod glossary;
mod help;
mod history;
mod inspector;
mod job;
mod keys;
mod layout;
mod leave;
mod menu;
mod navigate;
mod octree;
mod opacity;
mod opening;
mod outliner;
mod panels;
mod path_field;
mod pick;
mod playback;
mod plots;
mod probe;
mod problems;
mod recent;
mod scale;
mod screen;
mod screenshot;
mod selected_place;
mod session;
mod shortcuts;
mod shot;
mod slide;
mod theme;
mod timeline;
mod verdicts;
mod viewport;
mod watch;

use std::path::PathBuf;
use std::time::Duration;

use eframe::egui::{self, CentralPanel, Frame, Margin, Panel, Vec2, ViewportBuilder, ViewportCommand, vec2};
use three_d::context as glow;

pub use session::{Notice, Refusal, Session};
pub use shot::{HeadlessHost, window_to_image};
pub use theme::set_look;

use self::layout::Pane;
use self::panels::AtWork;
use crate::render::RenderError;

/// Where the window is shown: it lets egui show a texture made with OpenGL.
pub trait Host {
    /// The context that textures are made in.
    ///
    /// # Errors
    /// When there is no OpenGL.
    fn context(&self) -> Result<three_d::Context, RenderError>;

    /// Gives a texture to egui's painter, which deletes it in the end.
    fn register(&mut self, texture: glow::Texture) -> egui::TextureId;

    /// Whether it is on a desktop, whose file dialogs can be asked for.
    fn has_desktop(&self) -> bool {
        false
    }
}

/// The whole window: a session and what its panels remember.
pub struct App {
    session: Session,
    panels: panels::Panels,
    layout: layout::Layout,
    timeline: timeline::Timeline,
    editor: edit::Editor,
    files: Files,
    help: help::Help,
    told: Told,
    /// The scene whose panels were brought to the front, by [`Session::generation`].
    featured: Option<u64>,
}

/// What the desktop was told about the window last.
#[derive(Default)]
struct Told {
    title: String,
    zoom: f32,
}

/// The window is no smaller than this, points at a scale of 100 %.
const LEAST: Vec2 = vec2(1024.0, 640.0);

/// What has to do with files, and remembers something.
#[derive(Default)]
struct Files {
    adding: adding::Adding,
    dialogs: dialogs::Dialogs,
    exit: leave::Exit,
    opening: opening::Opening,
    recent: recent::Recent,
    screenshot: screenshot::Screenshot,
    watch: watch::Watch,
}

impl App {
    /// A window on that session. Its context needs [`set_look`].
    pub fn new(session: Session) -> Self {
        Self {
            session,
            panels: panels::Panels::default(),
            layout: layout::Layout::default(),
            timeline: timeline::Timeline::default(),
            editor: edit::Editor::default(),
            files: Files::default(),
            help: help::Help::default(),
            told: Told::default(),
            featured: None,
        }
    }

    /// The same for whoever opens the program: on the tour it shows the first minute, until that was put away once.
    pub fn greeting(session: Session) -> Self {
        let mut app = Self::new(session);
        app.help.first_minute.greet(&app.session);
        app
    }

    /// What is open.
    pub fn session(&self) -> &Session {
        &self.session
    }

    /// What is open, to be changed from outside.
    pub fn session_mut(&mut self) -> &mut Session {
        &mut self.session
    }

    /// Writes a picture of the 3D view, as it is on screen, to a PNG file after the next frame.
    pub fn save_screenshot(&mut self, file: PathBuf) {
        self.files.screenshot.ask(file);
    }

    /// Takes over the layout of the last run.
    pub fn restore(&mut self, storage: &dyn eframe::Storage) {
        self.layout = layout::Layout::restored(storage);
    }

    /// Keeps the layout for the next run. The rest (theme, scale, recent files) is in egui's memory.
    pub fn store(&self, storage: &mut dyn eframe::Storage) {
        self.layout.store(storage);
    }

    /// One frame of everything.
    pub fn ui(&mut self, ui: &mut egui::Ui, host: &mut dyn Host) {
        let Self { session, panels, layout, timeline, editor, files, help, featured, .. } = self;
        if featured.replace(session.generation()) != Some(session.generation()) {
            if opacity::is_about(session) {
                layout.feature(Pane::Opacity, opacity::HEIGHT);
            } else if behavior::is_about(session) {
                layout.feature(Pane::Behavior, behavior::HEIGHT);
            }
        }
        if session.catch_up() {
            ui.ctx().request_repaint();
        }
        if !host.has_desktop() {
            files.dialogs.use_field();
        }
        files.watch.look(ui.ctx(), session);
        if session.load(Duration::ZERO) {
            ui.ctx().request_repaint_after(job::BEAT);
        }
        keys::drop_text_with_alt(ui.ctx());
        help.first_minute.keys(ui.ctx());
        help.keys(ui.ctx());
        let fill = ui.visuals().panel_fill;
        let frame = |x, y| Frame::new().fill(fill).inner_margin(Margin::symmetric(x, y));
        let spot = panels.view.spot(session);
        scale::keys(ui.ctx());
        Panel::top("menu").frame(frame(6, 3)).show(ui, |ui| {
            let change = menu::show(ui, session, &mut panels.view, layout, files, help);
            if let Some(change) = change {
                editor.make(change, session, &spot);
            }
        });
        editor.keys(ui.ctx(), session);
        explain::keys(ui.ctx(), session);
        Panel::bottom("time").frame(frame(8, 3)).exact_size(32.0).show(ui, |ui| timeline.show(ui, session));
        if editor.renaming.as_ref().is_some_and(|renaming| renaming.is_new) {
            layout.reveal(Pane::Outliner);
        }
        if session.take_asked_agent() {
            layout.feature(Pane::Behavior, behavior::HEIGHT);
        }
        if panels.view.is_asked() || files.screenshot.is_wanted() {
            layout.reveal(Pane::View);
        }
        if session.conflict().is_some() {
            Panel::top("conflict").frame(frame(10, 2)).show(ui, |ui| conflict::show(ui, session));
        }
        if problems::has_banner(session) && !layout.shows(Pane::Problems) {
            Panel::top("problems").frame(frame(10, 2)).show(ui, |ui| problems::banner(ui, session));
        }
        session.point_at(None);
        session.open_octree(layout.shows(Pane::Octree));
        CentralPanel::no_frame().show(ui, |ui| {
            layout.ui(ui, &mut AtWork { panels: &mut *panels, session: &mut *session, editor, spot: &spot, host });
        });
        editor.show(ui.ctx(), session);
        let Files { dialogs, exit, opening, recent, screenshot, .. } = files;
        if panels.opacity.take_asked_for_image() {
            dialogs.ask(ui.ctx(), dialogs::Purpose::Image, session.path());
        }
        opening.show(ui.ctx());
        exit.show(ui.ctx(), session, dialogs);
        dialogs.show(ui.ctx());
        recent.note(ui.ctx(), session.path());
        screenshot.show(ui.ctx(), panels.view.take_place(), session);
        help.show(ui.ctx(), session);
        menu::ask(ui.ctx(), session, files);
        if !ui.input(|i| i.pointer.any_down()) {
            session.settle();
        }
        keys::end_frame(ui.ctx());
        self.tell_desktop(ui.ctx());
    }

    /// The window is called after the scene, and is as large as it must be whatever the scale.
    fn tell_desktop(&mut self, ctx: &egui::Context) {
        let mark = if self.session.is_dirty() { "● " } else { "" };
        let title = format!("{mark}{} · eyeline", self.session.title());
        if title != self.told.title {
            ctx.send_viewport_cmd(ViewportCommand::Title(title.clone()));
            self.told.title = title;
        }
        let zoom = ctx.zoom_factor();
        if zoom.to_bits() != self.told.zoom.to_bits() {
            ctx.send_viewport_cmd(ViewportCommand::MinInnerSize(LEAST / zoom));
            self.told.zoom = zoom;
        }
    }
}

/// Opens the window and returns when it is closed.
///
/// `image` is read then, with the window already there, and opened in place of the session's scene.
///
/// # Errors
/// When there is no display or no OpenGL.
pub fn run(session: Session, image: Option<PathBuf>) -> eframe::Result {
    let viewport = ViewportBuilder::default()
        .with_title(format!("{} · eyeline", session.title()))
        .with_app_id("eyeline")
        .with_inner_size([1440.0, 900.0])
        .with_drag_and_drop(true);
    let options = eframe::NativeOptions { viewport, renderer: eframe::Renderer::Glow, ..Default::default() };
    let create = |creation: &eframe::CreationContext<'_>| {
        set_look(&creation.egui_ctx);
        scale::settle(&creation.egui_ctx);
        let mut app = App::greeting(session);
        app.files.watch = watch::Watch::told(&creation.egui_ctx);
        if let Some(storage) = creation.storage {
            app.restore(storage);
        }
        if let Some(image) = image {
            app.files.opening.begin(&app.session, vec![image]);
        }
        let app: Box<dyn eframe::App> = Box::new(Window(app));
        Ok(app)
    };
    eframe::run_native("eyeline", options, Box::new(create))
}

/// The app as eframe wants it.
struct Window(App);

impl eframe::App for Window {
    fn ui(&mut self, ui: &mut egui::Ui, frame: &mut eframe::Frame) {
        self.0.ui(ui, &mut WindowHost(frame));
    }

    fn save(&mut self, storage: &mut dyn eframe::Storage) {
        self.0.store(storage);
    }

    fn on_exit(&mut self, _: Option<&glow::Context>) {
        self.0.panels.view.close();
        self.0.panels.opacity.close();
    }
}

struct WindowHost<'f>(&'f mut eframe::Frame);

impl Host for WindowHost<'_> {
    fn context(&self) -> Result<three_d::Context, RenderError> {
        let gl = self.0.gl().ok_or_else(|| RenderError::Object {
            what: "a context",
            reason: "the window was opened without OpenGL".to_owned(),
        })?;
        Ok(three_d::Context::from_gl_context(gl.clone())?)
    }

    fn register(&mut self, texture: glow::Texture) -> egui::TextureId {
        self.0.register_native_glow_texture(texture)
    }

    fn has_desktop(&self) -> bool {
        true
    }
}
