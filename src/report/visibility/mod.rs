//! What cameras see: the pixels of each object, and why an object has none. [`crate::visibility`] computes them.

pub(super) mod answers;
mod brief;
mod explain;
mod headline;
mod json;
pub(super) mod looking;
pub(super) mod question;
pub(super) mod subject;
pub(crate) mod targets;
pub(crate) mod words;
