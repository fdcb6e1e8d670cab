//! A fault as a row of the list.

use crate::escape;
use crate::hunt::record::{answer_in_words, exhibit, in_words};
use crate::hunt::wire::write_truth;
use crate::hunt::{Example, FaultKind, NamedMistake};

/// A fault in words, with its scene.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct FoundFault {
    pub(super) kind: FaultKind,
    pub(super) family: &'static str,
    /// The case, its smallest form when it has been searched.
    pub(super) case: String,
    /// What the program answered.
    pub(super) answer: String,
    /// What is right.
    pub(super) truth: String,
    /// The text of a scene with the case; `None` for a case that no scene can show.
    pub(super) scene: Option<String>,
}

impl FoundFault {
    /// An example of a program that makes these mistakes, as far as they are known.
    pub(super) fn of(example: &Example, mistakes: &[NamedMistake]) -> Self {
        let smallest = example.smallest();
        Self {
            kind: example.kind,
            family: example.family,
            case: in_words(smallest.recipe),
            answer: escape::shown(&answer_in_words(example)).into_owned(),
            truth: write_truth(smallest.truth).to_string(),
            scene: exhibit(example, mistakes),
        }
    }
}
