//! What the view of the cells shows.

/// The content of the view.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum Show {
    /// The solid cells.
    #[default]
    Cells,
    /// The differences of the methods.
    Difference,
}
