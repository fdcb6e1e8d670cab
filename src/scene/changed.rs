//! The difference of two lists. After an edit, only the changed entries are computed again.

use std::ops::Range;

use crate::parallel;

/// The difference of two lists.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Changed {
    /// The lists have equal length. The entries at these indices changed, ascending.
    At(Vec<usize>),
    /// A range of the old list was replaced by `added` entries.
    Range {
        /// Indices in the old list.
        removed: Range<usize>,
        /// The number of new entries from `removed.start` on.
        added: usize,
    },
}

impl Changed {
    /// No difference.
    pub const NONE: Self = Self::At(Vec::new());

    /// All entries changed, from a list of `before` entries to one of `now`.
    pub fn everything(before: usize, now: usize) -> Self {
        Self::Range { removed: 0..before, added: now }
    }

    /// The difference of two lists, the newer one first.
    pub fn between<T: PartialEq>(now: &[T], before: &[T]) -> Self {
        Self::of(now.len(), before.len(), |i, j| now[i] == before[j])
    }

    /// The difference of two lists of these lengths. `is_same` compares an entry of the new list with one of the old.
    pub(crate) fn of(now: usize, before: usize, is_same: impl Fn(usize, usize) -> bool) -> Self {
        if now == before {
            return Self::At((0..now).filter(|&i| !is_same(i, i)).collect());
        }
        let least = now.min(before);
        let front = (0..least).take_while(|&i| is_same(i, i)).count();
        let back = (1..=least - front).take_while(|&i| is_same(now - i, before - i)).count();
        Self::Range { removed: front..before - back, added: now - back - front }
    }

    /// Adds further changed entries of the new list to the difference. `before` and `now` are the lengths of the lists.
    #[must_use]
    pub fn with(self, more: impl IntoIterator<Item = usize>, before: usize, now: usize) -> Self {
        match self {
            Self::At(indices) => {
                let mut both: Vec<usize> = indices.into_iter().chain(more).collect();
                both.sort_unstable();
                both.dedup();
                Self::At(both)
            }
            Self::Range { .. } => match more.into_iter().next() {
                Some(_) => Self::everything(before, now),
                None => self,
            },
        }
    }

    /// The changes of a list that consists of this one, of `before` entries, followed by another; `None` when one range
    /// cannot represent them.
    pub fn then(self, other: Self, before: usize) -> Option<Self> {
        match (self, other) {
            (changed, other) if other.is_none() => Some(changed),
            (Self::At(indices), Self::At(others)) => {
                Some(Self::At(indices.into_iter().chain(others.into_iter().map(|i| before + i)).collect()))
            }
            (changed, Self::Range { removed, added }) if changed.is_none() => {
                Some(Self::Range { removed: before + removed.start..before + removed.end, added })
            }
            _ => None,
        }
    }

    /// Whether the lists are equal.
    pub fn is_none(&self) -> bool {
        *self == Self::NONE
    }

    /// The indices of the new entries in the list as it is now, ascending.
    pub fn indices(&self) -> Vec<usize> {
        match self {
            Self::At(indices) => indices.clone(),
            Self::Range { removed, added } => (removed.start..removed.start + added).collect(),
        }
    }

    /// The new index of an entry of the old list; `None` if it was removed or changed.
    pub fn now_at(&self, old: usize) -> Option<usize> {
        match self {
            Self::At(indices) => indices.binary_search(&old).is_err().then_some(old),
            Self::Range { removed, .. } if old < removed.start => Some(old),
            Self::Range { removed, added } => (old >= removed.end).then(|| old - removed.len() + added),
        }
    }

    /// Updates a list that is parallel to the old one: `make` computes the changed entries, in parallel.
    pub fn update<T: Send>(&self, list: &mut Vec<T>, make: impl Fn(usize) -> T + Sync) {
        self.update_by_weight(list, |_| 1, make);
    }

    /// The same for entries that take as long as many others: as many as their weight.
    pub(crate) fn update_by_weight<T: Send>(
        &self,
        list: &mut Vec<T>,
        weight: impl Fn(usize) -> usize,
        make: impl Fn(usize) -> T + Sync,
    ) {
        match self {
            Self::At(indices) => {
                let entries: Vec<T> =
                    parallel::collect_by_weight(indices.len(), |i| weight(indices[i]), |i| make(indices[i]));
                for (&i, entry) in indices.iter().zip(entries) {
                    list[i] = entry;
                }
            }
            Self::Range { removed, added } => {
                let entries: Vec<T> =
                    parallel::collect_by_weight(*added, |i| weight(removed.start + i), |i| make(removed.start + i));
                list.splice(removed.clone(), entries);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn differences_are_as_small_as_they_can_be() {
        for (now, before, changed) in [
            ("abc", "abc", Changed::NONE),
            ("axc", "abc", Changed::At(vec![1])),
            ("ac", "abc", Changed::Range { removed: 1..2, added: 0 }),
            ("abxc", "abc", Changed::Range { removed: 2..2, added: 1 }),
            ("", "abc", Changed::everything(3, 0)),
            ("aa", "a", Changed::Range { removed: 1..1, added: 1 }),
            ("bca", "abc", Changed::At(vec![0, 1, 2])),
        ] {
            assert_eq!(Changed::between(now.as_bytes(), before.as_bytes()), changed, "{before} to {now}");
        }
    }

    proptest! {
        #[test]
        fn following_the_difference_gives_the_new_list(
            before in prop::collection::vec(0_u8..3, 0..12),
            now in prop::collection::vec(0_u8..3, 0..12),
        ) {
            let changed = Changed::between(&now, &before);
            let mut list = before.clone();
            changed.update(&mut list, |i| now[i]);
            prop_assert_eq!(&list, &now);
            for (old, entry) in before.iter().enumerate() {
                if let Some(i) = changed.now_at(old) {
                    prop_assert_eq!(now[i], *entry);
                    prop_assert!(!changed.indices().contains(&i));
                }
            }
            prop_assert_eq!(changed.is_none(), now == before);
        }
    }
}
