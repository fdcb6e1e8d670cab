//! A change that was refused.

/// A change that the scene's checks refused.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Refusal {
    /// The field, as given to [`Workspace::edit`](crate::workspace::Workspace::edit).
    pub field: String,
    /// The reason, in one line.
    pub reason: String,
}
