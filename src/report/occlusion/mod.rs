//! The scene's occlusion queries: whether bodies touch by depth tests, and the exact answers.
//!
//! The caller passes the depth buffer ([`answers`]). A query with `among` becomes one entry for each pair whose bounds
//! overlap; a packed tree finds these pairs.

mod ask;
mod brief;
mod broad_phase;
mod compared;
pub(super) mod entry;
mod explain;
mod headline;
mod json;
mod marks;
mod named;
mod pair_query;
pub(super) mod question;
mod unanswered;

pub use self::ask::answers;
pub use self::entry::{Answerer, Answers, PairEntry, without_depth};
pub use self::named::is_named;
pub use broad_phase::{BroadPhase, broad_phase};
pub use compared::{ComparedAnswers, ComparedBodies, PairSource, compared, shown_pair};
pub use explain::{explain, explain_answers};
pub use headline::headline;
pub use marks::{PairMarks, marks};
pub use unanswered::{AllUnanswered, Unanswered};
