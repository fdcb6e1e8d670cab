//! The words of the steps of a mesh.

use super::numbers::{among_bounds, short};
use crate::geometry::interval::Interval;
use crate::geometry::narrate::{Step, Tone, counted, num};
use crate::geometry::ray::values::{Crossings, LevelBoxes, LineCrossing, TriangleTest, Triangles};

/// Crossings of a mesh that are listed in a step.
pub(crate) const MOST_NAMED: usize = 16;

pub(super) fn boxes(boxes: &LevelBoxes) -> Step {
    let LevelBoxes { level, met, pruned, drawn } = *boxes;
    let drawn = if met + pruned > drawn { format!(" {drawn} of them are drawn.") } else { String::new() };
    Step {
        title: format!("Boxes, level {level}"),
        formula: "a box is met where its three slabs overlap".to_owned(),
        numbers: format!("{} tested: {met} met, {pruned} pruned", met + pruned),
        outcome: if met == 0 {
            format!("The line meets none of these boxes, so their contents are not tested.{drawn}")
        } else if pruned == 0 {
            format!("The line meets all of these boxes, and the traversal continues in each.{drawn}")
        } else {
            format!(
                "The traversal continues in the boxes that the line meets; the contents of the others are not tested.{drawn}"
            )
        },
        tone: Tone::pass_or_fail(met > 0),
        ..Step::default()
    }
}

pub(super) fn triangles(triangles: &Triangles) -> Step {
    let Triangles { of, tested, met, ref some, parameter } = *triangles;
    let row = |TriangleTest { triangle, met }: &TriangleTest| match met {
        Some((tau, weights)) => {
            let [u, v, w] = weights.map(short);
            format!("triangle {triangle}: t = {}, weights ({u}, {v}, {w})", num(parameter.t(*tau)))
        }
        None => format!("triangle {triangle}: missed"),
    };
    let mut rows: Vec<String> = some.iter().map(row).collect();
    if tested > some.len() {
        rows.push(format!("and {} more", tested - some.len()));
    }
    let lie = if tested == 1 { "lies" } else { "lie" };
    Step {
        title: "Triangles".to_owned(),
        formula: "o + t·d = u·a + v·b + w·c,   u + v + w = 1\nmet when u, v and w are all ≥ 0".to_owned(),
        numbers: rows.join("\n"),
        outcome: format!(
            "{tested} of the mesh's {} {lie} in boxes that the line meets; it meets {met} of them.",
            counted(of, "triangle")
        ),
        tone: Tone::pass_or_fail(met > 0),
        ..Step::default()
    }
}

pub(super) fn crossings(values: &Crossings) -> Step {
    let Crossings { crossings, before_start: before, is_closed } = values;
    let row = |crossing: &LineCrossing| {
        let side = match (crossing.is_surface, crossing.is_front) {
            (false, _) => "without area: no surface",
            (true, true) => "from its front",
            (true, false) => "from its back",
        };
        let counts = if crossing.counts { "" } else { ", not counted: it only touches" };
        let [t, _] = among_bounds(Interval::point(crossing.t));
        format!("t = {t}: triangle {} {side}{counts}", crossing.triangle)
    };
    let mut rows: Vec<String> = crossings.iter().take(MOST_NAMED).map(row).collect();
    if crossings.len() > MOST_NAMED {
        rows.push(format!("and {} more", crossings.len() - MOST_NAMED));
    }
    let outcome = if crossings.is_empty() {
        "The line crosses no triangle.".to_owned()
    } else if !is_closed {
        "The mesh is open and has no inside: a ray can only hit its surface.".to_owned()
    } else if before % 2 == 1 {
        format!("{before} before the start: odd, so the start is inside.")
    } else {
        format!("{before} before the start: even, so the start is outside.")
    };
    let formula = if *is_closed {
        "inside when an odd number of crossings has t < 0"
    } else {
        "closed when each edge has an even number of triangles"
    };
    Step {
        title: "Crossings".to_owned(),
        formula: formula.to_owned(),
        numbers: rows.join("\n"),
        outcome,
        tone: Tone::pass_or_fail(!crossings.is_empty()),
        ..Step::default()
    }
}
