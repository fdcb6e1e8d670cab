//! The sums of alpha of all cells of an image, and their means.

use std::ops::Range;
use std::sync::Arc;

use super::layout::{CellLayout, PixelRect};
use super::pixels::Pixels;
use super::progress::Progress;
use super::steps;
use super::sum::{Level, add_rows};
use super::values::{Mean, OpacityValues};
use crate::budget::Reservation;
use crate::geometry::{Narrator, Silent};
use crate::parallel;

/// The pixels of one task: some hundred microseconds of work, so that all threads are busy and a cancellation takes
/// effect soon.
const GRAIN: u64 = 1 << 18;

/// The sum of alpha of every cell of an image.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Grid {
    layout: CellLayout,
    /// The alpha of an opaque pixel.
    opaque: u16,
    has_alpha: bool,
    /// Row by row from the top.
    sums: Vec<u64>,
    memory: Option<Arc<Reservation>>,
}

impl Grid {
    /// Sums every cell. Large images are divided over the threads of the current pool (feature `parallel`). `layout`
    /// must be for an image of the same size.
    ///
    /// `None` if `progress` is cancelled. Progress counts the pixels of the rows that are read.
    pub fn of(pixels: &Pixels, layout: &CellLayout, progress: &Progress) -> Option<Self> {
        Self::at(Level::new(), pixels, layout, progress)
    }

    /// [`Grid::of`] with a given instruction set.
    pub fn at(level: Level, pixels: &Pixels, layout: &CellLayout, progress: &Progress) -> Option<Self> {
        let mut sums = vec![0; layout.len()];
        let y = &layout.axes()[1];
        progress.expect(u64::from(layout.size()[0]) * u64::from(y.covered()));
        let rows = layout.divisions()[1];
        let x = &layout.axes()[0];
        // Computed once for all rows, since each takes a division.
        let ends: Vec<u32> = (0..x.cells()).map(|i| x.range(i).end).collect();
        let work = GridWork { level, pixels, layout, ends: &ends, progress };
        work.rows_of_cells(0, rows, &mut sums);
        (!progress.is_cancelled()).then_some(Self {
            layout: *layout,
            opaque: pixels.opaque(),
            has_alpha: pixels.has_alpha(),
            sums,
            memory: None,
        })
    }

    /// The memory of the cells of a layout, in bytes.
    pub fn size(layout: &CellLayout) -> u64 {
        layout.len() as u64 * size_of::<u64>() as u64
    }

    /// A grid of sums that were computed elsewhere, row by row from the top. `None` if their number is not that of the
    /// cells.
    pub fn with_sums(pixels: &Pixels, layout: &CellLayout, sums: Vec<u64>) -> Option<Self> {
        let (opaque, has_alpha) = (pixels.opaque(), pixels.has_alpha());
        (sums.len() == layout.len()).then_some(Self { layout: *layout, opaque, has_alpha, sums, memory: None })
    }

    /// The same grid, which keeps the reservation of its memory, see [`Grid::size`].
    #[must_use]
    pub fn paid_by(self, memory: Reservation) -> Self {
        Self { memory: Some(Arc::new(memory)), ..self }
    }

    /// The division of the pixels into cells.
    pub fn layout(&self) -> &CellLayout {
        &self.layout
    }

    /// The sums of alpha, row by row from the top. An opaque pixel counts [`Pixels::opaque`].
    pub fn sums(&self) -> &[u64] {
        &self.sums
    }

    /// The mean alpha of the cell `[column, row]`, 0 to 1, rounded once. `None` if there is no such cell.
    pub fn mean(&self, cell: [u32; 2]) -> Option<f64> {
        self.mean_told(cell, &mut Silent)
    }

    /// Every mean, row by row from the top.
    pub fn means(&self) -> impl Iterator<Item = f64> {
        let [columns, rows] = self.layout.divisions();
        let [x, y] = *self.layout.axes();
        let cells = (0..rows).flat_map(move |j| (0..columns).map(move |i| (x.range(i), y.range(j))));
        cells.zip(&self.sums).map(|((x, y), &sum)| mean(sum, &PixelRect { x, y }, self.opaque))
    }

    /// [`Self::mean`], with its step.
    pub fn mean_told<N: Narrator>(&self, cell: [u32; 2], narrator: &mut N) -> Option<f64> {
        let rect = self.layout.cell(cell)?;
        let sum = *self.sums.get(self.index(cell))?;
        let mean = mean(sum, &rect, self.opaque);
        narrator.step(|| {
            let (opaque, has_alpha) = (self.opaque, self.has_alpha);
            steps::step(OpacityValues::Mean(Mean { cell, rect, sum, opaque, has_alpha, mean }))
        });
        Some(mean)
    }

    /// Whether a cell is solid: its mean is at least the threshold. `None` if there is no such cell.
    pub fn is_solid(&self, cell: [u32; 2], threshold: f64) -> Option<bool> {
        self.is_solid_told(cell, threshold, &mut Silent)
    }

    /// [`Self::is_solid`], with its step.
    pub fn is_solid_told<N: Narrator>(&self, cell: [u32; 2], threshold: f64, narrator: &mut N) -> Option<bool> {
        let mean = self.mean(cell)?;
        let is_solid = is_solid(mean, threshold);
        narrator.step(|| steps::step(OpacityValues::Threshold { cell, mean, threshold, is_solid }));
        Some(is_solid)
    }

    /// Whether each cell is solid, row by row from the top.
    pub fn solid(&self, threshold: f64) -> impl Iterator<Item = bool> {
        self.means().map(move |mean| is_solid(mean, threshold))
    }

    /// The cell whose mean is nearest to the threshold, and that mean; the first of equal ones. It is the first cell to
    /// change when the threshold moves.
    pub fn nearest_to(&self, threshold: f64) -> ([u32; 2], f64) {
        let off = |mean: f64| (mean - threshold).abs();
        let nearest = self.means().enumerate().min_by(|(_, a), (_, b)| off(*a).total_cmp(&off(*b)));
        let (index, mean) = nearest.unwrap_or((0, 0.0));
        let columns = self.layout.divisions()[0] as usize;
        #[expect(clippy::cast_possible_truncation, reason = "columns and rows are 32 bits")]
        let cell = [(index % columns) as u32, (index / columns) as u32];
        (cell, mean)
    }

    fn index(&self, [i, j]: [u32; 2]) -> usize {
        j as usize * self.layout.divisions()[0] as usize + i as usize
    }
}

/// The inputs that all threads share.
#[derive(Clone, Copy)]
struct GridWork<'a> {
    level: Level,
    pixels: &'a Pixels<'a>,
    layout: &'a CellLayout,
    /// The end column of each cell of a row.
    ends: &'a [u32],
    progress: &'a Progress,
}

impl GridWork<'_> {
    /// Sums rows of cells from `first` to before `end`. Divides large ranges into halves.
    fn rows_of_cells(&self, first: u32, end: u32, sums: &mut [u64]) {
        let [columns, _] = self.layout.divisions().map(|cells| cells as usize);
        let y = &self.layout.axes()[1];
        let pixels = y.range(first).start..y.range(end - 1).end;
        if end - first > 1 && self.are_many(pixels.len()) {
            let middle = first.midpoint(end);
            let (upper, lower) = sums.split_at_mut((middle - first) as usize * columns);
            parallel::join(|| self.rows_of_cells(first, middle, upper), || self.rows_of_cells(middle, end, lower));
            return;
        }
        let mut memory = Vec::new();
        for (j, sums) in (first..end).zip(sums.chunks_exact_mut(columns)) {
            self.row_of_cells(y.range(j), sums, &mut memory);
        }
    }

    /// Sums rows of pixels of one row of cells. Divides large ranges into halves.
    fn row_of_cells(&self, rows: Range<u32>, sums: &mut [u64], memory: &mut Vec<u32>) {
        if !self.are_many(rows.len()) || rows.len() < 2 {
            return self.leaf(rows, sums, memory);
        }
        let middle = rows.start.midpoint(rows.end);
        let mut below = vec![0; sums.len()];
        let (upper, lower) = (rows.start..middle, middle..rows.end);
        parallel::join(
            || self.row_of_cells(upper, sums, memory),
            || self.row_of_cells(lower, &mut below, &mut Vec::new()),
        );
        for (sum, more) in sums.iter_mut().zip(below) {
            *sum += more;
        }
    }

    /// Sums rows of pixels of one row of cells.
    fn leaf(&self, rows: Range<u32>, sums: &mut [u64], memory: &mut Vec<u32>) {
        if self.progress.is_cancelled() {
            return;
        }
        let x = &self.layout.axes()[0];
        let done = u64::from(x.pixels()) * rows.len() as u64;
        if self.pixels.has_alpha() {
            add_rows(self.level, self.pixels, rows, self.ends, memory, sums);
        } else {
            let height = rows.len() as u64 * u64::from(self.pixels.opaque());
            for (i, sum) in (0..).zip(sums) {
                *sum += x.range(i).len() as u64 * height;
            }
        }
        self.progress.advance(done);
    }

    fn are_many(&self, rows: usize) -> bool {
        rows as u64 * u64::from(self.layout.size()[0]) > GRAIN
    }
}

/// Both operands are integers that `f64` represents exactly, so the quotient is correctly rounded.
fn mean(sum: u64, rect: &PixelRect, opaque: u16) -> f64 {
    sum as f64 / (rect.area() * u64::from(opaque)) as f64
}

/// The rule for a solid cell.
fn is_solid(mean: f64, threshold: f64) -> bool {
    mean >= threshold
}
