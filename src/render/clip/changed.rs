//! The rectangle of a picture that differs from the picture before.

use image::RgbaImage;

/// A rectangle of pixels, with at least one pixel.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Changed {
    pub(super) x: u32,
    pub(super) y: u32,
    pub(super) width: u32,
    pub(super) height: u32,
}

impl Changed {
    /// The smallest rectangle with all differing pixels; the whole picture without one before, and one pixel for equal
    /// pictures. Both have the same size.
    pub(super) fn between(before: Option<&RgbaImage>, now: &RgbaImage) -> Self {
        let (width, height) = now.dimensions();
        let Some(before) = before else { return Self { x: 0, y: 0, width, height } };
        let row_bytes = 4 * width as usize;
        let rows = before.chunks_exact(row_bytes).zip(now.chunks_exact(row_bytes));
        let (mut left, mut right, mut top, mut bottom) = (width, 0, height, 0);
        for (y, (before, now)) in (0..height).zip(rows) {
            if before == now {
                continue;
            }
            let pixels = (0..width).zip(before.chunks_exact(4).zip(now.chunks_exact(4)));
            let mut columns = pixels.filter(|(_, (before, now))| before != now).map(|(x, _)| x);
            let Some(first) = columns.next() else { continue };
            let last = columns.next_back().unwrap_or(first);
            (left, right) = (left.min(first), right.max(last));
            (top, bottom) = (top.min(y), y);
        }
        if top == height {
            return Self { x: 0, y: 0, width: 1, height: 1 };
        }
        Self { x: left, y: top, width: right - left + 1, height: bottom - top + 1 }
    }

    /// The pixels of the rectangle, row by row, as red, green and blue.
    pub(super) fn pixels<'a>(&self, image: &'a RgbaImage) -> impl Iterator<Item = [u8; 3]> + 'a {
        let Self { x, y, width, height } = *self;
        let rows = y..y + height;
        rows.flat_map(move |y| (x..x + width).map(move |x| image.get_pixel(x, y).0)).map(|[r, g, b, _]| [r, g, b])
    }
}
