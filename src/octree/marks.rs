//! A set of objects as bits, for tests in inner loops.

/// A set of objects. Objects above the greatest one that was marked are not in it.
pub(super) struct Marks(Vec<u64>);

impl Marks {
    pub(super) fn of(objects: &[u32]) -> Self {
        let most = objects.iter().max().map_or(0, |&most| most as usize + 1);
        let mut words = vec![0; most.div_ceil(64)];
        for &object in objects {
            words[object as usize / 64] |= 1 << (object % 64);
        }
        Self(words)
    }

    #[inline]
    pub(super) fn contains(&self, object: u32) -> bool {
        self.0.get(object as usize / 64).is_some_and(|word| word >> (object % 64) & 1 == 1)
    }
}
