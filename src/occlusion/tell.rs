//! The steps of an occlusion question: their words and marks, made from their [values](super::values) alone.

use glam::DVec3;

use super::limits::Limit;
use super::method::Method;
use super::values::OcclusionValues;
use super::verdict::Verdict;
use super::view::DepthView;
use crate::geometry::narrate::fine;
use crate::geometry::{Mark, MarkShape, OtherValues, Step, Tone, Values};

/// A step with its values.
pub(super) fn step(values: OcclusionValues) -> Step {
    let words = match &values {
        OcclusionValues::View { view, pixel_size, a_before_b_back, b_before_a_back } => {
            of_view(view, *pixel_size, [*a_before_b_back, *b_before_a_back])
        }
        OcclusionValues::Views { method, colliding, views } => of_views(*method, *colliding, *views),
        OcclusionValues::Exact { collides, separation, verdict, limits } => {
            exact(*collides, *separation, *verdict, limits)
        }
    };
    Step { values: Some(Values::Other(OtherValues::new(values))), ..words }
}

fn of_view(view: &DepthView, pixel_size: f64, [a_first, b_first]: [bool; 2]) -> Step {
    let word = |passes: bool| if passes { "some sample passes" } else { "no sample passes" };
    let collides = a_first && b_first;
    let n = view.resolution;
    Step {
        title: format!("View along {}", triple(view.direction)),
        formula: "front(A) ≤ back(B) in some pixel, and front(B) ≤ back(A) in some pixel".into(),
        numbers: format!(
            "{n} × {n} pixels, each {} m wide at the bodies\nback faces of B against the front faces of A: {}\nback faces \
             of A against the front faces of B: {}",
            fine(pixel_size),
            word(a_first),
            word(b_first)
        ),
        outcome: match (a_first, b_first) {
            (true, true) => "Both tests pass, so the pair collides in this view.".into(),
            (true, false) => "The second test fails: A is in front of B in this view.".into(),
            (false, true) => "The first test fails: B is in front of A in this view.".into(),
            (false, false) => "Both tests fail: no pixel has both bodies.".into(),
        },
        tone: if collides { Tone::Pass } else { Tone::Fail },
        marks: volume(view, if collides { Tone::Pass } else { Tone::Fail }),
        ..Step::default()
    }
}

fn of_views(method: Method, colliding: usize, views: usize) -> Step {
    let collides = colliding == views;
    Step {
        title: "All views".into(),
        formula: "collides when the pair collides in every view".into(),
        numbers: format!("method {}: {colliding} of {views} views", method.word()),
        outcome: if collides {
            "The queries answer: they collide."
        } else {
            "The queries answer: they do not collide."
        }
        .into(),
        tone: if collides { Tone::Pass } else { Tone::Fail },
        ..Step::default()
    }
}

fn exact(collides: bool, separation: f64, verdict: Verdict, limits: &[Limit]) -> Step {
    let touches = separation <= 0.0;
    let truth = if touches {
        "The bodies themselves touch".to_owned()
    } else {
        format!("The bodies themselves are {} m apart", fine(separation))
    };
    let limits = limits.iter().map(|limit| limit.words()).collect::<Vec<_>>().join("; ");
    let judged = match (verdict.is_true(), limits.is_empty()) {
        (true, true) => "so the answer is right, and nothing here could make it wrong.".to_owned(),
        (true, false) => format!("so the answer is right. What could make such an answer wrong: {limits}."),
        (false, _) => format!("so the answer is wrong, because {limits}."),
    };
    let sign = if collides { "positive" } else { "negative" };
    Step {
        title: "Exact answer".into(),
        formula: "distance of the bodies themselves, in f64".into(),
        numbers: format!("separation = {} m", fine(separation)),
        outcome: format!("{truth}: a {} {sign}, {judged}", if verdict.is_true() { "true" } else { "false" }),
        tone: Tone::Exact,
        ..Step::default()
    }
}

/// The view volume.
fn volume(view: &DepthView, tone: Tone) -> Vec<Mark> {
    let corners = view.corners().map(|corner| corner.as_vec3());
    vec![Mark { shape: MarkShape::Box { corners }, tone, label: String::new() }]
}

fn triple(v: DVec3) -> String {
    let [x, y, z] = (v + DVec3::ZERO).to_array().map(fine);
    format!("({x}, {y}, {z})")
}
