//! The answers about colliders: their section of a report, their sentence, and their explanation. [`crate::clearance::deviation`]
//! compares the surfaces.

mod answers;
mod brief;
mod by_name;
mod explain;
mod headline;
mod json;
pub(super) mod question;

pub use answers::{ColliderInput, ColliderWork, Compared};
pub use by_name::{PairByName, is_compared, pairs_by_name};
pub(in crate::report) use by_name::{drawn_name, is_among, is_collider};
pub use headline::headline;

#[cfg(test)]
mod tests;
