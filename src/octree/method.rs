//! The two rules that select the cell of a box.

/// The rule that selects a cell.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Method {
    /// The deepest cell that contains the whole box.
    #[default]
    Tight,
    /// By size and centre, in cells that are enlarged by half an edge on every side.
    Loose,
}

impl Method {
    /// Both.
    pub const ALL: [Self; 2] = [Self::Tight, Self::Loose];

    /// The other method.
    #[must_use]
    pub fn other(self) -> Self {
        match self {
            Self::Tight => Self::Loose,
            Self::Loose => Self::Tight,
        }
    }

    /// The rule for candidate pairs in words.
    pub fn candidates(self) -> &'static str {
        match self {
            Self::Tight => "objects in the same or in nested cells",
            Self::Loose => "objects whose cells, enlarged by half an edge on every side, overlap or touch",
        }
    }

    /// The word in scenes and reports.
    pub fn word(self) -> &'static str {
        match self {
            Self::Tight => "tight",
            Self::Loose => "loose",
        }
    }
}
