//! The window in a page of a browser, with eframe as its host.
//!
//! ```text
//! loader of the page:  new Page(name) ─► place(path, bytes) for each file ─► open(canvas, scene, link, read_only)
//!                      follow(link) when the address changes
//!                      pause() when the browser takes the graphics context, resume(canvas) when it returns one
//! ```

use std::any::Any;
use std::cell::{OnceCell, RefCell};
use std::mem;
use std::path::Path;
use std::rc::Rc;
use std::time::Duration;

use eframe::egui;
use three_d::context as glow;
use wasm_bindgen::JsValue;
use wasm_bindgen::prelude::wasm_bindgen;
use web_sys::HtmlCanvasElement;

use super::app::App;
use super::start::Start;
use crate::app::actions::view_link::ViewLink;
use crate::app::kit::host::{FLUENT, Host};
use crate::app::kit::motion::Motion;
use crate::app::kit::shown_texture::ShownTexture;
use crate::budget::Budget;
use crate::files::{Content, Files, Loaded, Pace, Reading, open_watched};
use crate::host::{fs, page};
use crate::occlusion::PictureQueries;
use crate::opacity::Progress;
use crate::picture::{explanations_as_text, scene_view};
use crate::render::{Programs, RenderError, TextureQuad};
use crate::report::json;
use crate::report::occlusion::answers;
use crate::scene::{ReadOptions, SceneError};
use crate::workspace::Workspace;
use crate::world::World;

/// The memory for all that a page reads, 1 GiB. A page has at most 4 GiB.
const BUDGET: u64 = 1 << 30;

/// A page with the window.
#[wasm_bindgen(js_name = Page)]
pub struct BrowserPage {
    runner: eframe::WebRunner,
    budget: Budget,
    options: ReadOptions,
    /// The window, while there is no graphics context.
    paused: RefCell<Option<App>>,
}

#[wasm_bindgen(js_class = Page)]
impl BrowserPage {
    /// A page without files. `name` distinguishes what the browser keeps of pages at one address.
    #[wasm_bindgen(constructor)]
    #[must_use]
    pub fn new(name: &str) -> Self {
        page::begin(name);
        let options = ReadOptions { root: Some(Path::new("/").into()), ..ReadOptions::default() };
        let runner = eframe::WebRunner::new();
        Self { runner, budget: Budget::new(BUDGET), options, paused: RefCell::default() }
    }

    /// Puts a file at a path of the page.
    pub fn place(&self, path: &str, bytes: Vec<u8>) {
        fs::place(path, bytes);
    }

    /// Opens the window on a canvas, with the scene at a path; without one, with the tour. `link` is the part of an address
    /// after `#`.
    ///
    /// # Errors
    /// When the scene cannot be read, or the browser has no WebGL 2.
    pub async fn open(
        &self,
        canvas: HtmlCanvasElement,
        scene: Option<String>,
        link: Option<String>,
        is_read_only: bool,
    ) -> Result<(), JsValue> {
        let read = |path: &Path, pace| self.read(path, pace);
        let start = Start::on(scene.as_deref().map(Path::new), (self.options.clone(), self.budget.clone()), read)
            .map_err(|error: SceneError| JsValue::from_str(&error.render(false)))?;
        let start = start.linked(link).storing_in(Some(page::OWN.into()));
        let start = if is_read_only { start.read_only() } else { start };
        self.run(canvas, move |creation| start.app(&creation.egui_ctx, creation.storage)).await
    }

    /// Shows what a link says, after the next frame.
    pub fn follow(&self, link: String) {
        if let Some(mut window) = self.runner.app_mut::<PageWindow>() {
            window.app.link = Some(link);
            window.ctx.request_repaint();
        }
    }

    /// Ends the drawing, because the browser has taken the graphics context. The window waits for [`resume`](Self::resume).
    pub fn pause(&self) {
        if let Some(mut window) = self.runner.app_mut::<PageWindow>() {
            let mut app = mem::replace(&mut window.app, App::new(Workspace::empty()));
            // The next context does not have its objects.
            app.release_graphics();
            self.paused.replace(Some(app));
        }
        self.runner.destroy();
    }

    /// Opens the paused window on a canvas with a new graphics context: the scene with its history, what is selected, the view and
    /// the panels. Does nothing when no window is paused.
    ///
    /// # Errors
    /// When the browser has no WebGL 2.
    pub async fn resume(&self, canvas: HtmlCanvasElement) -> Result<(), JsValue> {
        let Some(mut paused) = self.paused.take() else { return Ok(()) };
        let link = ViewLink::of(&paused.window).to_string();
        let create = move |creation: &eframe::CreationContext<'_>| {
            // Without a new context, the browser keeps the unsaved changes.
            paused.close();
            let start = Start::continued(paused.window.workspace).linked(Some(link)).storing_in(Some(page::OWN.into()));
            let mut app = start.app(&creation.egui_ctx, creation.storage);
            app.window.layout = paused.window.layout;
            app
        };
        self.run(canvas, create).await
    }

    /// Why the window has ended, when an error that nothing handles has ended it.
    #[must_use]
    pub fn ended(&self) -> Option<String> {
        self.runner.panic_summary().map(|panic| panic.message())
    }

    /// All answers of a scene at a tick, as `eyeline report` writes them. For tests that compare them.
    ///
    /// # Errors
    /// When the scene cannot be read.
    pub fn report(&self, path: &str, tick: u32) -> Result<String, JsValue> {
        let path = Path::new(path);
        let loaded = self.read(path, Pace::AtOnce).map_err(|error| JsValue::from_str(&error.render(false)))?;
        let content = Content { scene: &loaded.scene, files: &loaded.files };
        let world = World::at(content.scene, content.files, tick.into());
        // A page cannot wait for its graphics card.
        let mut ask = |world: &World| {
            let view = scene_view(&loaded.scene, world, 1.0).depth_view(1);
            answers(world, &view, &mut PictureQueries)
        };
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        let mut text = Vec::new();
        json::write_world(&world, &name, None, &mut ask, &mut text)
            .map_err(|error| JsValue::from_str(&error.to_string()))?;
        Ok(String::from_utf8_lossy(&text).into_owned())
    }
}

impl BrowserPage {
    /// Starts the window that `create` makes.
    async fn run(
        &self,
        canvas: HtmlCanvasElement,
        create: impl FnOnce(&eframe::CreationContext<'_>) -> App + 'static,
    ) -> Result<(), JsValue> {
        let create = |creation: &eframe::CreationContext<'_>| {
            if page::prefers_reduced_motion() {
                Motion::Reduced.set(&creation.egui_ctx);
            }
            let app: Box<dyn eframe::App> = Box::new(PageWindow {
                ctx: creation.egui_ctx.clone(),
                app: create(creation),
                made: OnceCell::new(),
                link: String::new(),
                words: String::new(),
            });
            Ok(app)
        };
        // Dithering costs time for each pixel of the window, and the window has no large gradients.
        let options = eframe::WebOptions { dithering: false, ..Default::default() };
        self.runner.start(canvas, options, Box::new(create)).await
    }

    fn read(&self, path: &Path, pace: Pace) -> Result<Loaded, SceneError> {
        let reading = Reading { pace, options: self.options.clone() };
        open_watched(path, Files::within(self.budget.clone()), &reading, &Progress::default())
    }
}

/// The app as eframe requires it.
struct PageWindow {
    ctx: egui::Context,
    app: App,
    /// From the first picture on.
    made: OnceCell<(Rc<Programs>, TextureQuad)>,
    /// The link that the address has.
    link: String,
    /// The text beside the canvas.
    words: String,
}

impl eframe::App for PageWindow {
    fn ui(&mut self, ui: &mut egui::Ui, frame: &mut eframe::Frame) {
        self.app.ui(ui, &mut PageHost { frame, made: &self.made });
        let link = ViewLink::of(&self.app.window).to_string();
        if link != self.link && !ui.input(|i| i.pointer.any_down()) {
            page::set_link(&link);
            self.link = link;
        }
        let words = words(&self.app.window.workspace);
        if words != self.words {
            page::set_words(&words);
            self.words = words;
        }
    }

    fn save(&mut self, storage: &mut dyn eframe::Storage) {
        self.app.store(storage);
    }

    // For `BrowserPage::follow`.
    fn as_any_mut(&mut self) -> Option<&mut dyn Any> {
        Some(self)
    }
}

/// The selected answer and its steps, unless they are to be predicted.
fn words(workspace: &Workspace) -> String {
    if workspace.judging().lesson().hides_answers() {
        return "The answer is hidden until it is guessed.".to_owned();
    }
    workspace
        .explanation()
        .map_or_else(String::new, |explanation| explanations_as_text(std::slice::from_ref(explanation)))
}

struct PageHost<'f> {
    frame: &'f eframe::Frame,
    made: &'f OnceCell<(Rc<Programs>, TextureQuad)>,
}

impl PageHost<'_> {
    fn made(&self) -> Result<&(Rc<Programs>, TextureQuad), RenderError> {
        if let Some(made) = self.made.get() {
            return Ok(made);
        }
        let gl = self.frame.gl().ok_or_else(|| RenderError::Object {
            what: "a context",
            reason: "the browser has no WebGL 2".to_owned(),
        })?;
        let context = three_d::Context::from_gl_context(gl.clone())?;
        let made = (Programs::new(&context), TextureQuad::new(&context)?);
        Ok(self.made.get_or_init(|| made))
    }
}

impl Host for PageHost<'_> {
    fn programs(&self) -> Result<Rc<Programs>, RenderError> {
        Ok(Rc::clone(&self.made()?.0))
    }

    fn show(&mut self, texture: glow::Texture) -> Result<ShownTexture, RenderError> {
        Ok(ShownTexture::Drawn(texture, self.made()?.1))
    }

    fn most_time_of_picture(&self) -> Option<Duration> {
        Some(FLUENT)
    }

    fn has_desktop(&self) -> bool {
        true
    }
}
