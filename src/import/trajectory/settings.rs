//! How the caller wants a file read.

use super::format::Format;
use super::time::TimeUnit;
use crate::trajectory::{CameraAxes, World};

/// A length of a rotation that differs from 1 by more than this is reported.
pub const UNIT: f64 = 1e-3;

/// Settings of the caller for a file. What is `None` is taken from the format.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Settings {
    /// The format; recognised by name and content when it is `None`.
    pub format: Option<Format>,
    /// The axes of the camera.
    pub axes: Option<CameraAxes>,
    /// The axis that points up.
    pub world: Option<World>,
    /// Whether the poses are `camera_from_world`.
    pub inverse: Option<bool>,
    /// Frames a second where the file has no times, above 0. `None`: those of the file, else
    /// [`USUAL_RATE`](super::USUAL_RATE), with a note.
    pub rate: Option<f64>,
    /// The unit of the times in the file. `None`: that of the format, and in `tum` files that of the size of the stamps.
    pub time_unit: Option<TimeUnit>,
    /// The time of the first frame in seconds.
    pub start: f64,
    /// What is a jump. A limit that is `None` follows from the recording.
    pub jump: GivenJump,
    /// When a recording without a frame counts as lost.
    pub gap: GivenGap,
}

/// The limits of jumps that the caller gives.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct GivenJump {
    /// Metres a second.
    pub speed: Option<f64>,
    /// Degrees a second.
    pub turn: Option<f64>,
}

/// When a recording without a frame counts as lost.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub enum GivenGap {
    /// It follows from the recording.
    #[default]
    Usual,
    /// Never.
    Never,
    /// After so many seconds.
    After(f64),
}

impl Default for Settings {
    fn default() -> Self {
        Self {
            format: None,
            axes: None,
            world: None,
            inverse: None,
            rate: None,
            time_unit: None,
            start: 0.0,
            jump: GivenJump::default(),
            gap: GivenGap::default(),
        }
    }
}
