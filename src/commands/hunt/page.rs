//! The page of a run.

use super::pictures::ShownFault;
use crate::hunt::{AnswererInfo, Findings};

/// The page.
pub(super) fn page(_: &Findings, _: &AnswererInfo, _: &[Option<String>], _: &[Option<ShownFault>]) -> String {
    String::new()
}
