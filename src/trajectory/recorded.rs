//! A recorded camera path with what the device saw.

use glam::DVec3;

use super::anchor::Anchors;
use super::frames::{Frames, Tracking};
use super::lens::Lens;

/// A recorded camera path with what the device saw.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Trajectory {
    /// Ascending times.
    pub frames: Frames,
    /// The lens from a frame on, in the order of frames.
    pub lenses: Vec<(usize, Option<Lens>)>,
    /// Feature points from a frame on, in the order of frames.
    pub points: Vec<(usize, Vec<DVec3>)>,
    /// The reason of a frame whose tracking is not normal, in the order of frames. It holds until the next entry.
    pub reasons: Vec<(usize, Option<Box<str>>)>,
    /// The anchors.
    pub anchors: Anchors,
    /// Steps that exceed it are jumps.
    pub jump: JumpLimit,
    /// Seconds without a frame after which tracking counts as lost until the next frame; `None`: never.
    pub gap: Option<f64>,
    /// The time of the first frame as the file has it, in seconds. The times of [`frames`](Self::frames) begin where the
    /// scene places the recording. `None` for a file without times.
    pub file_start: Option<f64>,
    /// How the frames of a file without times are numbered. `None` for a file with times.
    pub numbering: Option<Numbering>,
}

/// The numbers of the frames of a file without times, from 0. A frame of the file that was left out keeps its number.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Numbering {
    /// The time of the number 0, in seconds.
    pub start: f64,
    /// Frames a second.
    pub rate: f64,
}

/// The reason of a loss without frames.
pub const GAP: &str = "gap";

/// The speeds above which a step between two frames is a jump.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct JumpLimit {
    /// Metres a second.
    pub speed: f64,
    /// Degrees a second.
    pub turn: f64,
}

impl Default for JumpLimit {
    fn default() -> Self {
        Self { speed: 5.0, turn: 720.0 }
    }
}

impl Trajectory {
    /// A trajectory without points, anchors and lenses.
    pub fn new(frames: Frames) -> Self {
        Self { frames, ..Self::default() }
    }

    /// The last of the entries that begin at or before a frame.
    pub(super) fn until<T>(list: &[(usize, T)], frame: usize) -> Option<&T> {
        let count = list.partition_point(|(from, _)| *from <= frame);
        count.checked_sub(1).map(|last| &list[last].1)
    }

    /// The feature points at a time; none before the first frame.
    pub fn points_at(&self, time: f64) -> &[DVec3] {
        self.frame_at(time).and_then(|frame| Self::until(&self.points, frame)).map_or(&[], Vec::as_slice)
    }

    /// The number of a frame of a file without times; its index where the file has times.
    pub fn number(&self, frame: usize) -> usize {
        let Some(Numbering { start, rate }) = self.numbering else { return frame };
        let number = ((self.frames.time(frame) - start) * rate).round();
        #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "the cast saturates")]
        let number = number as usize;
        number
    }

    /// The time at which tracking counts as lost, when a gap ends with that frame. A gap after a lost frame is part of its loss.
    pub fn gap_before(&self, frame: usize) -> Option<f64> {
        let (gap, before) = (self.gap?, frame.checked_sub(1)?);
        let times = self.frames.times();
        let (from, to) = (times[before], *times.get(frame)?);
        (to - from > gap && self.frames.tracking(before) != Tracking::Lost).then_some(from + gap)
    }

    /// The reason of the tracking at a time: [`GAP`], or that of the frame.
    pub fn reason_at(&self, time: f64) -> Option<&str> {
        let frame = self.frame_at(time).unwrap_or(0);
        match self.gap_before(frame + 1) {
            Some(from) if time >= from => Some(GAP),
            _ => self.reason(frame),
        }
    }

    /// The reason of a frame, when its tracking is not normal and the file has one.
    pub fn reason(&self, frame: usize) -> Option<&str> {
        Self::until(&self.reasons, frame)?.as_deref()
    }
}
