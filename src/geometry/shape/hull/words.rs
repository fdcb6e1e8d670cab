//! The words of the steps of a ray and a hull.

use super::values::{HullPlanes, PlaneKind, PlaneRow};
use crate::geometry::narrate::{Step, Tone, at_most, counted, vec3};
use crate::geometry::ray::line::Parameter;
use crate::geometry::ray::words::numbers::{arrow, bracketed, interval, short};

/// The most planes that a step lists.
pub(super) const MOST_ROWS: usize = 6;

/// The line and the planes of one kind.
pub(crate) fn planes(planes: &HullPlanes) -> Step {
    let HullPlanes { kind, count, ref some, inside, parameter } = *planes;
    let mut rows: Vec<String> = some.iter().map(|row| numbers(kind, row, parameter)).collect();
    if count > some.len() {
        rows.push(format!("and {} more", count - some.len()));
    }
    let planes = counted(count, "plane");
    let first = some.first().map_or(0, |row| row.face);
    let holds = inside.is_filled();
    let (title, formula, outcome) = match kind {
        PlaneKind::Entered => (
            "Planes entered",
            "inside a face: n · p ≤ c, with n of any length\nn · d < 0: the line enters\nt = (c − n · o) / (n · d)\nthe latest entry counts",
            format!(
                "The line enters {planes}, that of face {first} last: inside all of them for t in {}.",
                interval(inside, parameter)
            ),
        ),
        PlaneKind::Left => (
            "Planes left",
            "n · d > 0: the line leaves\nt = (c − n · o) / (n · d)\nthe earliest exit counts",
            format!(
                "The line leaves {planes}, that of face {first} first: inside all of them for t in {}.",
                interval(inside, parameter)
            ),
        ),
        PlaneKind::Parallel if holds => (
            "Planes along the line",
            "n · d = 0: n · o ≤ c",
            format!("The line is parallel to {planes} and on the inner side: no bound."),
        ),
        PlaneKind::Parallel => (
            "Planes along the line",
            "n · d = 0: n · o ≤ c",
            format!("The line is parallel to the plane of face {first} and in front of it: it misses the hull."),
        ),
    };
    Step {
        title: title.to_owned(),
        formula: formula.to_owned(),
        numbers: rows.join("\n"),
        outcome,
        tone: Tone::pass_or_fail(holds),
        ..Step::default()
    }
}

fn numbers(kind: PlaneKind, row: &PlaneRow, parameter: Parameter) -> String {
    let PlaneRow { face, normal, offset, height, speed, tau } = *row;
    let normal = vec3(normal.as_vec3());
    if kind == PlaneKind::Parallel {
        return format!("face {face}, n = {normal}: {}", at_most(height, offset).join(" "));
    }
    format!(
        "face {face}, n = {normal}: ({} − {}) / {} {}",
        short(offset),
        bracketed(height),
        bracketed(speed),
        arrow(tau, parameter)
    )
}
