//! The step of an explanation about a known mistake of the ray: its hit beside the right one.

use super::mistaken::MistakenHits;
use crate::geometry::narrate::num;
use crate::geometry::ray::{Ray, RayValues};
use crate::geometry::{Aabb, Mark, MarkShape, Pose, Step, Story, Tone, Values};
use crate::mistakes::MistakeKind as M;
use crate::world::ObjectAt;

/// Adds the step about one object, and returns the index of the step that the mistake gets wrong; `None` when it changes nothing.
pub(super) fn record(
    mistaken: &MistakenHits,
    index: usize,
    object: &ObjectAt,
    ray: &Ray,
    right: Option<f32>,
    story: &mut Story,
) -> Option<usize> {
    let wrong = mistaken.on(index);
    let differs = !is_same(wrong, right);
    let wrong_step = differs.then(|| wrong_step(mistaken.mistake.kind, story)).flatten();
    let mut marks = Vec::new();
    if let Some(pose) = mistaken.other_pose(object) {
        let local = Aabb::of(&object.shape, &Pose::IDENTITY);
        let corners = std::array::from_fn(|i| pose.transform_point3(local.corner(i).as_dvec3()).as_vec3());
        let label = "solid of the mistake".to_owned();
        marks.push(Mark { shape: MarkShape::Box { corners }, tone: Tone::Mistaken, label });
    }
    marks.extend(hit_marks(mistaken, wrong, right.map(|t| ray.at(t))));
    push(mistaken, &said(wrong), &said(right.map(f64::from)), differs, marks, story);
    wrong_step
}

/// Adds the step about the first hit.
pub(super) fn record_first(
    mistaken: &MistakenHits,
    objects: &[ObjectAt],
    ray: &Ray,
    right: Option<(&str, f32)>,
    story: &mut Story,
) {
    let wrong = mistaken.nearest().and_then(|i| Some((i, mistaken.on(i)?)));
    let named = |name: &str, t: f64| format!("`{name}` at t = {}", num(to_f32(t)));
    let nothing = || "nothing".to_owned();
    let said = wrong.map_or_else(nothing, |(i, t)| named(&objects[i].name, t));
    let truth = right.map_or_else(nothing, |(name, t)| named(name, t.into()));
    let is_same_object = wrong.map(|(i, _)| &*objects[i].name) == right.map(|(name, _)| name);
    let differs = !is_same_object || !is_same(wrong.map(|(_, t)| t), right.map(|(_, t)| t));
    let marks = hit_marks(mistaken, wrong.map(|(_, t)| t), right.map(|(_, t)| ray.at(t)));
    push(mistaken, &said, &truth, differs, marks, story);
}

fn push(mistaken: &MistakenHits, wrong: &str, right: &str, differs: bool, marks: Vec<Mark>, story: &mut Story) {
    let mistake = mistaken.mistake;
    let effect = if differs { "The answers differ." } else { "Both rules have the same answer here." };
    story.steps.push(Step {
        title: format!("Mistake: {}", mistake.title),
        formula: mistake.rule.to_owned(),
        numbers: format!("mistake: {wrong}\nright:   {right}"),
        outcome: format!("{effect} In a game: {}", mistake.symptom),
        tone: if differs { Tone::Mistaken } else { Tone::Note },
        marks,
        values: None,
    });
}

fn hit_marks(mistaken: &MistakenHits, wrong: Option<f64>, right: Option<glam::Vec3>) -> Vec<Mark> {
    let mut marks = Vec::new();
    let mut point = |at: glam::Vec3, tone: Tone, label: &str| {
        marks.push(Mark { shape: MarkShape::Point(at), tone, label: label.to_owned() });
    };
    if let Some(right) = right {
        point(right, Tone::Pass, "right hit");
    }
    if let Some(t) = wrong {
        point(mistaken.point(t), Tone::Mistaken, "hit of the mistake");
        marks.push(Mark {
            shape: MarkShape::Segment(mistaken.origin, mistaken.point(t)),
            tone: Tone::Mistaken,
            label: String::new(),
        });
    }
    marks
}

/// Whether two answers are the same, but for rounding.
pub fn is_same(wrong: Option<f64>, right: Option<f32>) -> bool {
    match (wrong, right) {
        (Some(wrong), Some(right)) => (wrong - f64::from(right)).abs() <= 1e-4 * (1.0 + wrong.abs()),
        (wrong, right) => wrong.is_some() == right.is_some(),
    }
}

/// "a hit at t = 4.5", or "no hit".
pub(super) fn said(t: Option<f64>) -> String {
    t.map_or_else(|| "no hit".to_owned(), |t| format!("a hit at t = {}", num(to_f32(t))))
}

/// The step of the algorithm in which the mistake is.
fn wrong_step(kind: M, story: &Story) -> Option<usize> {
    let find = |is_it: fn(&RayValues) -> bool| {
        story.steps.iter().position(|step| matches!(&step.values, Some(Values::Ray(values)) if is_it(values)))
    };
    let found = match kind {
        M::RowsForColumns | M::ScaleIgnored | M::MirrorIgnored | M::DirectionIsTarget | M::TInLocalUnits => {
            find(|values| matches!(values, RayValues::Local(_)))
        }
        M::SlabZeroTimesInfinity | M::ParallelRayMisses => {
            find(|values| matches!(values, RayValues::Slab(slab) if slab.d == 0.0))
        }
        M::F32Discriminant | M::UnitDirectionAssumed => find(|values| matches!(values, RayValues::Round(_))),
        M::CylinderWithoutEnds => find(|values| matches!(values, RayValues::Slab(_))),
        M::CapsMissing => {
            find(|values| matches!(values, RayValues::Slab(_) | RayValues::Base(_) | RayValues::CapsuleEnds(_)))
        }
        M::ConeMirrorHalf => find(|values| matches!(values, RayValues::Nappe { .. })),
        M::BackFacesMissed | M::EdgesExcluded | M::AbsoluteEpsilon | M::ThirdEdgeForgotten => {
            find(|values| matches!(values, RayValues::Triangles(_)))
        }
        _ => None,
    };
    found.or_else(|| find(|values| matches!(values, RayValues::Answer(_))))
}

#[expect(clippy::cast_possible_truncation, reason = "for display")]
fn to_f32(x: f64) -> f32 {
    x as f32
}
