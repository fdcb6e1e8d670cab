//! The words of candidates, hits and rules, for the sentence, the explanation and the window.

use crate::geometry::narrate::{fine, num};
use crate::trajectory::tap::{Candidate, ChosenHit, Reason, Rule, TapTarget};
use crate::world::{TapAnswer, TapAt};

/// The title of a type.
pub(crate) fn title(target: TapTarget) -> &'static str {
    match target {
        TapTarget::Polygon => "Polygons",
        TapTarget::Extent => "Extents",
        TapTarget::Infinite => "Infinite planes",
        TapTarget::Estimated => "Estimated plane",
        TapTarget::Point => "Feature point",
    }
}

/// "`rug`: outside the boundary by 0.12 m".
pub(crate) fn candidate(answer: &TapAnswer, candidate: &Candidate) -> String {
    let name = answer.id(candidate.anchor).map_or(String::new(), |id| format!("`{id}`: "));
    let margin = candidate.margin.map(f64::abs).map(fine);
    match (candidate.hit, margin) {
        (Some(hit), Some(margin)) => format!("{name}hit at {} m, {margin} m inside the boundary", fine(hit.distance)),
        (Some(hit), None) => format!("{name}hit at {} m", fine(hit.distance)),
        (None, Some(margin)) => format!("{name}{} by {margin} m", missed(candidate)),
        (None, None) => format!("{name}{}", missed(candidate)),
    }
}

/// Why a candidate is not hit.
pub(crate) fn missed(candidate: &Candidate) -> &'static str {
    match candidate.reason {
        Some(Reason::Outside) => "outside the boundary",
        Some(Reason::Parallel) => "parallel to the ray",
        Some(Reason::Behind) => "behind the camera",
        Some(Reason::Back) => "seen from its back",
        None => "no hit",
    }
}

/// The hit that a rule chooses, or "nothing".
pub(crate) fn chosen(answer: &TapAnswer, rule: Rule) -> String {
    answer.chosen(rule).map_or("nothing".to_owned(), |chosen| hit(answer, &chosen))
}

/// "the polygon of `floor` at 2.1 m".
#[expect(clippy::cast_possible_truncation, reason = "four digits are shown")]
pub(super) fn hit(answer: &TapAnswer, chosen: &ChosenHit) -> String {
    let distance = num(chosen.hit.distance as f32);
    match (chosen.target, answer.id(chosen.anchor)) {
        (TapTarget::Infinite, Some(id)) => format!("the infinite plane of `{id}` at {distance} m"),
        (target, Some(id)) => format!("the {} of `{id}` at {distance} m", target.word()),
        (TapTarget::Estimated, None) => format!("an estimated plane at {distance} m"),
        (target, None) => format!("a {} at {distance} m", target.word()),
    }
}

/// Whether both rules choose the same, and what the rule of the tap means here.
pub(crate) fn rules(tap: &TapAt, answer: &TapAnswer) -> String {
    match (tap.rule, super::rules::rules_differ(answer)) {
        (rule, false) => format!("Both rules choose the same. The tap uses `{}`.", rule.word()),
        (Rule::FirstType, true) => "The first type with any hit decides, although another hit is nearer.".into(),
        (Rule::Nearest, true) => "The nearest hit decides, although an earlier type has a hit.".into(),
    }
}
