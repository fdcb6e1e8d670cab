//! Explains one answer: the same query again, with a [`Story`](crate::geometry::Story) that records its steps, and the exact
//! reference beside it. Each question explains its own answers, see `Question::explain`.

pub use super::explanation::{Explanation, WRONG_STEP};
pub use super::explanation_json::ExplanationJson;
pub use super::find_subject::{ExplainError, items, subject, subjects, why_seen};
pub use super::subject::Subject;

use super::all_answers::Report;
use crate::world::World;

/// Explains one answer. `None` when an index is out of range, and when [`Subject::why_no_answer`] has a reason.
pub fn explain(world: &World, subject: Subject) -> Option<Explanation> {
    subject.explain(world).map(Explanation::escaped)
}

/// The same, faster for large worlds with an octree: it uses the trees of `report`, which must be the report of `world`.
pub fn explain_beside(world: &World, report: &Report, subject: Subject) -> Option<Explanation> {
    subject.explain_beside(world, report).map(Explanation::escaped)
}
