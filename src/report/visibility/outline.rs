//! The pixels of an object in the picture of a camera as lines in space: the outlines of what is seen and of what others
//! have, on a plane across the view between the eye and the object.

use std::collections::BTreeSet;

use glam::DVec2;

use crate::geometry::{Mark, MarkShape, Tone};
use crate::visibility::{PixelCamera, Seen, WatchedPixel};

/// More lines than these are not drawn: the rectangle around the pixels is there all the same.
const MOST: usize = 3000;

/// The outlines at a depth, metres from the eye along the view.
pub(super) fn outlines(view: &PixelCamera, seen: &Seen, watched: &[WatchedPixel], depth: f64) -> Vec<Mark> {
    let corner = |x: u32, y: u32| view.point(DVec2::new(f64::from(x), f64::from(y)), depth).as_vec3();
    let line = |[from, to]: [[u32; 2]; 2], tone: Tone| Mark {
        shape: MarkShape::Segment(corner(from[0], from[1]), corner(to[0], to[1])),
        tone,
        label: String::new(),
    };
    let mut marks = Vec::new();
    for (is_covered, tone) in [(true, Tone::Partial), (false, Tone::Pass)] {
        let of = watched.iter().filter(|pixel| pixel.covered_by.is_some() == is_covered);
        let edges = edges(&of.map(|pixel| pixel.at).collect());
        if edges.len() <= MOST {
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

/// The borders of a set of pixels, as lines between corners of pixels; those in one line are one.
fn edges(pixels: &BTreeSet<[u32; 2]>) -> Vec<[[u32; 2]; 2]> {
    let has = |x: i64, y: i64| match (u32::try_from(x), u32::try_from(y)) {
        (Ok(x), Ok(y)) => pixels.contains(&[x, y]),
        _ => false,
    };
    // Each border as its axis, its row or column, its side, and its place along the axis.
    let mut borders = Vec::new();
    for &[x, y] in pixels {
        let (column, row) = (i64::from(x), i64::from(y));
        for (is_border, axis, across, along, side) in [
            (!has(column, row - 1), 0, y, x, 0),
            (!has(column, row + 1), 0, y + 1, x, 1),
            (!has(column - 1, row), 1, x, y, 0),
            (!has(column + 1, row), 1, x + 1, y, 1),
        ] {
            if is_border {
                borders.push((axis, across, side, along));
            }
        }
    }
    borders.sort_unstable();
    let mut lines: Vec<[[u32; 2]; 2]> = Vec::new();
    for run in borders.chunk_by(|a, b| (a.0, a.1, a.2) == (b.0, b.1, b.2) && a.3 + 1 == b.3) {
        let (axis, across, _, first) = run[0];
        let end = run[run.len() - 1].3 + 1;
        lines.push(if axis == 0 { [[first, across], [end, across]] } else { [[across, first], [across, end]] });
    }
    lines
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_rectangle_has_four_lines_and_a_hole_four_more() {
        let block: BTreeSet<[u32; 2]> = (3..8).flat_map(|x| (5..9).map(move |y| [x, y])).collect();
        let mut found = edges(&block);
        found.sort_unstable();
        assert_eq!(found, [[[3, 5], [3, 9]], [[3, 5], [8, 5]], [[3, 9], [8, 9]], [[8, 5], [8, 9]]]);
        let holed: BTreeSet<[u32; 2]> = block.into_iter().filter(|pixel| *pixel != [5, 6]).collect();
        assert_eq!(edges(&holed).len(), 8);
    }
}
