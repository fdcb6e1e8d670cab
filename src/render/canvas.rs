//! A window without a display: egui's own painter on a framebuffer of the headless context.
//!
//! Used for pictures with labels, for pictures of the whole window, and for tests that simulate input.

use std::cell::RefCell;
use std::rc::Rc;
use std::sync::Arc;

use image::RgbaImage;
use three_d::context as glow;
use three_d::context::HasContext;

use super::error::RenderError;
use super::gl_state::GlState;
use super::target;

/// The part of a viewport's texture that shows all of it, upright: OpenGL's first row is the lowest.
pub const UPRIGHT: egui::Rect = egui::Rect { min: egui::pos2(0.0, 1.0), max: egui::pos2(1.0, 0.0) };

/// A surface for egui. Clones are handles to the same surface, so that a test's renderer and the window that it
/// shows can share one.
#[derive(Clone)]
pub struct Canvas(Rc<RefCell<Surface>>);

struct Surface {
    gl: Arc<glow::Context>,
    painter: egui_glow::Painter,
    framebuffer: glow::Framebuffer,
    color: glow::Renderbuffer,
    /// Textures that the next painting still needs.
    to_free: Vec<egui::TextureId>,
}

impl Canvas {
    /// A canvas in a context of OpenGL.
    #[expect(unsafe_code, reason = "OpenGL calls")]
    pub(super) fn in_context(gl: Arc<glow::Context>) -> Result<Self, RenderError> {
        let refused = |what| move |reason| RenderError::Object { what, reason };
        let painter = egui_glow::Painter::new(gl.clone(), "", None, false)
            .map_err(|error| RenderError::Object { what: "egui's painter", reason: error.to_string() })?;
        // SAFETY: only creates names.
        let (framebuffer, color) = unsafe {
            (
                gl.create_framebuffer().map_err(refused("a framebuffer"))?,
                gl.create_renderbuffer().map_err(refused("a colour buffer"))?,
            )
        };
        Ok(Self(Rc::new(RefCell::new(Surface { gl, painter, framebuffer, color, to_free: Vec::new() }))))
    }

    /// Lets egui show a texture made with OpenGL, such as a viewport's. The canvas takes ownership and deletes it.
    ///
    /// Show it with the uv rectangle [`UPRIGHT`].
    pub fn register(&self, texture: glow::Texture) -> egui::TextureId {
        self.0.borrow_mut().painter.register_native_texture(texture)
    }

    /// Deletes a texture that was registered.
    pub(super) fn free(&self, texture: egui::TextureId) {
        self.0.borrow_mut().painter.free_texture(texture);
    }

    /// Releases the memory of the surface until the next painting.
    #[expect(unsafe_code, reason = "OpenGL calls")]
    pub(super) fn release_surface(&self) {
        let surface = self.0.borrow();
        let state = GlState::save(&surface.gl);
        // SAFETY: the name is our own, and the size is within the limits of every OpenGL.
        unsafe {
            surface.gl.bind_renderbuffer(glow::RENDERBUFFER, Some(surface.color));
            surface.gl.renderbuffer_storage(glow::RENDERBUFFER, glow::RGBA8, 1, 1);
        }
        state.restore(&surface.gl);
    }

    /// The longest side of a texture, for [`egui::RawInput::max_texture_side`].
    pub fn max_texture_side(&self) -> usize {
        self.0.borrow().painter.max_texture_side()
    }

    /// Applies egui's texture changes. Those of every frame must be passed, painted or not: the first frame contains
    /// the font.
    pub fn update_textures(&self, changes: &mut egui::TexturesDelta) {
        let mut surface = self.0.borrow_mut();
        #[expect(clippy::iter_over_hash_type, reason = "textures do not depend on each other")]
        for (id, parts) in changes.set.drain() {
            for part in parts {
                surface.painter.set_texture(id, &part);
            }
        }
        surface.to_free.extend(changes.free.drain());
    }

    /// Paints one frame's shapes on a picture of `size` pixels. Its texture changes must have been applied before.
    ///
    /// # Errors
    ///
    /// When OpenGL gives no framebuffer of that size.
    pub fn paint(
        &self,
        ctx: &egui::Context,
        output: &egui::FullOutput,
        size: [u32; 2],
    ) -> Result<RgbaImage, RenderError> {
        let shapes = ctx.tessellate(output.shapes.clone(), output.pixels_per_point);
        self.0.borrow_mut().paint(&shapes, output.pixels_per_point, size)
    }

    /// Runs `frames` frames of a user interface on a surface of `size` pixels and paints the last one.
    ///
    /// egui needs two frames to lay everything out.
    ///
    /// # Errors
    ///
    /// As [`Canvas::paint`].
    pub fn run(
        &self,
        ctx: &egui::Context,
        size: [u32; 2],
        pixels_per_point: f32,
        frames: usize,
        mut ui: impl FnMut(&mut egui::Ui),
    ) -> Result<RgbaImage, RenderError> {
        let points = egui::vec2(size[0] as f32, size[1] as f32) / pixels_per_point;
        let mut image = Ok(RgbaImage::new(size[0], size[1]));
        for frame in 1..=frames {
            let mut input = egui::RawInput {
                screen_rect: Some(egui::Rect::from_min_size(egui::Pos2::ZERO, points)),
                max_texture_side: Some(self.max_texture_side()),
                time: Some(frame as f64 / 60.0),
                ..egui::RawInput::default()
            };
            input.viewports.entry(egui::ViewportId::ROOT).or_default().native_pixels_per_point = Some(pixels_per_point);
            let mut output = ctx.run_ui(input, &mut ui);
            self.update_textures(&mut output.textures_delta);
            if frame == frames {
                image = self.paint(ctx, &output, size);
            }
        }
        image
    }
}

impl Surface {
    #[expect(unsafe_code, reason = "OpenGL calls")]
    #[expect(clippy::cast_possible_wrap, reason = "sizes are checked against OpenGL's own limit, an i32")]
    fn paint(
        &mut self,
        shapes: &[egui::ClippedPrimitive],
        pixels_per_point: f32,
        size: [u32; 2],
    ) -> Result<RgbaImage, RenderError> {
        let [width, height] = size;
        let most = u32::try_from(self.painter.max_texture_side()).unwrap_or(u32::MAX);
        if !size.iter().all(|side| (1..=most).contains(side)) {
            return Err(RenderError::Size { width, height, most });
        }
        let state = GlState::save(&self.gl);
        // SAFETY: the names are our own, and the size is within OpenGL's limits.
        let complete = unsafe {
            let gl = &self.gl;
            gl.bind_renderbuffer(glow::RENDERBUFFER, Some(self.color));
            gl.renderbuffer_storage(glow::RENDERBUFFER, glow::RGBA8, width as i32, height as i32);
            gl.bind_framebuffer(glow::FRAMEBUFFER, Some(self.framebuffer));
            let place = glow::COLOR_ATTACHMENT0;
            gl.framebuffer_renderbuffer(glow::FRAMEBUFFER, place, glow::RENDERBUFFER, Some(self.color));
            target::complete(gl, "a framebuffer for egui")
        };
        let image = complete.map(|()| {
            self.painter.clear(size, [0.0, 0.0, 0.0, 1.0]);
            self.painter.paint_primitives(size, pixels_per_point, shapes);
            target::read(&self.gl, self.framebuffer, size)
        });
        for id in self.to_free.drain(..) {
            self.painter.free_texture(id);
        }
        state.restore(&self.gl);
        image
    }
}

impl Drop for Surface {
    #[expect(unsafe_code, reason = "OpenGL calls")]
    fn drop(&mut self) {
        self.painter.destroy();
        // SAFETY: the names are our own and used no more.
        unsafe {
            self.gl.delete_framebuffer(self.framebuffer);
            self.gl.delete_renderbuffer(self.color);
        }
    }
}
