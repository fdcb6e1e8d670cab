//! Lists of vectors for batch queries: one slice for each coordinate.

/// The length of a list of pairs of vectors: that of the shortest slice.
pub(super) fn shortest(first: &[&[f32]; 3], second: &[&[f32]; 3]) -> usize {
    first.iter().chain(second).map(|axis| axis.len()).min().unwrap_or(0)
}
