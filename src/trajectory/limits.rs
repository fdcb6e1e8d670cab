//! The limits of jumps and gaps that follow from a recording itself: a car is faster than a hand, and photos are further
//! apart than the frames of a video.

use super::recorded::{JumpLimit, Trajectory};

/// A step is a jump when it is so many times as fast as the median step.
const JUMP: f64 = 5.0;

/// Tracking counts as lost after so many times the median step.
const GAP: f64 = 10.0;

/// The shortest gap that is a loss by default, in seconds.
const SHORTEST_GAP: f64 = 0.5;

impl Trajectory {
    /// The gap after which tracking counts as lost by default: ten times the median step, at least 0.5 s. `None` for a file
    /// without times.
    pub fn usual_gap(&self) -> Option<f64> {
        self.file_start?;
        let mut steps: Vec<f64> = self.frames.times().windows(2).map(|pair| pair[1] - pair[0]).collect();
        Some((GAP * median(&mut steps)).max(SHORTEST_GAP))
    }

    /// The speeds above which a step is a jump by default: [`JumpLimit::default`], or five times the median of all steps,
    /// whichever is more. Steps that touch a lost frame and gaps do not count, so the gap must be set before.
    pub fn usual_jump(&self) -> JumpLimit {
        let steps = (1..self.frames.len()).filter_map(|frame| self.step(frame));
        let (mut speeds, mut turns): (Vec<f64>, Vec<f64>) = steps.map(|step| (step.speed, step.turn)).unzip();
        let least = JumpLimit::default();
        JumpLimit {
            speed: (JUMP * median(&mut speeds)).max(least.speed),
            turn: (JUMP * median(&mut turns)).max(least.turn),
        }
    }
}

/// The median; of an even number the mean of the middle two, and 0 without any.
pub(super) fn median(numbers: &mut [f64]) -> f64 {
    let count = numbers.len();
    if count == 0 {
        return 0.0;
    }
    let (below, &mut middle, _) = numbers.select_nth_unstable_by(count / 2, f64::total_cmp);
    let before = below.iter().copied().reduce(f64::max).filter(|_| count.is_multiple_of(2));
    before.map_or(middle, |before| f64::midpoint(before, middle))
}

#[cfg(test)]
mod tests {
    use super::super::frames::{Frame, Tracking};
    use super::*;
    use glam::{DQuat, DVec3};

    /// Frames at 10 a second with these places along X, lost where a place is not finite.
    fn along(places: &[f64]) -> Trajectory {
        let frame = |(i, &x): (usize, &f64)| Frame {
            time: i as f64 * 0.1,
            position: DVec3::X * if x.is_finite() { x } else { 0.0 },
            rotation: DQuat::from_rotation_y(if x.is_finite() { x } else { 0.0 }),
            tracking: if x.is_finite() { Tracking::Normal } else { Tracking::Lost },
        };
        Trajectory { file_start: Some(0.0), ..Trajectory::new(places.iter().enumerate().map(frame).collect()) }
    }

    #[test]
    fn the_limits_follow_the_median_step_and_have_a_least_value() {
        let walk = along(&[0.0, 0.1, 0.2, 0.3]);
        assert_eq!((walk.usual_jump(), walk.usual_gap()), (JumpLimit { speed: 5.0, turn: 720.0 }, Some(1.0)));
        // 12, 12 and 20 m/s; the two steps from and to the lost frame do not count.
        let car = along(&[0.0, 1.2, 2.4, 4.4, f64::NAN, 900.0]);
        let jump = car.usual_jump();
        assert!((jump.speed - 60.0).abs() < 1e-9, "{jump:?}");
        assert!((jump.turn - 5.0 * 12.0_f64.to_degrees()).abs() < 1e-6, "{jump:?}");
        assert_eq!(Trajectory { file_start: None, ..car }.usual_gap(), None);
        let fast = Trajectory { file_start: Some(0.0), ..along(&[0.0]) };
        assert_eq!((fast.usual_gap(), fast.usual_jump()), (Some(0.5), JumpLimit::default()));
    }

    #[test]
    fn the_median_of_an_even_number_is_between_the_middle_two() {
        assert_eq!((median(&mut [3.0, 1.0, 2.0]), median(&mut [4.0, 1.0, 2.0, 3.0])), (2.0, 2.5));
        assert!(median(&mut []) == 0.0);
    }
}
