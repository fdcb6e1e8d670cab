//! The answer of the queries against the exact one.

/// Whether the answer is positive, and whether it is true.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// They collide, and the queries say so.
    TruePositive,
    /// They do not collide, and the queries say so.
    TrueNegative,
    /// They do not collide, but the queries say that they do.
    FalsePositive,
    /// They collide, but the queries say that they do not.
    FalseNegative,
}

impl Verdict {
    /// Of both answers.
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

    /// Whether the queries are right.
    pub fn is_true(self) -> bool {
        matches!(self, Self::TruePositive | Self::TrueNegative)
    }
}
