//! Items sorted by a number.

/// Items sorted by a number below a bound, in time linear in the number of items and the bound.
pub(super) struct Groups<T> {
    ends: Vec<u32>,
    members: Vec<T>,
}

impl<T: Clone + Default> Groups<T> {
    pub(super) fn new<I: Iterator<Item = (u32, T)>>(bound: usize, items: impl Fn() -> I) -> Self {
        let mut ends = vec![0_u32; bound + 1];
        for (key, _) in items() {
            ends[key as usize + 1] += 1;
        }
        for i in 1..ends.len() {
            ends[i] += ends[i - 1];
        }
        let mut members = vec![T::default(); ends.last().map_or(0, |end| *end as usize)];
        // `ends[key]` is the place of the next member of `key`: at first the end of the members before, at last its own end.
        for (key, item) in items() {
            let next = &mut ends[key as usize];
            members[*next as usize] = item;
            *next += 1;
        }
        Self { ends, members }
    }

    /// The members of each number, from 0.
    pub(super) fn each(&self) -> impl Iterator<Item = &[T]> {
        let ends = &self.ends[..self.ends.len() - 1];
        ends.iter().scan(0, |begin, &end| {
            let group = &self.members[*begin as usize..end as usize];
            *begin = end;
            Some(group)
        })
    }
}
