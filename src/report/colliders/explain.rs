//! A comparison of a collider step by step: both ways, and the tolerance.

use super::answers::{ColliderInput, ColliderWork};
use super::headline::headline;
use crate::clearance::deviation::{Deviation, Deviations};
use crate::geometry::narrate::{vec3, written};
use crate::geometry::{Mark, MarkShape, Narrator, Step, Story, Tone};
use crate::report::explanation::Explanation;

/// `None` while there is no answer.
pub(super) fn explain(asked: &ColliderWork) -> Option<Explanation> {
    let input = asked.input.as_ref().ok()?;
    let title = format!("Does `{}` follow `{}`?", input.names[1], input.names[0]);
    let answer = headline(asked)?;
    let mut story = Story::default();
    let (tone, decided_by) = match asked.answer.as_ref()?.as_ref() {
        Err(reason) => {
            story.step(|| Step {
                title: "Search".into(),
                formula: "greatest distance of a point of one surface from the other".into(),
                numbers: String::new(),
                outcome: format!("The comparison has no result: {reason}."),
                tone: Tone::Partial,
                marks: Vec::new(),
                values: None,
            });
            (Tone::Partial, 0)
        }
        Ok(found) => {
            let [render, collider] = &input.names;
            let [forth, back] = &found.both;
            let passes = "A bullet or a foot passes through what is drawn there, or stops in front of it.";
            let stops = "A bullet or a body stops there where nothing is drawn, or sinks into what is drawn.";
            story.step(|| one_way(input, [render, collider], forth, passes));
            story.step(|| one_way(input, [collider, render], back, stops));
            story.step(|| tolerance(input, found));
            let first = found.both.iter().position(|one| one.distance > input.tolerance);
            (Tone::pass_or_fail(first.is_none()), first.unwrap_or(2))
        }
    };
    Some(Explanation { title, answer, tone, disagreement: None, decided_by: Some(decided_by), wrong_step: None, story })
}

fn one_way(input: &ColliderInput, [from, to]: [&str; 2], one: &Deviation, beyond: &str) -> Step {
    let tone = Tone::pass_or_fail(one.distance <= input.tolerance);
    let [point, nearest] = one.points.map(glam::DVec3::as_vec3);
    let outcome = if one.distance <= input.tolerance {
        format!("No point of `{from}` is further from `{to}` than {} m.", written(one.distance))
    } else {
        format!("At {} the surface of `{from}` is {} m from `{to}`. {beyond}", vec3(point), written(one.distance))
    };
    let label = format!("{} m", written(one.distance));
    let marks = vec![
        Mark { shape: MarkShape::Segment(point, nearest), tone, label },
        Mark { shape: MarkShape::Point(point), tone, label: String::new() },
    ];
    Step {
        title: format!("From `{from}` to `{to}`"),
        formula: "max over a of (min over b of |a − b|), by triangles whose bounds are compared".into(),
        numbers: format!("distance = {} m\na = {}\nb = {}", written(one.distance), vec3(point), vec3(nearest)),
        outcome,
        tone,
        marks,
        values: None,
    }
}

fn tolerance(input: &ColliderInput, found: &Deviations) -> Step {
    let [forth, back] = found.both.each_ref().map(|one| one.distance);
    let is_within = input.is_within(found);
    Step {
        title: "Tolerance".into(),
        formula: "both distances ≤ tolerance".into(),
        numbers: format!("{} m, {} m ≤ {} m", written(forth), written(back), written(input.tolerance)),
        outcome: if is_within {
            "Both distances are within the tolerance.".into()
        } else {
            "A distance is above the tolerance. Move or refine the collider at the marked place, or accept it with a larger \
             `tolerance`."
                .into()
        },
        tone: Tone::pass_or_fail(is_within),
        marks: Vec::new(),
        values: None,
    }
}
