//! The item under a pixel: the picture drawn again with the id of its item in place of every colour.
//!
//! Drawn only for a query, and only the few pixels around the queried one, into a small separate framebuffer without
//! multisampling: a pixel has one item or none.
//!
//! Order: all solids, opaque or not, so that the nearest wins; then, against the depth of the opaque ones alone, lines
//! and dots, which are visible through translucent solids. Dashes count with their gaps. Hidden parts of a line are not
//! picked. Items without an item are left out, but an opaque solid hides items behind it.
//!
//! A pixel is 32 bits: three for the kind, one that distinguishes lines and dots from solids, and 28 for the index.

use std::sync::Arc;

use three_d::context::HasContext;
use three_d::{Blend, Context, Cull, DepthTest, RenderStates, WriteMask, context as glow};

use super::error::RenderError;
use super::item_code::{THIN, item};
use super::lines::Batch;
use super::programs::{Programs, Shader};
use super::solids::SolidBatch;
use super::target;
use super::view_uniforms::Eye;
use crate::world::Item;

/// The pixels along a side of a part of a picture, when all of it is asked.
const TILE: u32 = 1024;

/// A rectangle of pixels: left, top, width and height.
pub type PixelRect = [u32; 4];

/// A line or dot within this distance of the pointer is picked, points.
const GRACE: f32 = 4.0;

/// The framebuffer.
pub(super) struct ItemPass {
    gl: Arc<glow::Context>,
    framebuffer: glow::Framebuffer,
    buffers: [glow::Renderbuffer; 2],
    /// Pixels along a side of the framebuffer.
    side: u32,
}

/// The parts of a picture that have items, in GPU memory.
pub(super) struct ShownItems<'a> {
    pub(super) opaque: &'a [&'a SolidBatch],
    pub(super) translucent: &'a [&'a SolidBatch],
    /// Edges of boxes, lines and dots.
    pub(super) thin: [&'a Batch; 5],
}

impl ItemPass {
    #[expect(unsafe_code, reason = "OpenGL calls")]
    pub(super) fn new(context: &Context) -> Result<Self, RenderError> {
        let refused = |what| move |reason| RenderError::Object { what, reason };
        let gl = Arc::clone(context);
        // SAFETY: only creates names.
        let (framebuffer, buffers) = unsafe {
            (
                gl.create_framebuffer().map_err(refused("a framebuffer"))?,
                [
                    gl.create_renderbuffer().map_err(refused("a buffer of items"))?,
                    gl.create_renderbuffer().map_err(refused("a depth buffer"))?,
                ],
            )
        };
        Ok(Self { gl, framebuffer, buffers, side: 0 })
    }

    /// The item drawn at a pixel, counted from the upper left corner of a picture of that size, or of a line or dot
    /// near it.
    pub(super) fn pick(
        &mut self,
        programs: &Programs,
        shown: &ShownItems<'_>,
        eye: &Eye,
        [width, height]: [u32; 2],
        [x, y]: [u32; 2],
    ) -> Result<Option<Item>, RenderError> {
        if x >= width || y >= height {
            return Ok(None);
        }
        let grace = grace(eye.scale);
        // OpenGL's first row is the lowest.
        let y = height - 1 - y;
        let (left, low) = (x.saturating_sub(grace), y.saturating_sub(grace));
        let (right, high) = ((x + grace).min(width - 1), (y + grace).min(height - 1));
        let (columns, rows) = (right - left + 1, high - low + 1);
        self.enlarge(2 * grace + 1)?;
        // The whole picture, moved so that the pixels around the queried one are those of the framebuffer.
        let away = |pixels: u32| -i32::try_from(pixels).unwrap_or(i32::MAX);
        let viewport = three_d::Viewport { x: away(left), y: away(low), width, height };
        self.draw(programs, shown, eye, viewport)?;
        let codes = self.read(columns, rows);
        Ok(picked_code(&codes, columns as usize, [(x - left) as usize, (y - low) as usize], grace as usize))
    }

    /// The pixels of a picture of that size that some items cover, and the pixels beside them, as rectangles. A pixel
    /// whose centre is beside an item is partly covered, because pictures are drawn with several samples.
    pub(super) fn covered(
        &mut self,
        programs: &Programs,
        shown: &ShownItems<'_>,
        eye: &Eye,
        [width, height]: [u32; 2],
        is_wanted: &dyn Fn(Item) -> bool,
    ) -> Result<Vec<PixelRect>, RenderError> {
        let side = TILE.min(width.max(height));
        self.enlarge(side)?;
        let mut covered = Vec::new();
        let starts = |length: u32| (0..length).step_by(side as usize);
        for (left, low) in starts(width).flat_map(|left| starts(height).map(move |low| (left, low))) {
            // The whole picture, moved so that this part of it is in the framebuffer.
            let away = |pixels: u32| -i32::try_from(pixels).unwrap_or(i32::MAX);
            let viewport = three_d::Viewport { x: away(left), y: away(low), width, height };
            self.draw(programs, shown, eye, viewport)?;
            let (columns, rows) = (side.min(width - left), side.min(height - low));
            let codes = self.read(columns, rows);
            for (row, codes) in (low..).zip(codes.chunks(columns as usize)) {
                // OpenGL's first row is the lowest.
                let top = height - 1 - row;
                covered.extend(
                    runs(codes, is_wanted).map(|[start, end]| beside([left + start, left + end], top, [width, height])),
                );
            }
        }
        Ok(covered)
    }

    fn draw(
        &self,
        programs: &Programs,
        shown: &ShownItems<'_>,
        eye: &Eye,
        viewport: three_d::Viewport,
    ) -> Result<(), RenderError> {
        let [solids, lines] = [programs.get(Shader::SolidItems)?, programs.get(Shader::LineItems)?];
        self.clear(true);
        for batch in shown.opaque.iter().chain(shown.translucent) {
            batch.draw_items(solids, eye, WriteMask::COLOR_AND_DEPTH, viewport);
        }
        if !shown.translucent.is_empty() {
            self.clear(false);
            for batch in shown.opaque {
                batch.draw_items(solids, eye, WriteMask::DEPTH, viewport);
            }
        }
        let states = RenderStates {
            write_mask: WriteMask::COLOR_AND_DEPTH,
            depth_test: DepthTest::LessOrEqual,
            blend: Blend::Disabled,
            cull: Cull::None,
        };
        for batch in shown.thin {
            batch.draw_items(lines, eye, states, viewport);
        }
        Ok(())
    }

    /// The lower left part of the framebuffer, lowest row first.
    #[expect(unsafe_code, reason = "OpenGL calls")]
    #[expect(clippy::cast_possible_wrap, reason = "within a framebuffer that OpenGL made")]
    fn read(&self, columns: u32, rows: u32) -> Vec<u32> {
        let mut bytes = vec![0_u8; (columns * rows * 4) as usize];
        // SAFETY: the rectangle lies within the framebuffer, and `bytes` has room for its pixels, packed without gaps.
        unsafe {
            let gl = &self.gl;
            gl.bind_framebuffer(glow::READ_FRAMEBUFFER, Some(self.framebuffer));
            gl.pixel_store_i32(glow::PACK_ALIGNMENT, 1);
            let pixels = glow::PixelPackData::Slice(Some(&mut bytes));
            gl.read_pixels(0, 0, columns as i32, rows as i32, glow::RED_INTEGER, glow::UNSIGNED_INT, pixels);
        }
        bytes.as_chunks().0.iter().map(|bytes| u32::from_ne_bytes(*bytes)).collect()
    }

    /// Clears the depth, and with `items` also all items.
    #[expect(unsafe_code, reason = "OpenGL calls")]
    fn clear(&self, items: bool) {
        // SAFETY: the framebuffer is our own, with 32 bit unsigned integers and a depth.
        unsafe {
            let gl = &self.gl;
            gl.bind_framebuffer(glow::FRAMEBUFFER, Some(self.framebuffer));
            gl.disable(glow::SCISSOR_TEST);
            gl.depth_mask(true);
            gl.clear_buffer_f32_slice(glow::DEPTH, 0, &[1.0]);
            if items {
                gl.color_mask(true, true, true, true);
                gl.clear_buffer_u32_slice(glow::COLOR, 0, &[0; 4]);
            }
        }
    }

    /// Makes room for that many pixels on a side.
    #[expect(unsafe_code, reason = "OpenGL calls")]
    #[expect(clippy::cast_possible_wrap, reason = "a few pixels")]
    fn enlarge(&mut self, side: u32) -> Result<(), RenderError> {
        if self.side >= side {
            return Ok(());
        }
        let gl = &self.gl;
        // SAFETY: all names are our own.
        unsafe {
            gl.bind_framebuffer(glow::FRAMEBUFFER, Some(self.framebuffer));
            let [items, depth] = self.buffers;
            for (buffer, format, place) in [
                (items, glow::R32UI, glow::COLOR_ATTACHMENT0),
                (depth, glow::DEPTH_COMPONENT24, glow::DEPTH_ATTACHMENT),
            ] {
                gl.bind_renderbuffer(glow::RENDERBUFFER, Some(buffer));
                gl.renderbuffer_storage(glow::RENDERBUFFER, format, side as i32, side as i32);
                gl.framebuffer_renderbuffer(glow::FRAMEBUFFER, place, glow::RENDERBUFFER, Some(buffer));
            }
        }
        target::complete(gl, "a framebuffer of items")?;
        self.side = side;
        Ok(())
    }
}

/// The runs of wanted items in a row: first pixel, and the one after the last.
fn runs(codes: &[u32], is_wanted: &dyn Fn(Item) -> bool) -> impl Iterator<Item = [u32; 2]> {
    let mut at = 0;
    codes.chunk_by(|a, b| a == b).filter_map(move |run| {
        let start = at;
        at += u32::try_from(run.len()).unwrap_or(u32::MAX);
        run.first().and_then(|&code| item(code)).filter(|&item| is_wanted(item)).map(|_| [start, at])
    })
}

/// A run of pixels of the row `top` with the pixels beside it, inside the picture.
fn beside([start, end]: [u32; 2], top: u32, [width, height]: [u32; 2]) -> PixelRect {
    let (left, right) = (start.saturating_sub(1), (end + 1).min(width));
    let (above, below) = (top.saturating_sub(1), (top + 2).min(height));
    [left, above, right - left, below - above]
}

/// The distance in pixels at which a line or dot is still picked.
#[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "a few pixels")]
pub(super) fn grace(pixels_per_point: f32) -> u32 {
    (GRACE * pixels_per_point).round().clamp(0.0, 64.0) as u32
}

impl Drop for ItemPass {
    #[expect(unsafe_code, reason = "OpenGL calls")]
    fn drop(&mut self) {
        // SAFETY: the names are our own and used no more.
        unsafe {
            self.gl.delete_framebuffer(self.framebuffer);
            for buffer in self.buffers {
                self.gl.delete_renderbuffer(buffer);
            }
        }
    }
}

/// The item to pick at pixel `at` of some rows of `columns` pixels.
///
/// The item at the exact pixel, if that is a line or dot; else the nearest line or dot within `grace` pixels; else the
/// solid at the exact pixel. Lines of objects, which are their boxes, have no preference over solids, because the solid
/// can be clicked.
fn picked_code(codes: &[u32], columns: usize, at: [usize; 2], grace: usize) -> Option<Item> {
    let exact = *codes.get(at[1] * columns + at[0])?;
    let covers_solid = item(exact).is_some();
    let near = codes.iter().enumerate().filter_map(|(i, &code)| {
        let (x, y) = ((i % columns).abs_diff(at[0]), (i / columns).abs_diff(at[1]));
        let away = x * x + y * y;
        let is_box = matches!(item(code), Some(Item::Object(_) | Item::Image(_)));
        let counts = code & THIN != 0 && away <= grace * grace && (away == 0 || !(is_box && covers_solid));
        counts.then_some((away, code))
    });
    item(near.min_by_key(|(away, _)| *away).map_or(exact, |(_, code)| code))
}

#[cfg(test)]
mod tests {
    use super::super::item_code::code;
    use super::*;

    #[test]
    fn codes_give_their_items_back() {
        for index in [0, 1, 77, (1 << 28) - 1] {
            for shown in [Item::Camera(index), Item::Object(index), Item::Ray(index), Item::Image(index)] {
                assert_eq!(item(code(Some(shown))), Some(shown));
                assert_eq!(item(code(Some(shown)) | THIN), Some(shown));
            }
        }
        assert_eq!((code(None), item(0)), (0, None));
        assert_eq!(code(Some(Item::Ray(1 << 28))), 0, "beyond what a pixel holds nothing can be picked");
    }

    #[test]
    fn covered_pixels_have_those_beside_them_inside_the_picture() {
        let [own, other] = [7, 8].map(|i| code(Some(Item::Object(i))));
        let found = |row: &[u32]| runs(row, &|item| item == Item::Object(7)).collect::<Vec<_>>();
        assert_eq!(found(&[0, own, own, other, own | THIN, 0]), [[1, 3], [4, 5]]);
        assert_eq!(found(&[own, own]), [[0, 2]]);
        assert!(found(&[0, other]).is_empty() && found(&[]).is_empty());
        assert_eq!(beside([3, 5], 4, [10, 10]), [2, 3, 4, 3]);
        assert_eq!(beside([0, 10], 0, [10, 10]), [0, 0, 10, 2]);
        assert_eq!(beside([9, 10], 9, [10, 10]), [8, 8, 2, 2]);
    }

    #[test]
    fn lines_are_picked_from_near_by_and_solids_at_the_exact_pixel() {
        let solid = code(Some(Item::Object(7)));
        let outline = code(Some(Item::Object(8))) | THIN;
        let [ray, other] = [1, 2].map(|i| code(Some(Item::Ray(i))) | THIN);
        let cases: [([u32; 7], Option<Item>); 8] = [
            ([0, 0, 0, solid, 0, 0, 0], Some(Item::Object(7))),
            ([solid, solid, solid, 0, solid, solid, solid], None),
            ([0, ray, 0, 0, 0, 0, 0], Some(Item::Ray(1))),
            ([0, ray, 0, 0, other, 0, 0], Some(Item::Ray(2))),
            ([ray, 0, 0, 0, 0, 0, 0], None),
            ([0, solid, ray, solid, solid, 0, 0], Some(Item::Ray(1))),
            ([0, 0, outline, solid, solid, 0, 0], Some(Item::Object(7))),
            ([0, 0, outline, 0, solid, 0, 0], Some(Item::Object(8))),
        ];
        for (row, expected) in cases {
            assert_eq!(picked_code(&row, 7, [3, 0], 2), expected, "{row:x?}");
            assert_eq!(picked_code(&row, 1, [0, 3], 2), expected, "{row:x?} upright");
        }
        assert_eq!(
            picked_code(&[0, 0, 0, outline, ray, 0, 0], 7, [3, 0], 2),
            Some(Item::Object(8)),
            "at the very pixel"
        );
        assert_eq!(picked_code(&[], 1, [0, 0], 2), None);
    }
}
