//! Commands on the problems of the scene.

/// A command on the list of problems.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::app) enum ProblemCommand {
    /// Brings the panel to the front.
    Show,
    /// Shows the next place: of the shown problem, else the first one of the next problem.
    Next,
    Previous,
    /// Looks closely at the shown place.
    Frame,
}

impl ProblemCommand {
    /// All commands.
    pub(in crate::app) const ALL: [Self; 4] = [Self::Show, Self::Next, Self::Previous, Self::Frame];
}
