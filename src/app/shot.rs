//! A picture of the whole window without a display, for `eyeline render --ui`.

use eframe::egui::{self, Theme};
use image::RgbaImage;
use three_d::context as glow;

use super::{App, Host, Session, set_look};
use crate::render::{Canvas, Headless, RenderError};

/// The number of frames that egui needs: two for the sizes of widgets, three for those of scroll areas, four to scroll
/// to a row.
const FRAMES: usize = 4;

/// Draws the window on a picture of `size` pixels, its main view through a camera if one is given.
///
/// # Errors
/// When there is no OpenGL without a display, the size is impossible, or the scene cannot be drawn.
pub fn window_to_image(
    session: Session,
    through: Option<usize>,
    size: [u32; 2],
    pixels_per_point: f32,
    theme: Theme,
) -> Result<RgbaImage, RenderError> {
    let mut host = HeadlessHost::new()?;
    let ctx = egui::Context::default();
    set_look(&ctx);
    ctx.set_theme(theme);
    // Pictures have no animations.
    ctx.all_styles_mut(|style| {
        style.animation_time = 0.0;
        style.scroll_animation = egui::style::ScrollAnimation::none();
    });
    let mut app = App::new(session);
    app.panels.view.through = through;
    let canvas = host.canvas.clone();
    let image = canvas.run(&ctx, size, pixels_per_point, FRAMES, |ui| app.ui(ui, &mut host))?;
    app.panels.view.take_error().map_or(Ok(image), Err)
}

/// A [`Host`] without a display, for pictures and tests.
pub struct HeadlessHost {
    headless: Headless,
    /// The canvas on which the window is painted.
    pub canvas: Canvas,
}

impl HeadlessHost {
    /// A host on this thread's context without a display.
    ///
    /// # Errors
    /// When there is no OpenGL without a display.
    pub fn new() -> Result<Self, RenderError> {
        let headless = Headless::of_this_thread()?;
        let canvas = Canvas::new(&headless)?;
        Ok(Self { headless, canvas })
    }
}

impl Host for HeadlessHost {
    fn context(&self) -> Result<three_d::Context, RenderError> {
        Ok(self.headless.context().clone())
    }

    fn register(&mut self, texture: glow::Texture) -> egui::TextureId {
        self.canvas.register(texture)
    }
}
