//! The division of pixels into cells.
//!
//! Columns and rows are divided independently, see [`CellAxis`], so a cell is always a rectangle of pixels.

use crate::geometry::narrate::counted;
use std::error::Error;
use std::fmt;
use std::ops::Range;

/// The rule that divides an axis.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Method {
    /// Every pixel belongs to one cell. The cells of an image differ by at most one pixel in width and in height.
    #[default]
    Exact,
    /// The division of a compute shader with one thread for each block: blocks of one odd size, so that each has a
    /// middle pixel. The remaining pixels at the right and at the bottom are never read.
    OddBlock,
}

impl Method {
    /// Both.
    pub const ALL: [Self; 2] = [Self::Exact, Self::OddBlock];

    /// The word in scenes and reports.
    pub fn word(self) -> &'static str {
        match self {
            Self::Exact => "exact",
            Self::OddBlock => "odd_block",
        }
    }

    /// The other method.
    #[must_use]
    pub fn other(self) -> Self {
        match self {
            Self::Exact => Self::OddBlock,
            Self::OddBlock => Self::Exact,
        }
    }
}

/// One axis of an image, divided into cells.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CellAxis {
    pixels: u32,
    cells: u32,
    /// The pixels of every cell; `None` for [`Method::Exact`].
    block: Option<u32>,
}

impl CellAxis {
    pub(super) fn new(pixels: u32, cells: u32, method: Method) -> Self {
        let block = match method {
            Method::Exact => None,
            // Rounded down to an odd number. There are no more cells than pixels, so it is at least 1.
            Method::OddBlock => Some((pixels / cells - 1) | 1),
        };
        Self { pixels, cells, block }
    }

    /// The number of pixels, covered or not.
    pub fn pixels(&self) -> u32 {
        self.pixels
    }

    /// The number of cells.
    pub fn cells(&self) -> u32 {
        self.cells
    }

    /// The width of every cell with [`Method::OddBlock`]; `None` with [`Method::Exact`].
    pub fn block(&self) -> Option<u32> {
        self.block
    }

    /// The pixels that cell `i` covers; `i` must be below [`Self::cells`].
    pub fn range(&self, i: u32) -> Range<u32> {
        self.edge(i)..self.edge(i + 1)
    }

    /// The number of pixels that cells cover. They precede the others.
    pub fn covered(&self) -> u32 {
        self.edge(self.cells)
    }

    /// The cell that covers a pixel; `None` if no cell covers it, or there is no such pixel.
    pub fn cell_of(&self, pixel: u32) -> Option<u32> {
        if pixel >= self.covered() {
            return None;
        }
        Some(match self.block {
            Some(block) => pixel / block,
            // The greatest i with ⌊i·w/n⌋ ≤ p is ⌈(p + 1)·n/w⌉ − 1. It is below n.
            None => narrow(((u64::from(pixel) + 1) * u64::from(self.cells)).div_ceil(self.pixels.into())) - 1,
        })
    }

    /// The first pixel of cell `i`: ⌊i·w/n⌋, or i blocks.
    fn edge(&self, i: u32) -> u32 {
        let [i, pixels, cells] = [i, self.pixels, self.cells].map(u64::from);
        match self.block {
            Some(block) => narrow(i * u64::from(block)),
            None => narrow(i * pixels / cells),
        }
    }
}

#[expect(clippy::cast_possible_truncation, reason = "a number of pixels or cells along an axis")]
fn narrow(count: u64) -> u32 {
    count as u32
}

/// The cells of an image.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CellLayout {
    pub(super) method: Method,
    pub(super) axes: [CellAxis; 2],
}

/// The reason why divisions are refused.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LayoutError {
    /// An axis has no cells.
    Zero {
        /// 0 for x, 1 for y.
        axis: usize,
    },
    /// An axis has more cells than pixels.
    TooMany {
        /// 0 for x, 1 for y.
        axis: usize,
        /// The requested number of cells.
        cells: u32,
        /// The number of pixels.
        pixels: u32,
    },
}

impl fmt::Display for LayoutError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Zero { axis } => write!(f, "an image has at least one {} of cells", line(*axis)),
            Self::TooMany { axis, cells, pixels } => {
                let verb = if *cells == 1 { "does" } else { "do" };
                write!(f, "{} of cells {verb} not fit into {}", counted(*cells, line(*axis)), counted(*pixels, "pixel"))
            }
        }
    }
}

impl Error for LayoutError {}

/// The word for the cells along an axis.
fn line(axis: usize) -> &'static str {
    if axis == 0 { "column" } else { "row" }
}

impl CellLayout {
    /// The method of division.
    pub fn method(&self) -> Method {
        self.method
    }

    /// The columns along x, then the rows along y.
    pub fn axes(&self) -> &[CellAxis; 2] {
        &self.axes
    }

    /// Width and height in pixels.
    pub fn size(&self) -> [u32; 2] {
        self.axes.map(|axis| axis.pixels)
    }

    /// Columns and rows of cells.
    pub fn divisions(&self) -> [u32; 2] {
        self.axes.map(|axis| axis.cells)
    }

    /// The number of cells.
    pub fn len(&self) -> usize {
        self.axes[0].cells as usize * self.axes[1].cells as usize
    }

    /// Always false: there is at least one cell.
    pub fn is_empty(&self) -> bool {
        false
    }

    /// The pixels of the cell in column i and row j; `None` if there is no such cell.
    pub fn cell(&self, [i, j]: [u32; 2]) -> Option<PixelRect> {
        let [x, y] = &self.axes;
        (i < x.cells && j < y.cells).then(|| PixelRect { x: x.range(i), y: y.range(j) })
    }

    /// The cell that covers a pixel; `None` if no cell covers it, or there is no such pixel.
    pub fn cell_of(&self, [x, y]: [u32; 2]) -> Option<[u32; 2]> {
        Some([self.axes[0].cell_of(x)?, self.axes[1].cell_of(y)?])
    }

    /// The pixels that no cell covers: a rectangle at the right as high as the image, then one below the cells. Empty
    /// ones are left out.
    pub fn unread(&self) -> impl Iterator<Item = PixelRect> {
        let [x, y] = &self.axes;
        let right = PixelRect { x: x.covered()..x.pixels, y: 0..y.pixels };
        let below = PixelRect { x: 0..x.covered(), y: y.covered()..y.pixels };
        [right, below].into_iter().filter(|rect| rect.area() > 0)
    }

    /// The number of pixels that no cell covers.
    pub fn uncovered_pixels(&self) -> u64 {
        self.unread().map(|rect| rect.area()).sum()
    }
}

/// A rectangle of pixels.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PixelRect {
    /// Columns of pixels.
    pub x: Range<u32>,
    /// Rows of pixels.
    pub y: Range<u32>,
}

impl PixelRect {
    /// The number of pixels.
    pub fn area(&self) -> u64 {
        self.x.len() as u64 * self.y.len() as u64
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn layout(size: [u32; 2], divisions: [u32; 2], method: Method) -> Result<CellLayout, LayoutError> {
        CellLayout::new(size, divisions, method)
    }

    #[test]
    fn blocks_are_the_largest_odd_ones() {
        for (pixels, cells, block) in
            [(1, 1, 1), (2, 1, 1), (3, 1, 3), (10, 5, 1), (128, 10, 11), (130, 10, 13), (4096, 512, 7), (9, 9, 1)]
        {
            let axis = layout([pixels, 1], [cells, 1], Method::OddBlock).unwrap().axes[0];
            assert_eq!((axis.block(), axis.covered()), (Some(block), block * cells), "{pixels} / {cells}");
        }
    }

    #[test]
    fn cells_share_pixels_as_the_contract_says() {
        let axis = layout([10, 1], [3, 1], Method::Exact).unwrap().axes[0];
        assert_eq!([0, 1, 2].map(|i| axis.range(i)), [0..3, 3..6, 6..10]);
    }

    #[test]
    fn every_pixel_has_the_cell_that_covers_it() {
        for method in Method::ALL {
            for (pixels, cells) in (1..40).flat_map(|pixels| (1..=pixels).map(move |cells| (pixels, cells))) {
                let layout = layout([1, pixels], [1, cells], method).unwrap();
                let axis = layout.axes[1];
                for pixel in 0..pixels + 2 {
                    let expected = (0..cells).find(|&j| axis.range(j).contains(&pixel));
                    assert_eq!(axis.cell_of(pixel), expected, "{method:?} {pixels} / {cells} at {pixel}");
                    assert_eq!(layout.cell_of([0, pixel]), expected.map(|j| [0, j]));
                }
                assert!((0..cells).all(|j| !axis.range(j).is_empty()), "{method:?} {pixels} / {cells}");
            }
        }
    }

    #[test]
    fn uncovered_pixels_are_counted() {
        let odd = layout([128, 100], [10, 10], Method::OddBlock).unwrap();
        let unread: Vec<_> = odd.unread().collect();
        assert_eq!(unread, [PixelRect { x: 110..128, y: 0..100 }, PixelRect { x: 0..110, y: 90..100 }]);
        assert_eq!(odd.uncovered_pixels(), 128 * 100 - 110 * 90);
        assert_eq!(layout([128, 100], [10, 10], Method::Exact).unwrap().uncovered_pixels(), 0);
        assert_eq!(layout([9, 7], [3, 1], Method::OddBlock).unwrap().unread().count(), 0);
    }

    #[test]
    fn impossible_divisions_are_refused() {
        assert_eq!(layout([8, 8], [0, 1], Method::Exact), Err(LayoutError::Zero { axis: 0 }));
        let error = layout([8, 7], [8, 8], Method::OddBlock).unwrap_err();
        assert_eq!(error, LayoutError::TooMany { axis: 1, cells: 8, pixels: 7 });
        assert_eq!(error.to_string(), "8 rows of cells do not fit into 7 pixels");
    }

    #[test]
    fn the_largest_numbers_do_not_overflow() {
        for method in Method::ALL {
            let layout = layout([u32::MAX; 2], [u32::MAX - 1, 3], method).unwrap();
            assert!(layout.axes.iter().all(|axis| axis.range(axis.cells - 1).end <= axis.pixels));
            assert!(layout.axes[0].cell_of(u32::MAX - 2).is_some());
        }
    }
}
