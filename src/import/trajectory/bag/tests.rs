//! Bags that are written here byte by byte, from the specifications of MCAP and CDR.

use std::io::{Cursor, Write};

use ::mcap::MAGIC;
use ::mcap::records::op;
use glam::{DQuat, DVec3};
use lz4_flex::frame::FrameEncoder;
use proptest::prelude::*;

use crate::budget::Budget;
use crate::import::trajectory::beside::Alone;
use crate::import::trajectory::{AlsoNamed, Contents, Recorded, Settings, parse_in};
use crate::trajectory::CameraAxes;

/// A message in CDR, little or big endian.
struct Cdr {
    bytes: Vec<u8>,
    is_big: bool,
}

impl Cdr {
    fn new(is_big: bool) -> Self {
        Self { bytes: Vec::new(), is_big }
    }

    fn number<const N: usize>(mut self, little: [u8; N]) -> Self {
        while !self.bytes.len().is_multiple_of(N) {
            self.bytes.push(0);
        }
        let mut bytes = little;
        if self.is_big {
            bytes.reverse();
        }
        self.bytes.extend(bytes);
        self
    }

    fn u32(self, number: u32) -> Self {
        self.number(number.to_le_bytes())
    }

    fn text(self, text: &str) -> Self {
        let mut this = self.u32(u32::try_from(text.len()).unwrap() + 1);
        this.bytes.extend(text.bytes());
        this.bytes.push(0);
        this
    }

    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "a few seconds")]
    fn header(self, stamp: f64, frame: &str) -> Self {
        let (sec, nanosec) = (stamp.floor(), ((stamp - stamp.floor()) * 1e9).round());
        self.u32(sec as u32).u32(nanosec as u32).text(frame)
    }

    fn pose(self, (position, rotation): (DVec3, DQuat)) -> Self {
        let numbers = position.to_array().into_iter().chain(rotation.to_array());
        numbers.fold(self, |this, number| this.number(number.to_le_bytes()))
    }

    fn message(self) -> Vec<u8> {
        let head = [0, u8::from(!self.is_big), 0, 0];
        [&head[..], &self.bytes].concat()
    }
}

/// Second 1 of 1970 and later: a stamp of 0 is not set.
fn time(i: u32) -> f64 {
    1.0 + f64::from(i) * 0.25
}

/// A body that drives along a curve.
fn pose(i: u32) -> (DVec3, DQuat) {
    let t = f64::from(i) * 0.25;
    (DVec3::new(libm::cos(t), libm::sin(t), 0.1 * t), DQuat::from_rotation_z(t + 0.5))
}

const FRAMES: u32 = 12;

fn string(text: &str) -> Vec<u8> {
    let length = u32::try_from(text.len()).unwrap();
    [&length.to_le_bytes()[..], text.as_bytes()].concat()
}

fn record(opcode: u8, body: &[u8]) -> Vec<u8> {
    [&[opcode][..], &(body.len() as u64).to_le_bytes(), body].concat()
}

/// A topic with its messages: schema, encoding, and the message of each frame.
struct Topic<'t> {
    name: &'t str,
    schema: &'t str,
    encoding: &'t str,
    messages: Vec<Vec<u8>>,
}

/// The records of schemas, channels and messages.
fn records_of(topics: &[Topic]) -> Vec<u8> {
    let mut records = Vec::new();
    for (i, topic) in topics.iter().enumerate() {
        let id = u16::try_from(i + 1).unwrap().to_le_bytes();
        let schema = [&id[..], &string(topic.schema), &string("ros2msg"), &string("")].concat();
        records.extend(record(op::SCHEMA, &schema));
        let channel = [&id[..], &id, &string(topic.name), &string(topic.encoding), &[0; 4]].concat();
        records.extend(record(op::CHANNEL, &channel));
    }
    for frame in 0..FRAMES as usize {
        for (i, topic) in topics.iter().enumerate() {
            let Some(data) = topic.messages.get(frame) else { continue };
            let id = u16::try_from(i + 1).unwrap().to_le_bytes();
            let at = (100 + frame as u64) * 1_000_000_000;
            let message = [&id[..], &[0; 4], &at.to_le_bytes(), &at.to_le_bytes(), data].concat();
            records.extend(record(op::MESSAGE, &message));
        }
    }
    records
}

/// A frame of zstd with blocks that are not compressed, of at most 100 bytes.
fn stored_zstd(bytes: &[u8]) -> Vec<u8> {
    // One segment with its size in 4 bytes.
    let mut frame = vec![0x28, 0xb5, 0x2f, 0xfd, 0xa0];
    frame.extend(u32::try_from(bytes.len()).unwrap().to_le_bytes());
    let blocks: Vec<&[u8]> = bytes.chunks(100).collect();
    for (i, block) in blocks.iter().enumerate() {
        let head = u32::try_from(block.len() << 3).unwrap() | u32::from(i + 1 == blocks.len());
        frame.extend(&head.to_le_bytes()[..3]);
        frame.extend(*block);
    }
    frame
}

fn chunk_of(records: &[u8], compression: &str) -> Vec<u8> {
    let compressed = match compression {
        "lz4" => {
            let mut encoder = FrameEncoder::new(Vec::new());
            encoder.write_all(records).unwrap();
            encoder.finish().unwrap()
        }
        "zstd" => stored_zstd(records),
        _ => records.to_vec(),
    };
    let crc = crc32fast::hash(records).to_le_bytes();
    let (size, stored) = ((records.len() as u64).to_le_bytes(), (compressed.len() as u64).to_le_bytes());
    let body = [&[0; 16][..], &size, &crc, &string(compression), &stored, &compressed].concat();
    record(op::CHUNK, &body)
}

/// A file without a summary.
fn bag_of(records: &[u8]) -> Vec<u8> {
    let header = record(op::HEADER, &[string("ros2"), string("test")].concat());
    let end = [record(op::DATA_END, &[0; 4]), record(op::FOOTER, &[0; 20])].concat();
    [MAGIC, &header, records, &end, MAGIC].concat()
}

fn read_with(bytes: &[u8], topic: Option<&str>, settings: &Settings) -> Result<Recorded, String> {
    let mut bag = Cursor::new(bytes);
    let named = AlsoNamed { topic, times: None };
    let mut memory = Budget::default().nothing();
    let read = parse_in("a.mcap", Contents::Bag(&mut bag), named, &Alone, settings, &mut memory);
    read.map_err(|error| error.to_string())
}

fn read(bytes: &[u8], topic: Option<&str>) -> Result<Recorded, String> {
    read_with(bytes, topic, &Settings::default())
}

fn poses(name: &str, is_big: bool) -> Topic<'_> {
    let message = |i: u32| Cdr::new(is_big).header(time(i), "map").pose(pose(i)).message();
    Topic {
        name,
        schema: "geometry_msgs/msg/PoseStamped",
        encoding: "cdr",
        messages: (0..FRAMES).map(message).collect(),
    }
}

/// Transforms from `map` to `odom`, which does not move, and from `odom` to `base_link`.
fn transforms(name: &str) -> Topic<'_> {
    let message = |i: u32| {
        let still = Cdr::new(false).u32(2).header(time(i), "map").text("odom").pose((DVec3::ONE, DQuat::IDENTITY));
        still.header(time(i), "odom").text("base_link").pose(pose(i)).message()
    };
    Topic { name, schema: "tf2_msgs/msg/TFMessage", encoding: "cdr", messages: (0..FRAMES).map(message).collect() }
}

fn assert_path(found: &Recorded, what: &str) {
    let path = &found.trajectory;
    assert_eq!(path.frames.len(), FRAMES as usize, "{what}");
    for (i, frame) in (0..FRAMES).zip(path.frames.iter()) {
        let (position, rotation) = found.convention.pose(pose(i).0, pose(i).1);
        assert!((frame.time - f64::from(i) * 0.25).abs() < 1e-9, "{what}: {frame:?}");
        assert!(
            frame.position.distance(position) < 1e-12 && frame.rotation.dot(rotation).abs() > 1.0 - 1e-12,
            "{what}"
        );
    }
    assert_eq!(path.file_start, Some(1.0), "{what}");
}

#[test]
fn each_kind_of_message_gives_the_same_path() {
    let each = |message: &dyn Fn(u32) -> Vec<u8>| -> Vec<Vec<u8>> { (0..FRAMES).map(message).collect() };
    let cdr = || Cdr::new(false);
    let odometry = |i| {
        let mut message = cdr().header(time(i), "odom").text("base_link").pose(pose(i)).message();
        // Covariances and the twist.
        message.extend([0; 8 * (36 + 6 + 36)]);
        message
    };
    let covariance = |i| [cdr().header(time(i), "map").pose(pose(i)).message(), vec![0; 8 * 36]].concat();
    let path = |until: u32| {
        let start = cdr().header(time(until), "map").u32(until + 1);
        (0..=until).fold(start, |path, i| path.header(time(i), "map").pose(pose(i))).message()
    };
    let xyz = |i| format!("{{ \"x\": {}, \"y\": {}, \"z\": {} }}", pose(i).0.x, pose(i).0.y, pose(i).0.z);
    let xyzw = |i| {
        let DQuat { x, y, z, w } = pose(i).1;
        format!("{{ \"x\": {x}, \"y\": {y}, \"z\": {z}, \"w\": {w} }}")
    };
    let stamp = |i| format!("{{ \"sec\": {}, \"nsec\": {} }}", time(i).floor(), (time(i).fract() * 1e9).round());
    let in_frame = |i| {
        let pose = format!("{{ \"position\": {}, \"orientation\": {} }}", xyz(i), xyzw(i));
        format!("{{ \"timestamp\": {}, \"frame_id\": \"map\", \"pose\": {pose} }}", stamp(i)).into_bytes()
    };
    let frames = |i| {
        format!(
            "{{ \"timestamp\": {}, \"parent_frame_id\": \"map\", \"child_frame_id\": \"rig\", \"translation\": {}, \
             \"rotation\": {} }}",
            stamp(i),
            xyz(i),
            xyzw(i)
        )
        .into_bytes()
    };
    let transform = |i| cdr().header(time(i), "map").text("base_link").pose(pose(i)).message();
    for (schema, encoding, messages) in [
        ("geometry_msgs/msg/PoseStamped", "cdr", poses("/pose", false).messages),
        ("geometry_msgs/PoseStamped", "cdr", poses("/pose", true).messages),
        ("geometry_msgs/msg/PoseWithCovarianceStamped", "cdr", each(&covariance)),
        ("nav_msgs/msg/Odometry", "cdr", each(&odometry)),
        ("nav_msgs/msg/Path", "cdr", each(&path)),
        ("geometry_msgs/msg/TransformStamped", "cdr", each(&transform)),
        ("foxglove.PoseInFrame", "json", each(&in_frame)),
        ("foxglove.FrameTransform", "json", each(&frames)),
    ] {
        let records = records_of(&[Topic { name: "/a", schema, encoding, messages }]);
        let found = read(&bag_of(&records), None).unwrap_or_else(|error| panic!("{schema}: {error}"));
        assert_path(&found, schema);
        assert_eq!((found.convention.axes, &found.notes[..]), (CameraAxes::Ros, &[][..]), "{schema}");
    }
    let found = read(&bag_of(&records_of(&[transforms("/tf")])), Some("/tf:odom.base_link")).unwrap();
    assert_path(&found, "tf");
}

#[test]
fn chunks_are_read_with_each_compression() {
    let records = records_of(&[poses("/pose", false)]);
    for compression in ["", "lz4", "zstd"] {
        assert_path(&read(&bag_of(&chunk_of(&records, compression)), None).unwrap(), compression);
    }
    let error = read(&bag_of(&chunk_of(&records, "br")), None).unwrap_err();
    assert!(error.ends_with("the compression `br` is not read; ROS 2 writes `zstd` and `lz4`"), "{error}");
    // A byte of a message differs from what was written.
    for compression in ["", "lz4", "zstd"] {
        let mut bytes = bag_of(&chunk_of(&records, compression));
        let at = bytes.len() - 200;
        bytes[at] ^= 0x10;
        let error = read(&bytes, None).unwrap_err();
        assert!(error.starts_with("a.mcap:1:1: byte 33: "), "{compression}: {error}");
    }
}

#[test]
fn the_first_topic_with_poses_is_read_unless_another_one_is_chosen() {
    let chatter =
        || Topic { name: "/chatter", schema: "std_msgs/msg/String", encoding: "cdr", messages: vec![vec![0; 9]] };
    let moved = |by: f64| {
        let message = |i: u32| Cdr::new(false).header(time(i), "map").pose((pose(i).0 + by, pose(i).1)).message();
        let messages = (0..FRAMES).map(message).collect();
        Topic { name: "/moved", schema: "geometry_msgs/msg/PoseStamped", encoding: "cdr", messages }
    };
    let bytes = bag_of(&records_of(&[transforms("/tf"), chatter(), poses("/pose", false), moved(5.0)]));
    let found = read(&bytes, None).unwrap();
    assert_path(&found, "the first with poses, before transforms");
    let note = "a.mcap:1:1: topic: the path is that of `/pose`; `topic` of the session chooses another, such as `/tf`; there are \
                poses in `/tf` (tf2_msgs/msg/TFMessage, cdr), `/moved` (geometry_msgs/msg/PoseStamped, cdr) too";
    assert_eq!(found.notes.iter().map(ToString::to_string).collect::<Vec<_>>(), [note]);
    let found = read(&bytes, Some("/moved")).unwrap();
    assert_eq!((found.trajectory.frames.position(0), &found.notes[..]), (DVec3::new(6.0, 5.0, -5.0), &[][..]));
    let error = read(&bytes, Some("/none")).unwrap_err();
    assert!(
        error.contains("no topic `/none` has poses that are read; there are `/tf` (tf2_msgs/msg/TFMessage, cdr), ")
    );
    // Of a topic with transforms, those between the first two frames.
    let bytes = bag_of(&records_of(&[transforms("/tf")]));
    let found = read(&bytes, None).unwrap();
    assert_eq!(found.trajectory.frames.position(3), DVec3::new(1.0, 1.0, -1.0));
    let note = found.notes[0].to_string();
    let wanted = "topic: the transforms `map.odom` of `/tf` are read, which `topic` of the session names `/tf:map.odom`; it also has \
                  `odom.base_link`";
    assert!(note.ends_with(wanted), "{note}");
    let error = read(&bytes, Some("/tf:map.base_link")).unwrap_err();
    assert_eq!(error, "a.mcap:1:1: `/tf` has no transform `map.base_link`; it has `map.odom`, `odom.base_link`");
    let error = read(&bag_of(&records_of(&[chatter()])), None).unwrap_err();
    let wanted = "a.mcap:1:1: no topic has poses that are read; the file has `/chatter` (std_msgs/msg/String, cdr)";
    assert_eq!(error, wanted);
    assert!(read(&bag_of(&[]), None).unwrap_err().ends_with("the file has none"));
}

#[test]
fn an_optical_frame_has_the_axes_of_opencv_and_stamps_that_are_not_set_are_those_of_the_messages() {
    let message = |i: u32| Cdr::new(false).header(0.0, "map").text("camera_optical_frame").pose(pose(i)).message();
    let messages = (0..FRAMES).map(message).collect();
    let records = records_of(&[Topic { name: "/a", schema: "nav_msgs/msg/Odometry", encoding: "cdr", messages }]);
    let found = read(&bag_of(&records), None).unwrap();
    assert_eq!((found.convention.axes, found.trajectory.file_start), (CameraAxes::OpenCv, Some(100.0)));
    assert_eq!(found.trajectory.frames.times(), (0..FRAMES).map(f64::from).collect::<Vec<_>>());
    let settings = Settings { axes: Some(CameraAxes::Ros), ..Settings::default() };
    assert_eq!(read_with(&bag_of(&records), None, &settings).unwrap().convention.axes, CameraAxes::Ros);
}

#[test]
fn a_file_that_was_cut_and_a_message_that_cannot_be_read_leave_out_one_frame() {
    let whole = bag_of(&records_of(&[poses("/pose", false)]));
    // The end, and half of the last message.
    let cut = &whole[..whole.len() - 100];
    let found = read(cut, None).unwrap();
    assert_eq!((found.trajectory.frames.len(), &found.unreadable.lines[..]), (11, &[12][..]));
    assert!(
        found.unreadable.reason.ends_with("the file ends here within a record; it was cut"),
        "{:?}",
        found.unreadable
    );
    let mut topic = poses("/pose", false);
    topic.messages[3].truncate(40);
    let found = read(&bag_of(&records_of(&[topic])), None).unwrap();
    assert_eq!((found.trajectory.frames.len(), &found.unreadable.lines[..]), (11, &[4][..]));
    let mut topic = poses("/pose", false);
    topic.messages[3] = Cdr::new(false).header(time(3), "map").pose((DVec3::NAN, DQuat::IDENTITY)).message();
    topic.messages[4] =
        Cdr::new(false).header(time(4), "map").pose((DVec3::ONE, DQuat::from_xyzw(0., 0., 0., 0.))).message();
    let error = read(&bag_of(&records_of(&[topic])), None).unwrap_err();
    assert_eq!(error, "a.mcap:1:1: message 4 of `/pose`: the position is not finite");
    for bytes in [MAGIC, &MAGIC[..5], b""] {
        assert!(read(bytes, None).is_err());
    }
}

/// A chunk or message that says that it is huge takes no memory.
#[test]
fn sizes_that_a_file_claims_are_reserved_first() {
    let mut chunk = chunk_of(&records_of(&[poses("/pose", false)]), "lz4");
    chunk[9 + 16..9 + 24].copy_from_slice(&(1_u64 << 60).to_le_bytes());
    let mut memory = Budget::new(1 << 20).nothing();
    let bytes = bag_of(&chunk);
    let mut bag = Cursor::new(&bytes[..]);
    let (contents, settings) = (Contents::Bag(&mut bag), Settings::default());
    let error = parse_in("a.mcap", contents, AlsoNamed::default(), &Alone, &settings, &mut memory).unwrap_err();
    assert!(error.over.is_some(), "{error}");
}

proptest! {
    #[test]
    fn no_change_of_bytes_ends_the_program(
        changes in proptest::collection::vec((any::<prop::sample::Index>(), any::<u8>()), 1..6),
        kind in 0..4_usize,
        compression in prop::sample::select(vec!["", "lz4", "zstd"]),
    ) {
        let topic = match kind {
            0 => poses("/pose", false),
            1 => poses("/pose", true),
            2 => transforms("/tf"),
            _ => Topic { name: "/j", schema: "foxglove.PoseInFrame", encoding: "json", messages: vec![b"{}".to_vec()] },
        };
        let records = records_of(&[topic]);
        let records = if compression.is_empty() { records } else { chunk_of(&records, compression) };
        let mut bytes = bag_of(&records);
        for (at, byte) in changes {
            let at = at.index(bytes.len());
            bytes[at] = byte;
        }
        let mut memory = Budget::new(64 << 20).nothing();
        let mut bag = Cursor::new(&bytes[..]);
        drop(parse_in("a.mcap", Contents::Bag(&mut bag), AlsoNamed::default(), &Alone, &Settings::default(), &mut memory));
    }
}
