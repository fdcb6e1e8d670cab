//! The figures of a trajectory: duration, losses, jumps and length.

use std::f64::consts::PI;

use glam::DQuat;

use super::frames::Tracking;
use super::recorded::{GAP, Trajectory};

/// A step between two frames that is faster than the limit.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Jump {
    /// The frame after the step.
    pub frame: usize,
    /// The time of that frame, in seconds.
    pub time: f64,
    /// Metres.
    pub distance: f64,
    /// Metres a second.
    pub speed: f64,
    /// Degrees a second.
    pub turn: f64,
}

/// Consecutive frames without tracking, or a gap without frames.
#[derive(Clone, Debug, PartialEq)]
pub struct Lost {
    /// The time of the first, or that at which a gap counts as a loss.
    pub from: f64,
    /// The time of the next frame with tracking, or of the last frame.
    pub to: f64,
    /// The reason of the first, or [`GAP`](super::GAP).
    pub reason: Option<Box<str>>,
}

/// The figures of a trajectory.
#[derive(Clone, Debug, PartialEq)]
pub struct Summary {
    /// How many frames.
    pub frames: usize,
    /// The time of the first frame, in seconds.
    pub start: f64,
    /// From the first frame to the last, in seconds.
    pub duration: f64,
    /// The time of frames whose tracking is not lost, over the duration, from 0 to 1. A frame lasts until the next one.
    /// Without a duration 1, or 0 when the frame is lost.
    pub tracked_ratio: f64,
    /// The losses, in order.
    pub lost: Vec<Lost>,
    /// The sum of all steps in metres, without steps that touch a lost frame and without jumps.
    pub path_length: f64,
    /// The jumps, in order.
    pub jumps: Vec<Jump>,
    /// The greatest turn away from the first frame with tracking; `None` when all are lost.
    pub farthest_turn: Option<FarthestTurn>,
}

impl Summary {
    /// The bytes of its lists, and of those that a report makes of them.
    pub(crate) fn memory(&self) -> u64 {
        let lost = |lost: &Lost| 2 * size_of::<Lost>() + lost.reason.as_ref().map_or(0, |reason| reason.len());
        (self.lost.iter().map(lost).sum::<usize>() + 2 * self.jumps.len() * size_of::<Jump>()) as u64
    }
}

/// The frame whose rotation is farthest from that of the first frame with tracking.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct FarthestTurn {
    /// The time of the frame, in seconds.
    pub time: f64,
    /// The rotation of the first frame with tracking.
    pub from: DQuat,
    /// The rotation of the frame.
    pub to: DQuat,
}

impl Trajectory {
    /// The jump that ends at a frame. A step that touches a lost frame is no jump.
    pub fn jump(&self, frame: usize) -> Option<Jump> {
        self.step(frame).filter(|step| self.is_jump(step))
    }

    /// Whether the step that ends at a frame is a jump. The same as [`jump`](Self::jump), and faster where it is none.
    pub(super) fn is_jump_to(&self, frame: usize) -> bool {
        let Some(before) = frame.checked_sub(1).filter(|_| frame < self.frames.len()) else { return false };
        let seconds = self.frames.time(frame) - self.frames.time(before);
        let distance = self.frames.position(before).distance(self.frames.position(frame));
        let turn = self.frames.rotation(before).conjugate() * self.frames.rotation(frame);
        // An angle up to 90 degrees is at most PI / 2 times its sine; here it is half of the angle of the turn.
        let most = (PI * turn.xyz().length()).to_degrees();
        let is_slow = distance <= 0.999 * self.jump.speed * seconds && most <= 0.999 * self.jump.turn * seconds;
        !is_slow && self.jump(frame).is_some()
    }

    fn is_jump(&self, step: &Jump) -> bool {
        step.speed > self.jump.speed || step.turn > self.jump.turn
    }

    /// The step that ends at a frame; `None` for the first frame, for a step that touches a lost frame, and for a gap.
    pub(super) fn step(&self, frame: usize) -> Option<Jump> {
        let before = frame.checked_sub(1)?;
        let [a, b] = [self.frames.get(before)?, self.frames.get(frame)?];
        if a.tracking == Tracking::Lost || b.tracking == Tracking::Lost || self.gap_before(frame).is_some() {
            return None;
        }
        let seconds = b.time - a.time;
        let distance = a.position.distance(b.position);
        // The angle by atan2 is exact for small turns; that by acos is not.
        let turn = a.rotation.conjugate() * b.rotation;
        let half = libm::atan2(turn.xyz().length(), turn.w.abs());
        let [speed, turn] = [distance, (2.0 * half).to_degrees()].map(|way| way / seconds);
        Some(Jump { frame, time: b.time, distance, speed, turn })
    }

    /// The figures of the whole trajectory; zeros without frames.
    pub fn summary(&self) -> Summary {
        let times = self.frames.times();
        let (start, end) = (times.first().copied().unwrap_or(0.0), times.last().copied().unwrap_or(0.0));
        let mut summary = Summary {
            frames: times.len(),
            start,
            duration: end - start,
            tracked_ratio: 0.0,
            lost: Vec::new(),
            path_length: 0.0,
            jumps: Vec::new(),
            farthest_turn: self.farthest_turn(),
        };
        let mut lost_time = 0.0;
        for &[first, after] in self.frames.lost_runs() {
            let to = times.get(after).copied().unwrap_or(end);
            lost_time += to - times[first];
            summary.lost.push(Lost { from: times[first], to, reason: self.reason(first).map(Into::into) });
        }
        for (to, from) in (1..times.len()).filter_map(|i| Some((times[i], self.gap_before(i)?))) {
            lost_time += to - from;
            summary.lost.push(Lost { from, to, reason: Some(GAP.into()) });
        }
        summary.lost.sort_by(|a, b| a.from.total_cmp(&b.from));
        for step in (1..times.len()).filter_map(|i| self.step(i)) {
            if self.is_jump(&step) {
                summary.jumps.push(step);
            } else {
                summary.path_length += step.distance;
            }
        }
        summary.tracked_ratio = if summary.duration > 0.0 {
            1.0 - lost_time / summary.duration
        } else {
            f64::from(!times.is_empty() && self.frames.tracking(0) != Tracking::Lost)
        };
        summary
    }

    fn farthest_turn(&self) -> Option<FarthestTurn> {
        let mut tracked = (0..self.frames.len()).filter(|&i| self.frames.tracking(i) != Tracking::Lost);
        let first = tracked.next()?;
        let from = self.frames.rotation(first);
        // The cosine of half the angle, which falls as the angle grows. Of equal angles the first frame is taken.
        let cosine = |i: usize| from.dot(self.frames.rotation(i)).abs();
        let (frame, _) = tracked.fold((first, 1.0), |(best, least), i| {
            let found = cosine(i);
            if found < least { (i, found) } else { (best, least) }
        });
        Some(FarthestTurn { time: self.frames.time(frame), from, to: self.frames.rotation(frame) })
    }
}

#[cfg(test)]
mod tests {
    use super::super::frames::Frame;
    use super::super::outline::StrokeKind;
    use super::*;
    use glam::{DQuat, DVec3};

    #[test]
    fn losses_jumps_and_length_are_counted_apart() {
        let (n, l) = (Tracking::Normal, Tracking::Lost);
        let rows =
            [(0.0, 0.0, n), (1.0, 1.0, n), (2.0, 8.0, n), (3.0, 8.0, l), (5.0, 0.0, l), (6.0, 9.0, n), (7.0, 9.5, l)];
        let frame = |(time, x, tracking)| Frame { time, position: DVec3::X * x, rotation: DQuat::IDENTITY, tracking };
        let mut path = Trajectory::new(rows.into_iter().map(frame).collect());
        path.reasons = vec![(3, Some("dark".into())), (4, None)];
        let summary = path.summary();
        assert_eq!((summary.frames, summary.start, summary.duration, summary.path_length), (7, 0.0, 7.0, 1.0));
        // Frames 3 and 4 last three seconds; the last frame lasts none.
        assert!((summary.tracked_ratio - 4.0 / 7.0).abs() < 1e-15);
        let lost: Vec<_> = summary.lost.iter().map(|lost| (lost.from, lost.to, lost.reason.as_deref())).collect();
        assert_eq!(lost, [(3.0, 6.0, Some("dark")), (7.0, 7.0, None)]);
        let [jump] = summary.jumps[..] else { panic!() };
        assert_eq!((jump.frame, jump.time, jump.distance, jump.speed, jump.turn), (2, 2.0, 7.0, 7.0, 0.0));
    }

    #[test]
    fn a_gap_is_a_loss_from_its_limit_on() {
        let (n, l) = (Tracking::Normal, Tracking::Lost);
        // A gap from 1 s to 4 s, one of exactly the limit, a loss from 6 s that a gap makes longer.
        let rows = [(0.0, n), (1.0, n), (4.0, n), (5.5, n), (6.0, l), (9.0, n), (10.0, n)];
        let frame = |(time, tracking)| Frame { time, position: DVec3::X * time, rotation: DQuat::IDENTITY, tracking };
        let mut path = Trajectory::new(rows.into_iter().map(frame).collect());
        let figures = |path: &Trajectory| {
            let summary = path.summary();
            let lost: Vec<_> = summary
                .lost
                .iter()
                .map(|lost| (lost.from, lost.to, lost.reason.as_deref().map(str::to_owned)))
                .collect();
            (lost, summary.tracked_ratio, summary.path_length)
        };
        path.jump.speed = 50.0;
        assert_eq!(figures(&path), (vec![(6.0, 9.0, None)], 0.7, 6.5));
        path.gap = Some(1.5);
        let gap = (2.5, 4.0, Some("gap".to_owned()));
        assert_eq!(figures(&path), (vec![gap, (6.0, 9.0, None)], 0.55, 3.5));
        let at = |time: f64| path.at(time).map(|held| (held.frame, held.position.x, held.tracking)).unwrap();
        // The pose of the last frame holds over the whole gap.
        assert_eq!([at(2.0), at(2.5), at(3.9), at(4.0)], [(1, 1.0, n), (1, 1.0, l), (1, 1.0, l), (2, 4.0, n)]);
        assert_eq!([path.reason_at(2.4), path.reason_at(2.5), path.reason_at(4.0)], [None, Some("gap"), None]);
        let kinds: Vec<_> = path.outline(0.1, 9).iter().map(|stroke| (stroke.from.x, stroke.stretch)).collect();
        let (normal, lost) = (StrokeKind::Normal, StrokeKind::Lost);
        assert_eq!(kinds, [(0.0, normal), (1.0, lost), (4.0, normal), (5.5, lost), (9.0, normal)]);
    }

    #[test]
    fn a_single_frame_is_tracked_or_not() {
        let frame = |tracking| Frame { time: 4.0, position: DVec3::ZERO, rotation: DQuat::IDENTITY, tracking };
        let ratio = |tracking| Trajectory::new([frame(tracking)].into_iter().collect()).summary().tracked_ratio;
        assert!(ratio(Tracking::Normal) > 0.9 && ratio(Tracking::Lost) < 0.1);
    }
}
