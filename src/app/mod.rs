//! The window.
//!
//! ```text
//! top      menu, notices               every change of the scene goes through Workspace, and panels that
//! bottom   timeline                    change it are drawn before those that show it, wherever they are:
//! between  the panels of the layout    so answers follow in the same frame
//! ```
//!
//! ```no_run
//! use eyeline::app::{Start, run};
//! use eyeline::{files, scene};
//!
//! let start = Start::on::<scene::SceneError>(None, Default::default(), |path, _| files::open(path))?;
//! run(start)?;
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! [`App::ui`] draws the whole window. The window, `eyeline render --ui` and the tests call the same function; they
//! differ only in their [`Host`], which shows OpenGL textures in egui.

mod actions;
mod command;
mod dialogs;
mod kit;
mod panels;
mod shell;
mod view;

use std::cell::OnceCell;
use std::io::{self, Write};
use std::path::PathBuf;
use std::rc::Rc;
use std::time::Duration;

use eframe::egui::{
    self, Align2, Area, CentralPanel, Frame, Id, Margin, Order, Panel, Rect, ViewportBuilder, ViewportCommand,
};
use three_d::context as glow;

pub use crate::workspace::{Notice, NoticeKind, Refusal, Workspace, Writing};
pub use kit::theme::set_look;
pub use shell::headless_window::{HeadlessHost, Look, window_to_image};
pub use shell::lost_display::WindowError;
pub use shell::start::Start;

use self::command::{Commands, Context};
use crate::escape;
use crate::picture::DrawOptions;
use crate::render::{Programs, RenderError};
use shell::layout::Pane;
use shell::panels::AtWork;

/// The place where the window is shown. It lets egui show a texture that was made with OpenGL.
pub trait Host {
    /// The shader programs for viewports.
    ///
    /// # Errors
    /// When there is no OpenGL.
    fn programs(&self) -> Result<Rc<Programs>, RenderError>;

    /// The context for making textures.
    ///
    /// # Errors
    /// When there is no OpenGL.
    fn context(&self) -> Result<three_d::Context, RenderError> {
        Ok(self.programs()?.context().clone())
    }

    /// Passes a texture to egui's painter, which deletes it at the end.
    fn register(&mut self, texture: glow::Texture) -> egui::TextureId;

    /// Whether the system's file dialogs are available.
    fn has_desktop(&self) -> bool {
        false
    }
}

/// The whole window: a workspace and the state of its panels.
pub struct App {
    workspace: Workspace,
    panels: shell::panels::Panels,
    layout: shell::layout::Layout,
    timeline: shell::timeline::Timeline,
    editor: dialogs::editor::Editor,
    files: Files,
    help: dialogs::help::Help,
    palette: command::Palette,
    toast: kit::toast::Toast,
    desktop: DesktopState,
    /// The scene whose panel was brought to the front, by `DiskRef::generation`.
    featured: Option<u64>,
}

/// The window's title and least size as last set on the desktop.
#[derive(Default)]
struct DesktopState {
    title: String,
    least: shell::window_size::LeastSize,
}

/// The program's id on the desktop. The state of its window is stored under this id.
const APP_ID: &str = "eyeline";

/// The parts of the window that handle files.
#[derive(Default)]
struct Files {
    adding: dialogs::add_level::Adding,
    compare: panels::compare::Dialog,
    dialogs: dialogs::choose_file::Dialogs,
    exit: dialogs::save_before_leaving::Exit,
    lessons: dialogs::lessons::Lessons,
    movie: dialogs::movie::MovieDialog,
    opening: dialogs::opening::Opening,
    recent: shell::recent::Recent,
    recovery: dialogs::recovery::Recovery,
    screenshot: dialogs::screenshot::Screenshot,
    trim: dialogs::trim::TrimDialog,
    watch: shell::watch::Watch,
}

impl App {
    /// A window on a workspace, for a picture. A user gets the window of [`Start::app`]. Its context needs [`set_look`].
    pub fn new(workspace: Workspace) -> Self {
        Self {
            workspace,
            panels: shell::panels::Panels::default(),
            layout: shell::layout::Layout::default(),
            timeline: shell::timeline::Timeline::default(),
            editor: dialogs::editor::Editor::default(),
            files: Files::default(),
            help: dialogs::help::Help::default(),
            palette: command::Palette::default(),
            toast: kit::toast::Toast::default(),
            desktop: DesktopState::default(),
            featured: None,
        }
    }

    /// The open scene.
    pub fn workspace(&self) -> &Workspace {
        &self.workspace
    }

    /// The open scene, mutable, for changes from outside.
    pub fn workspace_mut(&mut self) -> &mut Workspace {
        &mut self.workspace
    }

    /// Writes a picture of the 3D view, as it is on screen, to a PNG file after the next frame.
    pub fn save_screenshot(&mut self, file: PathBuf) {
        self.layout.reveal(Pane::View);
        self.files.screenshot.take(file);
    }

    /// Checks files by egui's clock, without events of the system. For tests, which set that clock.
    pub fn watch_by_clock(&mut self) {
        self.files.watch = shell::watch::Watch::default();
    }

    /// Restores the layout of the last run.
    pub(crate) fn restore(&mut self, storage: &dyn eframe::Storage) {
        self.layout = shell::layout::Layout::restored(storage);
    }

    /// Stores the layout for the next run. Theme, scale and recent files are in egui's memory.
    pub fn store(&self, storage: &mut dyn eframe::Storage) {
        self.layout.store(storage);
    }

    /// One frame of the window.
    pub fn ui(&mut self, ui: &mut egui::Ui, host: &mut dyn Host) {
        let ctx = ui.ctx().clone();
        let unmet = self.workspace.judging().unmet_count();
        self.begin(&ctx, host);
        self.panels.views.active_mut().gizmo.take_keys(&ctx, &mut self.workspace);
        command::carry_out_keys(self, &ctx);
        let frame = panel_frame(ui);
        let mut commands = Commands::new(Context::of(self, &ctx));
        let bar = Panel::top("menu").frame(frame(6, 3));
        bar.show(ui, |ui| shell::menu::show(ui, &self.workspace, &mut self.files.recent, &mut commands));
        self.carry_out_all(&ctx, commands);
        self.take_incoming(&ctx);

        let mut commands = Commands::new(Context::of(self, &ctx));
        let Self { workspace, panels, layout, timeline, editor, files, toast, .. } = self;
        let bottom = if shell::timeline::Timeline::is_needed(workspace) {
            let bar = Panel::bottom("time").frame(frame(8, 3)).exact_size(32.0);
            bar.show(ui, |ui| timeline.show(ui, workspace, &mut commands)).response.rect.left_top()
        } else {
            ui.max_rect().left_bottom()
        };
        shell::timeline::progress(&ctx, bottom, workspace, timeline.searching(), &mut commands);
        workspace.view_mut().point_at(None);
        workspace.view_mut().open_octree(layout.shows(Pane::Octree));
        workspace.judging_mut().update_occlusion_marks(layout.shows(Pane::Occlusion));
        if !layout.shows(Pane::Sessions) {
            workspace.view_mut().show_path_errors(None);
        }
        let middle = CentralPanel::no_frame().show(ui, |ui| {
            layout.ui(ui, &mut AtWork { panels, workspace, editor, commands: &mut commands, host });
        });
        // Messages would cover part of the screenshot.
        if !files.screenshot.is_framing() {
            // Without the 3D view, the tree is in the middle, and messages cover none of its fields.
            let below = || layout.place(Pane::Inspector).map(|panel| panel.split_top_bottom_at_fraction(0.55).1);
            let place = panels.views.place().or_else(below).unwrap_or(middle.response.rect);
            messages(&ctx, place, workspace, !layout.shows(Pane::Problems), &mut commands);
            toast.show(&ctx, workspace, place);
        }
        self.show_above(&ctx, &mut commands);
        self.show_movie(&ctx, bottom);
        self.show_trim(&ctx);
        self.carry_out_all(&ctx, commands);
        if !ui.input(|i| i.pointer.any_down()) && !self.panels.views.holds_step() {
            self.workspace.settle();
        }
        if self.workspace.judging().unmet_count() != unmet {
            // Tabs are drawn before the panels that change the counts on them.
            ctx.request_repaint();
        }
        kit::keys::end_frame(&ctx);
        kit::hovered::end_frame(&ctx);
        self.update_desktop(&ctx);
    }

    /// The work before all panels: opens files that were read, and checks files for changes.
    fn begin(&mut self, ctx: &egui::Context, host: &dyn Host) {
        let Self { workspace, panels, layout, files, help, featured, .. } = self;
        if featured.replace(workspace.disk().generation()) != Some(workspace.disk().generation()) {
            layout.end_feature();
            if panels::opacity::is_about(workspace) {
                layout.feature(Pane::Opacity, panels::opacity::HEIGHT);
            } else if panels::behavior::is_about(workspace) {
                layout.feature(Pane::Behavior, panels::behavior::height(workspace));
            } else if panels::occlusion::is_about(workspace) {
                layout.feature(Pane::Occlusion, panels::occlusion::HEIGHT);
            }
            // The user may have opened it for an earlier scene.
            if layout.shows(Pane::Octree) && workspace.scene().octree.is_none() {
                layout.reveal(Pane::Explain);
            }
        }
        if ctx.input(|i| i.pointer.any_pressed()) {
            workspace.edits().dismiss_refusal();
        }
        let options = DrawOptions { units: kit::units::of(ctx), ..workspace.view().draw_options() };
        workspace.view_mut().set_draw_options(options);
        if workspace.catch_up() {
            ctx.request_repaint();
        }
        if !host.has_desktop() {
            files.dialogs.use_field();
        }
        files.watch.look(ctx, workspace);
        files.recovery.advance(ctx, workspace);
        if workspace.load(Duration::ZERO) {
            ctx.request_repaint_after(kit::job::INTERVAL);
        }
        panels.occlusion.advance(ctx, workspace, host);
        if panels.review.take_results(ctx, workspace) {
            layout.reveal(Pane::Review);
        }
        kit::keys::drop_text_with_alt(ctx);
        help.first_minute.keys(ctx);
        help.sort_windows(ctx);
    }

    /// Dialogs and help, above all panels.
    fn show_above(&mut self, ctx: &egui::Context, commands: &mut Commands) {
        let Self { workspace, panels, editor, files, help, palette, layout, .. } = self;
        editor.show(ctx, workspace);
        let Files { compare, dialogs, exit, lessons, opening, recent, screenshot, .. } = files;
        opening.show(ctx);
        if exit.show(ctx, workspace, dialogs) {
            opening.drop_rest();
        }
        dialogs::tree_choice::show(ctx, workspace);
        panels.review.show_question(ctx, workspace);
        let revision = compare.show(ctx, workspace);
        let chosen = dialogs.show(ctx);
        recent.note(ctx, workspace.path().filter(|_| workspace.disk().lesson().is_none()));
        screenshot.show(ctx, panels.views.take_place(), workspace);
        help.show(ctx, workspace, layout, commands);
        palette.show(ctx, commands);
        command::show_context_menu(ctx, commands);
        lessons.show(ctx, commands);
        if let Some(chosen) = chosen {
            shell::received_files::take_chosen(self, ctx, chosen);
        }
        if let Some(revision) = revision {
            panels::compare::begin(self, revision);
        }
        self.ask_about_levels(ctx);
        dialogs::recovery::show(self, ctx);
    }

    /// Sets the window's title to that of the scene, and its least size to the scale.
    fn update_desktop(&mut self, ctx: &egui::Context) {
        let mark = if self.workspace.is_dirty() { "● " } else { "" };
        let title = format!("{mark}{} · eyeline", escape::shown(&self.workspace.disk().title()));
        if title != self.desktop.title {
            ctx.send_viewport_cmd(ViewportCommand::Title(title.clone()));
            self.desktop.title = title;
        }
        self.desktop.least.update(ctx);
    }
}

/// The frame of a bar with these margins.
fn panel_frame(ui: &egui::Ui) -> impl Fn(i8, i8) -> Frame + use<> {
    let fill = ui.visuals().panel_fill;
    move |x, y| Frame::new().fill(fill).inner_margin(Margin::symmetric(x, y))
}

/// Messages and choices over the upper part of the 3D view. They move no panel.
fn messages(ctx: &egui::Context, view: Rect, workspace: &mut Workspace, has_notices: bool, commands: &mut Commands) {
    let has_notices = has_notices && panels::problems::has_banner(workspace);
    if workspace.disk().conflict().is_none() && !has_notices {
        return;
    }
    // Beside the tools and the axes of the view, where there is room.
    let [left, right] = if view.width() > 520.0 { [48.0, 96.0] } else { [8.0, 8.0] };
    let room = Rect::from_min_max(view.min + egui::vec2(left, 8.0), view.max - egui::vec2(right, 8.0));
    let area = Area::new(Id::unique("messages")).order(Order::Middle).pivot(Align2::LEFT_TOP).movable(false);
    area.fixed_pos(room.min).constrain(false).show(ctx, |ui| {
        ui.set_width(room.width());
        // Messages that wrap in a narrower view take more room than before.
        let height = room.height().max(40.0);
        ui.set_max_height(height);
        egui::ScrollArea::vertical().max_height(height).show(ui, |ui| {
            Frame::popup(ui.style()).inner_margin(Margin::symmetric(6, 2)).show(ui, |ui| {
                dialogs::conflict::show(ui, workspace);
                if has_notices {
                    panels::problems::banner(ui, workspace, commands);
                }
            });
        });
    });
}

/// Opens the window and returns when it is closed.
///
/// # Errors
/// When there is no display or no OpenGL, and when the window is destroyed from outside.
pub fn run(mut start: Start) -> Result<(), WindowError> {
    let state = shell::state_file::prepare(APP_ID);
    if let Some(message) = &state.message {
        // The window shows the error too.
        let _unwritable = writeln!(io::stderr().lock(), "warning: {message}");
        start.notify(Notice::warning(NoticeKind::WindowStateDropped, message));
    }
    let viewport = ViewportBuilder::default()
        .with_title(format!("{} · eyeline", escape::shown(&start.title())))
        .with_app_id(APP_ID)
        .with_inner_size(shell::window_size::USUAL)
        .with_drag_and_drop(true);
    let options = eframe::NativeOptions {
        viewport,
        renderer: eframe::Renderer::Glow,
        persistence_path: state.file,
        ..Default::default()
    };
    let create = |creation: &eframe::CreationContext<'_>| {
        let size = shell::window_size::Fitting::new(creation.storage);
        let app = start.storing_in(eframe::storage_dir(APP_ID)).app(&creation.egui_ctx, creation.storage);
        let app: Box<dyn eframe::App> = Box::new(Window { app, size, programs: OnceCell::new() });
        Ok(app)
    };
    shell::lost_display::guarded(|| eframe::run_native(APP_ID, options, Box::new(create)))
}

/// The app as eframe requires it.
struct Window {
    app: App,
    size: shell::window_size::Fitting,
    /// From the first picture on.
    programs: OnceCell<Rc<Programs>>,
}

impl eframe::App for Window {
    fn ui(&mut self, ui: &mut egui::Ui, frame: &mut eframe::Frame) {
        self.size.fit(ui.ctx());
        self.app.ui(ui, &mut WindowHost { frame, programs: &self.programs });
    }

    fn save(&mut self, storage: &mut dyn eframe::Storage) {
        self.app.store(storage);
    }

    fn on_exit(&mut self, _: Option<&glow::Context>) {
        self.app.files.recovery.end();
        self.app.panels.views.close();
        self.app.panels.opacity.close();
        self.app.panels.occlusion.close();
        self.programs.take();
    }
}

struct WindowHost<'f> {
    frame: &'f mut eframe::Frame,
    programs: &'f OnceCell<Rc<Programs>>,
}

impl Host for WindowHost<'_> {
    fn programs(&self) -> Result<Rc<Programs>, RenderError> {
        if let Some(programs) = self.programs.get() {
            return Ok(Rc::clone(programs));
        }
        let gl = self.frame.gl().ok_or_else(|| RenderError::Object {
            what: "a context",
            reason: "the window was opened without OpenGL".to_owned(),
        })?;
        let programs = Programs::new(&three_d::Context::from_gl_context(gl.clone())?);
        Ok(Rc::clone(self.programs.get_or_init(|| programs)))
    }

    fn register(&mut self, texture: glow::Texture) -> egui::TextureId {
        self.frame.register_native_glow_texture(texture)
    }

    fn has_desktop(&self) -> bool {
        true
    }
}
