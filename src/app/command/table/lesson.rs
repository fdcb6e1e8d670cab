//! Commands on lessons.

use crate::lessons::{Lesson, all};

/// A command of the Lessons menu.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::app) enum LessonCommand {
    Open(&'static Lesson),
    All,
    Next,
    Previous,
    Reset,
}

impl LessonCommand {
    /// All commands.
    pub(in crate::app) fn all() -> impl Iterator<Item = Self> {
        [Self::All, Self::Next, Self::Previous, Self::Reset].into_iter().chain(all().map(Self::Open))
    }
}
