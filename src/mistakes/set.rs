//! Sets of mistakes.

use super::mistake::MistakeKind;

/// Some mistakes that a rule makes at once; the default is none.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct MistakeSet(u64);

impl MistakeSet {
    /// One mistake.
    pub const fn one(kind: MistakeKind) -> Self {
        Self(1 << kind as u64)
    }

    /// Several mistakes.
    pub fn of(kinds: impl IntoIterator<Item = MistakeKind>) -> Self {
        Self(kinds.into_iter().fold(0, |bits, kind| bits | Self::one(kind).0))
    }

    /// These mistakes and another one.
    #[must_use]
    pub const fn with(self, kind: MistakeKind) -> Self {
        Self(self.0 | Self::one(kind).0)
    }

    /// Whether it has this mistake.
    pub const fn has(self, kind: MistakeKind) -> bool {
        self.0 & Self::one(kind).0 != 0
    }
}
