//! The steps of opacity queries in words. Nothing here is called for [`Silent`](crate::geometry::Silent).

use super::layout::{Axis, Layout, PixelRect};
use crate::geometry::narrate::num;
use crate::geometry::{Step, Tone};

/// The division of an axis: columns for 0, rows for 1.
pub(super) fn axis(axis: usize, cut: &Axis) -> Step {
    let (title, letter, count, one) = [("Columns", "w", "nx", "wide"), ("Rows", "h", "ny", "high")][axis.min(1)];
    let (pixels, cells, covered) = (cut.pixels(), cut.cells(), cut.covered());
    let (formula, numbers, outcome) = match cut.block() {
        None => {
            let least = pixels / cells;
            let widths =
                if pixels.is_multiple_of(cells) { format!("{least}") } else { format!("{least} or {}", least + 1) };
            (
                format!("cell i: pixels ⌊i·{letter}/{count}⌋ … ⌊(i+1)·{letter}/{count}⌋ − 1"),
                format!("{letter} = {pixels}, {count} = {cells}: {pixels} / {cells} = {}", num(share(pixels, cells))),
                format!("Cells are {widths} pixels {one}, and every pixel is in one cell."),
            )
        }
        Some(block) => {
            let whole = pixels / cells;
            let odd =
                if block == whole { "which is odd".to_owned() } else { format!("so {block}, the next odd number") };
            (
                format!(
                    "block = ⌊{letter}/{count}⌋, less 1 when that is even\ncell i: pixels i·block … (i+1)·block − 1"
                ),
                format!(
                    "⌊{pixels} / {cells}⌋ = {whole}, {odd}\n{cells} blocks of {block} cover {covered} of {pixels} pixels"
                ),
                match pixels - covered {
                    0 => format!("Cells are {block} pixels {one} and cover all of them."),
                    rest => format!("Cells are {block} pixels {one}; the last {rest} pixels are never read."),
                },
            )
        }
    };
    let tone = if covered == pixels { Tone::Note } else { Tone::Partial };
    Step { title: title.into(), formula, numbers, outcome, tone, ..Step::default() }
}

/// The pixels that no cell covers.
pub(super) fn unread(layout: &Layout) -> Step {
    let [width, height] = layout.size();
    let all = u64::from(width) * u64::from(height);
    let unread = layout.uncovered_pixels();
    let [covered_x, covered_y] = layout.axes().each_ref().map(Axis::covered);
    let outcome = match unread {
        0 => "Every pixel is in a cell.".to_owned(),
        1 => "1 pixel is in no cell: whatever is there, no answer knows of it.".to_owned(),
        _ => format!("{unread} pixels are in no cell: their alpha is ignored."),
    };
    Step {
        title: "Pixels left out".into(),
        formula: "w·h − pixels in cells".into(),
        numbers: format!("{width}·{height} − {covered_x}·{covered_y} = {unread} of {all}"),
        outcome,
        tone: if unread == 0 { Tone::Pass } else { Tone::Partial },
        ..Step::default()
    }
}

/// The mean of a cell.
pub(super) fn mean([i, j]: [u32; 2], rect: &PixelRect, sum: u64, opaque: u16, has_alpha: bool, mean: f64) -> Step {
    let area = rect.area();
    let [columns, rows] = [&rect.x, &rect.y].map(|range| format!("{} … {}", range.start, range.end - 1));
    Step {
        title: format!("Mean of cell {i},{j}"),
        formula: format!("mean = Σ alpha / ({opaque} · pixels)"),
        numbers: format!(
            "columns {columns}, rows {rows}: {} × {} = {area} pixels\n{sum} / ({opaque} · {area}) = {}",
            rect.x.len(),
            rect.y.len(),
            value(mean)
        ),
        outcome: if has_alpha {
            format!("{} of the cell is opaque.", percent(mean))
        } else {
            "The image has no alpha channel, so every pixel is opaque.".to_owned()
        },
        ..Step::default()
    }
}

/// Whether a cell is solid.
pub(super) fn threshold([i, j]: [u32; 2], mean: f64, threshold: f64, solid: bool) -> Step {
    let sign = if solid { "≥" } else { "<" };
    Step {
        title: format!("Is cell {i},{j} solid?"),
        formula: "mean ≥ threshold".into(),
        numbers: format!("{} {sign} {}", value(mean), value(threshold)),
        outcome: if solid { "The cell is solid." } else { "The cell is clear." }.into(),
        tone: if solid { Tone::Pass } else { Tone::Fail },
        ..Step::default()
    }
}

/// A mean or threshold with enough digits to distinguish it from the other.
#[expect(clippy::cast_possible_truncation, reason = "for display")]
fn value(x: f64) -> String {
    num(x as f32)
}

fn percent(mean: f64) -> String {
    format!("{:.1} %", 100.0 * mean)
}

fn share(pixels: u32, cells: u32) -> f32 {
    pixels as f32 / cells as f32
}
