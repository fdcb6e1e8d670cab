//! The mistakes that people make in spatial code, as small wrong rules beside the right ones.
//!
//! A [`Case`] is one input of a [`SpatialQuestion`]. [`rules::answer`] answers it by the right rule, or by a rule with a set of
//! [`MistakeKind`]s. [`MISTAKES`] lists them all, with their words and the project in which each was found.
//!
//! All inputs are `f32`. The rules compute in `f64`, so that a difference between two rules is never their rounding; only a mistake
//! that consists in rounding computes in `f32`.

mod answer;
mod case;
mod local_line;
mod mistake;
mod question;
pub mod rules;
mod set;
mod table;

pub use answer::{Answer, SaidHit, SaidVerdict};
pub use case::{Case, RayCase, SolidKind};
pub use local_line::LocalLine;
pub use mistake::{Mistake, MistakeKind};
pub use question::SpatialQuestion;
pub use set::MistakeSet;
pub use table::{MISTAKES, of_key, of_question};
