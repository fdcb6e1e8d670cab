//! A picture of the whole window without a display, for `eyeline render --ui`.

use std::rc::Rc;
use std::time::Duration;

use eframe::egui::{self, Theme};
use image::RgbaImage;
use three_d::context as glow;

use super::app::App;
use crate::app::actions::open_panel::open_panel;
use crate::app::kit::host::Host;
use crate::app::kit::shown_texture::ShownTexture;
use crate::app::kit::theme::set_look;
use crate::render::{Canvas, Headless, PixelRect, PixelWork, Programs, RenderError};
use crate::report::occlusion::AllUnanswered;
use crate::scene::CheckPanel;
use crate::workspace::Workspace;
use crate::world::Item;

/// The number of frames that egui needs: two for the sizes of widgets, three for those of scroll areas, four to scroll
/// to a row.
const FRAMES: usize = 4;

/// How the window is drawn on a picture.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct WindowLook {
    /// The camera through which the main view looks.
    pub through: Option<usize>,
    /// The panel whose tab is open, instead of the one with which the window opens.
    pub panel: Option<CheckPanel>,
    /// Width and height in pixels.
    pub size: [u32; 2],
    /// The scale.
    pub pixels_per_point: f32,
    /// The colours.
    pub theme: Theme,
}

impl WindowLook {
    /// The dark window of a size, as it opens.
    pub fn of_size(size: [u32; 2]) -> Self {
        Self { through: None, panel: None, size, pixels_per_point: 1.0, theme: Theme::Dark }
    }
}

/// Draws the window on a picture. Also returns the occlusion queries without an answer.
///
/// # Errors
/// When there is no OpenGL without a display, the size is impossible or does not fit into the budget of the workspace, or the
/// scene cannot be drawn.
pub fn window_to_image(workspace: Workspace, look: &WindowLook) -> Result<(RgbaImage, AllUnanswered), RenderError> {
    let WindowPicture { image, unanswered, .. } = window_covering_objects(workspace, look, &[])?;
    Ok((image, unanswered))
}

/// A picture of the window.
pub struct WindowPicture {
    /// The picture.
    pub image: RgbaImage,
    /// The pixels that some objects cover in the main 3D view, and the pixels beside them.
    pub covered: Vec<PixelRect>,
    /// The occlusion queries without an answer.
    pub unanswered: AllUnanswered,
}

/// Draws the window, and finds the pixels that the objects with these names cover in the main 3D view.
///
/// # Errors
/// As [`window_to_image`].
pub fn window_covering_objects(
    workspace: Workspace,
    look: &WindowLook,
    objects: &[String],
) -> Result<WindowPicture, RenderError> {
    let _pixels = PixelWork::Draw.reserve(&workspace.files().budget, look.size)?;
    let mut host = HeadlessHost::new()?;
    let ctx = egui::Context::default();
    set_look(&ctx);
    ctx.set_theme(look.theme);
    // Animations are off in a picture.
    ctx.all_styles_mut(|style| {
        style.animation_time = 0.0;
        style.scroll_animation = egui::style::ScrollAnimation::none();
    });
    let mut app = App::new(workspace);
    let camera = look.through.and_then(|camera| app.window.workspace.world().id_of(Item::Camera(camera)));
    app.window.panels.views.main_mut().look_through(camera);
    if let Some(panel) = look.panel {
        // In place of the one that the scene opens with.
        app.featured = Some(app.window.workspace.disk().generation());
        open_panel(&mut app.window, panel);
    }
    let canvas = host.canvas.clone();
    let image = canvas.run(&ctx, look.size, look.pixels_per_point, FRAMES, |ui| app.ui(ui, &mut host))?;
    app.window.panels.views.take_error().map_or(Ok(()), Err)?;
    let (workspace, panels) = (&app.window.workspace, &mut app.window.panels);
    let is_wanted = |item| workspace.world().is_object_of(item, objects);
    let covered = if objects.is_empty() { Vec::new() } else { panels.views.main_mut().covered(&is_wanted)? };
    Ok(WindowPicture { image, covered, unanswered: workspace.judging().unanswered_queries() })
}

/// A [`Host`] without a display, for pictures and tests.
pub struct HeadlessHost {
    headless: Headless,
    /// The canvas on which the window is painted.
    pub canvas: Canvas,
    /// The time after which a moving picture is drawn as a draft. By default there are no drafts.
    pub most_time_of_picture: Option<Duration>,
}

impl HeadlessHost {
    /// A host on this thread's context without a display.
    ///
    /// # Errors
    /// When there is no OpenGL without a display.
    pub fn new() -> Result<Self, RenderError> {
        let headless = Headless::of_this_thread()?;
        let canvas = Canvas::new(&headless)?;
        Ok(Self { headless, canvas, most_time_of_picture: None })
    }
}

impl Host for HeadlessHost {
    fn programs(&self) -> Result<Rc<Programs>, RenderError> {
        Ok(Rc::clone(self.headless.programs()))
    }

    fn show(&mut self, texture: glow::Texture) -> Result<ShownTexture, RenderError> {
        Ok(ShownTexture::Registered(self.canvas.register(texture)))
    }

    fn most_time_of_picture(&self) -> Option<Duration> {
        self.most_time_of_picture
    }
}
