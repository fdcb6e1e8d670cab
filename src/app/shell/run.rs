//! Opens the window, with eframe as its host.

use std::cell::OnceCell;
use std::io::{self, Write};
use std::rc::Rc;
use std::time::Duration;

use eframe::egui::{self, ViewportBuilder};
use eframe::icon_data;
use three_d::context as glow;

use super::app::App;
use super::lost_display::WindowError;
use super::start::Start;
use super::{lost_display, state_file, window_size};
use crate::app::kit::host::{FLUENT, Host};
use crate::app::kit::shown_texture::ShownTexture;
use crate::escape;
use crate::render::{Programs, RenderError};
use crate::workspace::{Notice, NoticeKind};

/// The program's id on the desktop. The state of its window is stored under this id.
const APP_ID: &str = "eyeline";

/// The icon of the window: `packaging/linux/eyeline.svg` with 128 pixels a side.
const ICON: &[u8] = include_bytes!("icon.png");

/// Opens the window and returns when it is closed.
///
/// # Errors
/// When there is no display or no OpenGL, and when the window is destroyed from outside.
pub fn run(mut start: Start) -> Result<(), WindowError> {
    let state = state_file::prepare(APP_ID);
    if let Some(message) = &state.message {
        // The window shows the error too.
        let _unwritable = writeln!(io::stderr().lock(), "warning: {message}");
        start.notify(Notice::warning(NoticeKind::WindowStateDropped, message));
    }
    let viewport = ViewportBuilder::default()
        .with_title(format!("{} · eyeline", escape::shown(&start.title())))
        .with_app_id(APP_ID)
        .with_inner_size(window_size::USUAL)
        .with_drag_and_drop(true);
    let viewport = match icon_data::from_png_bytes(ICON) {
        Ok(icon) => viewport.with_icon(icon),
        Err(_) => viewport,
    };
    let options = eframe::NativeOptions {
        viewport,
        renderer: eframe::Renderer::Glow,
        persistence_path: state.file,
        ..Default::default()
    };
    let create = |creation: &eframe::CreationContext<'_>| {
        let size = window_size::Fitting::new(creation.storage);
        let app = start.storing_in(eframe::storage_dir(APP_ID)).app(&creation.egui_ctx, creation.storage);
        let app: Box<dyn eframe::App> = Box::new(Window { app, size, programs: OnceCell::new() });
        Ok(app)
    };
    lost_display::guarded(|| eframe::run_native(APP_ID, options, Box::new(create)))
}

/// The app as eframe requires it.
struct Window {
    app: App,
    size: window_size::Fitting,
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
        self.app.close();
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

    fn show(&mut self, texture: glow::Texture) -> Result<ShownTexture, RenderError> {
        Ok(ShownTexture::Registered(self.frame.register_native_glow_texture(texture)))
    }

    fn most_time_of_picture(&self) -> Option<Duration> {
        Some(FLUENT)
    }

    fn has_desktop(&self) -> bool {
        true
    }
}
