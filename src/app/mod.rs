//! The window.
//!
//! ```text
//! top      menu                        every change of the scene goes through Session, and panels that
//! bottom   timeline                    change it are drawn before those that show it: so answers follow
//! right    inspector                   in the same frame
//! left     outliner, about
//! middle   notices, tabs, view
//! ```
//!
//! [`App::ui`] draws all of it. The window, `eyeline render --ui` and the tests call the same function; they differ
//! only in their [`Host`], which shows OpenGL textures in egui.

mod about;
mod axis_gizmo;
mod dialogs;
mod edit;
mod explain;
mod history;
mod inspector;
mod leave;
mod menu;
mod navigate;
mod outliner;
mod pick;
mod playback;
mod plots;
mod probe;
mod problems;
mod recent;
mod screen;
mod screenshot;
mod session;
mod shortcuts;
mod shot;
mod tabs;
mod theme;
mod timeline;
mod verdicts;
mod viewport;

use std::path::PathBuf;

use eframe::egui::{self, CentralPanel, Frame, Margin, Panel, ViewportBuilder, ViewportCommand};
use three_d::context as glow;

pub use session::{Notice, Refusal, Session};
pub use shot::{HeadlessHost, window_to_image};
pub use theme::set_look;

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
}

/// The whole window: a session and what its panels remember.
pub struct App {
    session: Session,
    view: viewport::View,
    outliner: outliner::Outliner,
    tabs: tabs::Tabs,
    timeline: timeline::Timeline,
    editor: edit::Editor,
    files: Files,
    is_help_open: bool,
    title: String,
}

/// What has to do with files, and remembers something.
#[derive(Default)]
struct Files {
    dialogs: dialogs::Dialogs,
    exit: leave::Exit,
    recent: recent::Recent,
    screenshot: screenshot::Screenshot,
}

impl App {
    /// A window on that session. Its context needs [`set_look`].
    pub fn new(session: Session) -> Self {
        Self {
            session,
            view: viewport::View::default(),
            outliner: outliner::Outliner::default(),
            tabs: tabs::Tabs::default(),
            timeline: timeline::Timeline::default(),
            editor: edit::Editor::default(),
            files: Files::default(),
            is_help_open: false,
            title: String::new(),
        }
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

    /// One frame of everything.
    pub fn ui(&mut self, ui: &mut egui::Ui, host: &mut dyn Host) {
        let Self { session, view, outliner, tabs, timeline, editor, files, is_help_open, .. } = self;
        let fill = ui.visuals().panel_fill;
        let frame = |x, y| Frame::new().fill(fill).inner_margin(Margin::symmetric(x, y));
        let spot = view.spot(session);
        Panel::top("menu").frame(frame(6, 3)).show(ui, |ui| {
            let change = menu::show(ui, session, view, files, is_help_open);
            if let Some(change) = change {
                editor.make(change, session, &spot);
            }
        });
        editor.keys(ui.ctx(), session);
        explain::keys(ui.ctx(), session);
        Panel::bottom("time").frame(frame(8, 3)).exact_size(32.0).show(ui, |ui| timeline.show(ui, session));
        Panel::right("inspector")
            .frame(Frame::new().fill(fill).inner_margin(Margin { left: 10, right: 0, top: 4, bottom: 4 }))
            .default_size(318.0)
            .size_range(240.0..=560.0)
            .show(ui, |ui| inspector::show(ui, session));
        Panel::left("outliner").frame(Frame::new().fill(fill)).default_size(262.0).size_range(150.0..=520.0).show(
            ui,
            |ui| {
                let height = ui.available_height();
                if !session.scene().about.is_empty() {
                    Panel::bottom("about")
                        .frame(frame(10, 6))
                        .resizable(true)
                        .default_size((height * 0.45).min(360.0))
                        .size_range(40.0..=height * 0.8)
                        .show(ui, |ui| about::show(ui, &session.scene().about));
                }
                CentralPanel::default().frame(frame(8, 4)).show(ui, |ui| outliner.show(ui, session, editor, &spot));
            },
        );
        if problems::has_banner(session) && !tabs::Tabs::shows_problems(ui.ctx()) {
            Panel::top("problems").frame(frame(10, 2)).show(ui, |ui| problems::banner(ui, session));
        }
        Panel::bottom("tabs")
            .frame(frame(10, 4))
            .resizable(true)
            .default_size(236.0)
            .size_range(90.0..=600.0)
            .show(ui, |ui| tabs.ui(ui, session));
        CentralPanel::no_frame().show(ui, |ui| view.show(ui, session, host));
        shortcuts::show(ui.ctx(), is_help_open);
        editor.show(ui.ctx(), session);
        let Files { dialogs, exit, recent, screenshot } = files;
        exit.show(ui.ctx(), session, dialogs);
        recent.note(ui.ctx(), session.path());
        screenshot.show(ui.ctx(), view.place(), session);
        if !ui.input(|i| i.pointer.any_down()) {
            session.settle();
        }
        self.name_window(ui.ctx());
    }

    /// The window is called after the scene.
    fn name_window(&mut self, ctx: &egui::Context) {
        let mark = if self.session.is_dirty() { "● " } else { "" };
        let title = format!("{mark}{} · eyeline", self.session.title());
        if title != self.title {
            ctx.send_viewport_cmd(ViewportCommand::Title(title.clone()));
            self.title = title;
        }
    }
}

/// Opens the window and returns when it is closed.
///
/// # Errors
/// When there is no display or no OpenGL.
pub fn run(session: Session) -> eframe::Result {
    let viewport = ViewportBuilder::default()
        .with_title(format!("{} · eyeline", session.title()))
        .with_app_id("eyeline")
        .with_inner_size([1440.0, 900.0])
        .with_min_inner_size([1024.0, 640.0])
        .with_drag_and_drop(true);
    let options = eframe::NativeOptions { viewport, renderer: eframe::Renderer::Glow, ..Default::default() };
    let create = |creation: &eframe::CreationContext<'_>| {
        set_look(&creation.egui_ctx);
        let app: Box<dyn eframe::App> = Box::new(Window(App::new(session)));
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

    fn on_exit(&mut self, _: Option<&glow::Context>) {
        self.0.view.close();
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
}
