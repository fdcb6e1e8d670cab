//! What a node is doing, in the contract's words.

/// How a node stands. A node that ended keeps its result until its parent starts again.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[repr(u8)]
pub enum Status {
    /// Not started since its parent did, or aborted.
    #[default]
    Inactive,
    /// Started, not ended.
    Running,
    /// Ended well.
    Success,
    /// Ended badly.
    Failure,
}

impl Status {
    /// All of them.
    pub const ALL: [Self; 4] = [Self::Inactive, Self::Running, Self::Success, Self::Failure];

    /// As in reports.
    pub fn word(self) -> &'static str {
        match self {
            Self::Inactive => "inactive",
            Self::Running => "running",
            Self::Success => "success",
            Self::Failure => "failure",
        }
    }

    /// The status of that word.
    pub fn from_word(word: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|status| status.word() == word)
    }

    /// Whether this is a result: success or failure.
    pub fn is_result(self) -> bool {
        matches!(self, Self::Success | Self::Failure)
    }

    /// Success for `true`, failure for `false`.
    pub fn of(is_success: bool) -> Self {
        if is_success { Self::Success } else { Self::Failure }
    }

    /// Success and failure exchanged; the others stay.
    #[must_use]
    pub fn inverted(self) -> Self {
        match self {
            Self::Success => Self::Failure,
            Self::Failure => Self::Success,
            other => other,
        }
    }
}
