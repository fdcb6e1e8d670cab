//! The sums of alpha: first down the columns of pixels, then along each row of column sums into cells.
//!
//! The time is dominated by reading the image from memory once. So the inner loop does little for a pixel: a shift and
//! an addition for as many pixels as a vector register holds, into one sum for each column. The borders of cells matter
//! only once for each row of cells, when the column sums are added into cells. The loops are plain code.
//! `fearless_simd` compiles them for each instruction set, and the compiler vectorises them.
//!
//! A column sum has 32 bits, enough for 65,536 rows of the highest 16-bit alpha. A cell sum has 64 bits.

#![expect(clippy::inline_always, reason = "a call is not compiled for the instruction set of its caller")]

use std::array;
use std::ops::Range;

pub use fearless_simd::Level;
use fearless_simd::dispatch;

use super::pixels::{Pixels, Samples};

/// The number of rows that fit into a column sum.
const MOST_ROWS: usize = 1 << 16;

/// Adds the alpha of all pixels in `rows` to `cells`, the sums of one row of cells. `ends` holds the end column of each
/// cell. `columns` is working memory.
pub(super) fn add_rows(
    level: Level,
    pixels: &Pixels,
    rows: Range<u32>,
    ends: &[u32],
    columns: &mut Vec<u32>,
    cells: &mut [u64],
) {
    let covered = ends.last().map_or(0, |&end| end as usize);
    let (mut start, end) = (rows.start as usize, rows.end as usize);
    while start < end {
        let part = start..end.min(start + MOST_ROWS);
        start = part.end;
        columns.clear();
        columns.resize(covered, 0);
        let columns = &mut columns[..];
        match pixels.samples() {
            Samples::Bits8(samples) => add_samples(level, samples, pixels, part, columns),
            Samples::Bits16(samples) => add_samples(level, samples, pixels, part, columns),
        }
        dispatch!(level, _simd => add_cells(columns, ends, cells));
    }
}

/// A pixel whose last channel is alpha.
trait Pixel: Copy {
    fn alpha(self) -> u32;
}

impl<const CHANNELS: usize> Pixel for [u16; CHANNELS] {
    #[inline(always)]
    fn alpha(self) -> u32 {
        self[CHANNELS - 1].into()
    }
}

impl<const CHANNELS: usize> Pixel for [u8; CHANNELS] {
    #[inline(always)]
    fn alpha(self) -> u32 {
        match self.first_chunk::<4>() {
            // One shift of a whole register; selecting bytes would take many shuffles.
            Some(&rgba) => u32::from_le_bytes(rgba) >> 24,
            None => self[CHANNELS - 1].into(),
        }
    }
}

/// Adds the alpha of rows of pixels, given by their samples, to the sums of the columns.
fn add_samples<T>(level: Level, samples: &[T], pixels: &Pixels, rows: Range<usize>, columns: &mut [u32])
where
    [T; 1]: Pixel,
    [T; 2]: Pixel,
    [T; 3]: Pixel,
    [T; 4]: Pixel,
{
    match pixels.channels() {
        1 => add_columns(level, samples.as_chunks::<1>().0, pixels, rows, columns),
        2 => add_columns(level, samples.as_chunks::<2>().0, pixels, rows, columns),
        3 => add_columns(level, samples.as_chunks::<3>().0, pixels, rows, columns),
        _ => add_columns(level, samples.as_chunks::<4>().0, pixels, rows, columns),
    }
}

fn add_columns<P: Pixel>(level: Level, image: &[P], pixels: &Pixels, rows: Range<usize>, columns: &mut [u32]) {
    let width = pixels.size()[0] as usize;
    dispatch!(level, _simd => add_all(&image[rows.start * width..rows.end * width], width, columns));
}

/// Adds whole rows to the sums of the leftmost columns, several rows at once, so that the sums are loaded and stored
/// less often.
#[inline(always)]
fn add_all<P: Pixel>(image: &[P], width: usize, columns: &mut [u32]) {
    let rest = add_by::<P, 8>(image, width, columns);
    let rest = add_by::<P, 4>(rest, width, columns);
    let rest = add_by::<P, 2>(rest, width, columns);
    add_by::<P, 1>(rest, width, columns);
}

/// Adds `ROWS` rows at once as long as there are enough. Returns the remaining rows.
#[inline(always)]
fn add_by<'i, P: Pixel, const ROWS: usize>(image: &'i [P], width: usize, columns: &mut [u32]) -> &'i [P] {
    let mut several = image.chunks_exact(ROWS * width);
    for rows in &mut several {
        add(array::from_fn::<_, ROWS, _>(|i| &rows[i * width..]), columns);
    }
    several.remainder()
}

#[inline(always)]
fn add<P: Pixel, const ROWS: usize>(rows: [&[P]; ROWS], columns: &mut [u32]) {
    let rows = rows.map(|row| &row[..columns.len()]);
    for (x, column) in columns.iter_mut().enumerate() {
        let mut sum = *column;
        for row in rows {
            sum += row[x].alpha();
        }
        *column = sum;
    }
}

/// Adds the column sums to the sums of their cells. A width that is known at compile time halves the time.
#[inline(always)]
fn add_cells(columns: &[u32], ends: &[u32], cells: &mut [u64]) {
    let width = ends.first().map_or(0, |&end| end as usize);
    // Widths differ by at most one, so these are all equal.
    let is_even = width * ends.len() == columns.len();
    match width {
        1 if is_even => add_even::<1>(columns, cells),
        2 if is_even => add_even::<2>(columns, cells),
        4 if is_even => add_even::<4>(columns, cells),
        8 if is_even => add_even::<8>(columns, cells),
        16 if is_even => add_even::<16>(columns, cells),
        _ => {
            let mut start = 0;
            for (&end, cell) in ends.iter().zip(cells) {
                let end = end as usize;
                *cell += sum(&columns[start..end]);
                start = end;
            }
        }
    }
}

#[inline(always)]
fn add_even<const WIDTH: usize>(columns: &[u32], cells: &mut [u64]) {
    for (columns, cell) in columns.as_chunks::<WIDTH>().0.iter().zip(cells) {
        *cell += sum(columns);
    }
}

#[inline(always)]
fn sum(columns: &[u32]) -> u64 {
    columns.iter().map(|&column| u64::from(column)).sum()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::geometry::ray::batch::cast_all::tests::levels;

    #[test]
    fn cells_of_every_width_and_of_two_widths_add_up_their_own_columns() {
        for width in 1..=17_u32 {
            for uneven in [0, 1] {
                let ends = [width, 2 * width + uneven, 3 * width + uneven];
                let columns: Vec<u32> = (0..ends[2]).map(|x| 1 << (x % 32)).collect();
                let mut cells = [5; 3];
                add_cells(&columns, &ends, &mut cells);
                let starts = [0, ends[0], ends[1]];
                for i in 0..3 {
                    let own = (starts[i]..ends[i]).map(|x| 1_u64 << (x % 32)).sum::<u64>();
                    assert_eq!(cells[i], 5 + own, "width {width}, cell {i}");
                }
            }
        }
    }

    /// The tallest and brightest column there can be in one go, and more.
    #[test]
    fn sums_do_not_overflow() {
        let height = u32::try_from(2 * MOST_ROWS + 1).unwrap();
        let samples = vec![u16::MAX; height as usize];
        let pixels = Pixels::new([1, height], 1, true, Samples::Bits16(&samples)).unwrap();
        for level in levels() {
            let mut cells = [7];
            add_rows(level, &pixels, 0..height, &[1], &mut Vec::new(), &mut cells);
            assert_eq!(cells, [7 + u64::from(height) * u64::from(u16::MAX)]);
        }
    }
}
