//! A tap in one sentence.

use crate::geometry::narrate::num;
use crate::trajectory::tap::Chosen;
use crate::world::{TapAnswer, TapAt};

/// What the tap hits; `None` for a tap without an answer.
pub fn headline(tap: &TapAt) -> Option<String> {
    let answer = tap.outcome.as_ref().ok()?;
    let other = answer.chosen(tap.rule.other());
    Some(match answer.chosen(tap.rule) {
        None => format!("`{}` hits nothing", tap.name),
        Some(chosen) if Some(chosen) == other => format!("`{}` hits {}", tap.name, words(answer, &chosen)),
        Some(chosen) => format!(
            "`{}` hits {}; the rule `{}` would choose {}",
            tap.name,
            words(answer, &chosen),
            tap.rule.other().word(),
            other.map_or("nothing".to_owned(), |other| words(answer, &other))
        ),
    })
}

/// "the polygon of `floor` at 2.1 m".
#[expect(clippy::cast_possible_truncation, reason = "four digits are shown")]
pub(super) fn words(answer: &TapAnswer, chosen: &Chosen) -> String {
    use crate::trajectory::tap::Target;
    let distance = num(chosen.hit.distance as f32);
    match (chosen.target, answer.id(chosen.anchor)) {
        (Target::Infinite, Some(id)) => format!("the infinite plane of `{id}` at {distance} m"),
        (target, Some(id)) => format!("the {} of `{id}` at {distance} m", target.word()),
        (Target::Estimated, None) => format!("an estimated plane at {distance} m"),
        (target, None) => format!("a {} at {distance} m", target.word()),
    }
}
