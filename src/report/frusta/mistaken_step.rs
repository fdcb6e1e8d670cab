//! The step of an explanation about a known mistake of the camera: its planes and its box beside the right ones.

use glam::Vec3;

use super::mistaken::{MistakenAnswer, MistakenView};
use crate::geometry::frustum::{Classification, Side};
use crate::geometry::narrate::{num, vec3};
use crate::geometry::{Aabb, Mark, MarkShape, Plane, Step, Story, Tone, Values};
use crate::report::tested::TestedObject;

/// Adds the step, and returns the index of the step that the mistake gets wrong. `None` when it changes no number of the answer.
pub(super) fn record(
    view: &MistakenView,
    planes: &[Plane; 6],
    object: &TestedObject,
    right: &Classification,
    story: &mut Story,
) -> Option<usize> {
    let wrong = view.about(object);
    let has_other_box = wrong.has_other_box(object);
    let others: Vec<Side> = Side::ALL.into_iter().filter(|side| is_other(&wrong, right, planes, *side)).collect();
    let deciding = others.iter().copied().find(|side| {
        let rejects = |by: Option<Side>| by == Some(*side);
        rejects(right.rejected_by) != rejects(wrong.rejected_by)
    });
    let shown = deciding.or_else(|| others.first().copied());
    let wrong_step = story.steps.iter().position(|step| match (&step.values, shown) {
        _ if has_other_box => step.title == "Tight box",
        (Some(Values::Plane(values)), Some(side)) => values.side == side,
        _ => false,
    });
    let mut numbers: Vec<String> = Vec::new();
    if has_other_box {
        let boxed = |of: &Aabb| format!("from {} to {}", vec3(of.min), vec3(of.max));
        numbers.push(format!("box: mistake {}\n     right {}", boxed(&wrong.tested), boxed(&object.view_box)));
    }
    // The values of planes that are not normalised are no distances.
    let unit = if view.mistake.is_of_spheres() { "" } else { " m" };
    numbers.extend(others.iter().map(|side| distances(*side, &wrong, right, planes, unit)));
    let (said, truth) = (wrong.verdict, right.verdict);
    let effect = if said == truth {
        format!("Both rules answer {} here.", truth.word())
    } else {
        format!("The mistake answers {}, and the right answer is {}.", said.word(), truth.word())
    };
    let mistake = view.mistake;
    let marks = marks(view, planes, object, &wrong, shown, has_other_box);
    story.steps.push(Step {
        title: format!("Mistake: {}", mistake.title),
        formula: mistake.rule.to_owned(),
        numbers: if numbers.is_empty() {
            "all numbers are those of the right rule".to_owned()
        } else {
            numbers.join("\n")
        },
        outcome: format!("{effect} In a game: {}", mistake.symptom),
        tone: if said == truth { Tone::Note } else { Tone::Mistaken },
        marks,
        values: None,
    });
    wrong_step
}

/// Whether the distances of a plane differ.
fn is_other(wrong: &MistakenAnswer, right: &Classification, planes: &[Plane; 6], side: Side) -> bool {
    let at = side as usize;
    match wrong.distances[at] {
        None => planes[at].exists(),
        Some(_) if !planes[at].exists() => true,
        Some([p, n]) => {
            let right = right.distances[at];
            let differs = |a: f64, b: f32| (a - f64::from(b)).abs() > 1e-4 * (1.0 + a.abs());
            differs(p, right.p) || differs(n, right.n)
        }
    }
}

/// `unit` is that of the wrong values.
fn distances(side: Side, wrong: &MistakenAnswer, right: &Classification, planes: &[Plane; 6], unit: &str) -> String {
    let at = side as usize;
    let of = |values: Option<[f64; 2]>, unit: &str| match values {
        Some([p, n]) => format!("p {}{unit}, n {}{unit}", num(to_f32(p)), num(to_f32(n))),
        None => "not tested".to_owned(),
    };
    let truth = planes[at].exists().then(|| [right.distances[at].p, right.distances[at].n].map(f64::from));
    format!("{}: mistake {};  right {}", side.word(), of(wrong.distances[at], unit), of(truth, " m"))
}

/// The wrong plane beside the right one, and the wrong box beside the right one.
fn marks(
    view: &MistakenView,
    planes: &[Plane; 6],
    object: &TestedObject,
    wrong: &MistakenAnswer,
    side: Option<Side>,
    has_other_box: bool,
) -> Vec<Mark> {
    let mut marks = Vec::new();
    let boxed = |of: &Aabb, tone: Tone, label: &str| Mark {
        shape: MarkShape::Box { corners: std::array::from_fn(|i| of.corner(i)) },
        tone,
        label: label.to_owned(),
    };
    if has_other_box {
        marks.push(boxed(&object.view_box, Tone::Pass, "right box"));
        marks.push(boxed(&wrong.tested, Tone::Mistaken, "box of the mistake"));
    }
    let centre = object.view_box.centre();
    let half_size = (object.view_box.half_extents().length() * 1.5).max(0.1);
    let mut patch = |at: Vec3, normal: Vec3, tone: Tone, label: String| {
        marks.push(Mark { shape: MarkShape::Plane { at, normal, half_size }, tone, label });
    };
    if let Some(side) = side.filter(|_| !has_other_box) {
        let right = &planes[side as usize];
        if right.exists() {
            patch(right.project(centre), right.normal, Tone::Pass, format!("right {} plane", side.word()));
        }
        let plane = view.planes[side as usize];
        let length = plane.truncate().length();
        if length > 0.0 && view.is_other_plane(side, right) {
            let (normal, d) = (plane.truncate() / length, plane.w / length);
            let centre = centre.as_dvec3();
            let at = (centre - normal * (normal.dot(centre) + d)).as_vec3();
            patch(at, normal.as_vec3(), Tone::Mistaken, format!("{} plane of the mistake", side.word()));
        }
    }
    marks
}

#[expect(clippy::cast_possible_truncation, reason = "for display")]
fn to_f32(x: f64) -> f32 {
    x as f32
}
