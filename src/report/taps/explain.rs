//! A tap explained: its ray, the candidates of each type with their reasons, and both rules.

use super::headline::headline;
use super::words;
use crate::geometry::narrate::{self, fine};
use crate::geometry::{Mark, MarkShape, Narrator, Step, Story, Tone};
use crate::report::explanation::Explanation;
use crate::trajectory::tap::{POINT_ANGLE, Rule, TapRay, TapTarget};
use crate::world::{TapAnswer, TapAt};

/// Explains a tap; `None` for one without an answer.
pub(super) fn explain(tap: &TapAt) -> Option<Explanation> {
    let answer = tap.outcome.as_ref().ok()?;
    let mut story = Story::default();
    story.step(|| ray_step(tap, answer));
    for &target in &answer.order {
        story.step(|| test_step(answer, target));
    }
    story.step(|| rules_step(tap, answer));
    // The type whose hit is chosen; without a hit, all types decide together.
    let chosen = answer.chosen(tap.rule);
    let of_chosen = answer.order.iter().position(|target| chosen.is_some_and(|chosen| chosen.target == *target));
    let decided_by = of_chosen.map_or(story.steps.len() - 1, |at| at + 1);
    Some(Explanation {
        title: format!("What does the tap `{}` hit?", tap.name),
        answer: headline(tap)?,
        tone: Tone::pass_or_fail(answer.chosen(tap.rule).is_some()),
        disagreement: None,
        decided_by: Some(decided_by),
        wrong_step: None,
        story,
    })
}

fn ray_step(tap: &TapAt, answer: &TapAnswer) -> Step {
    let reach = answer.chosen(tap.rule).map_or(2.0, |chosen| chosen.hit.distance);
    let TapRay { origin, direction } = answer.ray;
    let (from, to) = (origin.as_vec3(), (origin + direction * reach).as_vec3());
    Step {
        title: "The ray".into(),
        numbers: format!(
            "time {} s, origin {}, direction {}",
            fine(tap.time),
            narrate::vec3(from),
            narrate::vec3(direction.as_vec3())
        ),
        outcome: format!("The ray goes from the camera `{}` through the tapped point of its picture.", tap.camera),
        tone: Tone::Note,
        marks: vec![mark(MarkShape::Segment(from, to), Tone::Note)],
        ..Step::default()
    }
}

fn test_step(answer: &TapAnswer, target: TapTarget) -> Step {
    let formula = match target {
        TapTarget::Polygon | TapTarget::Extent => {
            "t = (c − o) · n / (d · n);  margin = ± distance to the boundary".into()
        }
        TapTarget::Infinite => "t = (c − o) · n / (d · n)".into(),
        TapTarget::Estimated => "horizontal plane through the feature point of least angle to the ray".into(),
        TapTarget::Point => format!("angle(p − o, d) ≤ {POINT_ANGLE}°;  t = (p − o) · d"),
    };
    let (mut lines, mut marks) = (Vec::new(), Vec::new());
    for candidate in answer.candidates(target) {
        lines.push(words::candidate(answer, &candidate));
        marks.extend(candidate.hit.map(|hit| mark(MarkShape::Point(hit.point.as_vec3()), Tone::Pass)));
    }
    let count = marks.len();
    Step {
        title: words::title(target).into(),
        formula,
        numbers: lines.join("\n"),
        outcome: match (lines.len(), count) {
            (0, _) => "There is no candidate.".into(),
            (all, hits) => format!("{hits} of {} hit.", narrate::counted(all, "candidate")),
        },
        tone: Tone::pass_or_fail(count > 0),
        marks,
        ..Step::default()
    }
}

fn rules_step(tap: &TapAt, answer: &TapAnswer) -> Step {
    let line = |rule: Rule| format!("{}: {}", rule.word(), words::chosen(answer, rule));
    let differ = super::rules::rules_differ(answer);
    Step {
        title: "Rules".into(),
        numbers: format!("{}\n{}", line(Rule::FirstType), line(Rule::Nearest)),
        outcome: words::rules(tap, answer),
        tone: if differ { Tone::Partial } else { Tone::Pass },
        ..Step::default()
    }
}

fn mark(shape: MarkShape, tone: Tone) -> Mark {
    Mark { shape, tone, label: String::new() }
}
