//! How far a path is from a reference: absolute and relative pose errors.
//!
//! The measures are those of Sturm, Engelhard, Endres, Burgard and Cremers, "A benchmark for the evaluation of RGB-D SLAM
//! systems", 2012, as evo computes them: the translation part in metres and the rotation part in degrees.

use std::f64::consts::PI;

use glam::{DQuat, DVec3};

use super::Trajectory;
use super::align::{Alignment, AlignmentKind, Degenerate, align};
use super::frames::{Frame, Tracking};

/// The greatest difference in time of two frames that are matched, in seconds.
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
        if errors.is_empty() {
            return Self::default();
        }
        let count = errors.len() as f64;
        let mut parted = errors.to_vec();
        let (below, &mut middle, _) = parted.select_nth_unstable_by(errors.len() / 2, f64::total_cmp);
        let before = below.iter().copied().reduce(f64::max).filter(|_| errors.len().is_multiple_of(2));
        Self {
            rmse: (errors.iter().map(|error| error * error).sum::<f64>() / count).sqrt(),
            mean: errors.iter().sum::<f64>() / count,
            median: before.map_or(middle, |before| f64::midpoint(before, middle)),
            max: errors.iter().copied().fold(f64::NEG_INFINITY, f64::max),
            min: errors.iter().copied().fold(f64::INFINITY, f64::min),
        }
    }
}

/// Which times of two trajectories are compared.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Clock {
    /// The times that the files have.
    File,
    /// The times in the scene, where each recording begins at its `start`.
    #[default]
    Scene,
}

/// The frames of two trajectories at the same moments.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Matched {
    /// The times by which the frames were matched.
    pub clock: Clock,
    /// The number of frames of the shorter trajectory.
    pub shorter: usize,
    /// Frames of the reference.
    pub reference: Vec<Frame>,
    /// Frames of the other trajectory.
    pub other: Vec<Frame>,
}

impl Matched {
    /// For each frame of the shorter trajectory the nearest frame of the longer one in time, when it is at most
    /// [`SAME_MOMENT`] away. Lost frames are left out.
    ///
    /// If both recordings have the same `start` in the scene, the times in the files are compared, because a recording
    /// that begins later has a later first time. If their starts differ, the times in the scene are compared. When
    /// these times give no pair, the other times are tried.
    pub fn of(reference: &Trajectory, other: &Trajectory) -> Self {
        let start = |path: &Trajectory| path.frames.times().first().copied();
        let is_placed = start(reference) != start(other);
        let order = if is_placed { [Clock::Scene, Clock::File] } else { [Clock::File, Clock::Scene] };
        let mut tries = order.into_iter().filter_map(|clock| Self::by(clock, reference, other));
        tries.find(|matched| !matched.reference.is_empty()).unwrap_or_default()
    }

    /// The pairs by one clock; `None` when a file has no times of its own.
    fn by(clock: Clock, reference: &Trajectory, other: &Trajectory) -> Option<Self> {
        // Of two trajectories of the same length evo takes the second as the shorter one.
        let is_shorter = other.frames.len() <= reference.frames.len();
        let (short, long) = if is_shorter { (other, reference) } else { (reference, other) };
        let times = long.frames.times();
        let offset = match clock {
            Clock::Scene => 0.0,
            // From the scene time of the shorter one to its time in the file, and back from that of the longer one.
            Clock::File => (short.file_start? - long.file_start?) - (short.frames.time(0) - times.first()?),
        };
        let [a, b] = [short, long].map(|path| Vec::with_capacity(path.frames.len().min(short.frames.len())));
        let mut matched = Self { clock, shorter: short.frames.len(), reference: a, other: b };
        // The first frame of the longer one that is not before the moment. Both times ascend.
        let mut after = 0;
        for frame in short.frames.iter() {
            let moment = frame.time + offset;
            after += times[after..].iter().take_while(|&&time| time < moment).count();
            let apart = |i: &usize| (times[*i] - moment).abs();
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
        Some(matched)
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
pub fn errors(matched: &Matched, freedom: AlignmentKind) -> Result<Errors, Degenerate> {
    let Matched { reference, other, .. } = matched;
    if reference.is_empty() || reference.len() != other.len() {
        return Err(Degenerate::Empty);
    }
    let [to, from] = [reference, other].map(|frames| frames.iter().map(|frame| frame.position).collect::<Vec<_>>());
    let alignment = align(&from, &to, freedom)?;
    let pose = |frame: &Frame| (alignment.point(frame.position), alignment.turned(frame.rotation));
    let count = reference.len();
    let [absolute, absolute_turn, relative, relative_turn] = [count; 4].map(Vec::with_capacity);
    let mut found = Errors { alignment, absolute, absolute_turn, relative, relative_turn, drift: None };
    let mut before: Option<[Pose; 2]> = None;
    let (mut first, mut length) = (None, 0.0);
    for (a, b) in reference.iter().zip(other) {
        let pair = [(a.position, a.rotation), pose(b)];
        found.absolute.push(pair[0].0.distance(pair[1].0));
        found.absolute_turn.push(degrees(pair[0].1.conjugate() * pair[1].1));
        if let Some(before) = before {
            let [own, other] = [0, 1].map(|path| in_space_of(before[path], pair[path]));
            found.relative.push(own.0.distance(other.0));
            found.relative_turn.push(degrees(own.1.conjugate() * other.1));
            length += own.0.length();
        }
        first = first.or(Some(pair));
        before = Some(pair);
    }
    if let (Some(first), Some(last)) = (first, before) {
        let [own, other] = [0, 1].map(|path| in_space_of(first[path], last[path]).0);
        found.drift = (length > 0.0).then(|| 100.0 * own.distance(other) / length);
    }
    Ok(found)
}

/// A position and a rotation.
type Pose = (DVec3, DQuat);

/// The pose of `b` in the space of `a`.
fn in_space_of(a: Pose, b: Pose) -> Pose {
    let back = a.1.conjugate();
    (back * (b.0 - a.0), back * b.1)
}

/// The angle of a rotation of unit length, from 0 to 180 degrees. The arcsine of the smaller of sine and cosine of its half
/// is exact, and faster than the arctangent of both.
fn degrees(rotation: DQuat) -> f64 {
    let (sin, cos) = (rotation.xyz().length(), rotation.w.abs());
    let angle = if sin < cos { 2.0 * libm::asin(sin) } else { PI - 2.0 * libm::asin(cos) };
    angle.to_degrees()
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
        let odd = Statistics::of(&[5.0, 1.0, 4.0]);
        assert_eq!((odd.median, odd.max, odd.min), (4.0, 5.0, 1.0));
        assert_eq!(Statistics::of(&[2.0]), Statistics { rmse: 2.0, mean: 2.0, median: 2.0, max: 2.0, min: 2.0 });
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
        let found = of(AlignmentKind::Rigid);
        assert!(most(&found.absolute) < 1e-14 && most(&found.absolute_turn) < 1e-6, "{found:?}");
        let found = of(AlignmentKind::None);
        assert!((most(&found.absolute_turn) - 0.7_f64.to_degrees()).abs() < 1e-9);
        // Motions relative to the body do not depend on the world.
        assert!(most(&found.relative) < 1e-14 && most(&found.relative_turn) < 1e-6);
        assert!(found.drift.unwrap() < 1e-12);
    }

    #[test]
    fn a_known_offset_is_the_absolute_error_and_a_longer_path_drifts() {
        let reference = walk(11, |t| DVec3::X * t);
        let offset = walk(11, |t| DVec3::new(t, 0.5, 0.0));
        let found = errors(&Matched::of(&reference, &offset), AlignmentKind::None).unwrap();
        assert!((Statistics::of(&found.absolute).rmse - 0.5).abs() < 1e-15);
        assert!(Statistics::of(&found.relative).max < 1e-15);
        let longer = walk(11, |t| DVec3::X * t * 1.1);
        let found = errors(&Matched::of(&reference, &longer), AlignmentKind::None).unwrap();
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
    }

    /// A recording that begins two seconds later, as it is read: its first frame has the scene time 0.
    #[test]
    fn frames_are_matched_by_the_times_of_their_files() {
        let mut reference = walk(50, curve);
        reference.file_start = Some(1000.0);
        let begins = |start: f64, file_start: Option<f64>| {
            let later = reference.frames.iter().skip(20);
            let frames = later.map(|frame| Frame { time: frame.time - 2.0 + start, ..frame });
            Trajectory { file_start, ..Trajectory::new(frames.collect()) }
        };
        let of = |other: &Trajectory| {
            let matched = Matched::of(&reference, other);
            let most = errors(&matched, AlignmentKind::None).map(|found| Statistics::of(&found.absolute).max);
            (matched.clock, matched.reference.len(), most.unwrap() < 1e-12)
        };
        assert_eq!(of(&begins(0.0, Some(1002.0))), (Clock::File, 30, true));
        // The scene placed it there.
        assert_eq!(of(&begins(2.0, Some(1002.0))), (Clock::Scene, 30, true));
        assert_eq!(of(&begins(1.0, Some(1002.0))), (Clock::Scene, 30, false));
        // Times of another clock, or none.
        assert_eq!(of(&begins(0.0, Some(7.0))), (Clock::Scene, 30, false));
        assert_eq!(of(&begins(0.0, None)), (Clock::Scene, 30, false));
        assert_eq!(of(&begins(90.0, Some(1002.0))), (Clock::File, 30, true));
    }

    #[test]
    fn no_pairs_have_no_errors() {
        assert_eq!(errors(&Matched::default(), AlignmentKind::None), Err(Degenerate::Empty));
    }
}
