//! The pixels of an object in the picture of a camera as lines in space: the outlines of what is seen and of what others
//! have, on a plane across the view between the eye and the object.

use glam::DVec2;

use crate::geometry::{Mark, MarkShape, Tone};
use crate::visibility::{PixelCamera, Seen, WatchedPixel};

/// More lines than these are not drawn: the rectangle around the pixels is there all the same.
const MOST: usize = 3000;

/// A line between two corners of pixels.
type EdgeLine = [[u32; 2]; 2];

/// The outlines at a depth, metres from the eye along the view. `watched` has the pixels row by row.
pub(super) fn outlines(view: &PixelCamera, seen: &Seen, watched: &[WatchedPixel], depth: f64) -> Vec<Mark> {
    let corner = |x: u32, y: u32| view.point(DVec2::new(f64::from(x), f64::from(y)), depth).as_vec3();
    let line = |[from, to]: EdgeLine, tone: Tone| Mark {
        shape: MarkShape::Segment(corner(from[0], from[1]), corner(to[0], to[1])),
        tone,
        label: String::new(),
    };
    let mut marks = Vec::new();
    for (is_covered, tone) in [(true, Tone::Partial), (false, Tone::Pass)] {
        let of = watched.iter().filter(|pixel| pixel.covered_by.is_some() == is_covered);
        if let Some(edges) = edges(of.map(|pixel| pixel.at.map(u32::from))) {
            marks.extend(edges.into_iter().map(|edge| line(edge, tone)));
        }
    }
    if let Some([x, y, width, height]) = seen.rect {
        let [right, bottom] = [x + width, y + height];
        let sides = [
            [[x, y], [right, y]],
            [[right, y], [right, bottom]],
            [[right, bottom], [x, bottom]],
            [[x, bottom], [x, y]],
        ];
        let first = marks.len();
        marks.extend(sides.map(|side| line(side, Tone::Note)));
        marks[first].label = format!("{} px", seen.pixels);
    }
    marks
}

/// The borders of a set of pixels, which come row by row; those in one line are one. `None` when there are more than [`MOST`].
fn edges(pixels: impl Iterator<Item = [u32; 2]>) -> Option<Vec<EdgeLine>> {
    let mut outline = PixelOutline::default();
    let mut runs: Vec<[u32; 2]> = Vec::new();
    let mut row = 0;
    for [x, y] in pixels {
        if y != row {
            outline.next(row, &runs)?;
            runs.clear();
            row = y;
        }
        match runs.last_mut() {
            Some(run) if run[1] == x => run[1] += 1,
            _ => runs.push([x, x + 1]),
        }
    }
    outline.next(row, &runs)?;
    outline.next(row + 1, &[])?;
    Some(outline.lines)
}

/// The borders of the rows so far.
#[derive(Default)]
struct PixelOutline {
    lines: Vec<EdgeLine>,
    /// The row after the last one.
    row: u32,
    /// The pixels of the last row, as ranges of columns.
    runs: Vec<[u32; 2]>,
    /// The lines down to the end of the last row: their column, whether the pixels are to their right, and their first row.
    open: Vec<(u32, bool, u32)>,
}

impl PixelOutline {
    /// Adds a row, which is below the last one.
    fn next(&mut self, row: u32, runs: &[[u32; 2]]) -> Option<()> {
        if row > self.row && !self.runs.is_empty() {
            // The rows between them are empty.
            self.next(self.row, &[])?;
        }
        self.lines.extend(without(&self.runs, runs).into_iter().map(|[from, end]| [[from, row], [end, row]]));
        self.lines.extend(without(runs, &self.runs).into_iter().map(|[from, end]| [[from, row], [end, row]]));
        let sides: Vec<(u32, bool)> = runs.iter().flat_map(|[from, end]| [(*from, true), (*end, false)]).collect();
        let mut open = Vec::with_capacity(sides.len());
        for &(column, is_left) in &sides {
            // Both lists ascend by their columns.
            let same = self.open.binary_search_by_key(&column, |line| line.0).ok().map(|i| self.open[i]);
            let first = same.filter(|line| line.1 == is_left).map_or(row, |line| line.2);
            open.push((column, is_left, first));
        }
        let goes_on = |line: &&(u32, bool, u32)| {
            let same = sides.binary_search_by_key(&line.0, |side| side.0);
            same.is_ok_and(|i| sides[i].1 == line.1)
        };
        let ended = self.open.iter().filter(|line| !goes_on(line));
        self.lines.extend(ended.map(|line| [[line.0, line.2], [line.0, row]]));
        self.open = open;
        self.runs = runs.to_vec();
        self.row = row + 1;
        (self.lines.len() + self.open.len() <= MOST).then_some(())
    }
}

/// The parts of some ranges that are in none of others. Both ascend.
fn without(ranges: &[[u32; 2]], others: &[[u32; 2]]) -> Vec<[u32; 2]> {
    let mut parts = Vec::new();
    let mut others = others.iter().peekable();
    for &[mut from, end] in ranges {
        while let Some(&&[cut, until]) = others.peek() {
            if cut >= end {
                break;
            }
            if cut > from {
                parts.push([from, cut]);
            }
            from = from.max(until);
            if until > end {
                break;
            }
            others.next();
        }
        if from < end {
            parts.push([from, end]);
        }
    }
    parts
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sorted(pixels: impl Iterator<Item = [u32; 2]>) -> Vec<EdgeLine> {
        let mut pixels: Vec<[u32; 2]> = pixels.collect();
        pixels.sort_unstable_by_key(|[x, y]| [*y, *x]);
        let mut found = edges(pixels.into_iter()).unwrap();
        found.sort_unstable();
        found
    }

    fn block() -> impl Iterator<Item = [u32; 2]> {
        (3..8).flat_map(|x| (5..9).map(move |y| [x, y]))
    }

    #[test]
    fn a_rectangle_has_four_lines_and_a_hole_four_more() {
        let expected = [[[3, 5], [3, 9]], [[3, 5], [8, 5]], [[3, 9], [8, 9]], [[8, 5], [8, 9]]];
        assert_eq!(sorted(block()), expected);
        let holed = sorted(block().filter(|pixel| *pixel != [5, 6]));
        let hole = [[[5, 6], [5, 7]], [[5, 6], [6, 6]], [[5, 7], [6, 7]], [[6, 6], [6, 7]]];
        assert_eq!(holed.len(), 8);
        assert!(hole.iter().all(|line| holed.contains(line)), "{holed:?}");
    }

    /// Each border of a pixel, counted one by one, is in one line.
    #[test]
    fn the_lines_have_each_border_once() {
        for seed in 0..50_u32 {
            let has = |x: u32, y: u32| x < 9 && y < 7 && (x * 7 + y * 13 + x * y * seed + seed) % 5 < 3;
            let pixels = (0..9).flat_map(|x| (0..7).map(move |y| [x, y])).filter(|[x, y]| has(*x, *y));
            let length: u32 = sorted(pixels).iter().map(|[a, b]| b[0] - a[0] + b[1] - a[1]).sum();
            let beside = |x: u32, y: u32| {
                let ways = [(x.wrapping_sub(1), y), (x + 1, y), (x, y.wrapping_sub(1)), (x, y + 1)];
                ways.iter().filter(|(x, y)| !has(*x, *y)).count()
            };
            let borders: usize = (0..9)
                .flat_map(|x| (0..7).map(move |y| (x, y)))
                .filter(|(x, y)| has(*x, *y))
                .map(|(x, y)| beside(x, y))
                .sum();
            assert_eq!(length as usize, borders, "{seed}");
        }
    }

    #[test]
    fn no_more_lines_than_the_greatest_number_are_made() {
        let board = (0..400).flat_map(|y| (0..400).map(move |x| [x, y])).filter(|[x, y]| (x + y) % 2 == 0);
        assert_eq!(edges(board), None);
        assert_eq!(edges(std::iter::empty()), Some(Vec::new()));
    }
}
