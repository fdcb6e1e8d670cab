//! Whether the two rules of a tap differ.

use crate::world::TapAnswer;

/// Whether the two rules choose different hits.
pub fn rules_differ(answer: &TapAnswer) -> bool {
    use crate::trajectory::tap::Rule;
    answer.chosen(Rule::FirstType) != answer.chosen(Rule::Nearest)
}
