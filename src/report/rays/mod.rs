//! The answers of rays. Most objects are not on a ray's line, so only those on the line have an answer in the list;
//! images are few, and each image with cells has one.

pub(super) mod answers;
mod brief;
mod explain;
mod headline;
mod json;
pub(super) mod mistaken;
pub(super) mod mistaken_step;
mod of_report;
pub(super) mod question;
pub(super) mod subject;
pub(super) mod words;
