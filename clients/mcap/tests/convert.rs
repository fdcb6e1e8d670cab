//! Runs the program on MCAP files that the tests write, and checks the traces.

#![expect(clippy::unwrap_used, reason = "tests")]

use std::collections::BTreeMap;
use std::fs;
use std::io::Cursor;
use std::process::{Command, Output};

use mcap::records::MessageHeader;
use mcap::{Compression, WriteOptions};
use serde_json::{Value, json};

/// A message: its time in seconds, its topic, its schema, and its JSON.
type Message = (f64, &'static str, &'static str, Value);

/// An MCAP file with these messages, in JSON.
fn mcap(messages: &[Message], compression: Option<Compression>) -> Vec<u8> {
    let raw: Vec<_> = messages
        .iter()
        .map(|(time, topic, schema, json)| (*time, *topic, *schema, "json", serde_json::to_vec(json).unwrap()))
        .collect();
    raw_mcap(&raw, compression)
}

fn raw_mcap(messages: &[(f64, &str, &str, &str, Vec<u8>)], compression: Option<Compression>) -> Vec<u8> {
    let mut bytes = Cursor::new(Vec::new());
    let mut writer = WriteOptions::new().compression(compression).chunk_size(Some(2000)).create(&mut bytes).unwrap();
    for (i, (time, topic, schema, encoding, data)) in messages.iter().enumerate() {
        let schema = writer.add_schema(schema, "jsonschema", b"{}").unwrap();
        let channel_id = writer.add_channel(schema, topic, encoding, &BTreeMap::new()).unwrap();
        #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "small and above 0")]
        let time = (1_700_000_000_000_000_000_u64) + (time * 1e9) as u64;
        let sequence = u32::try_from(i).unwrap();
        let header = MessageHeader { channel_id, sequence, log_time: time, publish_time: time };
        writer.write_to_known_channel(&header, data).unwrap();
    }
    writer.finish().unwrap();
    drop(writer);
    bytes.into_inner()
}

struct Run {
    code: Option<i32>,
    text: String,
    out: String,
    /// The names in the folder of the trace.
    files: Vec<String>,
    lines: Vec<Value>,
    meshes: Option<String>,
}

/// Converts a file, into `run.jsonl` unless there are other arguments.
fn convert(bytes: &[u8], args: &[&str]) -> Run {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("run.mcap"), bytes).unwrap();
    let mut command = Command::new(env!("CARGO_BIN_EXE_eyeline-mcap"));
    let Output { status, stdout, stderr } = command.current_dir(folder.path()).args(args).output().unwrap();
    let names = fs::read_dir(folder.path()).unwrap().map(|entry| entry.unwrap().file_name().into_string().unwrap());
    let mut files: Vec<String> = names.filter(|name| name != "run.mcap").collect();
    files.sort();
    let (out, text) = (String::from_utf8(stdout).unwrap(), String::from_utf8(stderr).unwrap());
    assert!(!text.contains("panicked"), "{text}");
    let read = |name: &str| fs::read_to_string(folder.path().join(name)).ok();
    let trace = read("run.jsonl").unwrap_or_else(|| out.clone());
    let lines = trace.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    Run { code: status.code(), text, out, files, lines, meshes: read("run.meshes.obj") }
}

fn converted(messages: &[Message], args: &[&str]) -> Run {
    let run = convert(&mcap(messages, None), &[&["run.mcap", "-o", "run.jsonl"], args].concat());
    assert_eq!(run.code, Some(0), "{}", run.text);
    run
}

/// The positions of objects and cameras at each time, rounded.
fn positions(run: &Run) -> Vec<(f64, BTreeMap<String, [f64; 3]>)> {
    let mut world: BTreeMap<String, Value> = BTreeMap::new();
    let mut all: Vec<(f64, BTreeMap<String, [f64; 3]>)> = Vec::new();
    for line in &run.lines {
        if line.get("scene").is_some() {
            world.clear();
        }
        for (name, set) in line["set"].as_object().into_iter().flatten() {
            let known = world.get_mut(name).unwrap_or_else(|| panic!("{name} is set and not in the world"));
            if set.get("position").is_some() {
                known["position"] = set["position"].clone();
            }
        }
        for from in [&line["scene"], &line["add"]] {
            for entry in ["objects", "cameras"].iter().flat_map(|list| from[list].as_array().into_iter().flatten()) {
                let name = entry["name"].as_str().unwrap().to_owned();
                assert!(world.insert(name, entry.clone()).is_none(), "{entry}");
            }
        }
        for name in line["remove"].as_array().into_iter().flatten() {
            world.remove(name.as_str().unwrap()).unwrap_or_else(|| panic!("{name} is removed and not in the world"));
        }
        let position = |entry: &Value| {
            let at = |i: usize| (entry["position"][i].as_f64().unwrap_or(0.0) * 1000.0).round() / 1000.0 + 0.0;
            [at(0), at(1), at(2)]
        };
        let places = world.iter().map(|(name, entry)| (name.clone(), position(entry))).collect();
        let time = line["time"].as_f64().unwrap();
        match all.last_mut().filter(|(before, _)| *before == time) {
            Some(last) => last.1 = places,
            None => all.push((time, places)),
        }
    }
    all
}

fn transform(parent: &str, child: &str, [x, y, z]: [f64; 3]) -> Value {
    json!({ "timestamp": { "sec": 0, "nsec": 0 }, "parent_frame_id": parent, "child_frame_id": child,
            "translation": { "x": x, "y": y, "z": z }, "rotation": { "x": 0, "y": 0, "z": 0, "w": 1 } })
}

fn cube(id: &str, frame: &str, locked: bool) -> Value {
    json!({ "timestamp": { "sec": 0, "nsec": 0 }, "frame_id": frame, "id": id, "lifetime": { "sec": 0, "nsec": 0 },
            "frame_locked": locked, "metadata": [], "arrows": [], "spheres": [], "cylinders": [], "lines": [], "triangles": [],
            "texts": [], "models": [],
            "cubes": [{ "pose": { "position": { "x": 0, "y": 0, "z": 0.5 }, "orientation": { "x": 0, "y": 0, "z": 0, "w": 1 } },
                        "size": { "x": 1, "y": 2, "z": 3 }, "color": { "r": 1, "g": 0.5, "b": 0, "a": 1 } }] })
}

fn update(entities: &[Value]) -> Value {
    json!({ "deletions": [], "entities": entities })
}

const SCENE: &str = "foxglove.SceneUpdate";
const FRAME: &str = "foxglove.FrameTransform";
const CAMERA: &str = "foxglove.CameraCalibration";

/// A robot that drives along +X in `map`, with a camera on it, a box that it carries, and one that it leaves.
fn drive() -> Vec<Message> {
    let calibration = json!({ "frame_id": "optical", "width": 640, "height": 480, "distortion_model": "plumb_bob", "D": [],
                              "K": [320, 0, 320, 0, 320, 240, 0, 0, 1], "R": [], "P": [] });
    // The optical frame looks along +X of the robot: its +Z is +X of the robot, its +X is −Y.
    let mut optical = transform("base", "optical", [0.2, 0.0, 1.0]);
    optical["rotation"] = json!({ "x": -0.5, "y": 0.5, "z": -0.5, "w": 0.5 });
    let mut messages = vec![
        (0.0, "/tf", FRAME, transform("map", "base", [0.0; 3])),
        (0.0, "/tf_static", "foxglove.FrameTransforms", json!({ "transforms": [optical] })),
        (0.0, "/scene", SCENE, update(&[cube("carried", "base", true), cube("left", "base", false)])),
        (0.0, "/camera", CAMERA, calibration),
    ];
    messages.extend((1..5_u8).map(|i| {
        let time = f64::from(i) * 0.5;
        (time, "/tf", FRAME, transform("map", "base", [2.0 * time, 0.0, 0.0]))
    }));
    messages
}

fn at(places: &[(f64, BTreeMap<String, [f64; 3]>)], time: f64) -> &BTreeMap<String, [f64; 3]> {
    &places.iter().find(|(of, _)| *of == time).unwrap_or_else(|| panic!("{time} s is not in {places:?}")).1
}

#[test]
fn objects_and_cameras_follow_their_frames_in_each_compression() {
    for compression in [None, Some(Compression::Lz4), Some(Compression::Zstd)] {
        let run = convert(&mcap(&drive(), compression), &["run.mcap", "-o", "run.jsonl"]);
        assert_eq!((run.code, run.text.as_str(), run.files.len()), (Some(0), "", 1));
        let places = positions(&run);
        assert_eq!(places.iter().map(|(time, _)| *time).collect::<Vec<_>>(), [0.0, 0.5, 1.0, 1.5, 2.0]);
        for (time, places) in &places {
            // Z of the file is Y of the trace.
            assert_eq!(places["carried"], [2.0 * time, 0.5, 0.0]);
            assert_eq!(places["left"], [0.0, 0.5, 0.0]);
            assert_eq!(places["/camera"], [2.0 * time + 0.2, 1.0, 0.0]);
        }
    }
}

#[test]
fn the_trace_has_shapes_colours_and_the_lens() {
    let run = converted(&drive(), &[]);
    let scene = &run.lines[0]["scene"];
    let carried = &scene["objects"][0];
    assert_eq!(carried["shape"], json!({ "box": { "half_extents": [0.5, 1, 1.5] } }));
    assert_eq!(carried["color"], "#ff8000");
    let turn: Vec<f64> = carried["rotation"].as_array().unwrap().iter().map(|x| x.as_f64().unwrap()).collect();
    assert!((turn[0] + 0.5_f64.sqrt()).abs() < 1e-6 && (turn[3] - 0.5_f64.sqrt()).abs() < 1e-6, "{turn:?}");
    let camera = &scene["cameras"][0];
    assert_eq!(camera["size"], json!([640, 480]));
    let lens = &camera["projection"]["perspective"];
    let fov = 2.0 * (240.0_f64 / 320.0).atan().to_degrees();
    assert!((lens["fov_y"].as_f64().unwrap() - fov).abs() < 1e-3, "{lens}");
    // It looks along +X: −Z of the camera, a quarter turn about Y to the right.
    let turn: Vec<f64> = camera["rotation"].as_array().unwrap().iter().map(|x| x.as_f64().unwrap()).collect();
    let sign = turn[3].signum();
    let expected = [0.0, -0.5_f64.sqrt(), 0.0, 0.5_f64.sqrt()];
    assert!((0..4).all(|i| (sign * turn[i] - expected[i]).abs() < 1e-6), "{turn:?}");
}

#[test]
fn the_axis_and_the_frame_are_options() {
    let run = converted(&drive(), &["--up", "y"]);
    assert_eq!(at(&positions(&run), 1.0)["carried"], [2.0, 0.0, 0.5]);
    let run = converted(&drive(), &["--frame", "base"]);
    let places = positions(&run);
    assert_eq!((at(&places, 1.0)["carried"], at(&places, 1.0)["left"]), ([0.0, 0.5, 0.0], [0.0, 0.5, 0.0]));
    let run = convert(&mcap(&drive(), None), &["run.mcap", "-o", "run.jsonl", "--frame", "odom"]);
    assert_eq!((run.code, run.files.len()), (Some(2), 0));
    assert!(run.text.contains("there is no frame `odom`; the frames are `base`, `map`, `optical`"), "{}", run.text);
}

#[test]
fn entities_go_by_deletions_lifetimes_and_replacements() {
    let mut short = cube("short", "map", false);
    short["lifetime"] = json!({ "sec": 0, "nsec": 700_000_000 });
    let mut ball = cube("crate", "map", false);
    ball["cubes"] = json!([]);
    ball["spheres"] = json!([{ "size": { "x": 2, "y": 2, "z": 2 } }, { "size": { "x": 1, "y": 1, "z": 1 } }]);
    let deletion = |kind: u8, id: &str| json!({ "deletions": [{ "timestamp": {}, "type": kind, "id": id }] });
    let run = converted(
        &[
            (0.0, "/scene", SCENE, update(&[cube("crate", "map", false), short, cube("wall", "map", false)])),
            (1.0, "/scene", SCENE, update(&[ball])),
            (2.0, "/scene", SCENE, deletion(0, "wall")),
            (3.0, "/scene", SCENE, deletion(0, "nothing")),
            (4.0, "/scene", SCENE, deletion(1, "")),
            (5.0, "/scene", "foxglove.SceneEntity", cube("last", "map", false)),
        ],
        &[],
    );
    let found: Vec<(f64, String)> = positions(&run)
        .into_iter()
        .map(|(time, places)| (time, places.into_keys().collect::<Vec<_>>().join(" ")))
        .collect();
    let expected = [
        (0.0, "crate short wall"),
        (0.7, "crate wall"),
        (1.0, "crate/sphere crate/sphere#2 wall"),
        (2.0, "crate/sphere crate/sphere#2"),
        (3.0, "crate/sphere crate/sphere#2"),
        (4.0, ""),
        (5.0, "last"),
    ];
    assert_eq!(found, expected.map(|(time, names)| (time, names.to_owned())));
}

#[test]
fn an_entity_may_come_before_its_frame_and_messages_in_any_order() {
    let run = converted(
        &[
            (2.0, "/tf", FRAME, transform("map", "base", [9.0, 0.0, 0.0])),
            (0.0, "/scene", SCENE, update(&[cube("crate", "base", false)])),
            (1.0, "/tf", FRAME, transform("map", "base", [4.0, 0.0, 0.0])),
        ],
        &[],
    );
    let places = positions(&run);
    assert!(at(&places, 0.0).is_empty());
    // Those of one time keep their order.
    let run_of_one_time = converted(
        &[
            (0.0, "/tf", FRAME, transform("map", "base", [4.0, 0.0, 0.0])),
            (0.0, "/scene", SCENE, update(&[cube("crate", "base", true)])),
            (0.0, "/tf", FRAME, transform("map", "base", [7.0, 0.0, 0.0])),
        ],
        &[],
    );
    assert_eq!(at(&positions(&run_of_one_time), 0.0)["crate"], [7.0, 0.5, 0.0]);
    assert_eq!((at(&places, 1.0)["crate"], at(&places, 2.0)["crate"]), ([4.0, 0.5, 0.0], [4.0, 0.5, 0.0]));
}

#[test]
fn ids_of_several_topics_have_the_topic_in_their_names() {
    let run = converted(
        &[
            (0.0, "/a", SCENE, update(&[cube("crate", "map", false), cube("", "map", false)])),
            (0.0, "/b", SCENE, update(&[cube("crate", "map", false)])),
            (1.0, "/b", SCENE, json!({ "deletions": [{ "type": 1 }] })),
        ],
        &[],
    );
    let places = positions(&run);
    let names = |time| at(&places, time).keys().cloned().collect::<Vec<_>>();
    assert_eq!(
        (names(0.0), names(1.0)),
        (vec!["/a".into(), "/a/crate".into(), "/b/crate".into()], vec!["/a".into(), "/a/crate".into()])
    );
}

#[test]
fn triangles_go_into_a_file_beside_the_trace() {
    let mut ramp = cube("ramp", "map", false);
    ramp["cubes"] = json!([]);
    ramp["triangles"] = json!([{ "points": [{ "x": 0, "y": 0, "z": 0 }, { "x": 1, "y": 0, "z": 0 }, { "x": 0, "y": 1, "z": 1 }],
                                 "color": { "r": 0, "g": 0, "b": 1, "a": 1 }, "colors": [], "indices": [] }]);
    let messages = [
        (0.0, "/scene", SCENE, update(&[ramp.clone()])),
        (1.0, "/scene", SCENE, update(&[ramp, cube("crate", "map", false)])),
    ];
    let run = converted(&messages, &[]);
    assert_eq!(run.files, ["run.jsonl", "run.meshes.obj"]);
    assert_eq!(
        run.lines[0]["scene"]["objects"][0]["shape"],
        json!({ "mesh": { "file": "run.meshes.obj", "node": "mesh_1" } })
    );
    assert_eq!(run.meshes.unwrap(), "g mesh_1\nv 0 0 0\nv 1 0 0\nv 0 1 1\nf 1 2 3\n");
    let run = convert(&mcap(&messages, None), &["run.mcap"]);
    assert_eq!((run.code, run.files.len(), run.lines.len()), (Some(0), 0, 2));
    assert!(run.out.starts_with("{\"eyeline_trace\":1"));
    assert!(run.text.contains(
        "left out: triangle lists, because a mesh needs a file beside the trace: use `-o` (2, first `ramp` on `/scene` at 0 s)"
    ));
}

#[test]
fn what_has_no_place_in_a_scene_is_counted_in_one_line() {
    let scene = serde_json::to_vec(&update(&[cube("crate", "map", false)])).unwrap();
    let messages = [
        (0.0, "/image", "sensor_msgs/msg/Image", "cdr", vec![0; 100]),
        (0.1, "/image", "sensor_msgs/msg/Image", "cdr", vec![0; 100]),
        (0.2, "/scene", SCENE, "protobuf", vec![1, 2, 3]),
        (0.3, "/chat", "rosgraph_msgs/Log", "ros1", vec![1, 2, 3]),
        (0.4, "/log", "foxglove.Log", "json", b"{}".to_vec()),
        (0.5, "/json", SCENE, "json", scene),
    ];
    let run = convert(&raw_mcap(&messages, None), &["run.mcap", "-o", "run.jsonl"]);
    let expected = "run.mcap: left out: messages of `foxglove.Log` in `json` (1, first on `/log`), messages of `foxglove.SceneUpdate` in \
                    `protobuf` (1, first on `/scene`), messages of `rosgraph_msgs/Log` in `ros1` (1, first on `/chat`), messages of \
                    `sensor_msgs/msg/Image` in `cdr` (2, first on `/image`)\n";
    assert_eq!((run.code, run.text.as_str()), (Some(0), expected));
    let run = convert(&raw_mcap(&messages[..5], None), &["run.mcap", "-o", "run.jsonl"]);
    assert_eq!((run.code, run.files.len(), run.text.lines().count()), (Some(2), 0, 2));
    assert!(
        run.text.contains("left out: ") && run.text.contains("it has no message that has a place in a scene"),
        "{}",
        run.text
    );
}

#[test]
fn faults_have_their_places_and_the_rest_counts() {
    let bad = |key: &str, value: Value| {
        let mut entity = cube("bad", "map", false);
        entity["cubes"][0][key] = value;
        update(&[entity, cube("good", "map", false)])
    };
    let table = [
        (
            vec![(0.5, "/scene", SCENE, bad("size", json!({ "x": null, "y": 1, "z": 1 })))],
            "`bad` on `/scene` at 0 s: a size of a cube",
        ),
        (
            vec![(0.5, "/scene", SCENE, bad("pose", json!({ "orientation": { "w": "NaN" } })))],
            "`bad` on `/scene` at 0 s: the pose of a cube",
        ),
        (
            vec![(0.5, "/scene", SCENE, json!({ "entities": 5 })), (0.5, "/scene", SCENE, bad("color", json!({})))],
            "message 1, on `/scene`: invalid type",
        ),
        (
            vec![
                (0.5, "/tf", FRAME, transform("map", "base", [0.0; 3])),
                (
                    0.75,
                    "/tf",
                    FRAME,
                    json!({ "parent_frame_id": "map", "child_frame_id": "base", "translation": { "x": null } }),
                ),
                (0.75, "/scene", SCENE, bad("color", json!({}))),
            ],
            "`/tf` at 0.25 s: the transform from `map` to `base` is not finite",
        ),
        (
            vec![
                (0.5, "/tf", FRAME, transform("a", "b", [0.0; 3])),
                (0.5, "/tf", FRAME, transform("b", "a", [0.0; 3])),
                (0.5, "/scene", SCENE, update(&[cube("lost", "a", true), cube("good", "map", true)])),
            ],
            "`lost` on `/scene` at 0 s: its frames are a cycle: `a` → `b` → `a`",
        ),
        (
            vec![
                (0.5, "/tf", FRAME, transform("map", "base", [0.0; 3])),
                (
                    0.5,
                    "/scene",
                    SCENE,
                    update(&[cube("good", "map", false), cube("lost", "lidar", true), cube("other", "base", true)]),
                ),
            ],
            "left out: entities in frame `lidar`, which no transform connects with `map` (1, first `lost` on `/scene` at 0 s)",
        ),
        (
            vec![
                (0.5, "/scene", SCENE, update(&[cube("good", "map", false)])),
                (0.5, "/camera", CAMERA, json!({ "frame_id": "map", "width": 640, "height": 0 })),
            ],
            "`/camera` at 0 s: the camera has no view volume: the picture has 640 × 0 pixels",
        ),
    ];
    for (messages, expected) in table {
        let run = converted(&messages, &[]);
        assert!(run.text.contains(expected), "{}", run.text);
        assert!(positions(&run).last().unwrap().1.contains_key("good"), "{}", run.text);
    }
}

#[test]
fn a_truncated_file_is_used_up_to_its_end() {
    for compression in [None, Some(Compression::Lz4), Some(Compression::Zstd)] {
        let whole = mcap(&drive(), compression);
        let mut codes = BTreeMap::new();
        for end in (0..whole.len()).step_by(97) {
            let run = convert(&whole[..end], &["run.mcap", "-o", "run.jsonl"]);
            *codes.entry(run.code).or_insert(0) += 1;
            match run.code {
                Some(0) => assert!(!run.lines.is_empty() && run.files == ["run.jsonl"], "{end}: {}", run.text),
                code => assert_eq!((code, run.files.len()), (Some(2), 0), "{end}: {}", run.text),
            }
            assert!(run.text.contains("truncated") || run.text.contains("not an MCAP file"), "{end}: {}", run.text);
        }
        assert!(codes.keys().eq([&Some(0), &Some(2)]), "{codes:?}");
    }
}

#[test]
fn damage_neither_panics_nor_leaves_a_part_of_a_trace() {
    let whole = mcap(&drive(), Some(Compression::Zstd));
    let plain = mcap(&drive(), None);
    let mut random = 0x9e37_79b9_7f4a_7c15_u64;
    let mut next = |below: usize| {
        // xorshift64.
        random ^= random << 13;
        random ^= random >> 7;
        random ^= random << 17;
        usize::try_from(random >> 16).unwrap() % below
    };
    for case in 0..60 {
        let mut bytes = if case % 2 == 0 { whole.clone() } else { plain.clone() };
        for _ in 0..=case % 4 {
            let at = next(bytes.len());
            bytes[at] ^= 1 << next(8);
        }
        let run = convert(&bytes, &["run.mcap", "-o", "run.jsonl"]);
        match run.code {
            Some(0) => assert!(!run.lines.is_empty(), "{case}: {}", run.text),
            code => assert_eq!((code, run.files.len()), (Some(2), 0), "{case}: {}", run.text),
        }
    }
}

#[test]
fn what_cannot_be_read_or_written_is_one_message() {
    let whole = mcap(&drive(), None);
    let table: [(&[u8], &[&str], &str); 5] = [
        (b"B3RC", &["run.mcap", "-o", "run.jsonl"], "run.mcap: it is not an MCAP file"),
        (b"", &["run.mcap", "-o", "run.jsonl"], "run.mcap: it is not an MCAP file"),
        (&whole, &["missing.mcap", "-o", "run.jsonl"], "missing.mcap"),
        (&whole, &["run.mcap", "-o", "missing/run.jsonl"], "cannot write missing/run.jsonl"),
        (&whole, &["run.mcap", "-o", "."], "cannot write ."),
    ];
    for (bytes, args, expected) in table {
        let run = convert(bytes, args);
        assert_eq!((run.code, run.files.len(), run.text.lines().count()), (Some(2), 0, 1), "{}", run.text);
        assert!(run.text.contains(expected), "{}", run.text);
    }
}
