//! The extraction of planes from the rows of a clip matrix.

use glam::{DMat4, DVec4};

use super::extracted::{ClipMatrix, ExtractedPlane, ExtractionValues, PlaneRows};
use super::side::Side;
use crate::geometry::camera::DepthRange;
use crate::geometry::narrate::{Narrator, Step, Tone, Values, capitalized, num, vec3};
use crate::geometry::plane::Plane;

/// The planes in plane order.
pub(super) fn planes<N: Narrator>(clip_from_world: DMat4, depth: DepthRange, narrator: &mut N) -> [Plane; 6] {
    let rows = [0, 1, 2, 3].map(|i| clip_from_world.row(i));
    narrator.step(|| step(ExtractionValues::Matrix(ClipMatrix { rows, depth })));
    Side::ALL.map(|side| {
        let of = PlaneRows::of(side, depth);
        let combined = of.combined(&rows);
        let plane = Plane::from_row(combined);
        narrator.step(|| step(ExtractionValues::Plane(ExtractedPlane { side, rows: of, combined, plane })));
        plane
    })
}

/// A step, made from its values alone.
pub(super) fn step(values: ExtractionValues) -> Step {
    let words = match &values {
        ExtractionValues::Matrix(matrix) => clip_matrix(matrix),
        ExtractionValues::Plane(plane) => extracted(plane),
        ExtractionValues::Lost { side, plane } => lost(*side, plane),
        ExtractionValues::Open { side, found } => open(*side, found),
    };
    Step { values: Some(Values::Extraction(values)), ..words }
}

fn clip_matrix(ClipMatrix { rows, depth }: &ClipMatrix) -> Step {
    Step {
        title: "Clip matrix".into(),
        formula: "clip = clip_from_view · view_from_world · (x, y, z, 1)\nin view when −w ≤ x ≤ w, −w ≤ y ≤ w and "
            .to_owned()
            + match depth {
                DepthRange::MinusOneToOne => "−w ≤ z ≤ w",
                DepthRange::ZeroToOne | DepthRange::Reversed => "0 ≤ z ≤ w",
            },
        numbers: rows
            .map(row)
            .iter()
            .enumerate()
            .map(|(i, r)| format!("row {} = {r}", i + 1))
            .collect::<Vec<_>>()
            .join("\n"),
        outcome: "Each inequality is linear in the point: its coefficients are a plane.".into(),
        ..Step::default()
    }
}

fn extracted(ExtractedPlane { side, rows, combined, plane }: &ExtractedPlane) -> Step {
    let length = combined.truncate().length();
    Step {
        title: format!("{} plane", capitalized(side.word())),
        formula: format!("(a, b, c, e) = {}\nn = (a, b, c) / |(a, b, c)|,  d = e / |(a, b, c)|", rows.symbols()),
        numbers: format!(
            "{}\nn = {},  d = {}   (length {})",
            row(*combined),
            vec3(plane.normal),
            num(plane.d),
            num(to_f32(length))
        ),
        outcome: "In front: the points x with n·x + d ≥ 0.".into(),
        tone: Tone::Note,
        ..Step::default()
    }
}

/// The step for a plane that cuts nothing off.
fn open(side: Side, found: &Plane) -> Step {
    let name = side.word();
    let why = if *found == Plane::NONE {
        "(a, b, c) has no direction, and e is not negative: every point is in front of it."
    } else {
        "It is beyond infinity: the edges of the view volume never meet it in front of the eye."
    };
    Step {
        title: format!("No {name} plane"),
        formula: "the view volume ends at a plane if its edges meet that plane in front of the eye".into(),
        numbers: format!("n = {},  d = {}", vec3(found.normal), num(found.d)),
        outcome: format!("{why} The view volume has no end there: there is no {name} plane, and it rejects nothing."),
        tone: Tone::Note,
        ..Step::default()
    }
}

/// The step for a plane that does not come from the matrix.
fn lost(side: Side, plane: &Plane) -> Step {
    Step {
        title: format!("{} plane, from the camera itself", capitalized(side.word())),
        formula: "n from the view direction and the field of view,  d from the position and the distance".into(),
        numbers: format!("n = {},  d = {}", vec3(plane.normal), num(plane.d)),
        outcome:
            "The rows of the matrix cancel and give no direction, so the camera's pose and projection give this plane."
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
