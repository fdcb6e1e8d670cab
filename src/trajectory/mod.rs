//! A recorded camera path: the session of an AR app, the trajectory of a SLAM system, or captured head motion.
//!
//! A [`Trajectory`] has [`Frame`]s with ascending times, and what the device saw at these times: the lens, feature points
//! and anchors (planes). [`Trajectory::at`] is the pose at a time; it is never interpolated across a loss or a jump.
//!
//! ```
//! use eyeline::trajectory::{Frame, Tracking, Trajectory};
//! use glam::{DQuat, DVec3};
//!
//! let frame = |time: f64, x: f64, tracking| Frame { time, position: DVec3::X * x, rotation: DQuat::IDENTITY, tracking };
//! let walk = Trajectory::new(
//!     [
//!         frame(0.0, 0.0, Tracking::Normal),
//!         frame(1.0, 1.0, Tracking::Normal),
//!         frame(2.0, 9.0, Tracking::Lost),
//!         frame(3.0, 2.0, Tracking::Normal),
//!     ]
//!     .into_iter()
//!     .collect(),
//! );
//! // Between two frames the position is linear.
//! assert_eq!(walk.at(0.25).unwrap().position.x, 0.25);
//! // While tracking is lost, the last pose holds.
//! assert_eq!(walk.at(2.5).unwrap().position.x, 1.0);
//! let summary = walk.summary();
//! assert_eq!((summary.lost[0].from, summary.lost[0].to, summary.path_length), (2.0, 3.0, 1.0));
//! ```
//!
//! - [`CameraAxes`] and [`Convention`] convert poses of other programs.
//! - [`Anchors`] has the history of each anchor and its state at a time.
//! - [`tap`] is the hit test of a point of the picture against anchors and feature points, with every candidate.
//! - [`align`] aligns two paths (Umeyama); [`errors`] has absolute and relative pose errors, and [`deviation`] has them in few
//!   numbers for a plot and a picture.
//!
//! Right-handed, +Y up, metres, seconds. All numbers are `f64`. This module uses no files, no OpenGL, no egui and no
//! scenes.

pub mod align;
mod anchor;
mod convention;
pub mod deviation;
pub mod errors;
mod frames;
mod outline;
mod replay;
mod summary;
pub mod tap;

pub use anchor::{Alignment, Anchor, AnchorChange, AnchorEvent, Anchors, History, UnknownAnchor};
pub use convention::{CameraAxes, Convention, World};
pub use frames::{FRAME_BYTES, Frame, Frames, Tracking};
pub use outline::{Stroke, StrokeKind};
pub use replay::{Lens, PoseAt};
pub use summary::{FarthestTurn, Jump, Lost, Summary};

use glam::DVec3;

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
    fn until<T>(list: &[(usize, T)], frame: usize) -> Option<&T> {
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
