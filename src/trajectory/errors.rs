//! How far a path is from a reference: absolute and relative pose errors.
//!
//! The measures are those of Sturm, Engelhard, Endres, Burgard and Cremers, "A benchmark for the evaluation of RGB-D SLAM
//! systems", 2012, as evo computes them: the translation part in metres and the rotation part in degrees.

use glam::{DQuat, DVec3};

use super::align::{Alignment, Degenerate, Freedom, align};
use super::{Frame, Tracking, Trajectory};

/// Two frames are at the same moment when their times differ by at most so many seconds.
pub const SAME_MOMENT: f64 = 0.01;

/// Statistics of errors.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Statistics {
    /// The square root of the mean of the squares.
    pub rmse: f64,
    /// The arithmetic mean.
    pub mean: f64,
    /// The median; of an even number the mean of the middle two.
    pub median: f64,
    /// The greatest.
    pub max: f64,
    /// The least.
    pub min: f64,
}

impl Statistics {
    /// The statistics of some errors; zeros without any.
    pub fn of(errors: &[f64]) -> Self {
        let mut sorted = errors.to_vec();
        sorted.sort_by(f64::total_cmp);
        let (Some(&min), Some(&max)) = (sorted.first(), sorted.last()) else { return Self::default() };
        let count = sorted.len() as f64;
        let middle = sorted.len() / 2;
        let median =
            if sorted.len() % 2 == 1 { sorted[middle] } else { f64::midpoint(sorted[middle - 1], sorted[middle]) };
        let rmse = (sorted.iter().map(|error| error * error).sum::<f64>() / count).sqrt();
        Self { rmse, mean: sorted.iter().sum::<f64>() / count, median, max, min }
    }
}

/// The frames of two trajectories at the same moments.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Matched {
    /// Frames of the reference.
    pub reference: Vec<Frame>,
    /// Frames of the other trajectory.
    pub other: Vec<Frame>,
}

impl Matched {
    /// For each frame of the shorter trajectory the nearest frame of the longer one in time, when it is at most
    /// [`SAME_MOMENT`] away. Lost frames are left out.
    pub fn of(reference: &Trajectory, other: &Trajectory) -> Self {
        let is_shorter = other.frames.len() < reference.frames.len();
        let (short, long) = if is_shorter { (other, reference) } else { (reference, other) };
        let times = long.frames.times();
        let mut matched = Self::default();
        for frame in short.frames.iter() {
            let after = times.partition_point(|&time| time < frame.time);
            let apart = |i: &usize| (times[*i] - frame.time).abs();
            let near = after.saturating_sub(1)..(after + 1).min(times.len());
            let nearest = near.min_by(|a, b| apart(a).total_cmp(&apart(b))).filter(|i| apart(i) <= SAME_MOMENT);
            let Some(partner) = nearest.and_then(|i| long.frames.get(i)) else { continue };
            if [frame, partner].iter().any(|frame| frame.tracking == Tracking::Lost) {
                continue;
            }
            let (a, b) = if is_shorter { (partner, frame) } else { (frame, partner) };
            matched.reference.push(a);
            matched.other.push(b);
        }
        matched
    }
}

/// The errors of a path against a reference.
#[derive(Clone, Debug, PartialEq)]
pub struct Errors {
    /// What was changed first to bring the path closest to the reference.
    pub alignment: Alignment,
    /// For each pair of frames the distance of the positions, in metres.
    pub absolute: Vec<f64>,
    /// For each pair of frames the angle between the rotations, in degrees.
    pub absolute_turn: Vec<f64>,
    /// For each step between two consecutive pairs the difference of the relative motions, in metres.
    pub relative: Vec<f64>,
    /// The same, in degrees.
    pub relative_turn: Vec<f64>,
    /// The distance of the last positions when the first poses are the same, over the length of the reference, in percent.
    /// `None` for a reference without length.
    pub drift: Option<f64>,
}

/// The errors after the alignment of that freedom.
///
/// # Errors
/// When the matched frames do not determine the alignment, or there are none.
pub fn errors(matched: &Matched, freedom: Freedom) -> Result<Errors, Degenerate> {
    let Matched { reference, other } = matched;
    if reference.is_empty() || reference.len() != other.len() {
        return Err(Degenerate::Empty);
    }
    let [to, from] = [reference, other].map(|frames| frames.iter().map(|frame| frame.position).collect::<Vec<_>>());
    let alignment = align(&from, &to, freedom)?;
    let pose = |frame: &Frame| (alignment.point(frame.position), alignment.turned(frame.rotation));
    let pairs: Vec<[Pose; 2]> = reference.iter().zip(other).map(|(a, b)| [(a.position, a.rotation), pose(b)]).collect();
    let difference = |[a, b]: &[Pose; 2]| relative(*a, *b);
    let steps: Vec<Pose> = pairs
        .windows(2)
        .map(|step| {
            let motion = |path: usize| relative(step[0][path], step[1][path]);
            relative(motion(0), motion(1))
        })
        .collect();
    Ok(Errors {
        alignment,
        absolute: pairs.iter().map(|[a, b]| a.0.distance(b.0)).collect(),
        absolute_turn: pairs.iter().map(|pair| degrees(difference(pair).1)).collect(),
        relative: steps.iter().map(|step| step.0.length()).collect(),
        relative_turn: steps.iter().map(|step| degrees(step.1)).collect(),
        drift: drift(&pairs),
    })
}

/// A position and a rotation.
type Pose = (DVec3, DQuat);

/// The pose of `b` in the space of `a`.
fn relative(a: Pose, b: Pose) -> Pose {
    let back = a.1.conjugate();
    (back * (b.0 - a.0), back * b.1)
}

/// The angle of a rotation, from 0 to 180 degrees.
fn degrees(rotation: DQuat) -> f64 {
    (2.0 * libm::atan2(rotation.xyz().length(), rotation.w.abs())).to_degrees()
}

fn drift(pairs: &[[Pose; 2]]) -> Option<f64> {
    let (first, last) = (pairs.first()?, pairs.last()?);
    let length: f64 = pairs.windows(2).map(|step| step[0][0].0.distance(step[1][0].0)).sum();
    let end = |path: usize| relative(first[path], last[path]).0;
    (length > 0.0).then(|| 100.0 * end(0).distance(end(1)) / length)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn walk(count: u32, place: impl Fn(f64) -> DVec3) -> Trajectory {
        let frame = |i: u32| {
            let time = f64::from(i) * 0.1;
            let rotation = DQuat::from_rotation_y(time * 0.2);
            Frame { time, position: place(time), rotation, tracking: Tracking::Normal }
        };
        Trajectory::new((0..count).map(frame).collect())
    }

    fn curve(t: f64) -> DVec3 {
        DVec3::new(libm::cos(t), 0.2 * libm::sin(3.0 * t), libm::sin(t) * 2.0)
    }

    #[test]
    fn statistics_of_a_few_numbers() {
        let found = Statistics::of(&[3.0, 1.0, 2.0, 4.0]);
        assert_eq!((found.mean, found.median, found.max, found.min), (2.5, 2.5, 4.0, 1.0));
        assert!((found.rmse - 7.5_f64.sqrt()).abs() < 1e-15);
        assert_eq!(Statistics::of(&[]), Statistics::default());
    }

    #[test]
    fn a_moved_path_has_no_error_after_its_alignment() {
        let reference = walk(80, curve);
        let turn = DQuat::from_rotation_z(0.7);
        let moved = Trajectory::new(
            reference
                .frames
                .iter()
                .map(|frame| Frame {
                    position: turn * frame.position + DVec3::ONE,
                    rotation: turn * frame.rotation,
                    ..frame
                })
                .collect(),
        );
        let matched = Matched::of(&reference, &moved);
        assert_eq!(matched.reference.len(), 80);
        let of = |freedom| errors(&matched, freedom).unwrap();
        let most = |list: &[f64]| Statistics::of(list).max;
        let found = of(Freedom::Rigid);
        assert!(most(&found.absolute) < 1e-14 && most(&found.absolute_turn) < 1e-6, "{found:?}");
        let found = of(Freedom::None);
        assert!((most(&found.absolute_turn) - 0.7_f64.to_degrees()).abs() < 1e-9);
        // Motions relative to the body do not depend on the world.
        assert!(most(&found.relative) < 1e-14 && most(&found.relative_turn) < 1e-6);
        assert!(found.drift.unwrap() < 1e-12);
    }

    #[test]
    fn a_known_offset_is_the_absolute_error_and_a_longer_path_drifts() {
        let reference = walk(11, |t| DVec3::X * t);
        let offset = walk(11, |t| DVec3::new(t, 0.5, 0.0));
        let found = errors(&Matched::of(&reference, &offset), Freedom::None).unwrap();
        assert!((Statistics::of(&found.absolute).rmse - 0.5).abs() < 1e-15);
        assert!(Statistics::of(&found.relative).max < 1e-15);
        let longer = walk(11, |t| DVec3::X * t * 1.1);
        let found = errors(&Matched::of(&reference, &longer), Freedom::None).unwrap();
        assert!((found.drift.unwrap() - 10.0).abs() < 1e-12, "{:?}", found.drift);
        assert!((Statistics::of(&found.relative).mean - 0.01).abs() < 1e-15);
    }

    #[test]
    fn frames_are_matched_by_their_times() {
        let reference = walk(50, curve);
        let late = |seconds: f64| {
            Trajectory::new(
                reference.frames.iter().step_by(5).map(|frame| Frame { time: frame.time + seconds, ..frame }).collect(),
            )
        };
        let found = Matched::of(&reference, &late(0.004));
        assert_eq!(found.other.len(), 10);
        assert!(found.reference.iter().zip(&found.other).all(|(a, b)| a.position == b.position));
        assert_eq!(Matched::of(&reference, &late(0.04)).other.len(), 0);
        assert_eq!(errors(&Matched::default(), Freedom::None), Err(Degenerate::Empty));
    }
}
