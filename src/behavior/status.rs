//! The status of a node.

/// The status of a node. A node that has ended keeps its result until its parent starts again.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[repr(u8)]
pub enum Status {
    /// Not started since the last start of its parent, or aborted.
    #[default]
    Inactive,
    /// Started and not ended.
    Running,
    /// Ended with success.
    Success,
    /// Ended with failure.
    Failure,
    /// Ended without a turn of its own, or because all that it ticks was skipped. Its parent passes over it.
    Skipped,
}

impl Status {
    /// The word in reports.
    pub fn word(self) -> &'static str {
        match self {
            Self::Inactive => "inactive",
            Self::Running => "running",
            Self::Success => "success",
            Self::Failure => "failure",
            Self::Skipped => "skipped",
        }
    }

    /// Whether a node has ended: with success or failure, or skipped.
    pub fn is_result(self) -> bool {
        matches!(self, Self::Success | Self::Failure | Self::Skipped)
    }

    /// Whether a node has ended with success or failure.
    pub fn is_completed(self) -> bool {
        matches!(self, Self::Success | Self::Failure)
    }

    /// Success for `true`, failure for `false`.
    pub fn of(is_success: bool) -> Self {
        if is_success { Self::Success } else { Self::Failure }
    }

    /// Exchanges success and failure; the other statuses stay.
    #[must_use]
    pub fn inverted(self) -> Self {
        match self {
            Self::Success => Self::Failure,
            Self::Failure => Self::Success,
            other => other,
        }
    }
}
