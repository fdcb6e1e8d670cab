//! The last comparisons of a recording with others, so that an answer at each tick does not compute them again.

use std::sync::{Arc, Mutex, PoisonError, Weak};

use crate::trajectory::align::AlignmentKind;
use crate::trajectory::deviation::{Deviation, NoDeviation};
use crate::trajectory::errors::Matching;

/// The errors of a path against another one, or why there are none.
pub type Comparison = Result<Arc<Deviation>, Box<NoDeviation>>;

/// So many comparisons are kept; the oldest is released first.
const KEPT: usize = 4;

/// The file that is the reference, and how it is compared.
type Question<F> = (Weak<F>, Matching, AlignmentKind);

/// Comparisons with their questions, the newest last.
#[derive(Debug)]
pub(super) struct Comparisons<F>(Mutex<Vec<(Question<F>, Comparison)>>);

impl<F> Default for Comparisons<F> {
    fn default() -> Self {
        Self(Mutex::default())
    }
}

impl<F> Comparisons<F> {
    /// The answer to a question, computed when it is not among the last ones.
    pub(super) fn get_or(&self, question: &Question<F>, compute: impl FnOnce() -> Comparison) -> Comparison {
        let is_same = |(reference, matching, freedom): &Question<F>| {
            reference.ptr_eq(&question.0) && (matching, freedom) == (&question.1, &question.2)
        };
        // A thread that panicked has left the list as it was.
        let kept = || self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some((_, answer)) = kept().iter().find(|(of, _)| is_same(of)) {
            return answer.clone();
        }
        // Others may ask meanwhile.
        let answer = compute();
        let mut kept = kept();
        kept.retain(|((reference, ..), _)| reference.strong_count() > 0);
        if kept.len() == KEPT {
            drop(kept.remove(0));
        }
        let (reference, matching, freedom) = question;
        kept.push(((Weak::clone(reference), *matching, *freedom), answer.clone()));
        answer
    }
}
