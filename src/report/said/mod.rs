//! What a program itself answered, beside ours: the disagreements, each with its cause.
//!
//! The causes are tried in an order, and the first one that holds is given ([`Cause`]). Only answers differ whose difference a
//! player would notice: `visible` agrees with `inside` and `intersect`, and a t within a thousandth of itself.

mod agents;
mod answers;
mod begins;
mod bounds_kind;
mod brief;
mod cause;
mod disagreement;
mod earlier;
mod effect;
mod json;
mod outcome;
mod pairs;
pub(super) mod question;
mod rays;
mod tested_bounds;
#[cfg(test)]
mod tests;
mod theirs;
mod views;

pub use answers::SaidAnswers;
pub use begins::{SaidBegin, SaidBegins};
pub use bounds_kind::BoundsKind;
pub use cause::{Cause, CauseKind};
pub use disagreement::{AskedItem, Disagreement, Opinion};
pub use effect::Effect;
