//! Recordings with their times in another file, bags, logs of `ARKit`, and files of `NeRF`, as a user opens them.

use std::collections::BTreeMap;
use std::fs;
use std::io::Cursor;
use std::path::Path;

use ::mcap::records::MessageHeader;
use ::mcap::{WriteOptions, Writer};
use serde_json::{Value, json};

use crate::commands::{eyeline, fresh};

/// Runs `report` on a file: the exit code, the session, and what standard error says.
fn report(folder: &Path, file: &str) -> (i32, Value, String) {
    let output = eyeline(folder, &["report", file, "--only", "sessions"]);
    let report: Value = serde_json::from_slice(&output.stdout).unwrap_or_default();
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    (output.status.code().unwrap(), report["sessions"][0].clone(), said)
}

/// Writes a scene with one session, `file` and other keys.
#[expect(clippy::needless_pass_by_value, reason = "made for the call")]
fn scene(folder: &Path, file: &str, keys: Value) {
    let mut session = json!({ "name": "walk", "file": file });
    session.as_object_mut().unwrap().extend(keys.as_object().unwrap().clone());
    let scene = json!({ "eyeline": 1, "tick_rate": 10, "sessions": [session] });
    fs::write(folder.join("scene.json"), scene.to_string()).unwrap();
}

fn car(frames: u32) -> String {
    (0..frames).map(|i| format!("1 0 0 0 0 1 0 0 0 0 1 {i}\n")).collect::<Vec<_>>().concat()
}

#[test]
fn times_of_kitti_are_read_and_a_file_without_times_says_so() {
    let folder = fresh(&[
        ("00.txt", &car(11)),
        ("times.txt", &(0..11).map(|i| format!("{:e}\n", f64::from(i) * 0.5)).collect::<Vec<_>>().concat()),
    ]);
    let at = folder.path();
    let (code, session, said) = report(at, "00.txt");
    assert_eq!((code, &session["duration"]), (0, &json!(10.0 / 30.0)));
    assert!(said.contains("00.txt:1:1") && said.contains("no_times: the file has no times"), "{said}");
    scene(at, "00.txt", json!({ "times": "times.txt" }));
    let (code, session, said) = report(at, "scene.json");
    assert_eq!((code, &session["duration"], &*said), (0, &json!(5.0), ""));
    scene(at, "00.txt", json!({ "rate": 10 }));
    let (_, session, said) = report(at, "scene.json");
    assert_eq!((&session["duration"], &*said), (&json!(1.0), ""));
    // A time too few, a file that is not there, a recording that needs none.
    fs::write(at.join("short.txt"), "0\n1\n").unwrap();
    for (keys, places) in [
        (json!({ "times": "short.txt" }), ["short.txt:2:2", "the recording has 11 frames, and this file has 2 times"]),
        (json!({ "times": "none.txt" }), ["scene.json:1:", "there is no file `none.txt`"]),
        (json!({ "times": "" }), ["scene.json:1:", "the file name is empty"]),
        (json!({ "times": 3 }), ["scene.json:1:", "`times`"]),
    ] {
        scene(at, "00.txt", keys);
        let (code, _, said) = report(at, "scene.json");
        assert_eq!(code, 2, "{said}");
        assert!(places.iter().all(|part| said.contains(part)), "{said}");
    }
    fs::write(at.join("walk.txt"), "0 0 0 0 0 0 0 1\n").unwrap();
    scene(at, "walk.txt", json!({ "times": "times.txt" }));
    let (code, _, said) = report(at, "scene.json");
    assert!(code == 2 && said.contains("the recording has times of its own"), "{said}");
    // A time that cannot be read is a frame left out.
    let times: String = (0..11).map(|i| if i == 3 { "NaN\n".to_owned() } else { format!("{i}\n") }).collect();
    fs::write(at.join("times.txt"), times).unwrap();
    scene(at, "00.txt", json!({ "times": "times.txt" }));
    let output = eyeline(at, &["report", "scene.json"]);
    let whole: Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!(whole["sessions"][0]["frames"], 10);
    let problems = whole["problems"].to_string();
    assert!(problems.contains("frame_values") && problems.contains("times.txt:4:1"), "{problems}");
}

#[test]
fn a_first_row_that_cannot_be_read_is_a_frame_left_out() {
    let rows = (0..12).map(|i| format!("{i} {i} 0 0 0 0 0 1\n")).collect::<Vec<_>>().concat();
    for (bad, name) in [
        ("NaN NaN NaN NaN NaN NaN NaN NaN", "a.txt"),
        ("0 0 0 0", "b.tum"),
        ("0 0 0 0 0 0 0", "c.traj"),
        ("?", "d.dat"),
    ] {
        let folder = fresh(&[(name, &format!("{bad}\n{rows}"))]);
        let output = eyeline(folder.path(), &["report", name]);
        let whole: Value = serde_json::from_slice(&output.stdout).unwrap_or_else(|_| panic!("{name}: {output:?}"));
        assert_eq!(whole["sessions"][0]["frames"], 12, "{name}");
        assert!(whole["problems"].to_string().contains("frame_values"), "{name}");
    }
}

/// `geometry_msgs/PoseStamped` in CDR, little endian, with the frame `map`.
fn pose_stamped(second: u32, position: [f64; 3]) -> Vec<u8> {
    let mut message = vec![0, 1, 0, 0];
    message.extend(second.to_le_bytes());
    message.extend(0_u32.to_le_bytes());
    message.extend(4_u32.to_le_bytes());
    message.extend(b"map\0");
    for number in position.into_iter().chain([0.0, 0.0, 0.0, 1.0]) {
        message.extend(number.to_le_bytes());
    }
    message
}

/// A bag of the writer of MCAP, with topics at other places.
fn bag(topics: &[(&str, f64)]) -> Vec<u8> {
    let mut bytes = Cursor::new(Vec::new());
    let options = WriteOptions::new().compression(None).profile("ros2").chunk_size(Some(200));
    let mut writer = Writer::with_options(&mut bytes, options).unwrap();
    let schema = writer.add_schema("geometry_msgs/msg/PoseStamped", "ros2msg", b"").unwrap();
    let add = |writer: &mut Writer<_>, topic: &str| writer.add_channel(schema, topic, "cdr", &BTreeMap::new()).unwrap();
    let channels: Vec<u16> = topics.iter().map(|(topic, _)| add(&mut writer, topic)).collect();
    for i in 0..20_u32 {
        for (channel, (_, x)) in channels.iter().zip(topics) {
            let at = u64::from(i) * 1_000_000_000;
            let header = MessageHeader { channel_id: *channel, sequence: i, log_time: at, publish_time: at };
            writer.write_to_known_channel(&header, &pose_stamped(100 + i, [*x, f64::from(i), 0.0])).unwrap();
        }
    }
    writer.finish().unwrap();
    drop(writer);
    bytes.into_inner()
}

#[test]
fn a_bag_is_opened_alone_and_the_scene_chooses_a_topic() {
    let folder = fresh(&[]);
    let at = folder.path();
    // The name does not matter.
    for name in ["drive.mcap", "drive"] {
        fs::write(at.join(name), bag(&[("/slam/pose", 1.0), ("/truth", 2.0)])).unwrap();
        let (code, session, said) = report(at, name);
        assert_eq!((code, &session["frames"], &session["duration"]), (0, &json!(20), &json!(19.0)), "{said}");
        assert_eq!(session["pose"]["position"][0], 1.0);
        for part in [
            "topic: the path is that of `/slam/pose`",
            "`/truth` (geometry_msgs/msg/PoseStamped, cdr)",
            "such as `/truth`",
        ] {
            assert!(said.contains(part), "{said}");
        }
    }
    scene(at, "drive.mcap", json!({ "topic": "/truth" }));
    let (code, session, said) = report(at, "scene.json");
    assert_eq!((code, &session["pose"]["position"][0], &*said), (0, &json!(2.0), ""));
    scene(at, "drive.mcap", json!({ "topic": "/imu" }));
    let (code, _, said) = report(at, "scene.json");
    assert!(code == 2 && said.contains("no topic `/imu` has poses that are read; there are `/slam/pose`"), "{said}");
    scene(at, "drive.mcap", json!({ "format": "tum" }));
    let (code, _, said) = report(at, "scene.json");
    assert!(code == 2 && said.contains("it is an MCAP file"), "{said}");
    // Two bags are compared.
    fs::write(at.join("a.mcap"), bag(&[("/pose", 0.0)])).unwrap();
    fs::write(at.join("b.mcap"), bag(&[("/pose", 3.0)])).unwrap();
    let output = eyeline(at, &["explain", "a.mcap", "b.mcap"]);
    assert!(String::from_utf8_lossy(&output.stdout).contains("20 pairs"), "{output:?}");
}

#[test]
fn a_log_of_arkit_is_read_column_by_column() {
    // Turned by 90° about Y, at (1, 2, 3): the columns of the matrix follow each other.
    let numbers = "0, 0, -1, 0, 0, 1, 0, 0, 1, 0, 0, 0, 1, 2, 3, 1";
    let columns = "[0, 0, -1, 0], [0, 1, 0, 0], [1, 0, 0, 0], [1, 2, 3, 1]";
    let frame = |time: f64, matrix: &str| {
        format!("{{ \"timestamp\": {time}, \"transform\": [{matrix}], \"trackingState\": \"normal\" }}")
    };
    let lines = [frame(5.0, numbers), frame(5.5, columns)].join("\n");
    let list = format!("[{},\n{}]", frame(5.0, numbers), frame(5.5, columns));
    let object = format!("{{ \"device\": \"phone\", \"frames\": {list} }}");
    for (name, text) in [("log.jsonl", &lines), ("log.json", &list), ("frames.json", &object), ("log", &lines)] {
        let folder = fresh(&[(name, text)]);
        let (code, session, said) = report(folder.path(), name);
        assert_eq!((code, &*said), (0, ""), "{name}");
        assert_eq!((&session["frames"], &session["duration"]), (&json!(2), &json!(0.5)), "{name}");
        assert_eq!(session["pose"]["position"], json!([1.0, 2.0, 3.0]), "{name}");
        let y = session["pose"]["rotation"][1].as_f64().unwrap().abs();
        assert!((y - std::f64::consts::FRAC_1_SQRT_2).abs() < 1e-12, "{name}: {session}");
    }
    let rows = frame(5.0, "1, 0, 0, 1, 0, 1, 0, 2, 0, 0, 1, 3, 0, 0, 0, 1");
    let folder = fresh(&[("log.jsonl", &rows)]);
    let (code, _, said) = report(folder.path(), "log.jsonl");
    assert!(code == 2 && said.contains("`transform` is written row by row"), "{said}");
    // The end of a list was cut: the frames before are kept.
    let long: Vec<String> = (0..20).map(|i| frame(f64::from(i), numbers)).collect();
    let folder = fresh(&[("log.json", &format!("[{}, {{ \"timest", long.join(",\n")))]);
    let (code, session, _) = report(folder.path(), "log.json");
    assert_eq!((code, &session["frames"]), (0, &json!(20)));
}

#[test]
fn a_file_of_nerf_has_the_lens_of_its_angle() {
    let frames = "[{ \"file_path\": \"./train/r_0\", \"rotation\": 0.1, \"transform_matrix\": \
                  [[1, 0, 0, 1], [0, 1, 0, 2], [0, 0, 1, 3], [0, 0, 0, 1]] }]";
    let text = |more: &str| format!("{{ \"camera_angle_x\": 0.6911112070083618, {more} \"frames\": {frames} }}");
    let folder = fresh(&[("transforms_train.json", &text("")), ("wide.json", &text("\"w\": 1600, \"h\": 800,"))]);
    let at = folder.path();
    let lens = |file: &str| {
        let output = eyeline(at, &["report", file, "--only", "frusta"]);
        let report: Value = serde_json::from_slice(&output.stdout).unwrap();
        (report["frusta"][0]["planes"].clone(), String::from_utf8_lossy(&output.stderr).into_owned())
    };
    let (square, said) = lens("transforms_train.json");
    assert!(said.contains("they are taken as square"), "{said}");
    let (wide, said) = lens("wide.json");
    assert!(!said.contains("square") && square != wide, "{said}");
    // The size of the first picture beside the file.
    fs::create_dir(at.join("train")).unwrap();
    image::RgbaImage::new(16, 8).save(at.join("train/r_0.png")).unwrap();
    let (beside, said) = lens("transforms_train.json");
    assert!(!said.contains("square"), "{said}");
    assert_eq!(beside, wide);
}
