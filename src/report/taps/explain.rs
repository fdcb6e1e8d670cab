//! A tap explained: its ray, the candidates of each type with their reasons, and both rules.

use super::headline::{headline, words};
use crate::geometry::narrate::{self, fine};
use crate::geometry::{Mark, MarkShape, Narrator, Step, Story, Tone};
use crate::report::explanation::Explanation;
use crate::trajectory::tap::{Candidate, POINT_ANGLE, Reason, Rule, Target, Test};
use crate::world::{TapAnswer, TapAt};

/// Explains a tap; `None` for one without an answer.
pub(super) fn explain(tap: &TapAt) -> Option<Explanation> {
    let answer = tap.outcome.as_ref().ok()?;
    let mut story = Story::default();
    story.step(|| tell_ray(tap, answer));
    for test in &answer.tests {
        story.step(|| tell_test(answer, test));
    }
    story.step(|| tell_rules(tap, answer));
    Some(Explanation {
        title: format!("What does the tap `{}` hit?", tap.name),
        answer: headline(tap)?,
        tone: if answer.chosen(tap.rule).is_some() { Tone::Pass } else { Tone::Fail },
        disagreement: None,
        story,
    })
}

fn tell_ray(tap: &TapAt, answer: &TapAnswer) -> Step {
    let reach = answer.chosen(tap.rule).map_or(2.0, |chosen| chosen.hit.distance);
    let (from, to) = (answer.origin.as_vec3(), (answer.origin + answer.direction * reach).as_vec3());
    Step {
        title: "The ray".into(),
        numbers: format!(
            "time {} s, origin {}, direction {}",
            fine(tap.time),
            narrate::vec3(from),
            narrate::vec3(answer.direction.as_vec3())
        ),
        outcome: format!("It goes from the camera `{}` through the tapped point of its picture.", tap.camera),
        tone: Tone::Note,
        marks: vec![mark(MarkShape::Segment(from, to), Tone::Note)],
        ..Step::default()
    }
}

fn tell_test(answer: &TapAnswer, test: &Test) -> Step {
    let formula = match test.target {
        Target::Polygon | Target::Extent => "t = (c − o) · n / (d · n);  margin = ± distance to the boundary".into(),
        Target::Infinite => "t = (c − o) · n / (d · n)".into(),
        Target::Estimated => "the horizontal plane through the nearest point by angle".into(),
        Target::Point => format!("angle(p − o, d) ≤ {POINT_ANGLE}°;  t = (p − o) · d"),
    };
    let lines: Vec<String> = test.candidates.iter().map(|candidate| line(answer, candidate)).collect();
    let hits = test.candidates.iter().filter_map(|candidate| candidate.hit);
    let marks = hits.clone().map(|hit| mark(MarkShape::Point(hit.point.as_vec3()), Tone::Pass)).collect();
    let count = hits.count();
    Step {
        title: match test.target {
            Target::Polygon => "Polygons".into(),
            Target::Extent => "Extents".into(),
            Target::Infinite => "Infinite planes".into(),
            Target::Estimated => "Estimated plane".into(),
            Target::Point => "Feature point".into(),
        },
        formula,
        numbers: lines.join("\n"),
        outcome: match (test.candidates.len(), count) {
            (0, _) => "There is no candidate.".into(),
            (all, hits) => format!("{hits} of {} hit.", narrate::counted(all, "candidate")),
        },
        tone: if count > 0 { Tone::Pass } else { Tone::Fail },
        marks,
        ..Step::default()
    }
}

/// "`rug`: outside the boundary by 0.12 m".
fn line(answer: &TapAnswer, candidate: &Candidate) -> String {
    let name = answer.id(candidate.anchor).map_or(String::new(), |id| format!("`{id}`: "));
    let margin = candidate.margin.map(f64::abs).map(fine);
    match (candidate.hit, candidate.reason, margin) {
        (Some(hit), _, Some(margin)) => {
            format!("{name}hit at {} m, {margin} m inside the boundary", fine(hit.distance))
        }
        (Some(hit), _, None) => format!("{name}hit at {} m", fine(hit.distance)),
        (None, Some(Reason::Outside), Some(margin)) => format!("{name}outside the boundary by {margin} m"),
        (None, Some(Reason::Outside), None) => format!("{name}outside the boundary"),
        (None, Some(Reason::Parallel), _) => format!("{name}parallel to the ray"),
        (None, Some(Reason::Behind), _) => format!("{name}behind the camera"),
        (None, Some(Reason::Back), _) => format!("{name}seen from its back"),
        (None, None, _) => format!("{name}no hit"),
    }
}

fn tell_rules(tap: &TapAt, answer: &TapAnswer) -> Step {
    let line = |rule: Rule| {
        let chosen = answer.chosen(rule);
        format!("{}: {}", rule.word(), chosen.map_or("nothing".to_owned(), |chosen| words(answer, &chosen)))
    };
    let differ = super::rules_differ(answer);
    Step {
        title: "Rules".into(),
        numbers: format!("{}\n{}", line(Rule::FirstType), line(Rule::Nearest)),
        outcome: match (tap.rule, differ) {
            (rule, false) => format!("Both rules choose the same. The tap uses `{}`.", rule.word()),
            (Rule::FirstType, true) => "The first type with any hit decides, although another hit is nearer.".into(),
            (Rule::Nearest, true) => "The nearest hit decides, although an earlier type has a hit.".into(),
        },
        tone: if differ { Tone::Partial } else { Tone::Pass },
        ..Step::default()
    }
}

fn mark(shape: MarkShape, tone: Tone) -> Mark {
    Mark { shape, tone, label: String::new() }
}
