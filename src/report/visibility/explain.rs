//! Why a camera sees an object or not: the chain of tests, and the nearest place of the eye that sees it.

use super::answers::VisibilityAnswer;
use super::outline::outlines;
use super::subject::VisibilitySubject;
use super::targets::{name, targets, view};
use super::words::{from_elsewhere, sentence};
use crate::geometry::{Aabb, Mark, MarkShape, Narrator, Step, Story, Tone};
use crate::report::explanation::{Explanation, record_bounds};
use crate::visibility::{EyeMove, LookTarget, PixelCamera, Reason, look_watching, nearest_eye, why_told};
use crate::world::World;

/// Explains one answer. `None` when an index is out of range, and for an unplaced camera. `searches` says whether the nearest
/// place of the eye that sees it is searched, which takes as long as some fifty pictures.
pub(super) fn explain(world: &World, subject: VisibilitySubject, searches: bool) -> Option<Explanation> {
    let camera = world.cameras.get(subject.camera).filter(|camera| camera.error.is_none())?;
    let object = world.objects.get(subject.object)?;
    let (view, targets) = (view(camera), targets(world));
    let mut looked = look_watching(&view, &targets, Some(subject.object));
    let seen = looked.seen.swap_remove(subject.object);
    let mut story = Story::default();
    record_bounds(object, &mut story);
    let named = |target: usize| name(world, target).to_owned();
    let reason = why_told(&view, &targets[subject.object], &seen, &named, &mut story);
    let decided_by = story.steps.len() - 1;
    // The steps about pixels show them.
    let drawn = outlines(&view, &seen, &looked.watched, film_depth(&view, &object.aabb));
    for step in story.steps.iter_mut().filter(|step| steps_of_pixels(step)) {
        step.marks.extend(coverers(&view, world, subject.object, &seen.covered_by));
        step.marks.extend(drawn.iter().cloned());
    }
    let answer = VisibilityAnswer { seen, reason };
    let mut text = sentence(&answer, |target| name(world, target));
    let is_movable = matches!(reason, Some(reason) if !matches!(reason, Reason::Layer | Reason::Empty | Reason::Alpha));
    if searches && is_movable {
        let found = nearest_eye(&view, &targets, subject.object);
        story.step(|| elsewhere(&view, &targets, subject.object, found.as_ref()));
        if let Some(found) = &found {
            text.push_str("; ");
            text.push_str(&from_elsewhere(found));
        }
    }
    let tone = match reason {
        None if answer.seen.covered_by.is_empty() => Tone::Pass,
        None => Tone::Partial,
        Some(_) => Tone::Fail,
    };
    Some(Explanation {
        title: format!("Does `{}` see `{}`?", camera.name, object.name),
        answer: text,
        tone,
        disagreement: None,
        decided_by: Some(decided_by),
        story,
    })
}

/// Whether a step is about the pixels of the object.
fn steps_of_pixels(step: &Step) -> bool {
    ["Covered", "Pixels"].contains(&&*step.title)
}

/// How far from the eye the pixels are drawn: in the middle between the eye and the box, but behind the near plane.
fn film_depth(view: &PixelCamera, aabb: &Aabb) -> f64 {
    let [_, _, forward] = view.axes();
    let depth = |corner: usize| (aabb.corner(corner) - view.camera.position).as_dvec3().dot(forward);
    let least = (0..8).map(depth).fold(f64::INFINITY, f64::min);
    (0.5 * least).max(f64::from(view.camera.near) * 1.01 + 1e-3)
}

/// The lines of sight to the middle of the object, and the boxes of what covers it.
fn coverers(view: &PixelCamera, world: &World, object: usize, covered_by: &[(usize, u64)]) -> Vec<Mark> {
    /// The boxes that are drawn.
    const MOST: usize = 3;
    let Some(at) = world.objects.get(object) else { return Vec::new() };
    let mut marks = vec![Mark {
        shape: MarkShape::Segment(view.camera.position, at.aabb.centre()),
        tone: Tone::Note,
        label: String::new(),
    }];
    for (by, _) in covered_by.iter().take(MOST) {
        let bounds = match world.objects.get(*by) {
            Some(coverer) => coverer.aabb,
            None => match world.images.get(by - world.objects.len()) {
                Some(image) => image.quad.aabb(),
                None => continue,
            },
        };
        let mut edges = Mark::edges(&bounds, Tone::Fail);
        name(world, *by).clone_into(&mut edges[0].label);
        marks.extend(edges);
    }
    marks
}

/// The step with the nearest place of the eye.
fn elsewhere(view: &PixelCamera, targets: &[LookTarget], object: usize, found: Option<&EyeMove>) -> Step {
    let (outcome, marks) = match found {
        None => ("It is seen from no place that was tried. A place between them may see it.".to_owned(), Vec::new()),
        Some(found) => {
            let to = view.moved(found.direction.along(view.axes()) * found.distance).camera.position;
            let seen_from = Mark {
                shape: MarkShape::Segment(to, targets[object].bounds.centre()),
                tone: Tone::Pass,
                label: String::new(),
            };
            let way =
                Mark { shape: MarkShape::Arrow(view.camera.position, to), tone: Tone::Pass, label: String::new() };
            (format!("{}.", crate::geometry::narrate::capitalized(&from_elsewhere(found))), vec![way, seen_from])
        }
    };
    Step {
        title: "The nearest eye that sees it".into(),
        formula: "left, right, up, down, forward and back along the camera's axes: further each time, then bisected"
            .into(),
        numbers: String::new(),
        outcome,
        tone: Tone::Note,
        marks,
        values: None,
    }
}
