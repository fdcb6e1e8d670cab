//! The steps over which relative errors are measured: from a pair of frames to a later one, where the next step begins.

/// How far apart the ends of a step are.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum StepLength {
    /// So many pairs, at least 1.
    Frames(usize),
    /// So many metres along the aligned path: the step ends at the first pair that is at least as far.
    Metres(f64),
    /// So many seconds: the step ends at the first pair that is at least as late.
    Seconds(f64),
}

impl Default for StepLength {
    fn default() -> Self {
        Self::Frames(1)
    }
}

/// Times of files have microseconds, so a step that ends earlier by less than one is long enough.
const MICROSECOND: f64 = 1e-6;

/// The steps of so many pairs: the indices of their ends, in order. A step that would end after the last pair is left out.
/// `distance` is from one pair to another along a straight line, `time` the time of a pair.
pub(super) fn steps(
    length: StepLength,
    count: usize,
    distance: impl Fn(usize, usize) -> f64,
    time: impl Fn(usize) -> f64,
) -> Vec<[usize; 2]> {
    let (mut steps, mut from, mut travelled) = (Vec::new(), 0, 0.0);
    for to in 1..count {
        let is_end = match length {
            StepLength::Frames(pairs) => to - from >= pairs,
            StepLength::Metres(metres) => {
                travelled += distance(to - 1, to);
                travelled >= metres
            }
            StepLength::Seconds(seconds) => time(to) - time(from) >= seconds - MICROSECOND,
        };
        if is_end {
            steps.push([from, to]);
            (from, travelled) = (to, 0.0);
        }
    }
    steps
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_step_ends_where_it_is_long_enough() {
        // The pairs are at 0, 1, 2, 4, 5 and 9 metres, a tenth of a second apart.
        let places: [f64; 6] = [0.0, 1.0, 2.0, 4.0, 5.0, 9.0];
        let of = |length| steps(length, 6, |a, b| places[b] - places[a], |i| i as f64 * 0.1);
        assert_eq!(of(StepLength::Frames(1)).len(), 5);
        assert_eq!(of(StepLength::Frames(2)), [[0, 2], [2, 4]]);
        assert_eq!(of(StepLength::Metres(2.0)), [[0, 2], [2, 3], [3, 5]]);
        assert_eq!(of(StepLength::Metres(2.5)), [[0, 3], [3, 5]]);
        assert_eq!(of(StepLength::Metres(10.0)), [[0; 2]; 0]);
        // 3 · 0.1 is more than 0.3, and 0.6 - 0.3 less.
        assert_eq!(of(StepLength::Seconds(0.3)), [[0, 3]]);
        assert_eq!(of(StepLength::Seconds(0.15)), [[0, 2], [2, 4]]);
        assert_eq!(steps(StepLength::Frames(1), 0, |_, _| 0.0, |_| 0.0), [[0; 2]; 0]);
    }
}
