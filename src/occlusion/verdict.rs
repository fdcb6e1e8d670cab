//! The comparison of the answer of the queries with the exact one.

/// Whether the answer is positive, and whether it is true.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// The bodies collide, and the queries report a collision.
    TruePositive,
    /// The bodies do not collide, and the queries report no collision.
    TrueNegative,
    /// The bodies do not collide, but the queries report a collision.
    FalsePositive,
    /// The bodies collide, but the queries report no collision.
    FalseNegative,
}

impl Verdict {
    /// The verdict for both answers.
    pub fn of(collides: bool, exact: bool) -> Self {
        match (collides, exact) {
            (true, true) => Self::TruePositive,
            (false, false) => Self::TrueNegative,
            (true, false) => Self::FalsePositive,
            (false, true) => Self::FalseNegative,
        }
    }

    /// The word in reports.
    pub fn word(self) -> &'static str {
        match self {
            Self::TruePositive => "true_positive",
            Self::TrueNegative => "true_negative",
            Self::FalsePositive => "false_positive",
            Self::FalseNegative => "false_negative",
        }
    }

    /// Whether the answer of the queries is right.
    pub fn is_true(self) -> bool {
        matches!(self, Self::TruePositive | Self::TrueNegative)
    }
}
