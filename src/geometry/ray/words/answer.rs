//! The words of an answer.

use super::numbers::among_bounds;
use crate::geometry::narrate::{Step, Tone, num};
use crate::geometry::ray::answer::{Feature, Inside, Miss, RayKind};
use crate::geometry::ray::values::Answer;

/// The answer of a ray and a solid.
pub(super) fn of_solid(answer: &Answer) -> Step {
    let Answer { query, interval, result, no_line, .. } = *answer;
    let (title, outcome) = match result {
        Err(_) if let Some(why) = no_line => ("Miss", why.sentence().to_owned()),
        Err(Miss::Behind) => ("Behind", "The solid lies at t < 0, behind the start.".to_owned()),
        Err(Miss::Beyond) if interval.is_some_and(|t| t.near < 0.0) => {
            ("Beyond", "The segment starts inside the hollow solid and ends at t = 1, before it leaves.".to_owned())
        }
        Err(Miss::Beyond) => ("Beyond", "The segment ends at t = 1, before the solid.".to_owned()),
        Err(Miss::Misses | Miss::Masked | Miss::Transparent) => ("Miss", "The whole line stays outside.".to_owned()),
        Ok(hit) if hit.feature == Feature::Inside => {
            ("Inside", "t_in < 0 ≤ t_out: the start is inside the full solid, so the hit is at t = 0.".to_owned())
        }
        Ok(hit) => {
            let how = match (query.kind, query.inside, interval) {
                (RayKind::Ray | RayKind::Segment, Inside::Hollow, Some(t)) if t.near < 0.0 => {
                    "The start is inside the hollow solid: the ray hits where it leaves, "
                }
                (RayKind::Line, ..) => "A line hits where it enters, on either side of the start, ",
                _ => "The ray hits where it enters, ",
            };
            let metres = num(hit.distance);
            ("Hit", format!("{how}at t = {}, {metres} m from the origin, on {}.", num(hit.t), hit.feature.in_words()))
        }
    };
    step(title, outcome, ["t_in", "t_out"], answer)
}

/// The answer of a ray and a mesh.
pub(super) fn of_mesh(answer: &Answer) -> Step {
    let Answer { query, interval, result, spot, no_line, .. } = *answer;
    let (title, outcome) = match (result, spot) {
        _ if let Some(why) = no_line => ("Miss", why.sentence().to_owned()),
        (Err(Miss::Behind), _) => ("Behind", "All crossings that count lie at t < 0, behind the start.".to_owned()),
        (Err(Miss::Beyond), _) => ("Beyond", "The segment ends at t = 1, before the next crossing.".to_owned()),
        (Err(_), _) if interval.is_some() => {
            ("Miss", "The line meets back faces only, and those are culled.".to_owned())
        }
        (Err(_), _) => ("Miss", "The whole line misses the mesh.".to_owned()),
        (Ok(hit), Some(spot)) => {
            let how = match query.kind {
                RayKind::Line => "A line hits the first crossing, on either side of the start:",
                _ if query.inside == Inside::Hollow => "Only the surface counts: the ray hits the next crossing,",
                _ => "The ray hits the next crossing:",
            };
            let metres = num(hit.distance);
            ("Hit", format!("{how} triangle {} at t = {}, {metres} m from the origin.", spot.triangle, num(hit.t)))
        }
        (Ok(_), None) => ("Inside", "The start is inside the full solid, so the hit is at t = 0.".to_owned()),
    };
    step(title, outcome, ["first t", "last t"], answer)
}

/// A step with the ends of the interval under these names.
fn step(title: &str, outcome: String, names: [&str; 2], answer: &Answer) -> Step {
    let numbers = answer.interval.map_or("no interval".to_owned(), |t| {
        let [near, far] = among_bounds(t);
        format!("{} = {near}, {} = {far}", names[0], names[1])
    });
    Step {
        title: title.to_owned(),
        formula: answer.query.kind.range_in_words().to_owned(),
        numbers,
        outcome,
        tone: Tone::pass_or_fail(answer.result.is_ok()),
        ..Step::default()
    }
}
