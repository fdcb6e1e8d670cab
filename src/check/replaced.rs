//! A baseline that was replaced, with what it contained.

use std::path::Path;

use super::spool::Spooled;
use crate::source::rooted::Rooted;

/// A baseline that was written, with its earlier contents in a temporary file.
#[derive(Clone, Debug)]
pub struct ReplacedBaseline {
    /// The baseline.
    pub(super) file: Rooted,
    /// What it contained; `None` when it did not exist.
    pub(super) before: Option<Spooled>,
    /// What was written.
    pub(super) after: Spooled,
}

impl ReplacedBaseline {
    /// The path of the baseline.
    pub fn path(&self) -> &Path {
        self.file.shown()
    }
}
