//! The answers of cameras: the verdict of the planes on every tested box, and the exact verdict.

pub(super) mod answers;
mod brief;
mod explain;
mod headline;
mod json;
pub(super) mod mistaken;
mod mistaken_step;
mod of_report;
pub(super) mod question;
pub(super) mod subject;
