//! By how much something may move until an answer about it changes.

/// The lengths that are tried, metres.
const STEPS: [f32; 10] = [0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1.0];

/// The greatest of some lengths up to which the answer stays the same when the asked thing moves by that length in each of the given
/// directions, metres; 0 when the least length changes it, and infinite when none does.
pub(super) fn margin<D: Copy>(directions: &[D], stays: impl Fn(D, f32) -> bool) -> f64 {
    let mut margin = 0.0;
    for step in STEPS {
        if !directions.iter().all(|direction| stays(*direction, step)) {
            return margin;
        }
        margin = f64::from(step);
    }
    f64::INFINITY
}

#[cfg(test)]
mod tests {
    use super::margin;

    #[test]
    fn the_last_length_without_a_change() {
        for (limit, expected) in [(0.0, 0.0), (0.0015, 0.001), (0.3, 0.2)] {
            let found = margin(&[1.0_f32, -1.0], |direction, by| direction * by < limit);
            assert!((found - expected).abs() < 1e-6, "{limit} {found}");
        }
        assert!(margin(&[1.0_f32], |_, _| true).is_infinite());
    }
}
