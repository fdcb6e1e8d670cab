//! A mistake that a program makes.

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
}
