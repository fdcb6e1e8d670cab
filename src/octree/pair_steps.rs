//! The steps of two objects: the words and marks of their cells and of their boxes, made from their
//! [values](super::values) alone.

use super::cell::Cell;
use super::cell_words::name;
use super::method::Method;
use super::morton::MAX_DEPTH;
use super::region::AXES;
use super::values::PairCells;
use crate::geometry::narrate::{num, vec3};
use crate::geometry::{Aabb, Mark, Step, Tone};

/// Whether the cells make a candidate pair.
pub(super) fn cells(values: &PairCells) -> Step {
    let PairCells { region, method, cells, is_candidate, .. } = values;
    let reaches = cells.map(|cell| region.reach(cell, *method));
    let tone = if *is_candidate { Tone::Partial } else { Tone::Fail };
    let (formula, numbers, why) = match method {
        Method::Tight => {
            ("candidates if the cells are the same, or one contains the other", codes(*cells), why_nested(*cells))
        }
        Method::Loose => (
            "candidates if the cells, enlarged by half an edge on every side, overlap or touch",
            intervals(&reaches, |axis| metres_in_common(values, axis)),
            if *is_candidate { "The enlarged cells overlap or touch" } else { "The enlarged cells do not touch" }
                .to_owned(),
        ),
    };
    let so = if *is_candidate { "their boxes are compared." } else { "their boxes are never compared." };
    Step {
        title: "Candidates?".into(),
        formula: formula.into(),
        numbers,
        outcome: format!("{why}: {so}"),
        tone,
        marks: reaches.iter().flat_map(|reach| Mark::edges(reach, tone)).collect(),
        ..Step::default()
    }
}

/// The extent that two cells share on an axis, in metres, from the whole numbers that were compared. Negative if they are
/// apart.
#[expect(clippy::cast_possible_truncation, reason = "for display")]
fn metres_in_common(values: &PairCells, axis: usize) -> f32 {
    let half_edges = 2_u32 << MAX_DEPTH;
    let metres = f64::from(in_common(&values.compared, axis)) * values.region.edges(0)[axis] / f64::from(half_edges);
    metres as f32
}

/// Both codes, one on each line.
fn codes(cells: [Cell; 2]) -> String {
    cells.map(|cell| format!("level {}: {}", cell.level(), cell.octal())).join("\n")
}

fn why_nested([a, b]: [Cell; 2]) -> String {
    if a == b {
        return format!("Both are in {}", name(a));
    }
    let (upper, lower) = if a.level() <= b.level() { (a, b) } else { (b, a) };
    if upper == Cell::ROOT {
        return "One is in the root, which contains every cell".to_owned();
    }
    if upper.contains(lower) {
        return format!(
            "{} begins with the digits of {}, so the second cell contains the first",
            lower.octal(),
            upper.octal()
        );
    }
    let parted = a.digits().zip(b.digits()).take_while(|(a, b)| a == b).count() + 1;
    format!("{} and {} differ first at digit {parted}, so neither cell contains the other", a.octal(), b.octal())
}

/// Whether the boxes overlap.
pub(super) fn boxes(boxes: &[Aabb; 2], overlaps: bool) -> Step {
    let tone = Tone::pass_or_fail(overlaps);
    let mut marks: Vec<_> = boxes.iter().flat_map(|aabb| Mark::edges(aabb, Tone::Note)).collect();
    let outcome = if overlaps {
        let shared = Aabb { min: boxes[0].min.max(boxes[1].min), max: boxes[0].max.min(boxes[1].max) };
        marks.extend(Mark::edges(&shared, tone));
        format!("The boxes overlap from {} to {}.", vec3(shared.min), vec3(shared.max))
    } else {
        "The boxes are apart on at least one axis: no overlap.".to_owned()
    };
    Step {
        title: "Boxes".into(),
        formula: "a.min ≤ b.max and b.min ≤ a.max, on every axis".into(),
        numbers: intervals(boxes, |axis| in_common(boxes, axis)),
        outcome,
        tone,
        marks,
        ..Step::default()
    }
}

/// The extent that two boxes share on an axis. Negative if they are apart. The difference of unequal `f32` is never 0, so
/// 0 means that they touch.
fn in_common([a, b]: &[Aabb; 2], axis: usize) -> f32 {
    a.max[axis].min(b.max[axis]) - a.min[axis].max(b.min[axis])
}

/// The relation of two boxes, axis by axis. `in_common` gives the extent that they share.
fn intervals([a, b]: &[Aabb; 2], in_common: impl Fn(usize) -> f32) -> String {
    let row = |axis: usize| {
        let how = match in_common(axis) {
            x if x > 0.0 => format!("{} m in common", num(x)),
            x if x < 0.0 => format!("{} m apart", num(-x)),
            _ => "they touch".to_owned(),
        };
        let interval = |aabb: &Aabb| format!("[{}, {}]", num(aabb.min[axis]), num(aabb.max[axis]));
        format!("{}: {} and {}: {how}", AXES[axis], interval(a), interval(b))
    };
    [0, 1, 2].map(row).join("\n")
}
