//! Recorded camera paths of other programs: AR sessions and SLAM trajectories, as a [`Trajectory`].
//!
//! ```text
//! text ─ format, by name and content ─► rows or JSON ─ convention ─► Trajectory, warnings, frames left out
//! ```
//!
//! 1. Parse: `format` recognises the file; a file for each format, or `rows` for those with a row for each frame, reads it.
//! 2. Check: `build` refuses a pose that is no rotation, and `time` brings the times to seconds.
//! 3. Build: `build` appends the frames. `trim` writes a part of a recording.
//!
//! | format | a frame | source |
//! |---|---|---|
//! | `eyeline` | one JSON object a line, with tracking, lens, points and anchors | ours |
//! | `tum` | `time x y z qx qy qz qw` | Sturm et al., "A benchmark for the evaluation of RGB-D SLAM systems", 2012 |
//! | `euroc` | `ns,x,y,z,qw,qx,qy,qz` and more columns | Burri et al., "The `EuRoC` micro aerial vehicle datasets", 2016 |
//! | `kitti` | the upper three rows of a matrix, no time | Geiger et al., "Are we ready for autonomous driving?", 2012 |
//! | `arkitscenes` | `time`, a rotation as axis times angle, `x y z` | Baruch et al., "`ARKitScenes`", 2021 |
//! | `stray` | `time,frame,x,y,z,qx,qy,qz,qw` and more columns | `odometry.csv` of Stray Scanner |
//! | `nerfstudio` | a matrix in `transforms.json`, no time | Tancik et al., "Nerfstudio", 2023 |
//! | `colmap` | two lines of `images.txt`, or an entry of `images.bin`, no time | Schönberger and Frahm, "Structure-from-motion revisited", 2016 |
//! | `record3d` | an entry of `poses` in `metadata.json`, with `fps` | the app `Record3D` |
//! | `polycam` | a file of `keyframes/cameras` | Polycam |
//!
//! The text is not trusted: an error has its line and column. A quaternion or a matrix whose length is off by more than
//! [`UNIT`] is normalised with a warning. In the formats of others a frame whose time is not later than that of the frame
//! before is left out.

mod beside;
mod build;
mod colmap;
mod columns;
mod eyeline;
mod format;
mod memory;
mod nerfstudio;
mod polycam;
mod record3d;
mod rows;
#[cfg(test)]
mod tests;
mod time;
mod trim;

pub use beside::Beside;
pub use format::Format;
pub use time::TimeUnit;
pub use trim::{Trimmed, refuse_trim, trim};

use crate::budget::{Budget, Reservation};
use crate::source::error::{SceneError, SceneWarning};
use crate::source::text::without_mark;
use crate::trajectory::{CameraAxes, Convention, JumpLimit, Trajectory, World};

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
    /// Frames a second where the file has no times. Above 0.
    pub rate: f64,
    /// The unit of the times in the file. `None`: that of the format, and in `tum` files that of the size of the stamps.
    pub time_unit: Option<TimeUnit>,
    /// The time of the first frame in seconds.
    pub start: f64,
    /// What is a jump.
    pub jump: JumpLimit,
}

impl Default for Settings {
    fn default() -> Self {
        Self {
            format: None,
            axes: None,
            world: None,
            inverse: None,
            rate: 30.0,
            time_unit: None,
            start: 0.0,
            jump: JumpLimit::default(),
        }
    }
}

/// A frame of another program's format that was left out, because its time is not later than that of the frame before.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct LeftOut {
    /// The line of the file, from 1.
    pub line: usize,
    /// The time, from the first frame on, in seconds.
    pub time: f64,
}

/// The contents of a file.
#[derive(Clone, Debug, PartialEq)]
pub struct Recorded {
    /// The path.
    pub trajectory: Trajectory,
    /// The format of the file.
    pub format: Format,
    /// How its poses were converted.
    pub convention: Convention,
    /// Frames that were left out.
    pub left_out: Vec<LeftOut>,
    /// What was changed, each with its place.
    pub notes: Vec<SceneWarning>,
}

/// The contents of the file that the scene names.
#[derive(Clone, Copy, Debug)]
pub enum Contents<'a> {
    /// A text, maybe with a byte order mark.
    Text(&'a str),
    /// The images of COLMAP in binary form.
    Binary(&'a [u8]),
}

/// Reads the text of a file. `file` is its name in messages; its last part also helps to recognise the format.
///
/// # Errors
/// For an unknown format, for a file without frames, and for the first frame that cannot be read.
pub fn parse(file: &str, text: &str, settings: &Settings) -> Result<Recorded, SceneError> {
    parse_within(file, text, settings, &mut Budget::default().nothing())
}

/// The same within a budget: `memory` grows by what the recording keeps.
///
/// # Errors
/// As [`parse`], and when the recording does not fit into the budget.
pub fn parse_within(
    file: &str,
    text: &str,
    settings: &Settings,
    memory: &mut Reservation,
) -> Result<Recorded, SceneError> {
    parse_in(file, Contents::Text(text), &beside::Alone, settings, memory)
}

/// Reads a file with the files beside it. `memory` grows by what the recording keeps, before it is allocated; what only the
/// reading needs is reserved from the same budget and released at the end.
///
/// # Errors
/// As [`parse_within`], and when a file beside it cannot be read.
pub fn parse_in(
    file: &str,
    contents: Contents,
    beside: &dyn Beside,
    settings: &Settings,
    memory: &mut Reservation,
) -> Result<Recorded, SceneError> {
    let (text, bytes) = match contents {
        Contents::Text(text) => (without_mark(text).0, None),
        Contents::Binary(bytes) => ("", Some(bytes)),
    };
    let format = match (settings.format, bytes) {
        (Some(format), None) => format,
        (None, None) => Format::recognise(file, text, beside)?,
        (None | Some(Format::Colmap), Some(_)) => Format::Colmap,
        (Some(format), Some(_)) => {
            let message = format!("a file of the format `{}` is a text, and this is a binary file", format.word());
            return Err(SceneError::unreadable(file, &message, Some("leave `format` out, or set it to `colmap`")));
        }
    };
    let usual = format.convention();
    let convention = Convention {
        axes: settings.axes.unwrap_or(usual.axes),
        world: settings.world.unwrap_or(usual.world),
        inverse: settings.inverse.unwrap_or(usual.inverse),
    };
    let build = build::Build::new(file, text, convention, settings, memory);
    let (trajectory, left_out, notes) = match format {
        Format::Eyeline => eyeline::read(build),
        Format::Nerfstudio => nerfstudio::read(build, settings.rate),
        Format::Colmap => colmap::read(build, bytes, beside, settings.rate),
        Format::Record3d => record3d::read(build, settings.rate),
        Format::Polycam => polycam::read(build, beside, settings),
        Format::Tum | Format::Euroc | Format::Kitti | Format::ArkitScenes | Format::Stray => {
            rows::read(build, format, settings)
        }
    }?
    .finish()?;
    Ok(Recorded { trajectory, format, convention, left_out, notes })
}
