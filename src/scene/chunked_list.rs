//! A long list that is cheap to copy and to compare.
//!
//! The entries are in chunks. Copies share a chunk until one of them changes it. So a copy of 100,000 objects takes a
//! few hundred pointers, a change of one object copies one chunk, and the difference of two copies is found by
//! comparing pointers. Undo can therefore keep whole scenes, and an edit can find what it changed.

use std::borrow::Cow;
use std::fmt;
use std::marker::PhantomData;
use std::ops::{Index, IndexMut};
use std::sync::Arc;

use schemars::{JsonSchema, Schema, SchemaGenerator};
use serde::de::{SeqAccess, Visitor};
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use super::changed::Changed;

/// The number of entries in a chunk of a new list. A chunk that reaches twice this number is split in two.
const CHUNK: usize = 128;

/// A list in chunks. No chunk is empty.
#[derive(Clone)]
pub struct List<T> {
    chunks: Vec<Arc<Vec<T>>>,
    /// The index of the first entry of each chunk.
    starts: Vec<usize>,
    len: usize,
}

impl<T> List<T> {
    /// The number of entries.
    pub fn len(&self) -> usize {
        self.len
    }

    /// Whether the list is empty.
    pub fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// The entry at an index, if there is one.
    pub fn get(&self, index: usize) -> Option<&T> {
        let (chunk, offset) = self.locate(index)?;
        self.chunks.get(chunk)?.get(offset)
    }

    /// All entries in order.
    pub fn iter(&self) -> impl Iterator<Item = &T> {
        self.chunks.iter().flat_map(|chunk| chunk.iter())
    }

    fn locate(&self, index: usize) -> Option<(usize, usize)> {
        let chunk = self.starts.partition_point(|&start| start <= index).checked_sub(1)?;
        (index < self.len).then(|| (chunk, index - self.starts[chunk]))
    }

    /// The changes since `before`. Chunks that both share are skipped.
    pub fn changes_since(&self, before: &Self) -> Changed
    where
        T: PartialEq,
    {
        let is_shared = |(a, b): &(&Arc<Vec<T>>, &Arc<Vec<T>>)| Arc::ptr_eq(a, b);
        let front = self.chunks.iter().zip(&before.chunks).take_while(is_shared).count();
        let (rest, rest_before) = (&self.chunks[front..], &before.chunks[front..]);
        let back = rest.iter().rev().zip(rest_before.iter().rev()).take_while(is_shared).count();
        let (rest, rest_before) = (&rest[..rest.len() - back], &rest_before[..rest_before.len() - back]);
        let [now, old] =
            [rest, rest_before].map(|chunks| chunks.iter().flat_map(|chunk| chunk.iter()).collect::<Vec<_>>());
        let start: usize = self.chunks[..front].iter().map(|chunk| chunk.len()).sum();
        match Changed::between(&now, &old) {
            Changed::At(indices) => Changed::At(indices.into_iter().map(|i| start + i).collect()),
            Changed::Range { removed, added } => {
                Changed::Range { removed: start + removed.start..start + removed.end, added }
            }
        }
    }
}

impl<T: Clone> List<T> {
    /// The entry at an index, mutable.
    pub fn get_mut(&mut self, index: usize) -> Option<&mut T> {
        let (chunk, offset) = self.locate(index)?;
        Arc::make_mut(self.chunks.get_mut(chunk)?).get_mut(offset)
    }

    /// Adds an entry at the end.
    pub fn push(&mut self, entry: T) {
        self.insert(self.len, entry);
    }

    /// Adds an entry before the one at `index`, or at the end when `index` is too large.
    pub fn insert(&mut self, index: usize, entry: T) {
        let end = (self.chunks.len().saturating_sub(1), usize::MAX);
        let (chunk, offset) = self.locate(index).unwrap_or(end);
        match self.chunks.get_mut(chunk) {
            None => self.chunks.push(Arc::new(vec![entry])),
            Some(entries) => {
                let entries = Arc::make_mut(entries);
                entries.insert(offset.min(entries.len()), entry);
                if entries.len() >= 2 * CHUNK {
                    let second = entries.split_off(CHUNK);
                    self.chunks.insert(chunk + 1, Arc::new(second));
                }
            }
        }
        self.count();
    }

    /// Removes the entry at `index`, if there is one.
    pub fn remove(&mut self, index: usize) -> Option<T> {
        let (chunk, offset) = self.locate(index)?;
        let entries = Arc::make_mut(self.chunks.get_mut(chunk)?);
        let entry = entries.remove(offset);
        if entries.is_empty() {
            self.chunks.remove(chunk);
        }
        self.count();
        Some(entry)
    }

    /// Removes the entries for which a condition does not hold. Chunks that keep all their entries stay shared.
    pub fn retain(&mut self, mut is_kept: impl FnMut(&T) -> bool) {
        for chunk in &mut self.chunks {
            let kept: Vec<bool> = chunk.iter().map(&mut is_kept).collect();
            if kept.contains(&false) {
                let mut kept = kept.into_iter();
                Arc::make_mut(chunk).retain(|_| kept.next().unwrap_or(true));
            }
        }
        self.chunks.retain(|chunk| !chunk.is_empty());
        self.count();
    }

    /// Exchanges two entries. Has no effect when one of the indices is out of range.
    pub fn swap(&mut self, a: usize, b: usize) {
        let (Some(at_a), Some(at_b)) = (self.get(a).cloned(), self.get(b).cloned()) else { return };
        self[a] = at_b;
        self[b] = at_a;
    }
}

impl<T> List<T> {
    /// Moves the entries of another list to the end, without a copy of them.
    pub(super) fn append(&mut self, other: Self) {
        self.chunks.extend(other.chunks);
        self.starts.extend(other.starts.iter().map(|start| self.len + start));
        self.len += other.len;
    }

    fn count(&mut self) {
        self.len = 0;
        self.starts.clear();
        for chunk in &self.chunks {
            self.starts.push(self.len);
            self.len += chunk.len();
        }
    }
}

impl<T> FromIterator<T> for List<T> {
    fn from_iter<I: IntoIterator<Item = T>>(entries: I) -> Self {
        let mut list = Self::default();
        let mut entries = entries.into_iter();
        loop {
            let chunk: Vec<T> = entries.by_ref().take(CHUNK).collect();
            if chunk.is_empty() {
                list.count();
                return list;
            }
            list.chunks.push(Arc::new(chunk));
        }
    }
}

impl<T> Default for List<T> {
    fn default() -> Self {
        Self { chunks: Vec::new(), starts: Vec::new(), len: 0 }
    }
}

impl<T> Index<usize> for List<T> {
    type Output = T;

    fn index(&self, index: usize) -> &T {
        let (chunk, offset) = self.locate(index).unwrap_or((self.chunks.len(), 0));
        &self.chunks[chunk][offset]
    }
}

impl<T: Clone> IndexMut<usize> for List<T> {
    fn index_mut(&mut self, index: usize) -> &mut T {
        let (chunk, offset) = self.locate(index).unwrap_or((self.chunks.len(), 0));
        &mut Arc::make_mut(&mut self.chunks[chunk])[offset]
    }
}

impl<T: PartialEq> PartialEq for List<T> {
    fn eq(&self, other: &Self) -> bool {
        self.len == other.len && self.changes_since(other).is_none()
    }
}

impl<T: fmt::Debug> fmt::Debug for List<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.iter()).finish()
    }
}

impl<T: Serialize> Serialize for List<T> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self.iter())
    }
}

impl<'de, T: Deserialize<'de>> Deserialize<'de> for List<T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_seq(Chunks(PhantomData))
    }
}

/// Reads a list chunk by chunk.
struct Chunks<T>(PhantomData<T>);

impl<'de, T: Deserialize<'de>> Visitor<'de> for Chunks<T> {
    type Value = List<T>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a list")
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut entries: A) -> Result<List<T>, A::Error> {
        let mut list = List::default();
        let mut chunk = Vec::new();
        while let Some(entry) = entries.next_element()? {
            chunk.push(entry);
            if chunk.len() == CHUNK {
                list.chunks.push(Arc::new(std::mem::take(&mut chunk)));
            }
        }
        if !chunk.is_empty() {
            list.chunks.push(Arc::new(chunk));
        }
        list.count();
        Ok(list)
    }
}

/// A file contains it as a plain list.
impl<T: JsonSchema> JsonSchema for List<T> {
    fn inline_schema() -> bool {
        Vec::<T>::inline_schema()
    }

    fn schema_name() -> Cow<'static, str> {
        Vec::<T>::schema_name()
    }

    fn schema_id() -> Cow<'static, str> {
        Vec::<T>::schema_id()
    }

    fn json_schema(generator: &mut SchemaGenerator) -> Schema {
        Vec::<T>::json_schema(generator)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn copies_share_all_chunks_but_the_changed_one() {
        let list: List<usize> = (0..1000).collect();
        let mut copy = list.clone();
        copy[500] = 7;
        let shared = list.chunks.iter().zip(&copy.chunks).filter(|(a, b)| Arc::ptr_eq(a, b)).count();
        assert_eq!((shared, list.chunks.len()), (7, 8));
        assert_eq!((list[500], copy[500]), (500, 7));
        assert_eq!(copy.changes_since(&list), Changed::At(vec![500]));
        assert_eq!(list.get(1000), None);
    }

    #[test]
    fn a_chunk_that_grows_is_split_in_two() {
        let mut list = List::default();
        for i in 0..1000 {
            list.insert(i / 2, i);
        }
        assert!(list.chunks.iter().all(|chunk| (1..2 * CHUNK).contains(&chunk.len())));
        assert_eq!(list.len(), 1000);
    }

    #[derive(Clone, Debug)]
    enum ChunkChange {
        Set(usize),
        Insert(usize),
        Remove(usize),
        Swap(usize, usize),
    }

    fn change() -> impl Strategy<Value = ChunkChange> {
        let at = 0_usize..400;
        prop_oneof![
            at.clone().prop_map(ChunkChange::Set),
            at.clone().prop_map(ChunkChange::Insert),
            at.clone().prop_map(ChunkChange::Remove),
            (at.clone(), at).prop_map(|(a, b)| ChunkChange::Swap(a, b)),
        ]
    }

    proptest! {
        #[test]
        fn entries_are_retained_like_those_of_any_other_list(count in 0_usize..900, divisor in 1_usize..300) {
            let is_kept = |entry: &usize| !entry.is_multiple_of(divisor) && !(200..500).contains(entry);
            let before: List<usize> = (0..count).collect();
            let (mut list, mut plain) = (before.clone(), (0..count).collect::<Vec<_>>());
            list.retain(is_kept);
            plain.retain(is_kept);
            prop_assert_eq!(list.iter().copied().collect::<Vec<_>>(), plain.clone());
            prop_assert!((0..=plain.len()).all(|i| list.get(i) == plain.get(i)));
            let mut followed: Vec<usize> = before.iter().copied().collect();
            list.changes_since(&before).update(&mut followed, |i| list[i]);
            prop_assert_eq!(followed, plain);
        }

        #[test]
        fn it_is_a_list_like_any_other(
            count in 0_usize..400,
            changes in prop::collection::vec(change(), 0..20),
        ) {
            let mut plain: Vec<usize> = (0..count).collect();
            let mut list: List<usize> = plain.iter().copied().collect();
            for (i, change) in changes.into_iter().enumerate() {
                let (before, value) = (list.clone(), 1000 + i);
                match change {
                    ChunkChange::Set(at) => {
                        let (a, b) = (plain.get_mut(at), list.get_mut(at));
                        prop_assert_eq!(a.is_some(), b.is_some());
                        a.into_iter().chain(b).for_each(|entry| *entry = value);
                    }
                    ChunkChange::Insert(at) => {
                        plain.insert(at.min(plain.len()), value);
                        list.insert(at, value);
                    }
                    ChunkChange::Remove(at) => {
                        let gone = (at < plain.len()).then(|| plain.remove(at));
                        prop_assert_eq!(list.remove(at), gone);
                    }
                    ChunkChange::Swap(a, b) => {
                        if a.max(b) < plain.len() {
                            plain.swap(a, b);
                        }
                        list.swap(a, b);
                    }
                }
                prop_assert_eq!(list.iter().copied().collect::<Vec<_>>(), plain.clone());
                prop_assert!((0..=plain.len()).all(|i| list.get(i) == plain.get(i)));
                let mut followed: Vec<usize> = before.iter().copied().collect();
                let changed = list.changes_since(&before);
                changed.update(&mut followed, |i| list[i]);
                prop_assert_eq!(&followed, &plain);
                prop_assert_eq!(changed.is_none(), list == before);
                prop_assert!(changed.indices().len() <= 2, "no more than what was touched: {:?}", changed);
            }
        }
    }
}
