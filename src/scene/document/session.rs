//! Recorded camera paths, and the cameras and objects that follow them.

use schemars::JsonSchema;
use serde::{Deserialize, Deserializer, Serialize};

use super::default;
use crate::scene::id::EntryId;
use crate::scene::nullable::null_is_none;

/// A recorded camera path: an AR session, a SLAM trajectory or captured head motion.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct RecordedSession {
    /// The name, unique in the scene.
    #[schemars(length(min = 1))]
    pub name: String,
    /// The recording, relative to the scene file.
    #[schemars(length(min = 1))]
    pub file: String,
    /// The format of the file. Without it, name and content decide.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub format: Option<SessionFormat>,
    /// The axes of the camera in the file; those of the format by default.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub axes: Option<SessionAxes>,
    /// The axis that points up in the file; that of the format by default. A `z-up` world is turned by −90° about X, a
    /// `y-down` world by 180°.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub world: Option<SessionWorld>,
    /// Whether the poses are `camera_from_world`. The default depends on the format.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub inverse: Option<bool>,
    /// Frames a second of a file without times, above 0. By default those that the file says, else 30 with the note
    /// `no_times`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(extend("exclusiveMinimum" = 0))]
    pub rate: Option<f64>,
    /// A file with a time a line for each frame of a file without times, as `times.txt` of KITTI, relative to the scene file.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(length(min = 1))]
    pub times: Option<String>,
    /// The topic of an MCAP file whose poses are read; by default the first one with poses, which the note `topic` names. Of a topic with
    /// transforms `TOPIC:PARENT.CHILD` chooses the two frames.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(length(min = 1))]
    pub topic: Option<String>,
    /// The unit of the times in the file; that of the format by default. In `tum` files and in `times` it follows
    /// from the size of the stamps.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub time_unit: Option<SessionTimeUnit>,
    /// The scene time of the first frame in seconds; 0 by default.
    #[serde(default, skip_serializing_if = "default::is_default")]
    #[schemars(!skip_serializing_if)]
    pub start: f64,
    /// The speeds above which a step between two frames is a jump. By default they follow from the recording.
    #[serde(default, skip_serializing_if = "default::is_default")]
    #[schemars(!skip_serializing_if)]
    pub jump: SessionJump,
    /// Seconds without a frame after which tracking counts as lost until the next frame, above 0; `null`: never. By default ten
    /// times the median step, at least 0.5 s. A file without times has no gaps.
    #[serde(default, skip_serializing_if = "default::is_default")]
    #[schemars(with = "Option<f64>", !skip_serializing_if, extend("exclusiveMinimum" = 0))]
    pub gap: SessionGap,
    /// Another session that this one is compared with, as evo compares an estimate with a reference.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reference: Option<SessionReference>,
    /// The id, independent of the name; not written to the file.
    #[serde(skip)]
    #[schemars(skip)]
    pub id: EntryId,
}

impl RecordedSession {
    /// The key of its reading in the store of files: the file and the settings on which the reading depends. The separator
    /// is a NUL, which no file name contains.
    pub fn source(&self) -> String {
        let settings = Self { name: String::new(), file: String::new(), reference: None, ..self.clone() };
        format!("{}\0{}", self.file, serde_json::to_string(&settings).unwrap_or_default())
    }
}

/// A format of recordings.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum SessionFormat {
    /// One JSON object a line, with tracking, lens, points and anchors.
    Eyeline,
    /// TUM RGB-D: `time x y z qx qy qz qw`.
    Tum,
    /// `EuRoC` MAV: `ns,x,y,z,qw,qx,qy,qz`.
    Euroc,
    /// KITTI odometry: the upper three rows of a matrix a line, no times.
    Kitti,
    /// `ARKitScenes`: `time`, a rotation as axis times angle, `x y z`.
    #[serde(rename = "arkitscenes")]
    ArkitScenes,
    /// `odometry.csv` of Stray Scanner.
    Stray,
    /// `transforms.json` of Nerfstudio, also of `NeRF`, no times.
    Nerfstudio,
    /// `images.txt` or `images.bin` of COLMAP, no times.
    Colmap,
    /// `metadata.json` of `Record3D`.
    #[serde(rename = "record3d")]
    Record3d,
    /// `keyframes/cameras/*.json` of Polycam: all in the folder of the file.
    Polycam,
    /// A log of `ARKit` as JSON: `timestamp` and `transform`, 16 numbers column by column.
    Arkit,
    /// A topic of an MCAP file, such as a ROS 2 bag.
    Mcap,
}

/// The unit of the times of a recording.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub enum SessionTimeUnit {
    /// Seconds.
    #[serde(rename = "s")]
    Seconds,
    /// Milliseconds.
    #[serde(rename = "ms")]
    Milliseconds,
    /// Microseconds.
    #[serde(rename = "us")]
    Microseconds,
    /// Nanoseconds.
    #[serde(rename = "ns")]
    Nanoseconds,
}

/// The axes of a camera.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum SessionAxes {
    /// +X right, +Y up, looks along −Z.
    OpenGl,
    /// +X right, +Y down, looks along +Z.
    OpenCv,
    /// Left-handed: +X right, +Y up, looks along +Z.
    Unity,
    /// A body of ROS: +Y left, +Z up, looks along +X.
    Ros,
}

/// The axis that points up.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum SessionWorld {
    /// +Y.
    YUp,
    /// −Y.
    YDown,
    /// +Z.
    ZUp,
}

/// The speeds above which a step between two frames is a jump.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct SessionJump {
    /// Metres a second. By default 5, or five times the median speed of all steps, whichever is more.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub speed: Option<f64>,
    /// Degrees a second. By default 720, or five times the median turn of all steps, whichever is more.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub turn: Option<f64>,
}

/// When a recording without a frame counts as lost.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize)]
#[serde(into = "Option<f64>")]
pub enum SessionGap {
    /// After ten times the median step, at least 0.5 s.
    #[default]
    Usual,
    /// Never.
    Never,
    /// After so many seconds.
    After(f64),
}

impl<'de> Deserialize<'de> for SessionGap {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        Ok(null_is_none(deserializer)?.map_or(Self::Never, Self::After))
    }
}

/// The value in a file. The usual gap has none, and is not written.
impl From<SessionGap> for Option<f64> {
    fn from(gap: SessionGap) -> Self {
        match gap {
            SessionGap::Usual | SessionGap::Never => None,
            SessionGap::After(seconds) => Some(seconds),
        }
    }
}

/// The session that another one is compared with, and how.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct SessionReference {
    /// The name of the session that is the reference.
    pub session: String,
    /// What may be changed to bring the path closest to the reference; nothing by default.
    #[serde(default, skip_serializing_if = "default::is_default")]
    #[schemars(!skip_serializing_if)]
    pub align: SessionAlign,
    /// The greatest difference in time of two frames that are matched, in seconds above 0; 0.01 by default.
    #[serde(default = "default::max_difference", skip_serializing_if = "default::is_max_difference")]
    #[schemars(!skip_serializing_if, extend("exclusiveMinimum" = 0))]
    pub max_difference: f64,
    /// Seconds that are added to the times of this session, and not to those of the reference; 0 by default.
    #[serde(default, skip_serializing_if = "default::is_default")]
    #[schemars(!skip_serializing_if)]
    pub offset: f64,
    /// A relative error is over a step of this length: so many pairs of frames from 1, metres or seconds; 1 by default.
    #[serde(default = "default::delta", skip_serializing_if = "default::is_delta")]
    #[schemars(!skip_serializing_if, extend("exclusiveMinimum" = 0))]
    pub delta: f64,
    /// The unit of `delta`; pairs of frames by default.
    #[serde(default, skip_serializing_if = "default::is_default")]
    #[schemars(!skip_serializing_if)]
    pub delta_unit: DeltaUnit,
    /// The alignment is that of so many pairs of frames from the first one, from 1; by default of all.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(range(min = 1))]
    pub align_first: Option<u32>,
}

impl SessionReference {
    /// The comparison with a session, with all defaults.
    pub fn to(session: String) -> Self {
        let (max_difference, delta) = (default::max_difference(), default::delta());
        let (align, delta_unit) = (SessionAlign::default(), DeltaUnit::default());
        Self { session, align, max_difference, offset: 0.0, delta, delta_unit, align_first: None }
    }
}

/// The unit of the step of a relative error.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub enum DeltaUnit {
    /// Pairs of frames.
    #[default]
    #[serde(rename = "frames")]
    Frames,
    /// Metres along the aligned path.
    #[serde(rename = "m")]
    Metres,
    /// Seconds.
    #[serde(rename = "s")]
    Seconds,
}

/// What may be changed to bring a path closest to its reference.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum SessionAlign {
    /// Nothing.
    #[default]
    None,
    /// The first poses are the same.
    Origin,
    /// Translation.
    Translation,
    /// Translation, and rotation about the world's up.
    Yaw,
    /// Rotation and translation.
    Se3,
    /// Rotation, translation and scale.
    Sim3,
}

/// The session that a camera or object follows, and the part of the pose that it takes over.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Follow {
    /// The name of the session.
    pub name: String,
    /// The part of the session's pose that replaces the own pose of the camera or object; `pose` by default.
    #[serde(default, skip_serializing_if = "default::is_default")]
    #[schemars(!skip_serializing_if)]
    pub track: Track,
}

/// A part of a pose.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Track {
    /// Position and rotation.
    #[default]
    Pose,
    /// The position.
    Position,
    /// The rotation.
    Rotation,
}

impl Track {
    /// Whether it has the position.
    pub fn has_position(self) -> bool {
        self != Self::Rotation
    }

    /// Whether it has the rotation.
    pub fn has_rotation(self) -> bool {
        self != Self::Position
    }
}
