//! A recorded camera path with what the device saw.

use glam::DVec3;

use super::anchor::Anchors;
use super::frames::Frames;
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
    /// The time of the first frame as the file has it, in seconds. The times of [`frames`](Self::frames) begin where the
    /// scene places the recording. `None` for a file without times.
    pub file_start: Option<f64>,
}

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

    /// The reason of a frame, when its tracking is not normal and the file has one.
    pub fn reason(&self, frame: usize) -> Option<&str> {
        Self::until(&self.reasons, frame)?.as_deref()
    }
}
