//! How far a path is from a reference: absolute and relative pose errors.
//!
//! The measures are those of Sturm, Engelhard, Endres, Burgard and Cremers, "A benchmark for the evaluation of RGB-D SLAM
//! systems", 2012, as evo computes them: the translation part in metres and the rotation part in degrees.

use std::f64::consts::PI;

use glam::{DQuat, DVec3};

use super::Trajectory;
use super::align::{Alignment, AlignmentKind, Degenerate, align};
use super::frames::{Frame, Tracking};
use super::limits::median;
use super::steps::{StepLength, steps};

/// The greatest difference in time of two frames that are matched, in seconds.
const SAME_MOMENT: f64 = 0.01;

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
        Self {
            rmse: (errors.iter().map(|error| error * error).sum::<f64>() / count).sqrt(),
            mean: errors.iter().sum::<f64>() / count,
            median: median(&mut errors.to_vec()),
            max: errors.iter().copied().fold(f64::NEG_INFINITY, f64::max),
            min: errors.iter().copied().fold(f64::INFINITY, f64::min),
        }
    }
}

/// By what the frames of two trajectories are matched.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Clock {
    /// The times that the files have.
    File,
    /// The times in the scene, where each recording begins at its `start`.
    #[default]
    Scene,
    /// The numbers of the frames: no file has times.
    Number,
}

/// How the frames of two trajectories are matched and compared.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Matching {
    /// The times that are compared. [`Clock::File`] becomes [`Clock::Number`] when neither file has times.
    pub clock: Clock,
    /// The greatest difference in time of two frames that are matched, in seconds.
    pub max_difference: f64,
    /// Seconds that are added to the times of the path, and not to those of the reference.
    pub offset: f64,
    /// How long the step of a relative error is.
    pub delta: StepLength,
    /// The alignment is that of so many pairs from the first one; `None` for all.
    pub align_first: Option<usize>,
}

impl Default for Matching {
    fn default() -> Self {
        Self {
            clock: Clock::File,
            max_difference: SAME_MOMENT,
            offset: 0.0,
            delta: StepLength::default(),
            align_first: None,
        }
    }
}

impl Matching {
    /// The default for two recordings of a scene. Where their starts differ, the scene has placed them, and the times in the
    /// scene are compared. Else those of the files are, because a recording that begins later has a later first time.
    pub fn of(reference: &Trajectory, path: &Trajectory) -> Self {
        let start = |path: &Trajectory| path.frames.times().first().copied();
        let is_placed = start(reference) != start(path);
        Self { clock: if is_placed { Clock::Scene } else { Clock::File }, ..Self::default() }
    }

    /// The clock of two trajectories; `None` when only one of them has times.
    pub fn clock(&self, reference: &Trajectory, path: &Trajectory) -> Option<Clock> {
        match (self.clock, reference.file_start, path.file_start) {
            (Clock::Scene, ..) => Some(Clock::Scene),
            (_, None, None) => Some(Clock::Number),
            (_, Some(_), Some(_)) => Some(Clock::File),
            _ => None,
        }
    }
}

/// The frames of two trajectories at the same moments.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Matched {
    /// By what the frames were matched; `None` when only one of the files has times.
    pub clock: Option<Clock>,
    /// The number of frames of the shorter trajectory.
    pub shorter: usize,
    /// [`Matching::delta`].
    pub delta: StepLength,
    /// [`Matching::align_first`].
    pub align_first: Option<usize>,
    /// Frames of the reference.
    pub reference: Vec<Frame>,
    /// Frames of the other trajectory.
    pub other: Vec<Frame>,
}

impl Matched {
    /// For each frame of the shorter trajectory the nearest frame of the longer one in time, when it is near enough; without
    /// times the frame of the same number. Lost frames are left out.
    pub fn of(reference: &Trajectory, path: &Trajectory, matching: &Matching) -> Self {
        // Of two trajectories of the same length evo takes the second as the shorter one.
        let is_shorter = path.frames.len() <= reference.frames.len();
        let (short, long) = if is_shorter { (path, reference) } else { (reference, path) };
        let clock = matching.clock(reference, path);
        let [a, b] = [short, long].map(|one| Vec::with_capacity(one.frames.len().min(short.frames.len())));
        let Matching { delta, align_first, .. } = *matching;
        let mut matched = Self { clock, shorter: short.frames.len(), delta, align_first, reference: a, other: b };
        let Some(clock) = clock else { return matched };
        // The offset belongs to the path, which may be either of the two.
        let own = if is_shorter { matching.offset } else { -matching.offset };
        let moment = moments(clock, short, long, own);
        let place = |i: usize| if clock == Clock::Number { long.number(i) as f64 } else { long.frames.time(i) };
        let most = if clock == Clock::Number { 0.0 } else { matching.max_difference };
        // The first frame of the longer one that is not before the moment. Both ascend.
        let mut after = 0;
        for (i, frame) in short.frames.iter().enumerate() {
            let moment = moment(i, frame.time);
            after += (after..long.frames.len()).take_while(|&i| place(i) < moment).count();
            let apart = |i: &usize| (place(*i) - moment).abs();
            let near = after.saturating_sub(1)..(after + 1).min(long.frames.len());
            let nearest = near.min_by(|a, b| apart(a).total_cmp(&apart(b))).filter(|i| apart(i) <= most);
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

    /// The alignment of that freedom.
    ///
    /// # Errors
    /// When the matched frames do not determine it, or there are none.
    pub fn alignment(&self, freedom: AlignmentKind) -> Result<Alignment, Degenerate> {
        let count = self.align_first.unwrap_or(usize::MAX).min(self.reference.len());
        if freedom == AlignmentKind::Origin {
            let pose = |frames: &[Frame]| frames.first().map(|frame| (frame.position, frame.rotation));
            let both = pose(&self.other).zip(pose(&self.reference));
            return both.map(|(from, to)| Alignment::of_poses(from, to)).ok_or(Degenerate::Empty);
        }
        let positions = |frames: &[Frame]| frames.iter().take(count).map(|frame| frame.position).collect::<Vec<_>>();
        align(&positions(&self.other), &positions(&self.reference), freedom)
    }
}

/// Where a frame of the shorter trajectory, given by its index and its scene time, is among the times or numbers of the longer
/// one.
fn moments(clock: Clock, short: &Trajectory, long: &Trajectory, offset: f64) -> impl Fn(usize, f64) -> f64 {
    let first = |path: &Trajectory| path.frames.times().first().copied().unwrap_or(0.0);
    let begins = |path: &Trajectory| path.file_start.unwrap_or(0.0);
    // From the scene time of the shorter one to its time in the file, and back from that of the longer one.
    let apart = match clock {
        Clock::File => (begins(short) - begins(long)) - (first(short) - first(long)) + offset,
        _ => offset,
    };
    move |i, time| if clock == Clock::Number { short.number(i) as f64 } else { time + apart }
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
    /// For each of [`Errors::steps`] the difference of the relative motions, in metres.
    pub relative: Vec<f64>,
    /// The same, in degrees.
    pub relative_turn: Vec<f64>,
    /// The distance of the last positions when the first poses are the same, over the length of the reference, in percent.
    /// `None` for a reference without length.
    pub drift: Option<f64>,
    /// The indices of the pairs at both ends of each step. A step begins where the one before ends.
    pub steps: Vec<[usize; 2]>,
}

/// The errors after the alignment of that freedom.
///
/// # Errors
/// When the matched frames do not determine the alignment, or there are none.
pub fn errors(matched: &Matched, freedom: AlignmentKind) -> Result<Errors, Degenerate> {
    let Matched { reference, other, delta, .. } = matched;
    if reference.is_empty() || reference.len() != other.len() {
        return Err(Degenerate::Empty);
    }
    let alignment = matched.alignment(freedom)?;
    let count = reference.len();
    let place = |i: usize| alignment.point(other[i].position);
    let pair = |i: usize| -> [Pose; 2] {
        let (a, b) = (&reference[i], &other[i]);
        [(a.position, a.rotation), (place(i), alignment.turned(b.rotation))]
    };
    let [mut absolute, mut absolute_turn] = [count; 2].map(Vec::with_capacity);
    let mut length = 0.0;
    for i in 0..count {
        let [own, other] = pair(i);
        absolute.push(own.0.distance(other.0));
        absolute_turn.push(degrees(own.1.conjugate() * other.1));
        length += i.checked_sub(1).map_or(0.0, |before| reference[before].position.distance(own.0));
    }
    let steps = steps(*delta, count, |a, b| place(a).distance(place(b)), |i| other[i].time);
    // The motions of both paths from a pair to another one.
    let motions = |from: usize, to: usize| {
        let (from, to) = (pair(from), pair(to));
        [0, 1].map(|path| in_space_of(from[path], to[path]))
    };
    let [mut relative, mut relative_turn] = [steps.len(); 2].map(Vec::with_capacity);
    for &[from, to] in &steps {
        let [own, other] = motions(from, to);
        relative.push(own.0.distance(other.0));
        relative_turn.push(degrees(own.1.conjugate() * other.1));
    }
    let [own, last] = motions(0, count - 1);
    let drift = (length > 0.0).then(|| 100.0 * own.0.distance(last.0) / length);
    Ok(Errors { alignment, absolute, absolute_turn, relative, relative_turn, drift, steps })
}

/// A position and a rotation.
pub(super) type Pose = (DVec3, DQuat);

/// The pose of `b` in the space of `a`.
pub(super) fn in_space_of(a: Pose, b: Pose) -> Pose {
    let back = a.1.conjugate();
    (back * (b.0 - a.0), back * b.1)
}

/// The angle of a rotation of unit length, from 0 to 180 degrees. The arcsine of the smaller of sine and cosine of its half
/// is exact, and faster than the arctangent of both.
pub(super) fn degrees(rotation: DQuat) -> f64 {
    let (sin, cos) = (rotation.xyz().length(), rotation.w.abs());
    let angle = if sin < cos { 2.0 * libm::asin(sin) } else { PI - 2.0 * libm::asin(cos) };
    angle.to_degrees()
}

#[cfg(test)]
mod tests {
    use super::super::Numbering;
    use super::*;

    /// Matched as two sessions of a scene are.
    fn of(reference: &Trajectory, path: &Trajectory) -> Matched {
        let times = |one: &Trajectory| Trajectory { file_start: one.file_start.or(Some(0.0)), ..one.clone() };
        let matching = Matching::of(reference, path);
        if reference.file_start.is_none() {
            return Matched::of(&times(reference), &times(path), &matching);
        }
        Matched::of(reference, path, &matching)
    }

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
        let matched = of(&reference, &moved);
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
        let found = errors(&of(&reference, &offset), AlignmentKind::None).unwrap();
        assert!((Statistics::of(&found.absolute).rmse - 0.5).abs() < 1e-15);
        assert!(Statistics::of(&found.relative).max < 1e-15);
        let longer = walk(11, |t| DVec3::X * t * 1.1);
        let found = errors(&of(&reference, &longer), AlignmentKind::None).unwrap();
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
        let found = of(&reference, &late(0.004));
        assert_eq!(found.other.len(), 10);
        assert!(found.reference.iter().zip(&found.other).all(|(a, b)| a.position == b.position));
        assert_eq!(of(&reference, &late(0.04)).other.len(), 0);
        // With an offset, or a greater difference, they are.
        let scene = Matching { clock: Clock::Scene, ..Matching::default() };
        let shifted = |matching: &Matching| Matched::of(&reference, &late(0.04), matching).other.len();
        assert_eq!(shifted(&Matching { offset: -0.04, ..scene }), 10);
        assert_eq!(shifted(&Matching { offset: 0.04, ..scene }), 0);
        assert_eq!(shifted(&Matching { max_difference: 0.05, ..scene }), 10);
        // The offset belongs to the path also when it is the longer one.
        let swapped = Matched::of(&late(0.04), &reference, &Matching { offset: 0.04, ..scene });
        assert_eq!(swapped.other.len(), 10);
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
            let matched = of(&reference, other);
            let most = errors(&matched, AlignmentKind::None).map(|found| Statistics::of(&found.absolute).max);
            (matched.clock, matched.reference.len(), most.is_ok_and(|most| most < 1e-12))
        };
        let (file, scene) = (Some(Clock::File), Some(Clock::Scene));
        assert_eq!(of(&begins(0.0, Some(1002.0))), (file, 30, true));
        // The scene placed it there.
        assert_eq!(of(&begins(2.0, Some(1002.0))), (scene, 30, true));
        assert_eq!(of(&begins(1.0, Some(1002.0))), (scene, 30, false));
        // Times of another clock, or none: no clock is assumed.
        assert_eq!(of(&begins(0.0, Some(7.0))), (file, 0, false));
        assert_eq!(of(&begins(0.0, None)), (None, 0, false));
        assert_eq!(of(&begins(90.0, Some(1002.0))), (scene, 0, false));
    }

    #[test]
    fn frames_without_times_are_matched_by_their_numbers() {
        let numbered = |rate: f64, left_out: usize| {
            let walk = walk(20, curve);
            let frames = walk.frames.iter().enumerate().filter(|(i, _)| *i != left_out);
            let frames = frames.map(|(i, frame)| Frame { time: 3.0 + i as f64 / rate, ..frame });
            let numbering = Some(Numbering { start: 3.0, rate });
            Trajectory { numbering, ..Trajectory::new(frames.collect()) }
        };
        let (reference, path) = (numbered(30.0, 99), numbered(10.0, 0));
        for (a, b) in [(&reference, &path), (&path, &reference)] {
            let matched = Matched::of(a, b, &Matching { offset: 5.0, ..Matching::default() });
            assert_eq!((matched.clock, matched.other.len()), (Some(Clock::Number), 19));
            assert!(matched.reference.iter().zip(&matched.other).all(|(a, b)| a.position == b.position));
        }
    }

    #[test]
    fn a_relative_error_is_over_the_delta() {
        let matched = |delta| {
            let longer = walk(11, |t| DVec3::X * t * 1.1);
            Matched::of(
                &walk(11, |t| DVec3::X * t),
                &longer,
                &Matching { delta, clock: Clock::Scene, ..Matching::default() },
            )
        };
        for (delta, count) in [(1, 10), (3, 3), (10, 1), (11, 0)] {
            let found = errors(&matched(StepLength::Frames(delta)), AlignmentKind::None).unwrap();
            assert_eq!((found.relative.len(), found.relative_turn.len(), found.absolute.len()), (count, count, 11));
            assert!(found.relative.iter().all(|error| (error - 0.01 * delta as f64).abs() < 1e-12), "{found:?}");
            assert!((found.drift.unwrap() - 10.0).abs() < 1e-12);
        }
    }

    /// The path travels 1.1 m a second.
    #[test]
    fn a_relative_error_is_over_metres_and_seconds() {
        let longer = walk(21, |t| DVec3::X * t * 1.1);
        let of = |delta| {
            let matching = Matching { delta, clock: Clock::Scene, ..Matching::default() };
            let matched = Matched::of(&walk(21, |t| DVec3::X * t), &longer, &matching);
            let found = errors(&matched, AlignmentKind::None).unwrap();
            (found.steps.clone(), found.relative.clone())
        };
        let (steps, errors) = of(StepLength::Metres(0.5));
        assert_eq!(steps, [[0, 5], [5, 10], [10, 15], [15, 20]]);
        assert!(errors.iter().all(|error| (error - 0.05).abs() < 1e-12), "{errors:?}");
        let (steps, errors) = of(StepLength::Seconds(1.0));
        assert_eq!(steps, [[0, 10], [10, 20]]);
        assert!(errors.iter().all(|error| (error - 0.1).abs() < 1e-12), "{errors:?}");
    }

    #[test]
    fn the_first_poses_decide_the_alignment() {
        let reference = walk(60, curve);
        let turn = DQuat::from_rotation_y(0.9);
        // It leaves the reference after 3 s.
        let moved = |frame: Frame| Frame {
            position: turn * (frame.position + DVec3::Y * (frame.time - 3.0).max(0.0)) + DVec3::X,
            rotation: turn * frame.rotation,
            ..frame
        };
        let path = Trajectory::new(reference.frames.iter().map(moved).collect());
        let of = |align_first, freedom| {
            let matching = Matching { align_first, clock: Clock::Scene, ..Matching::default() };
            errors(&Matched::of(&reference, &path, &matching), freedom).unwrap()
        };
        for freedom in [AlignmentKind::Origin, AlignmentKind::Yaw, AlignmentKind::Rigid] {
            let found = of(Some(20), freedom);
            assert!(found.absolute[..30].iter().all(|error| *error < 1e-12), "{freedom:?}");
            assert!((found.absolute[59] - 2.9).abs() < 1e-12, "{freedom:?}");
        }
        assert!(of(None, AlignmentKind::Rigid).absolute[0] > 0.1);
        assert_eq!(of(Some(999), AlignmentKind::Rigid), of(None, AlignmentKind::Rigid));
    }

    #[test]
    fn no_pairs_have_no_errors() {
        assert_eq!(errors(&Matched::default(), AlignmentKind::None), Err(Degenerate::Empty));
    }
}
