//! The steps of a ray and a hull: the planes that the line enters, those that it leaves, and both at once.

use glam::Vec3;

use super::solid::Hull;
use super::values::{HullPlanes, PlaneKind, PlaneRow};
use super::words::MOST_ROWS;
use crate::geometry::interval::Interval;
use crate::geometry::narrate::{Mark, MarkShape, Narrator, Step, Tone};
use crate::geometry::ray::line::LocalLine;
use crate::geometry::ray::steps::{both, ends, step, with_stretch};
use crate::geometry::ray::values::{Intersection, RayValues};

/// Records the steps. `inside` is from the latest entry to the earliest exit; `is_beside` says whether a plane along the line has
/// it outside.
pub(super) fn record<N: Narrator>(
    hull: &Hull,
    line: &LocalLine,
    rows: &[(PlaneKind, PlaneRow)],
    inside: Interval<f64>,
    is_beside: bool,
    narrator: &mut N,
) {
    let parts = [Interval::new(inside.near, f64::INFINITY), Interval::new(f64::NEG_INFINITY, inside.far)];
    let along = if is_beside { Interval::EMPTY } else { Interval::ALL };
    let kinds = [(PlaneKind::Parallel, along), (PlaneKind::Entered, parts[0]), (PlaneKind::Left, parts[1])];
    for (kind, inside) in kinds {
        let mut some: Vec<PlaneRow> = rows.iter().filter(|(of, _)| *of == kind).map(|(_, row)| *row).collect();
        // The plane that decides is first.
        some.sort_by(|a, b| match kind {
            PlaneKind::Entered => b.tau.total_cmp(&a.tau),
            PlaneKind::Left => a.tau.total_cmp(&b.tau),
            PlaneKind::Parallel => (a.offset - a.height).total_cmp(&(b.offset - b.height)),
        });
        // Triangles of one face that are met at one place are one row.
        some.dedup_by_key(|row| row.face);
        let count = some.len();
        if count == 0 {
            continue;
        }
        some.truncate(MOST_ROWS);
        narrator.step(|| planes(hull, line, HullPlanes { kind, count, some, inside, parameter: line.parameter }));
        if kind == PlaneKind::Parallel && is_beside {
            return;
        }
    }
    narrator.step(|| {
        let names = ["planes entered", "planes left"];
        both(line, Intersection { names, parts, inside, parameter: line.parameter })
    });
}

fn planes(hull: &Hull, line: &LocalLine, values: HullPlanes) -> Step {
    let first = values.some.first().map(|first| first.face);
    let mut marks: Vec<Mark> =
        values.some.iter().flat_map(|row| outline(hull, line, row.face, first == Some(row.face))).collect();
    if values.kind != PlaneKind::Parallel {
        marks.extend(ends(line, values.inside, Tone::pass_or_fail(values.inside.is_filled())));
        marks = with_stretch(marks, line, values.inside, "inside these");
    }
    step(RayValues::HullPlanes(values), marks)
}

/// The edges of a face; of the one that decides, with its name.
fn outline(hull: &Hull, line: &LocalLine, face: u16, is_first: bool) -> Vec<Mark> {
    let Some(of) = hull.faces().get(usize::from(face)) else { return Vec::new() };
    let world = line.pose.world_from_local();
    let corners: Vec<Vec3> = of.corners.iter().map(|corner| world.transform_point3(*corner)).collect();
    let next = corners.iter().cycle().skip(1);
    let tone = if is_first { Tone::Pass } else { Tone::Note };
    let edge = |(from, to): (&Vec3, &Vec3)| Mark { shape: MarkShape::Segment(*from, *to), tone, label: String::new() };
    let mut marks: Vec<Mark> = corners.iter().zip(next).map(edge).collect();
    if is_first {
        let middle = corners.iter().sum::<Vec3>() / corners.len() as f32;
        marks.push(Mark { shape: MarkShape::Point(middle), tone, label: format!("face {face}") });
    }
    marks
}
