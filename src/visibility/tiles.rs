//! The tiles of a picture.

use super::pixel_rect::PixelRect;

/// Width and height of a tile in pixels.
pub(super) const TILE: u32 = 64;

/// The tiles of a picture, row by row.
pub(super) struct Tiles {
    size: [u32; 2],
    pub(super) columns: u32,
    rows: u32,
}

/// The tiles that a rectangle of pixels meets.
pub(super) struct TilesOfRect {
    columns: u32,
    rect: [u32; 4],
}

impl Tiles {
    pub(super) fn of(size: [u32; 2]) -> Self {
        let [columns, rows] = size.map(|size| size.div_ceil(TILE));
        Self { size, columns, rows }
    }

    pub(super) fn count(&self) -> usize {
        self.columns as usize * self.rows as usize
    }

    /// The first column and row of pixels of a tile, and the last ones.
    pub(super) fn pixels(&self, tile: usize) -> [u32; 4] {
        let tile = u32::try_from(tile).unwrap_or(u32::MAX);
        let first = [tile % self.columns * TILE, tile / self.columns * TILE];
        let end = [0, 1].map(|axis| (first[axis] + TILE).min(self.size[axis]) - 1);
        [first[0], first[1], end[0], end[1]]
    }

    pub(super) fn of_rect(&self, rect: PixelRect) -> TilesOfRect {
        TilesOfRect { columns: self.columns, rect: rect.map(|pixel| u32::from(pixel) / TILE) }
    }
}

impl TilesOfRect {
    pub(super) fn first(&self) -> usize {
        (self.rect[1] * self.columns + self.rect[0]) as usize
    }

    pub(super) fn last(&self) -> usize {
        (self.rect[3] * self.columns + self.rect[2]) as usize
    }

    pub(super) fn each(&self) -> impl Iterator<Item = usize> + use<> {
        let (columns, [left, top, right, bottom]) = (self.columns, self.rect);
        (top..=bottom).flat_map(move |row| (left..=right).map(move |column| (row * columns + column) as usize))
    }
}
