//! Boxes in SIMD registers for inner loops, and a radix sort.

use glam::Vec3A;

use crate::geometry::Aabb;

/// An [`Aabb`] in two registers, so that two boxes are compared in a few instructions.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct SimdAabb {
    pub(super) min: Vec3A,
    pub(super) max: Vec3A,
}

impl SimdAabb {
    /// The empty box: the neutral element of [`Self::union`]. It overlaps no box.
    pub(super) const NONE: Self = Self { min: Vec3A::INFINITY, max: Vec3A::NEG_INFINITY };

    /// The same rule as [`Aabb::overlaps`].
    #[inline]
    pub(super) fn overlaps(&self, other: &Self) -> bool {
        (self.min.cmple(other.max) & other.min.cmple(self.max)).all()
    }

    /// Whether `other` is inside, faces included.
    #[inline]
    pub(super) fn contains(&self, other: &Self) -> bool {
        (self.min.cmple(other.min) & other.max.cmple(self.max)).all()
    }

    /// The smallest box around both. Ignores NaN in `other`: of a NaN and a number, glam's minimum returns the second.
    #[inline]
    pub(super) fn union(&self, other: &Self) -> Self {
        Self { min: other.min.min(self.min), max: other.max.max(self.max) }
    }

    #[inline]
    pub(super) fn aabb(&self) -> Aabb {
        Aabb { min: self.min.into(), max: self.max.into() }
    }
}

impl From<&Aabb> for SimdAabb {
    #[inline]
    fn from(aabb: &Aabb) -> Self {
        Self { min: aabb.min.into(), max: aabb.max.into() }
    }
}

/// Sorts by `key`, of which only the lowest `bits` count: a stable radix sort from the lowest digit (D. E. Knuth, "The
/// Art of Computer Programming 3: Sorting and Searching", 1998, 5.2.5).
pub(super) fn radix_sort<T: Copy + Default>(items: &mut Vec<T>, bits: u32, key: impl Fn(&T) -> u32) {
    /// The bits of a digit; its counters fit into the first-level cache.
    const DIGIT: u32 = 11;
    let passes = bits.div_ceil(DIGIT);
    let mut sorted = vec![T::default(); items.len()];
    for shift in (0..passes).map(|pass| pass * DIGIT) {
        let digit = |item: &T| (key(item) >> shift) as usize & ((1 << DIGIT) - 1);
        let mut places = [0_usize; 1 << DIGIT];
        for item in items.iter() {
            places[digit(item)] += 1;
        }
        let mut next = 0;
        for place in &mut places {
            next += std::mem::replace(place, next);
        }
        for item in items.iter() {
            let place = &mut places[digit(item)];
            sorted[*place] = *item;
            *place += 1;
        }
        std::mem::swap(items, &mut sorted);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use glam::Vec3;
    use proptest::prelude::*;

    fn boxes() -> impl Strategy<Value = Aabb> {
        let coordinate = || (-3_i8..=3).prop_map(f32::from);
        let point = move || [coordinate(), coordinate(), coordinate()].prop_map(Vec3::from);
        (point(), point()).prop_map(|(a, b)| Aabb { min: a.min(b), max: a.max(b) })
    }

    proptest! {
        #[test]
        fn wide_boxes_are_boxes(a in boxes(), b in boxes()) {
            let (wide, other) = (SimdAabb::from(&a), SimdAabb::from(&b));
            prop_assert_eq!(wide.overlaps(&other), a.overlaps(&b));
            prop_assert_eq!(wide.union(&other).aabb(), a.union(&b));
            prop_assert_eq!(wide.contains(&other), a.union(&b) == a);
            prop_assert!(!wide.overlaps(&SimdAabb::NONE));
            prop_assert_eq!(wide.union(&SimdAabb::NONE).aabb(), a);
        }

        #[test]
        fn radix_sort_is_a_stable_sort(keys in prop::collection::vec(any::<u32>(), 0..300), bits in 0_u32..=32) {
            let low = |key: u32| key & u32::MAX.checked_shr(32 - bits).unwrap_or(0);
            let mut items: Vec<_> = keys.iter().map(|&key| low(key)).zip(0_u32..).collect();
            let mut expected = items.clone();
            expected.sort_by_key(|item| item.0);
            radix_sort(&mut items, bits, |item| item.0);
            prop_assert_eq!(items, expected);
        }
    }
}
