//! The outcomes of the expectations of the open scene, evaluated after each edit.

use super::evaluation::{Evaluated, Evaluation};
use super::now::{Now, uses_depth};
use crate::report::expected::{ExpectedOutcome, outcomes};

/// The outcome of each expectation, in the order of the scene.
pub(in crate::workspace) type Expectations = Evaluation<(), Vec<ExpectedOutcome>>;

/// The evaluation of all expectations of the scene.
pub(super) fn of_expectations(now: &Now) -> Evaluated<(), Vec<ExpectedOutcome>> {
    Evaluated {
        question: (!now.scene.expect.is_empty()).then_some(()),
        uses_depth: uses_depth(now.scene),
        compute: |content, (), depth| outcomes(content, depth),
    }
}
