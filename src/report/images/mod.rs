//! The answers about images: their section of a report, and their explanation. The world computes the answers.

mod answers;
mod brief;
mod explain;
mod json;
pub(super) mod question;
pub(super) mod unanswered;
