//! The framebuffers of a viewport: a multisampled one for drawing, and the texture to which it is resolved.
//!
//! Colours are sRGB numbers in plain RGBA8, without OpenGL's sRGB conversion: egui blends and samples its textures in
//! the same gamma space.

use std::sync::Arc;

use image::RgbaImage;
use three_d::context as glow;
use three_d::context::HasContext;

use super::error::RenderError;

/// Samples a pixel, where the GPU has as many.
const SAMPLES: i32 = 4;

/// A multisampled framebuffer and the texture it is resolved into. The names of both stay the same when the
/// size changes, so a texture needs to be registered with egui only once.
pub(super) struct PictureTarget {
    gl: Arc<glow::Context>,
    /// Samples a pixel of an antialiased picture.
    samples: i32,
    is_antialiased: bool,
    most: u32,
    /// The size and the antialiasing of the buffers.
    allocated: ([u32; 2], bool),
    size: [u32; 2],
    drawn: glow::Framebuffer,
    buffers: [glow::Renderbuffer; 2],
    resolved: glow::Framebuffer,
    texture: glow::Texture,
    handed_over: bool,
}

impl PictureTarget {
    #[expect(unsafe_code, reason = "OpenGL calls")]
    pub(super) fn new(gl: &Arc<glow::Context>) -> Result<Self, RenderError> {
        let refused = |what| move |reason| RenderError::Object { what, reason };
        // SAFETY: creates names and reads limits.
        unsafe {
            let most = [glow::MAX_TEXTURE_SIZE, glow::MAX_RENDERBUFFER_SIZE]
                .map(|limit| u32::try_from(gl.get_parameter_i32(limit)).unwrap_or(0));
            Ok(Self {
                gl: gl.clone(),
                samples: SAMPLES.min(gl.get_parameter_i32(glow::MAX_SAMPLES)),
                is_antialiased: true,
                most: most[0].min(most[1]),
                allocated: ([0, 0], true),
                size: [0, 0],
                drawn: gl.create_framebuffer().map_err(refused("a framebuffer"))?,
                buffers: [
                    gl.create_renderbuffer().map_err(refused("a colour buffer"))?,
                    gl.create_renderbuffer().map_err(refused("a depth buffer"))?,
                ],
                resolved: gl.create_framebuffer().map_err(refused("a framebuffer"))?,
                texture: gl.create_texture().map_err(refused("a texture"))?,
                handed_over: false,
            })
        }
    }

    /// Refuses a size that is 0 or exceeds the limit of the GPU.
    pub(super) fn check(&self, size: [u32; 2]) -> Result<(), RenderError> {
        let ([width, height], most) = (size, self.most);
        let is_possible = size.iter().all(|side| (1..=most).contains(side));
        if is_possible { Ok(()) } else { Err(RenderError::Size { width, height, most }) }
    }

    /// Allocates the buffers for a picture of a size in pixels.
    #[expect(unsafe_code, reason = "OpenGL calls")]
    #[expect(clippy::cast_possible_wrap, reason = "sizes are checked against OpenGL's own limit, an i32")]
    pub(super) fn resize(&mut self, size: [u32; 2]) -> Result<(), RenderError> {
        if self.allocated == (size, self.is_antialiased) {
            return Ok(());
        }
        self.check(size)?;
        let samples = if self.is_antialiased { self.samples } else { 0 };
        let [width, height] = size;
        let (w, h, gl) = (width as i32, height as i32, &self.gl);
        // SAFETY: all names are our own; no pixels are passed to the texture.
        unsafe {
            let [color, depth] = self.buffers;
            gl.bind_framebuffer(glow::FRAMEBUFFER, Some(self.drawn));
            for (buffer, format, place) in [
                (color, glow::RGBA8, glow::COLOR_ATTACHMENT0),
                (depth, glow::DEPTH_COMPONENT24, glow::DEPTH_ATTACHMENT),
            ] {
                gl.bind_renderbuffer(glow::RENDERBUFFER, Some(buffer));
                gl.renderbuffer_storage_multisample(glow::RENDERBUFFER, samples, format, w, h);
                gl.framebuffer_renderbuffer(glow::FRAMEBUFFER, place, glow::RENDERBUFFER, Some(buffer));
            }
            complete(gl, "a multisampled framebuffer")?;
            gl.bind_texture(glow::TEXTURE_2D, Some(self.texture));
            for (parameter, value) in [
                (glow::TEXTURE_MIN_FILTER, glow::LINEAR),
                (glow::TEXTURE_MAG_FILTER, glow::LINEAR),
                (glow::TEXTURE_WRAP_S, glow::CLAMP_TO_EDGE),
                (glow::TEXTURE_WRAP_T, glow::CLAMP_TO_EDGE),
            ] {
                gl.tex_parameter_i32(glow::TEXTURE_2D, parameter, value as i32);
            }
            let format = glow::RGBA8 as i32;
            let nothing = glow::PixelUnpackData::Slice(None);
            gl.tex_image_2d(glow::TEXTURE_2D, 0, format, w, h, 0, glow::RGBA, glow::UNSIGNED_BYTE, nothing);
            gl.bind_framebuffer(glow::FRAMEBUFFER, Some(self.resolved));
            let place = glow::COLOR_ATTACHMENT0;
            gl.framebuffer_texture_2d(glow::FRAMEBUFFER, place, glow::TEXTURE_2D, Some(self.texture), 0);
            complete(gl, "a framebuffer")?;
        }
        self.size = size;
        self.allocated = (size, self.is_antialiased);
        Ok(())
    }

    /// Sets whether the buffers have several samples a pixel from the next [`Self::resize`] on.
    pub(super) fn set_antialiased(&mut self, is_on: bool) {
        self.is_antialiased = is_on;
    }

    /// Waits until all is drawn. A browser ignores `glFinish`, so one pixel is read.
    #[expect(unsafe_code, reason = "OpenGL calls")]
    pub(super) fn wait(&self) {
        let mut pixel = [0; 4];
        // SAFETY: the framebuffer is our own, and one pixel has four bytes.
        unsafe {
            self.gl.bind_framebuffer(glow::READ_FRAMEBUFFER, Some(self.resolved));
            let into = glow::PixelPackData::Slice(Some(&mut pixel));
            self.gl.read_pixels(0, 0, 1, 1, glow::RGBA, glow::UNSIGNED_BYTE, into);
        }
    }

    /// The framebuffer to draw into.
    pub(super) fn drawn(&self) -> glow::Framebuffer {
        self.drawn
    }

    /// Averages the samples into the texture.
    #[expect(unsafe_code, reason = "OpenGL calls")]
    #[expect(clippy::cast_possible_wrap, reason = "sizes are checked against OpenGL's own limit, an i32")]
    pub(super) fn resolve(&self) {
        let [w, h] = self.size.map(|side| side as i32);
        // SAFETY: both framebuffers are our own, complete and of this size.
        unsafe {
            self.gl.disable(glow::SCISSOR_TEST);
            self.gl.bind_framebuffer(glow::READ_FRAMEBUFFER, Some(self.drawn));
            self.gl.bind_framebuffer(glow::DRAW_FRAMEBUFFER, Some(self.resolved));
            self.gl.blit_framebuffer(0, 0, w, h, 0, 0, w, h, glow::COLOR_BUFFER_BIT, glow::NEAREST);
        }
    }

    /// The texture, from now on to be deleted by the caller.
    pub(super) fn hand_over(&mut self) -> glow::Texture {
        self.handed_over = true;
        self.texture
    }

    /// The resolved pixels, top row first.
    pub(super) fn read(&self) -> RgbaImage {
        read(&self.gl, self.resolved, self.size)
    }
}

impl Drop for PictureTarget {
    #[expect(unsafe_code, reason = "OpenGL calls")]
    fn drop(&mut self) {
        // SAFETY: the names are our own and used no more.
        unsafe {
            self.gl.delete_framebuffer(self.drawn);
            self.gl.delete_framebuffer(self.resolved);
            for buffer in self.buffers {
                self.gl.delete_renderbuffer(buffer);
            }
            if !self.handed_over {
                self.gl.delete_texture(self.texture);
            }
        }
    }
}

/// Refuses the bound framebuffer when it is not complete.
#[expect(unsafe_code, reason = "OpenGL calls")]
pub(super) fn complete(gl: &glow::Context, what: &'static str) -> Result<(), RenderError> {
    // SAFETY: a query.
    match unsafe { gl.check_framebuffer_status(glow::FRAMEBUFFER) } {
        glow::FRAMEBUFFER_COMPLETE => Ok(()),
        status => Err(RenderError::Object { what, reason: format!("status {status:#x}") }),
    }
}

/// The pixels of a framebuffer, top row first.
#[expect(unsafe_code, reason = "OpenGL calls")]
#[expect(clippy::cast_possible_wrap, reason = "sizes come from framebuffers that OpenGL made")]
pub(super) fn read(gl: &glow::Context, framebuffer: glow::Framebuffer, [width, height]: [u32; 2]) -> RgbaImage {
    let mut image = RgbaImage::new(width, height);
    // SAFETY: the image has room for width x height RGBA pixels, and rows are packed without gaps.
    unsafe {
        gl.bind_framebuffer(glow::READ_FRAMEBUFFER, Some(framebuffer));
        gl.pixel_store_i32(glow::PACK_ALIGNMENT, 1);
        let pixels = glow::PixelPackData::Slice(Some(&mut *image));
        gl.read_pixels(0, 0, width as i32, height as i32, glow::RGBA, glow::UNSIGNED_BYTE, pixels);
    }
    image::imageops::flip_vertical_in_place(&mut image);
    image
}
