//! The pages of the panel beside the figures of the path.

/// The part of the panel beside the figures.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub(super) enum Page {
    /// The figures, in a narrow panel. In a wide one they are beside the other pages.
    #[default]
    Path,
    Anchors,
    Taps,
    Compare,
}
