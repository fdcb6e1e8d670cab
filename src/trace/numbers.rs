//! Checks of lists of numbers.

pub(super) fn is_finite<const N: usize>(numbers: &[f32; N]) -> bool {
    numbers.iter().all(|number| number.is_finite())
}

pub(super) fn is_other_than_zero<const N: usize>(numbers: &[f32; N]) -> bool {
    numbers.iter().any(|number| *number != 0.0)
}
