//! A tap in one sentence.

use super::words::{chosen, hit};
use crate::world::TapAt;

/// What the tap hits; `None` for a tap without an answer.
pub fn headline(tap: &TapAt) -> Option<String> {
    let answer = tap.outcome.as_ref().ok()?;
    let (own, other) = (answer.chosen(tap.rule), answer.chosen(tap.rule.other()));
    Some(match own {
        None => format!("`{}` hits nothing", tap.name),
        Some(own) if Some(own) == other => format!("`{}` hits {}", tap.name, hit(answer, &own)),
        Some(own) => format!(
            "`{}` hits {}; the rule `{}` would choose {}",
            tap.name,
            hit(answer, &own),
            tap.rule.other().word(),
            chosen(answer, tap.rule.other())
        ),
    })
}
