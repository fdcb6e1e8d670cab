//! A leak step by step: the start, the cells of the search, and the way with its narrowest place.

use glam::DVec3;

use super::answers::{LeakInput, LeakWork};
use super::headline::headline;
use crate::clearance::UndecidedReason;
use crate::clearance::leak::{LeakAnswer, LeakPath};
use crate::geometry::narrate::{vec3, written};
use crate::geometry::{Mark, MarkShape, Narrator, Step, Story, Tone};
use crate::report::explanation::Explanation;
use crate::world::World;

/// Corners of a way that are listed.
const MOST_CORNERS: usize = 12;

/// `None` while there is no answer.
pub(super) fn explain(world: &World, asked: &LeakWork) -> Option<Explanation> {
    let (input, answer) = (asked.input.as_ref().ok()?, asked.answer.as_ref()?);
    let mut story = Story::default();
    story.step(|| start(world, input, answer));
    let mut decided_by = 0;
    match &**answer {
        LeakAnswer::StartsInside { .. } => {}
        LeakAnswer::Sealed { goal_inside: Some(distance), .. } => {
            story.step(|| goal(input, *distance));
            decided_by = 1;
        }
        LeakAnswer::Sealed { resolution, .. } => {
            story.step(|| sealed(input, *resolution));
            decided_by = 1;
        }
        LeakAnswer::Undecided { reason, resolution, near } => {
            story.step(|| undecided(input, reason, *resolution, *near));
            decided_by = 1;
        }
        LeakAnswer::Leaks(path) => {
            story.step(|| way(path));
            if path.width.is_finite() {
                story.step(|| narrowest(world, input, path));
                decided_by = 2;
            } else {
                decided_by = 1;
            }
        }
    }
    let tone = match &**answer {
        LeakAnswer::Leaks(_) => Tone::Fail,
        LeakAnswer::Sealed { .. } => Tone::Pass,
        LeakAnswer::StartsInside { .. } | LeakAnswer::Undecided { .. } => Tone::Partial,
    };
    Some(Explanation {
        title: format!("Does `{}` leak?", asked.name),
        answer: headline(asked)?,
        tone,
        disagreement: None,
        decided_by: Some(decided_by),
        wrong_step: None,
        story,
    })
}

fn mark(shape: MarkShape, tone: Tone, label: impl Into<String>) -> Mark {
    Mark { shape, tone, label: label.into() }
}

fn listed(names: &[&str]) -> String {
    let quoted: Vec<String> = names.iter().map(|name| format!("`{name}`")).collect();
    if quoted.is_empty() { "a body".to_owned() } else { quoted.join(" and ") }
}

fn start(world: &World, input: &LeakInput, answer: &LeakAnswer) -> Step {
    let (from, radius) = (input.query.from.as_vec3(), input.query.radius);
    let (tone, outcome) = match answer {
        LeakAnswer::StartsInside { distance, body } => (
            Tone::Partial,
            format!(
                "{} is {} m from the start, less than the radius. Move `from` away from it, or make `radius` smaller.",
                listed(&input.names(world, &[*body])),
                written(*distance)
            ),
        ),
        _ => (Tone::Pass, "Nothing is nearer to the start than the radius, so the sphere has room there.".to_owned()),
    };
    Step {
        title: "Start".into(),
        formula: "distance of the nearest triangle or solid ≥ radius".into(),
        numbers: format!("from = {}\nradius = {} m", vec3(from), written(radius)),
        outcome,
        tone,
        marks: vec![mark(MarkShape::Point(from), tone, "start")],
        values: None,
    }
}

fn goal(input: &LeakInput, distance: f64) -> Step {
    let to = input.query.to.unwrap_or(input.query.from).as_vec3();
    Step {
        title: "Goal".into(),
        formula: "distance of the nearest triangle or solid ≥ radius".into(),
        numbers: format!("to = {}\ndistance = {} m < {} m", vec3(to), written(distance), written(input.query.radius)),
        outcome: "The sphere has no room at the goal, so it cannot arrive there. Move `to` away from the surface."
            .into(),
        tone: Tone::Fail,
        marks: vec![mark(MarkShape::Point(to), Tone::Fail, "goal")],
        values: None,
    }
}

fn sealed(input: &LeakInput, resolution: f64) -> Step {
    Step {
        title: "Search".into(),
        formula: "a cell is free when d(centre) ≥ radius + half diagonal, and blocked when all of it is nearer than the radius".into(),
        numbers: format!("smallest cells: {} m\nradius = {} m", written(resolution), written(input.query.radius)),
        outcome: "Blocked cells without a gap separate the start from the goal. No point of a blocked cell keeps the radius, so \
                  this is a proof and not a sample."
            .into(),
        tone: Tone::Pass,
        marks: vec![mark(MarkShape::Point(input.query.from.as_vec3()), Tone::Pass, "start")],
        values: None,
    }
}

fn undecided(input: &LeakInput, reason: &UndecidedReason, resolution: f64, near: Option<DVec3>) -> Step {
    let remedy = match reason {
        UndecidedReason::TooClose => " Choose a radius that is 15 % larger or smaller to decide it.",
        UndecidedReason::Memory(_) => "",
        UndecidedReason::TooManyCells => " Choose a larger `radius`, or name fewer `objects`.",
        UndecidedReason::Cancelled => " Change the leak, or open the scene again, to search once more.",
    };
    let place = near.map_or(String::new(), |near| format!("\nundecided near {}", vec3(near.as_vec3())));
    let marks = near.into_iter().map(|near| mark(MarkShape::Point(near.as_vec3()), Tone::Partial, "undecided"));
    let words = reason.to_string();
    let mut letters = words.chars();
    let words: String = letters.next().into_iter().flat_map(char::to_uppercase).chain(letters).collect();
    Step {
        title: "Search".into(),
        formula: "a cell is free when d(centre) ≥ radius + half diagonal, and blocked when all of it is nearer than the radius".into(),
        numbers: format!("smallest cells: {} m\nradius = {} m{place}", written(resolution), written(input.query.radius)),
        outcome: format!("{words}.{remedy}"),
        tone: Tone::Partial,
        marks: marks.collect(),
        values: None,
    }
}

fn way(path: &LeakPath) -> Step {
    let mut corners: Vec<String> = path.points.iter().take(MOST_CORNERS).map(|point| vec3(point.as_vec3())).collect();
    if path.points.len() > MOST_CORNERS {
        corners.push(format!("{} more", path.points.len() - MOST_CORNERS));
    }
    let segments = path
        .points
        .windows(2)
        .map(|ends| mark(MarkShape::Segment(ends[0].as_vec3(), ends[1].as_vec3()), Tone::Fail, ""));
    Step {
        title: "Way".into(),
        formula: "distance of every segment from every triangle and solid ≥ radius".into(),
        numbers: corners.join("\n"),
        outcome: format!(
            "The centre of the sphere moves {} m along this line. Each segment was measured against all triangles and solids.",
            written(path.length)
        ),
        tone: Tone::Fail,
        marks: segments.collect(),
        values: None,
    }
}

fn narrowest(world: &World, input: &LeakInput, path: &LeakPath) -> Step {
    let at = path.narrowest.as_vec3();
    let names = input.names(world, &path.bodies);
    let width = written(path.width);
    Step {
        title: "Narrowest place".into(),
        formula: "width = 2 · least distance on the way".into(),
        numbers: format!("at {}\nwidth = {width} m ≥ {} m", vec3(at), written(2.0 * input.query.radius)),
        outcome: format!(
            "The way is narrowest between parts of {}: {width} m. Close the gap there, or make it smaller than {} m.",
            listed(&names),
            written(2.0 * input.query.radius)
        ),
        tone: Tone::Fail,
        marks: vec![mark(MarkShape::Point(at), Tone::Fail, format!("{width} m wide"))],
        values: None,
    }
}
