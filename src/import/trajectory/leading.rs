//! Short lists of JSON in little memory.

use std::fmt;
use std::marker::PhantomData;

use serde::Deserialize;
use serde::de::{Deserializer, SeqAccess, Visitor};

/// A list of at most `N` values; `None` for a longer one, which takes no more memory.
pub(super) struct Leading<T, const N: usize>(pub(super) Option<[Option<T>; N]>);

impl<'de, T: Deserialize<'de>, const N: usize> Deserialize<'de> for Leading<T, N> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_seq(LeadingVisitor(PhantomData)).map(Self)
    }
}

struct LeadingVisitor<T, const N: usize>(PhantomData<T>);

impl<'de, T: Deserialize<'de>, const N: usize> Visitor<'de> for LeadingVisitor<T, N> {
    type Value = Option<[Option<T>; N]>;

    fn expecting(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("a sequence")
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<Self::Value, A::Error> {
        let mut values = [const { None }; N];
        let mut count = 0;
        while let Some(value) = list.next_element()? {
            if let Some(place) = values.get_mut(count) {
                *place = Some(value);
            }
            count += 1;
        }
        Ok((count <= N).then_some(values))
    }
}
