//! A mistake that a program makes.

use crate::geometry::narrate::grouped;
use crate::mistakes::{MISTAKES, Mistake};

/// A wrong rule, or two at once, that answers as the program does.
#[derive(Clone, Debug, PartialEq)]
pub struct NamedMistake {
    /// The keys; two for two mistakes at once.
    pub keys: Vec<&'static str>,
    /// The part of the cases that tell this rule from the right one in which the program answers as it does.
    pub share: f64,
    /// These cases.
    pub cases: u64,
}

impl NamedMistake {
    /// The mistakes of its keys.
    pub fn mistakes(&self) -> impl Iterator<Item = &'static Mistake> {
        self.keys.iter().filter_map(|key| MISTAKES.iter().find(|mistake| mistake.key == *key))
    }

    /// The key in reports: two keys have a `+` between them.
    pub fn key(&self) -> String {
        self.keys.join("+")
    }

    /// How many of the answers are those of the wrong rules, as a sentence with the keys in backticks.
    pub fn sentence(&self) -> String {
        #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "a count")]
        let agreeing = grouped((self.share * self.cases as f64).round() as u64);
        let keys: Vec<String> = self.keys.iter().map(|key| format!("`{key}`")).collect();
        let together = if keys.len() > 1 { " together" } else { "" };
        format!(
            "In {agreeing} of {} cases the answers are those of {}{together}.",
            grouped(self.cases),
            keys.join(" and ")
        )
    }
}
