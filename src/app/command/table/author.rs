//! Commands of the author of a lesson.

use crate::workspace::edit::MoveDirection;

/// A command of the author of the scene's lesson.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::app) enum AuthorCommand {
    /// Begins to edit the lesson, or ends it.
    Edit,
    /// Adds a step with what is selected and seen now.
    Add,
    Duplicate,
    Delete,
    Move(MoveDirection),
    /// Gives the edited step what is selected or seen now.
    Take(StepPart),
    /// Shows the selection, the tick and the view of the edited step.
    Show,
    /// Shows the edited step as a student sees it, or ends that.
    Try,
    /// Begins to record a solution of the goal of the edited step.
    Record,
    /// Stores the changes since then as the solution.
    Keep,
    /// Ends the recording without a solution.
    Drop,
}

/// A part of a step that is taken from the window.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::app) enum StepPart {
    /// The camera that the view looks through.
    Camera,
    /// What is selected.
    Selection,
    /// The open step of the explanation, or the open panel.
    Panel,
    /// The tick.
    Tick,
}

impl StepPart {
    /// All of them, in the order of the panel.
    pub(in crate::app) const ALL: [Self; 4] = [Self::Camera, Self::Selection, Self::Panel, Self::Tick];

    /// Its word.
    pub(in crate::app) fn word(self) -> &'static str {
        match self {
            Self::Camera => "camera",
            Self::Selection => "selection",
            Self::Panel => "panel",
            Self::Tick => "tick",
        }
    }
}

impl AuthorCommand {
    /// All commands.
    pub(in crate::app) fn all() -> impl Iterator<Item = Self> {
        let moves = [MoveDirection::Up, MoveDirection::Down].map(Self::Move);
        let first = [Self::Edit, Self::Add, Self::Duplicate, Self::Delete].into_iter().chain(moves);
        let last = [Self::Show, Self::Try, Self::Record, Self::Keep, Self::Drop];
        first.chain(StepPart::ALL.map(Self::Take)).chain(last)
    }
}
