//! The steps of opacity queries: their words, made from their [values](super::values) alone. Nothing here is called for
//! [`Silent`](crate::geometry::Silent).

use super::cast_steps;
use super::layout::{CellAxis, CellLayout};
use super::values::{Mean, OpacityValues};
use crate::geometry::narrate::counted;
use crate::geometry::narrate::{at_least, num};
use crate::geometry::{OtherValues, Step, Tone, Values};

/// A step with its values.
pub(super) fn step(values: OpacityValues) -> Step {
    let words = match &values {
        OpacityValues::Axis { axis: index, cut } => axis(*index, cut),
        OpacityValues::LeftOut(layout) => left_out(layout),
        OpacityValues::Mean(values) => mean(values),
        OpacityValues::Threshold { cell, mean, threshold: least, is_solid } => {
            threshold(*cell, *mean, *least, *is_solid)
        }
        OpacityValues::Parallel { place } => cast_steps::parallel(place),
        OpacityValues::Plane(values) => cast_steps::plane(values),
        OpacityValues::Pixel(values) => cast_steps::pixel(values),
    };
    Step { values: Some(Values::Other(OtherValues::new(values))), ..words }
}

/// The division of an axis: columns for 0, rows for 1.
fn axis(axis: usize, cut: &CellAxis) -> Step {
    let (title, letter, count, one) = [("Columns", "w", "nx", "wide"), ("Rows", "h", "ny", "high")][axis.min(1)];
    let (pixels, cells, covered) = (cut.pixels(), cut.cells(), cut.covered());
    let (formula, numbers, outcome) = match cut.block() {
        None => {
            let least = pixels / cells;
            let widths = if pixels.is_multiple_of(cells) {
                counted(least, "pixel")
            } else {
                format!("{least} or {} pixels", least + 1)
            };
            (
                format!("cell i: pixels ⌊i·{letter}/{count}⌋ … ⌊(i+1)·{letter}/{count}⌋ − 1"),
                format!("{letter} = {pixels}, {count} = {cells}: {pixels} / {cells} = {}", num(share(pixels, cells))),
                format!("Cells are {widths} {one}, and every pixel is in one cell."),
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
                    "⌊{pixels} / {cells}⌋ = {whole}, {odd}\n{} of {block} cover {covered} of {}",
                    counted(cells, "block"),
                    counted(pixels, "pixel")
                ),
                match pixels - covered {
                    0 => format!("Cells are {} {one} and cover all of them.", counted(block, "pixel")),
                    1 => format!("Cells are {} {one}; the last pixel is never read.", counted(block, "pixel")),
                    rest => {
                        format!("Cells are {} {one}; the last {rest} pixels are never read.", counted(block, "pixel"))
                    }
                },
            )
        }
    };
    let tone = if covered == pixels { Tone::Note } else { Tone::Partial };
    Step { title: title.into(), formula, numbers, outcome, tone, ..Step::default() }
}

/// The pixels that no cell covers.
fn left_out(layout: &CellLayout) -> Step {
    let [width, height] = layout.size();
    let all = u64::from(width) * u64::from(height);
    let unread = layout.uncovered_pixels();
    let [covered_x, covered_y] = layout.axes().each_ref().map(CellAxis::covered);
    let outcome = match unread {
        0 => "Every pixel is in a cell.".to_owned(),
        1 => "1 pixel is in no cell: its alpha is ignored.".to_owned(),
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
fn mean(values: &Mean) -> Step {
    let Mean { cell: [i, j], ref rect, sum, opaque, has_alpha, mean } = *values;
    let area = rect.area();
    let [columns, rows] = [&rect.x, &rect.y].map(|range| format!("{} … {}", range.start, range.end - 1));
    Step {
        title: format!("Mean of cell {i},{j}"),
        formula: format!("mean = Σ alpha / ({opaque} · pixels)"),
        numbers: format!(
            "columns {columns}, rows {rows}: {} × {} = {area} pixels\n{sum} / ({opaque} · {area}) = {}",
            rect.x.len(),
            rect.y.len(),
            num(narrow(mean))
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
fn threshold([i, j]: [u32; 2], mean: f64, threshold: f64, solid: bool) -> Step {
    Step {
        title: format!("Is cell {i},{j} solid?"),
        formula: "mean ≥ threshold".into(),
        numbers: at_least(mean, threshold).join(" "),
        outcome: if solid { "The cell is solid." } else { "The cell is clear." }.into(),
        tone: Tone::pass_or_fail(solid),
        ..Step::default()
    }
}

#[expect(clippy::cast_possible_truncation, reason = "for display")]
fn narrow(x: f64) -> f32 {
    x as f32
}

fn percent(mean: f64) -> String {
    format!("{:.1} %", 100.0 * mean)
}

fn share(pixels: u32, cells: u32) -> f32 {
    pixels as f32 / cells as f32
}
