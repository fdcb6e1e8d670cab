//! Planes out of the rows of a clip matrix.

use glam::{DMat4, DVec4};

use super::Side;
use crate::geometry::camera::DepthRange;
use crate::geometry::narrate::{num, vec3};
use crate::geometry::{Narrator, Plane, Step, Tone};

/// Gribb and Hartmann (2001), in plane order. Rows are numbered from 1, as in the article.
pub(super) fn planes<N: Narrator>(clip_from_world: DMat4, depth: DepthRange, narrator: &mut N) -> [Plane; 6] {
    let [r1, r2, r3, r4] = [0, 1, 2, 3].map(|i| clip_from_world.row(i));
    narrator.step(|| Step {
        title: "Clip matrix".into(),
        formula: "clip = clip_from_view · view_from_world · (x, y, z, 1)\nin view when −w ≤ x ≤ w, −w ≤ y ≤ w and "
            .to_owned()
            + match depth {
                DepthRange::MinusOneToOne => "−w ≤ z ≤ w",
                DepthRange::ZeroToOne | DepthRange::Reversed => "0 ≤ z ≤ w",
            },
        numbers: [r1, r2, r3, r4]
            .map(row)
            .iter()
            .enumerate()
            .map(|(i, r)| format!("row {} = {r}", i + 1))
            .collect::<Vec<_>>()
            .join("\n"),
        outcome: "Each inequality is linear in the point: its coefficients are a plane.".into(),
        ..Step::default()
    });
    let combined = Side::ALL.map(|side| match (side, depth) {
        (Side::Left, _) => ("row 4 + row 1", r4 + r1),
        (Side::Right, _) => ("row 4 − row 1", r4 - r1),
        (Side::Bottom, _) => ("row 4 + row 2", r4 + r2),
        (Side::Top, _) => ("row 4 − row 2", r4 - r2),
        (Side::Near, DepthRange::MinusOneToOne) => ("row 4 + row 3", r4 + r3),
        (Side::Near, DepthRange::ZeroToOne) | (Side::Far, DepthRange::Reversed) => ("row 3", r3),
        (Side::Near, DepthRange::Reversed) | (Side::Far, _) => ("row 4 − row 3", r4 - r3),
    });
    let mut planes = [Plane::from_row(DVec4::ZERO); 6];
    for ((plane, side), (symbols, row)) in planes.iter_mut().zip(Side::ALL).zip(combined) {
        *plane = Plane::from_row(row);
        narrator.step(|| tell(side, symbols, row, plane));
    }
    planes
}

fn tell(side: Side, symbols: &str, combined: DVec4, plane: &Plane) -> Step {
    let length = combined.truncate().length();
    Step {
        title: format!("{} plane", super::capital(side.word())),
        formula: format!("(a, b, c, e) = {symbols}\nn = (a, b, c) / |(a, b, c)|,  d = e / |(a, b, c)|"),
        numbers: format!(
            "{}\nn = {},  d = {}   (length {})",
            row(combined),
            vec3(plane.normal),
            num(plane.d),
            num(to_f32(length))
        ),
        outcome: format!("In front: the points with n·x + {} ≥ 0.", num(plane.d)),
        tone: Tone::Note,
        marks: Vec::new(),
        values: None,
    }
}

/// That a plane does not come from the matrix.
pub(super) fn tell_lost(side: Side, plane: &Plane) -> Step {
    Step {
        title: format!("{} plane, from the camera itself", super::capital(side.word())),
        formula: "n from the view direction and the field of view,  d from the position and the distance".into(),
        numbers: format!("n = {},  d = {}", vec3(plane.normal), num(plane.d)),
        outcome:
            "The rows of the matrix cancel: they leave no direction. So this plane is made of the camera's own numbers."
                .into(),
        tone: Tone::Note,
        ..Step::default()
    }
}

fn row(r: DVec4) -> String {
    format!("({})", r.to_array().map(|x| num(to_f32(x))).join(", "))
}

#[expect(clippy::cast_possible_truncation, reason = "for display")]
fn to_f32(x: f64) -> f32 {
    x as f32
}
