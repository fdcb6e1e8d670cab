//! Commands on lessons.

use super::author::AuthorCommand;
use crate::lessons::{Lesson, all};

/// A command of the Lessons menu.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::app) enum LessonCommand {
    Open(&'static Lesson),
    /// Opens a lesson of the open course, by its index.
    OfCourse(usize),
    All,
    Next,
    Previous,
    Reset,
    /// A command on the steps of the open scene's lesson.
    Step(StepCommand),
    /// A command of the author of the open scene's lesson.
    Author(AuthorCommand),
}

/// A command on the steps of the open scene's lesson.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::app) enum StepCommand {
    /// Shows or closes the bar with the steps.
    Toggle,
    /// Shows a step by its index.
    Show(usize),
    Next,
    Previous,
    /// Asks questions about the scene that are made from its answers.
    Quiz,
    /// Hides the answers of the scene, or shows them again.
    HideAnswers,
    /// Shows the right answer of the shown step's question, and all others.
    Reveal,
    /// Asks the question of the shown step again.
    TryAgain,
    /// Applies the stored solution of the shown step's goal.
    Solve,
}

impl StepCommand {
    /// All commands, except those that show a step by its index.
    pub(in crate::app) const ALL: [Self; 8] = [
        Self::Toggle,
        Self::Next,
        Self::Previous,
        Self::Quiz,
        Self::HideAnswers,
        Self::Reveal,
        Self::TryAgain,
        Self::Solve,
    ];
}

impl LessonCommand {
    /// All commands.
    pub(in crate::app) fn all() -> impl Iterator<Item = Self> {
        let of_lessons = [Self::All, Self::Next, Self::Previous, Self::Reset];
        let of_steps = StepCommand::ALL.into_iter().map(Self::Step);
        let of_author = AuthorCommand::all().map(Self::Author);
        of_lessons.into_iter().chain(of_steps).chain(of_author).chain(all().map(Self::Open))
    }
}
