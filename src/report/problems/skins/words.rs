//! Numbers in the messages about vertices.

use crate::geometry::narrate::num;
use crate::world::NormalizedVertex;

/// Where a vertex is whose weights do not add up to 1.
#[expect(clippy::cast_possible_truncation, reason = "four digits are shown")]
pub(super) fn off_words(worst: &NormalizedVertex) -> String {
    let moved = num(worst.moved() as f32);
    if worst.sum == 0.0 {
        return format!("is at the origin of the world, {moved} m off");
    }
    format!("is {moved} m off")
}

/// A sum of weights; one that is rounded to 1, by its difference from 1.
#[expect(clippy::cast_possible_truncation, reason = "four digits are shown")]
pub(super) fn sum_words(sum: f64) -> String {
    let (words, difference) = (num(sum as f32), sum - 1.0);
    if words != "1" || difference == 0.0 {
        return words;
    }
    let sign = if difference < 0.0 { '−' } else { '+' };
    format!("1 {sign} {}", num(difference.abs() as f32))
}

#[cfg(test)]
mod tests {

    use super::*;

    #[test]
    fn a_sum_of_weights_that_is_nearly_1_is_told_by_its_difference() {
        for (sum, words) in
            [(0.0, "0"), (0.5, "0.5"), (1.0, "1"), (2.1, "2.1"), (1.0 - 5.96e-7, "1 − 5.96e−7"), (1.000_01, "1 + 1e−5")]
        {
            assert_eq!(sum_words(sum), words, "{sum}");
        }
    }
}
