//! The framebuffer: two numbers for each pixel, its target and its depth, and the depth buffer of the camera.

use three_d::context as glow;
use three_d::context::HasContext;

use crate::budget::{Budget, ChargedVec, Reservation};
use crate::render::error::RenderError;
use crate::render::target::complete;
use crate::visibility::DrawnPixel;

/// Bytes of a pixel: two numbers and the depth.
const PIXEL: u64 = 12;
/// Numbers of a pixel when it is read: OpenGL ES promises only four.
const READ: usize = 4;
/// Rows that are read at once.
const BAND: usize = 64;

/// A framebuffer of our own.
pub(super) struct IdBuffers {
    context: three_d::Context,
    pub(super) framebuffer: glow::Framebuffer,
    buffers: [glow::Renderbuffer; 2],
    pub(super) size: [u32; 2],
    budget: Budget,
    _memory: Reservation,
}

impl IdBuffers {
    /// Buffers of a size in pixels, with a depth buffer of 16, 24 or 32 bits; those of 32 are floats.
    ///
    /// # Errors
    /// For a size that OpenGL cannot draw, and when the budget has no room.
    #[expect(unsafe_code, reason = "OpenGL calls")]
    pub(super) fn new(
        context: &three_d::Context,
        size: [u32; 2],
        depth_bits: u32,
        budget: &Budget,
    ) -> Result<Self, RenderError> {
        let what = "buffers for the targets of pixels";
        let refused = |reason: String| RenderError::Object { what, reason };
        let over = |over| RenderError::Memory { what: "drawing the targets of pixels".to_owned(), over };
        // SAFETY: a query with room for what OpenGL writes.
        let most = unsafe {
            let mut sides = [0; 2];
            context.get_parameter_i32_slice(glow::MAX_VIEWPORT_DIMS, &mut sides);
            let most = context.get_parameter_i32(glow::MAX_RENDERBUFFER_SIZE).min(sides[0]).min(sides[1]);
            u32::try_from(most).unwrap_or(0)
        };
        let [width, height] = size;
        if !size.iter().all(|side| (1..=most).contains(side)) {
            return Err(RenderError::Size { width, height, most });
        }
        let pixels = u64::from(width) * u64::from(height);
        let memory = budget.take(pixels * PIXEL).map_err(over)?;
        let [w, h] = size.map(|side| i32::try_from(side).unwrap_or(i32::MAX));
        let depth_format = match depth_bits {
            16 => glow::DEPTH_COMPONENT16,
            32 => glow::DEPTH_COMPONENT32F,
            _ => glow::DEPTH_COMPONENT24,
        };
        // SAFETY: new names, and sizes that were checked. `Drop` deletes the names once all three exist.
        unsafe {
            let buffers =
                [context.create_renderbuffer().map_err(refused)?, context.create_renderbuffer().map_err(refused)?];
            let framebuffer = context.create_framebuffer().map_err(refused)?;
            let all =
                Self { context: context.clone(), framebuffer, buffers, size, budget: budget.clone(), _memory: memory };
            context.bind_framebuffer(glow::FRAMEBUFFER, Some(framebuffer));
            let places = [glow::COLOR_ATTACHMENT0, glow::DEPTH_ATTACHMENT];
            for ((buffer, place), format) in buffers.into_iter().zip(places).zip([glow::RG32UI, depth_format]) {
                context.bind_renderbuffer(glow::RENDERBUFFER, Some(buffer));
                context.renderbuffer_storage(glow::RENDERBUFFER, format, w, h);
                context.framebuffer_renderbuffer(glow::FRAMEBUFFER, place, glow::RENDERBUFFER, Some(buffer));
            }
            complete(context, what)?;
            Ok(all)
        }
    }

    /// No target at any pixel, and the depth of the far plane.
    ///
    /// # Safety
    /// The framebuffer is bound.
    #[expect(unsafe_code, reason = "OpenGL calls")]
    pub(super) unsafe fn clear(&self, far: f32) {
        // SAFETY: the first buffer has unsigned numbers, and a depth is one number.
        unsafe {
            self.context.clear_buffer_u32_slice(glow::COLOR, 0, &[0; 4]);
            self.context.clear_buffer_f32_slice(glow::DEPTH, 0, &[far]);
        }
    }

    /// The pixels, from the upper left corner. Waits until all is drawn.
    ///
    /// # Errors
    /// When the budget has no room.
    #[expect(unsafe_code, reason = "OpenGL calls")]
    pub(super) fn read(&self) -> Result<ChargedVec<DrawnPixel>, RenderError> {
        let over = |over| RenderError::Memory { what: "reading the targets of pixels".to_owned(), over };
        let [width, height] = self.size.map(|side| side as usize);
        let row = width * READ * size_of::<u32>();
        let _paid = self.budget.take((row * BAND) as u64).map_err(over)?;
        let mut pixels = ChargedVec::with_capacity(&self.budget, width * height).map_err(over)?;
        let mut bytes = vec![0_u8; row * BAND];
        let number = |row: usize| i32::try_from(row).unwrap_or(i32::MAX);
        // OpenGL's first row is the lowest.
        let mut end = height;
        while end > 0 {
            let rows = end.min(BAND);
            end -= rows;
            let bytes = &mut bytes[..row * rows];
            // SAFETY: the bytes have room for four numbers of each pixel of these rows, and rows have no gaps.
            unsafe {
                self.context.bind_framebuffer(glow::READ_FRAMEBUFFER, Some(self.framebuffer));
                self.context.pixel_store_i32(glow::PACK_ALIGNMENT, 4);
                let into = glow::PixelPackData::Slice(Some(&mut *bytes));
                let (format, kind) = (glow::RGBA_INTEGER, glow::UNSIGNED_INT);
                self.context.read_pixels(0, number(end), number(width), number(rows), format, kind, into);
            }
            for row in bytes.chunks_exact(row).rev() {
                for pixel in row.chunks_exact(READ * size_of::<u32>()) {
                    let word = |i: usize| u32::from_ne_bytes([0, 1, 2, 3].map(|byte| pixel[4 * i + byte]));
                    pixels.push(DrawnPixel { code: word(0), depth: f32::from_bits(word(1)) }).map_err(over)?;
                }
            }
        }
        Ok(pixels)
    }
}

impl Drop for IdBuffers {
    #[expect(unsafe_code, reason = "OpenGL calls")]
    fn drop(&mut self) {
        // SAFETY: names of our own, used by nothing else.
        unsafe {
            self.context.delete_framebuffer(self.framebuffer);
            for buffer in self.buffers {
                self.context.delete_renderbuffer(buffer);
            }
        }
    }
}
