//! Why a camera sees an object or not: the chain of tests, and the nearest place of the eye that sees it.

use glam::DVec3;

use super::answers::{VisibilityAnswer, over_budget};
use super::outline::outlines;
use super::subject::VisibilitySubject;
use super::targets::{name, targets, view};
use super::words::{from_elsewhere, sentence};
use crate::budget::OverBudget;
use crate::geometry::camera::Camera;
use crate::geometry::narrate::{capitalized, fine};
use crate::geometry::{Aabb, Mark, MarkShape, Narrator, Step, Story, Tone};
use crate::opacity::Progress;
use crate::report::explanation::{Explanation, record_bounds};
use crate::visibility::{EyeMove, LookTarget, PixelCamera, Reason, look_watching, nearest_eye, why_told};
use crate::world::{CameraAt, World};

/// What is known of the nearest place of the eye from which the object is seen. To search it takes as long as some fifty
/// pictures.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum EyeSearch {
    /// It is not searched.
    Left,
    /// It is searched for this explanation.
    Now,
    /// It was searched before.
    Known(Option<EyeMove>),
}

/// Explains one answer. `None` when an index is out of range, and for an unplaced camera.
pub(crate) fn explain(world: &World, subject: VisibilitySubject, search: EyeSearch) -> Option<Explanation> {
    let camera = world.cameras.get(subject.camera).filter(|camera| camera.error.is_none())?;
    let object = world.objects.get(subject.object)?;
    let title = format!("Does `{}` see `{}`?", camera.name, object.name);
    Some(explained(world, camera, subject.object, search, title.clone()).unwrap_or_else(|over| Explanation {
        title,
        answer: format!("no answer: {}", over_budget(&over)),
        tone: Tone::Fail,
        disagreement: None,
        decided_by: None,
        wrong_step: None,
        story: Story::default(),
    }))
}

fn explained(
    world: &World,
    camera: &CameraAt,
    object: usize,
    search: EyeSearch,
    title: String,
) -> Result<Explanation, OverBudget> {
    let (view, targets) = (view(camera), targets(world)?);
    let mut looked = look_watching(&view, &targets, Some(object), &world.budget)?;
    let seen = looked.seen.swap_remove(object);
    let mut story = Story::default();
    record_bounds(&world.objects[object], &mut story);
    let named = |target: usize| name(world, target).to_owned();
    let reason = why_told(&view, &targets[object], &seen, &named, &mut story);
    let decided_by = story.steps.len() - 1;
    // The steps about pixels show them.
    let drawn = outlines(&view, &seen, &looked.watched, film_depth(&view, &world.objects[object].aabb));
    for step in story.steps.iter_mut().filter(|step| steps_of_pixels(step)) {
        step.marks.extend(coverers(&view, world, object, &seen.covered_by));
        step.marks.extend(drawn.iter().cloned());
    }
    let answer = VisibilityAnswer { seen, reason };
    let mut text = sentence(&answer, |target| name(world, target));
    let found = match search {
        EyeSearch::Now if is_movable(reason) => {
            Some(nearest_eye(&view, &targets, object, &world.budget, &Progress::default())?)
        }
        EyeSearch::Known(found) => Some(found),
        EyeSearch::Now | EyeSearch::Left => None,
    };
    if let Some(found) = &found {
        story.step(|| elsewhere(&view, &targets[object], found.as_ref()));
        if let Some(found) = found {
            text.push_str("; ");
            text.push_str(&from_elsewhere(found));
        }
    }
    let tone = match reason {
        None if answer.seen.covered_by.is_empty() => Tone::Pass,
        None => Tone::Partial,
        Some(_) => Tone::Fail,
    };
    Ok(Explanation {
        title,
        answer: text,
        tone,
        disagreement: None,
        decided_by: Some(decided_by),
        wrong_step: None,
        story,
    })
}

/// Whether another place of the eye may show an object that is not seen for this reason.
fn is_movable(reason: Option<Reason>) -> bool {
    matches!(reason, Some(reason) if !matches!(reason, Reason::Layer | Reason::Empty | Reason::Alpha))
}

/// The same of an explanation.
pub(crate) fn may_be_seen_elsewhere(explanation: &Explanation) -> bool {
    let decided = explanation.deciding().map(|step| &*explanation.story.steps[step].title);
    explanation.tone == Tone::Fail && decided.is_some_and(|step| !["Layer", "Triangles", "Alpha"].contains(&step))
}

/// Searches the nearest place of the eye from which the object is seen. `None` when there is none, and when it was cancelled.
///
/// # Errors
/// When the budget of the world has no room.
pub(crate) fn search_eye(
    world: &World,
    subject: VisibilitySubject,
    progress: &Progress,
) -> Result<Option<EyeMove>, OverBudget> {
    let Some(camera) = world.cameras.get(subject.camera) else { return Ok(None) };
    nearest_eye(&view(camera), &targets(world)?, subject.object, &world.budget, progress)
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

/// The step with the nearest place of the eye, which draws the camera there.
fn elsewhere(view: &PixelCamera, target: &LookTarget, found: Option<&EyeMove>) -> Step {
    let (outcome, marks) = match found {
        None => ("It is seen from no place that was tried. A place between them may see it.".to_owned(), Vec::new()),
        Some(found) => (format!("{}.", capitalized(&from_elsewhere(found))), moved_camera(view, target, found)),
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

/// The way of the eye with its length, the front part of the view volume there, and the line of sight to the object.
fn moved_camera(view: &PixelCamera, target: &LookTarget, found: &EyeMove) -> Vec<Mark> {
    /// The drawn part of the view volume, of the distance to the object.
    const PART: f32 = 0.25;
    let moved = view.moved(found.direction.along(view.axes()) * found.distance).camera;
    let (from, to, middle) = (view.camera.position, moved.position, target.bounds.centre());
    let mark = |shape: MarkShape, label: String| Mark { shape, tone: Tone::Pass, label };
    let way = mark(MarkShape::Arrow(from, to), format!("{} m", fine(found.distance)));
    let length = (middle - to).length() * PART;
    let short = Camera { far: (moved.near + length).min(moved.far), ..moved };
    let corners = short.corners_to(f64::from(length)).map(DVec3::as_vec3);
    let volume =
        corners.iter().all(|corner| corner.is_finite()).then(|| mark(MarkShape::Box { corners }, String::new()));
    let sight = mark(MarkShape::Segment(to, middle), String::new());
    [Some(way), volume, Some(sight)].into_iter().flatten().collect()
}
