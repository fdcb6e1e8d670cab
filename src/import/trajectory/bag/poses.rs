//! The poses of a message: CDR of ROS 2, or JSON of Foxglove.

use byteorder::{BigEndian, ByteOrder, LittleEndian};
use glam::DVec3;
use serde::Deserialize;
use serde::de::DeserializeOwned;

use super::topics::PoseKind;

/// A pose of a message.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct BagPose {
    /// Nanoseconds since 1970; 0 when it is not set.
    pub(super) stamp: i64,
    /// The two frames of a transform, `PARENT.CHILD`.
    pub(super) pair: Option<String>,
    /// Whether it is the pose of an optical frame.
    pub(super) is_optical: bool,
    pub(super) position: DVec3,
    /// x, y, z, w.
    pub(super) rotation: [f64; 4],
}

#[derive(Deserialize)]
struct Stamp {
    sec: i32,
    nanosec: u32,
}

impl Stamp {
    fn nanoseconds(&self) -> i64 {
        i64::from(self.sec) * 1_000_000_000 + i64::from(self.nanosec)
    }
}

#[derive(Deserialize)]
struct Header {
    stamp: Stamp,
    frame_id: String,
}

#[derive(Deserialize)]
struct Xyz {
    x: f64,
    y: f64,
    z: f64,
}

#[derive(Deserialize)]
struct Xyzw {
    x: f64,
    y: f64,
    z: f64,
    w: f64,
}

/// `geometry_msgs/Pose` and `geometry_msgs/Transform`, which have the same fields.
#[derive(Deserialize)]
struct RosPose {
    position: Xyz,
    orientation: Xyzw,
}

/// `geometry_msgs/PoseStamped`, and the start of `geometry_msgs/PoseWithCovarianceStamped`.
#[derive(Deserialize)]
struct PoseStamped {
    header: Header,
    pose: RosPose,
}

/// The start of `nav_msgs/Odometry`, and `geometry_msgs/TransformStamped`: the pose of a frame in another one.
#[derive(Deserialize)]
struct ChildPose {
    header: Header,
    child_frame_id: String,
    pose: RosPose,
}

#[derive(Deserialize)]
struct RosPath {
    #[expect(dead_code, reason = "each pose has its own header")]
    header: Header,
    poses: Vec<PoseStamped>,
}

#[derive(Deserialize)]
struct Transforms {
    transforms: Vec<ChildPose>,
}

#[derive(Deserialize)]
struct FoxgloveTime {
    sec: i64,
    nsec: i64,
}

#[derive(Deserialize)]
struct PoseInFrame {
    timestamp: Option<FoxgloveTime>,
    pose: RosPose,
}

#[derive(Deserialize)]
struct FrameTransform {
    timestamp: Option<FoxgloveTime>,
    parent_frame_id: String,
    child_frame_id: String,
    translation: Xyz,
    rotation: Xyzw,
}

/// The poses of a message, or why it cannot be read.
pub(super) fn poses_of(kind: PoseKind, data: &[u8]) -> Result<Vec<BagPose>, String> {
    let alone = |pose: PoseStamped| pose.of_item();
    Ok(match kind {
        PoseKind::PoseStamped | PoseKind::PoseWithCovariance => vec![alone(cdr(data)?)],
        PoseKind::Path => cdr::<RosPath>(data)?.poses.into_iter().map(alone).collect(),
        PoseKind::Odometry | PoseKind::TransformStamped => vec![cdr::<ChildPose>(data)?.of_child()],
        PoseKind::Transforms => cdr::<Transforms>(data)?.transforms.into_iter().map(ChildPose::of_child).collect(),
        PoseKind::PoseInFrame => {
            let PoseInFrame { timestamp, pose } = json(data)?;
            vec![pose.at(nanoseconds(timestamp.as_ref()), None, false)]
        }
        PoseKind::FrameTransform => {
            let FrameTransform { timestamp, parent_frame_id, child_frame_id, translation, rotation } = json(data)?;
            let pose = RosPose { position: translation, orientation: rotation };
            let is_optical = is_optical(&child_frame_id);
            let pair = format!("{parent_frame_id}.{child_frame_id}");
            vec![pose.at(nanoseconds(timestamp.as_ref()), Some(pair), is_optical)]
        }
    })
}

impl PoseStamped {
    fn of_item(self) -> BagPose {
        // The frame of the pose itself has no name in the message.
        self.pose.at(self.header.stamp.nanoseconds(), None, false)
    }
}

impl ChildPose {
    fn of_child(self) -> BagPose {
        let pair = format!("{}.{}", self.header.frame_id, self.child_frame_id);
        self.pose.at(self.header.stamp.nanoseconds(), Some(pair), is_optical(&self.child_frame_id))
    }
}

impl RosPose {
    fn at(self, stamp: i64, pair: Option<String>, is_optical: bool) -> BagPose {
        let Self { position: Xyz { x, y, z }, orientation } = self;
        let Xyzw { x: a, y: b, z: c, w } = orientation;
        BagPose { stamp, pair, is_optical, position: DVec3::new(x, y, z), rotation: [a, b, c, w] }
    }
}

/// Frames with this suffix have the axes of a camera of `OpenCV` (REP 103).
fn is_optical(frame: &str) -> bool {
    frame.ends_with("_optical_frame") || frame.ends_with("_optical")
}

fn nanoseconds(time: Option<&FoxgloveTime>) -> i64 {
    time.map_or(0, |time| time.sec.saturating_mul(1_000_000_000).saturating_add(time.nsec))
}

/// Four bytes say how the message is encoded. Alignment counts from the byte after them.
fn cdr<T: DeserializeOwned>(data: &[u8]) -> Result<T, String> {
    let (head, body) = data.split_first_chunk::<4>().ok_or("the message has no header of its encoding")?;
    match head {
        [0, 0, ..] => ordered::<T, BigEndian>(body),
        [0, 1, ..] => ordered::<T, LittleEndian>(body),
        [a, b, ..] => Err(format!("the encoding 0x{a:02x}{b:02x} of CDR is not read")),
    }
}

fn ordered<T: DeserializeOwned, O: ByteOrder>(body: &[u8]) -> Result<T, String> {
    cdr_encoding::from_bytes::<T, O>(body).map(|(message, _)| message).map_err(|error| error.to_string())
}

fn json<T: DeserializeOwned>(data: &[u8]) -> Result<T, String> {
    serde_json::from_slice(data).map_err(|error| error.to_string())
}
