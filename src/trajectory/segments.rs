//! Errors over distances of 100 to 800 m, as the benchmark of KITTI has them for odometry.
//!
//! The measure is that of Geiger, Lenz and Urtasun, "Are we ready for autonomous driving? The KITTI vision benchmark suite",
//! 2012, in the steps of its evaluation program: a segment begins at every tenth pair of frames and ends at the first pair that
//! is further along the reference than its length. Its error is that of the motion from its first pair to its last, over its
//! length. A rigid alignment changes no motion, so only the scale of the alignment matters.

use super::align::Alignment;
use super::errors::{Matched, degrees, in_space_of};

/// The lengths of segments, in metres.
pub const LENGTHS: [f64; 8] = [100.0, 200.0, 300.0, 400.0, 500.0, 600.0, 700.0, 800.0];

/// A segment begins at every pair with a multiple of this number.
const EVERY: usize = 10;

/// The mean errors of segments.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct SegmentErrors {
    /// How many segments.
    pub count: usize,
    /// The mean error of the translation, in percent of the length.
    pub translation: f64,
    /// The mean error of the rotation, in degrees for each metre of the length.
    pub turn: f64,
}

/// The errors over distances of a path against a reference.
#[derive(Clone, Debug, PartialEq)]
pub struct DistanceErrors {
    /// The mean over all segments of all lengths: the figures of the benchmark's table.
    pub all: SegmentErrors,
    /// For each of [`LENGTHS`] the mean over its segments; without segments for lengths that the path does not have.
    pub by_length: [SegmentErrors; 8],
}

/// The errors over distances; `None` for a reference that is not longer than the least of [`LENGTHS`].
pub fn distance_errors(matched: &Matched, alignment: &Alignment) -> Option<DistanceErrors> {
    let Matched { reference, other, .. } = matched;
    let mut travelled = Vec::with_capacity(reference.len());
    let mut length = 0.0;
    for (i, frame) in reference.iter().enumerate() {
        length += i.checked_sub(1).map_or(0.0, |before| frame.position.distance(reference[before].position));
        travelled.push(length);
    }
    if length.is_nan() || length <= LENGTHS[0] {
        return None;
    }
    // The sums until the end, then the means.
    let mut found = DistanceErrors { all: SegmentErrors::default(), by_length: [SegmentErrors::default(); 8] };
    let pose = |i: usize| (alignment.point(other[i].position), alignment.turned(other[i].rotation));
    let true_pose = |i: usize| (reference[i].position, reference[i].rotation);
    for first in (0..reference.len()).step_by(EVERY) {
        for (length, sums) in LENGTHS.into_iter().zip(&mut found.by_length) {
            let last = travelled.partition_point(|at| *at <= travelled[first] + length);
            if last == reference.len() {
                break;
            }
            let own = in_space_of(pose(first), pose(last));
            let wanted = in_space_of(true_pose(first), true_pose(last));
            let error = in_space_of(own, wanted);
            let (translation, turn) = (100.0 * error.0.length() / length, degrees(error.1) / length);
            for sums in [&mut *sums, &mut found.all] {
                sums.count += 1;
                sums.translation += translation;
                sums.turn += turn;
            }
        }
    }
    for sums in found.by_length.iter_mut().chain([&mut found.all]) {
        let count = sums.count.max(1) as f64;
        (sums.translation, sums.turn) = (sums.translation / count, sums.turn / count);
    }
    (found.all.count > 0).then_some(found)
}

#[cfg(test)]
mod tests {
    use glam::{DQuat, DVec3};

    use super::super::align::Alignment;
    use super::super::frames::{Frame, Tracking};
    use super::*;

    fn matched(count: u32, reference: impl Fn(f64) -> DVec3, other: impl Fn(f64) -> (DVec3, DQuat)) -> Matched {
        let frame = |i: u32, (position, rotation)| Frame {
            time: f64::from(i) * 0.1,
            position,
            rotation,
            tracking: Tracking::Normal,
        };
        Matched {
            reference: (0..count).map(|i| frame(i, (reference(f64::from(i)), DQuat::IDENTITY))).collect(),
            other: (0..count).map(|i| frame(i, other(f64::from(i)))).collect(),
            ..Matched::default()
        }
    }

    #[test]
    fn a_path_that_is_too_long_has_the_same_error_over_each_length() {
        let matched = matched(302, |i| DVec3::X * i, |i| (DVec3::X * i * 1.02, DQuat::IDENTITY));
        let found = distance_errors(&matched, &Alignment::NONE).unwrap();
        // A segment of 100 m ends at the first frame that is more than 100 m away: 101 m.
        let counts = found.by_length.map(|of| of.count);
        assert_eq!(counts, [21, 11, 1, 0, 0, 0, 0, 0]);
        assert_eq!(found.all.count, 33);
        let wanted = [101, 201, 301].map(|metres| 0.02 * f64::from(metres));
        for (of, (wanted, length)) in found.by_length.iter().zip(wanted.into_iter().zip(LENGTHS)) {
            assert!((of.translation - 100.0 * wanted / length).abs() < 1e-9, "{of:?}");
        }
        // With the scale there is no error.
        let scaled = Alignment { scale: 1.0 / 1.02, ..Alignment::NONE };
        assert!(distance_errors(&matched, &scaled).unwrap().all.translation < 1e-9);
    }

    #[test]
    fn a_turn_is_in_degrees_for_each_metre() {
        let turned = |i: f64| (DVec3::X * i, DQuat::from_rotation_y((0.01 * i).to_radians()));
        let found = distance_errors(&matched(150, |i| DVec3::X * i, turned), &Alignment::NONE).unwrap();
        assert!((found.all.turn - 0.01 * 101.0 / 100.0).abs() < 1e-12, "{found:?}");
    }

    #[test]
    fn a_short_path_has_no_errors_over_distances() {
        let of = |count| {
            distance_errors(&matched(count, |i| DVec3::X * i, |i| (DVec3::X * i, DQuat::IDENTITY)), &Alignment::NONE)
        };
        assert_eq!(of(0), None);
        assert_eq!(of(101), None);
        assert_eq!(of(102).unwrap().all.count, 1);
    }
}
