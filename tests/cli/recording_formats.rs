//! Formats of recordings: how they are recognised, what is refused, and one pose of each, computed by hand.

use std::f64::consts::FRAC_1_SQRT_2 as S;
use std::fs;
use std::path::Path;
use std::process::Output;

use serde_json::{Value, json};

use crate::commands::{eyeline, fresh};

/// What standard error says, with each error as one line `file:line:column: message`.
fn said(output: &Output) -> String {
    String::from_utf8_lossy(&output.stderr)
        .split("error: ")
        .map(|part| match part.split_once("\n --> ").or_else(|| part.split_once("\n--> ")) {
            Some((message, rest)) => {
                let (place, rest) = rest.split_once('\n').unwrap_or((rest, ""));
                format!("{place}: {message}\n{rest}")
            }
            None => part.to_owned(),
        })
        .collect()
}

/// The session of a recording that is opened alone, or of a scene, and what standard error says.
fn session(folder: &Path, file: &str, tick: &str) -> (Value, String) {
    let output = eyeline(folder, &["report", file, "--only", "sessions", "--tick", tick]);
    assert!(output.status.success(), "{file}: {output:?}");
    let report: Value = serde_json::from_slice(&output.stdout).unwrap();
    (report["sessions"][0].clone(), said(&output))
}

/// The error of a recording or scene that cannot be read.
fn refused(folder: &Path, file: &str) -> String {
    let output = eyeline(folder, &["report", file]);
    assert_eq!(output.status.code(), Some(2), "{file}: {output:?}");
    said(&output)
}

/// Writes a scene with one session, `file` and other keys.
#[expect(clippy::needless_pass_by_value, reason = "made for the call")]
fn scene(folder: &Path, file: &str, keys: Value) {
    let mut session = json!({ "name": "walk", "file": file });
    session.as_object_mut().unwrap().extend(keys.as_object().unwrap().clone());
    let scene = json!({ "eyeline": 1, "tick_rate": 10, "sessions": [session] });
    fs::write(folder.join("scene.json"), scene.to_string()).unwrap();
}

fn has_pose(session: &Value, position: [f64; 3], rotation: [f64; 4]) {
    let numbers = |value: &Value| value.as_array().unwrap().iter().map(|x| x.as_f64().unwrap()).collect::<Vec<_>>();
    let (found, turned) = (numbers(&session["pose"]["position"]), numbers(&session["pose"]["rotation"]));
    assert!(found.iter().zip(position).all(|(a, b)| (a - b).abs() < 1e-12), "{session}");
    // A quaternion and its negative are the same rotation.
    let dot: f64 = turned.iter().zip(rotation).map(|(a, b)| a * b).sum();
    assert!((dot.abs() - 1.0).abs() < 1e-12, "{session}, expected {rotation:?}");
}

/// A camera without a rotation in the file at (1, 2, 3). In a z-up world it looks up, in a y-up world backwards and is
/// upside down, in a y-down world it is upright and looks ahead.
const UP: ([f64; 3], [f64; 4]) = ([1.0, 3.0, -2.0], [S, 0.0, 0.0, S]);
const BACK: ([f64; 3], [f64; 4]) = ([1.0, 2.0, 3.0], [1.0, 0.0, 0.0, 0.0]);
const AHEAD: ([f64; 3], [f64; 4]) = ([1.0, -2.0, -3.0], [0.0, 0.0, 0.0, 1.0]);

#[test]
fn rows_of_euroc_have_8_to_17_columns_and_may_end_with_a_comma() {
    for more in 0..=9 {
        for end in ["", ","] {
            let row = |ns: u64| format!("{ns},1,2,3,1,0,0,0{}{end}\n", ",nan".repeat(more));
            let rows = [row(1_403_636_579_763_555_584), row(1_403_636_580_263_555_584)].concat();
            for (name, text) in [("walk.csv", rows.clone()), ("walk.tum", format!("#timestamp, p [m]\n{rows}"))] {
                let folder = fresh(&[(name, &text)]);
                let (found, warnings) = session(folder.path(), name, "0");
                has_pose(&found, UP.0, UP.1);
                assert_eq!((&found["frames"], &found["duration"], &*warnings), (&json!(2), &json!(0.5), ""));
            }
        }
    }
    // VINS: 11 columns and a comma.
    let vins = "1403636579763555584,1,2,3,1,0,0,0,0.1,0.2,0.3,\n1403636580763555584,1,2,3,1,0,0,0,0.1,0.2,0.3,\n";
    let folder =
        fresh(&[("vins_result_no_loop.csv", vins), ("long.csv", &format!("1403636579763555584{}\n", ",1".repeat(17)))]);
    let (found, _) = session(folder.path(), "vins_result_no_loop.csv", "0");
    has_pose(&found, UP.0, UP.1);
    assert_eq!(found["duration"], 1.0);
    let error = refused(folder.path(), "long.csv");
    assert!(error.contains("its first row has 18 columns") && error.contains("euroc 8 to 17"), "{error}");
}

#[test]
fn rows_with_commas_that_are_read_in_two_ways_are_refused_and_the_format_decides() {
    let rows = "1.5,1,2,3,0,0,0,1\n2.5,1,2,3,0,0,0,1\n";
    for header in ["", "# time x y z\n", "timestamp,tx,ty,tz,qx,qy,qz,qw\n"] {
        let text = format!("{header}{rows}");
        let folder = fresh(&[("walk.tum", &text)]);
        let error = refused(folder.path(), "walk.tum");
        let line = 1 + header.lines().count();
        assert!(error.contains(&format!("walk.tum:{line}:1: a row with commas has two readings")), "{error}");
        for words in ["as `tum`", "as `euroc`", "x y z w", "w x y z", "\"format\": \"tum\""] {
            assert!(error.contains(words), "{words}: {error}");
        }
        scene(folder.path(), "walk.tum", json!({ "format": "tum" }));
        let (found, warnings) = session(folder.path(), "scene.json", "0");
        has_pose(&found, BACK.0, BACK.1);
        assert_eq!((&found["duration"], &*warnings), (&json!(1.0), ""));
        // As `euroc` the rotation is a half turn about Z, and the times are nanoseconds unless the scene says otherwise.
        for (unit, duration) in
            [(json!({}), 1e-9), (json!({ "time_unit": "s" }), 1.0), (json!({ "time_unit": "ms" }), 1e-3)]
        {
            let mut keys = json!({ "format": "euroc" });
            keys.as_object_mut().unwrap().extend(unit.as_object().unwrap().clone());
            scene(folder.path(), "walk.tum", keys);
            let (found, _) = session(folder.path(), "scene.json", "0");
            // About Z of the file, then about X by 90°: (0, 0, 1, 0) turned to (0, 1, 0, 0), and the camera by 180°: S · (0, 1, −1, 0).
            has_pose(&found, UP.0, [0.0, S, -S, 0.0]);
            assert!((found["duration"].as_f64().unwrap() - duration).abs() < 1e-12 * duration.max(1e-3), "{found}");
        }
    }
    // 15 digits are milli- or microseconds of either format.
    let folder = fresh(&[("walk.csv", "140363657976355,1,2,3,1,0,0,0\n")]);
    assert!(refused(folder.path(), "walk.csv").contains("two readings"));
}

#[test]
fn the_unit_of_stamps_is_told_and_decided_by_the_scene() {
    for (first, second, name, word) in [
        ("1403636579.5", "1403636580.0", "", "s"),
        ("1403636579500", "1403636580000", "milliseconds", "ms"),
        ("1403636579500000.0", "1403636580000000.0", "microseconds", "us"),
        ("1403636579500000000.000000000", "1403636580000000000.000000000", "nanoseconds", "ns"),
    ] {
        let text = format!("# KeyFrameTrajectory\n{first} 1 2 3 0 0 0 1\n{second} 1 2 3 0 0 0 1\n");
        let folder = fresh(&[("walk.txt", &text)]);
        let (found, warnings) = session(folder.path(), "walk.txt", "0");
        has_pose(&found, BACK.0, BACK.1);
        assert!((found["duration"].as_f64().unwrap() - 0.5).abs() < 1e-9, "{first}: {found}");
        if name.is_empty() {
            assert_eq!(warnings, "");
        } else {
            let expected = format!("walk.txt:2:1: time_unit: the times are read as {name}");
            assert!(warnings.contains(&expected), "{warnings}");
            assert!(warnings.contains(&format!("`\"time_unit\": \"{word}\"`")), "{warnings}");
        }
        // What the scene says counts, without a note.
        let seconds: f64 = second.parse::<f64>().unwrap() - first.parse::<f64>().unwrap();
        for (word, scale) in [("s", 1.0), ("ms", 1e3), ("us", 1e6), ("ns", 1e9)] {
            scene(folder.path(), "walk.txt", json!({ "time_unit": word }));
            let (found, warnings) = session(folder.path(), "scene.json", "0");
            let expected = seconds / scale;
            assert!((found["duration"].as_f64().unwrap() - expected).abs() < 1e-6 * expected, "{word}: {found}");
            assert_eq!(warnings, "");
        }
    }
    let folder = fresh(&[]);
    scene(folder.path(), "walk.txt", json!({ "time_unit": "hours" }));
    assert!(refused(folder.path(), "scene.json").contains("unknown word `hours`"));
}

#[test]
fn nanoseconds_of_orb_slam_are_compared_with_seconds_frame_by_frame() {
    let row = |stamp: &str, x: f64, y: f64| format!("{stamp} {x} {y} 0 0 0 0 1\n");
    let estimate =
        [("1403636579000000000.000000", 0.0), ("1403636579100000000.000000", 1.0), ("1403636579200000000.000000", 2.0)];
    let reference = [("1403636579.0", 0.0), ("1403636579.1", 1.0), ("1403636579.2", 2.0)];
    let estimate: String = estimate.iter().map(|(stamp, x)| row(stamp, *x, 0.25 * x * x)).collect();
    let reference: String = reference.iter().map(|(stamp, x)| row(stamp, *x, 0.0)).collect();
    let folder = fresh(&[("slam.txt", &estimate), ("truth.txt", &reference)]);
    let output = eyeline(folder.path(), &["explain", "truth.txt", "slam.txt"]);
    let text = String::from_utf8(output.stdout.clone()).unwrap();
    assert!(text.contains("3 pairs") && !text.contains("few_pairs"), "{text}");
    assert!(!text.contains("`slam` is 0 m"), "{text}");
    assert!(said(&output).contains("time_unit"), "{output:?}");
}

#[test]
fn a_comparison_of_few_frames_says_so() {
    let row = |time: &f64| format!("{time} {time} 0 0 0 0 0 1\n");
    let rows = |times: &[f64]| times.iter().map(row).collect::<Vec<_>>().concat();
    let cases: [(&[f64], Option<&str>); 3] = [
        (&[1.0, 1.5, 1.7], Some("few_pairs: only 1 of 3 frames of the shorter path has a partner in time")),
        (&[1.0, 2.0, 2.2, 2.4, 2.6], Some("few_pairs: only 2 of 5 frames of the shorter path have a partner in time")),
        (&[1.0, 2.0, 2.3, 2.6], None),
    ];
    for (times, expected) in cases {
        let folder = fresh(&[("a.txt", &rows(&[1.0, 2.0, 3.0, 4.0, 5.0, 6.0])), ("b.txt", &rows(times))]);
        let output = eyeline(folder.path(), &["explain", "a.txt", "b.txt"]);
        let text = String::from_utf8(output.stdout).unwrap();
        let answer = text.lines().nth(1).unwrap();
        match expected {
            Some(expected) => assert!(answer.ends_with(expected), "{answer}"),
            None => assert!(!text.contains("few_pairs"), "{text}"),
        }
    }
}

#[test]
fn rows_of_stray_scanner_are_read_by_the_names_in_the_first_line() {
    for (header, row) in [
        ("timestamp, frame, x, y, z, qx, qy, qz, qw", "T, 000001, 1, 2, 3, 0, 0, 0, 1"),
        ("timestamp, frame, x, y, z, qx, qy, qz, qw, fx, fy, cx, cy", "T, 000001, 1, 2, 3, 0, 0, 0, 1, 9, 9, 9, 9"),
        (
            "timestamp, frame, x, y, z, qx, qy, qz, qw, fx, fy, cx, cy, iso, exposure",
            "T, 000001, 1, 2, 3, 0, 0, 0, 1, 9, 9, 9, 9, 9, 9",
        ),
        ("timestamp, frame, qw, qx, qy, qz, x, y, z", "T, 000001, 1, 0, 0, 0, 1, 2, 3"),
        ("Frame,Timestamp,z,y,x,QW,qz,qy,qx,fx", "1,T,3,2,1,1,0,0,0,9"),
    ] {
        let text = format!("{header}\n{}\n{}\n", row.replace('T', "7.5"), row.replace('T', "8.25"));
        let folder = fresh(&[("odometry.csv", &text)]);
        let (found, warnings) = session(folder.path(), "odometry.csv", "0");
        has_pose(&found, BACK.0, BACK.1);
        assert_eq!((&found["frames"], &found["duration"], &*warnings), (&json!(2), &json!(0.75), ""), "{header}");
    }
    let folder = fresh(&[
        ("missing.csv", "timestamp, frame, x, y, z, qx, qy, qz\n1, 1, 1, 2, 3, 0, 0, 0\n"),
        ("short.csv", "timestamp, frame, x, y, z, qx, qy, qz, qw\n1, 1, 1, 2, 3, 0, 0\n"),
    ]);
    let error = refused(folder.path(), "missing.csv");
    assert!(error.contains("missing.csv:1:1: the first line names no column `qw`"), "{error}");
    let error = refused(folder.path(), "short.csv");
    assert!(error.contains("short.csv:2:1: the row has 7 columns"), "{error}");
}

#[test]
fn kitti_is_y_down_and_each_world_is_turned() {
    let rows = "1 0 0 1 0 1 0 2 0 0 1 3\n".repeat(2);
    let folder = fresh(&[("poses.txt", &rows)]);
    has_pose(&session(folder.path(), "poses.txt", "0").0, AHEAD.0, AHEAD.1);
    for (world, (position, rotation)) in [("y-up", BACK), ("y-down", AHEAD), ("z-up", UP)] {
        scene(folder.path(), "poses.txt", json!({ "world": world }));
        has_pose(&session(folder.path(), "scene.json", "0").0, position, rotation);
    }
}

/// A camera whose pose from the world is a turn by 90° about Y and a translation by (1, 2, 3): its position is
/// −Rᵀ t = (3, −2, −1), and its rotation is that by −90° about Y, then the half turn about X from `OpenCV`.
const COLMAP: ([f64; 3], [f64; 4]) = ([3.0, -2.0, -1.0], [S, 0.0, S, 0.0]);

fn colmap_text() -> String {
    format!(
        "# Image list with two lines of data per image:\n#   IMAGE_ID, QW, QX, QY, QZ, TX, TY, TZ, CAMERA_ID, NAME\n\
         1 1 0 0 0 0 0 0 2 b 2.jpg\n0.5 0.5 -1 7 8 9\n2 {S} 0 {S} 0 1 2 3 1 a 1.jpg\n\n3 1 0 0 0 0 0 0 1 c.jpg\n"
    )
}

fn colmap_binary() -> Vec<u8> {
    let mut bytes = 3_u64.to_le_bytes().to_vec();
    for (id, pose, camera, name, points) in [
        (1_u32, [1.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0], 2_u32, "b 2.jpg", 2_u64),
        (2, [S, 0.0, S, 0.0, 1.0, 2.0, 3.0], 1, "a 1.jpg", 0),
        (3, [1.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0], 1, "c.jpg", 0),
    ] {
        bytes.extend(id.to_le_bytes());
        for number in pose {
            bytes.extend(number.to_le_bytes());
        }
        bytes.extend(camera.to_le_bytes());
        bytes.extend(name.as_bytes());
        bytes.push(0);
        bytes.extend(points.to_le_bytes());
        bytes.extend(vec![0; 24 * usize::try_from(points).unwrap()]);
    }
    bytes
}

/// A pinhole camera of 800 × 600 with the vertical focal length 500, and a fisheye.
fn cameras_binary() -> Vec<u8> {
    let mut bytes = 2_u64.to_le_bytes().to_vec();
    for (id, model, parameters) in [(1_u32, 1_u32, vec![510.0_f64, 500.0, 400.0, 300.0]), (2, 5, vec![300.0; 8])] {
        bytes.extend(id.to_le_bytes());
        bytes.extend(model.to_le_bytes());
        bytes.extend(800_u64.to_le_bytes());
        bytes.extend(600_u64.to_le_bytes());
        for number in parameters {
            bytes.extend(number.to_le_bytes());
        }
    }
    bytes
}

/// The angle between the top and the bottom plane of the first camera, in degrees.
fn fov_y(folder: &Path, file: &str) -> f64 {
    let output = eyeline(folder, &["report", file, "--only", "frusta"]);
    let report: Value = serde_json::from_slice(&output.stdout).unwrap();
    let planes = report["frusta"][0]["planes"].as_array().unwrap();
    let normal = |side: &str| -> Vec<f64> {
        let plane = planes.iter().find(|plane| plane["side"] == side).unwrap();
        plane["normal"].as_array().unwrap().iter().map(|x| x.as_f64().unwrap()).collect()
    };
    let dot: f64 = normal("top").iter().zip(normal("bottom")).map(|(a, b)| a * b).sum();
    180.0 - libm::acos(dot).to_degrees()
}

#[test]
fn images_of_colmap_are_a_path_in_the_order_of_their_names() {
    let folder = fresh(&[
        ("images.txt", &colmap_text()),
        ("cameras.txt", "# cameras\n1 PINHOLE 800 600 510 500 400 300\n2 OPENCV_FISHEYE 800 600 300 300 1 1 0 0 0 0\n"),
    ]);
    fs::create_dir(folder.path().join("bin")).unwrap();
    fs::write(folder.path().join("bin/images.bin"), colmap_binary()).unwrap();
    fs::write(folder.path().join("bin/cameras.bin"), cameras_binary()).unwrap();
    for file in ["images.txt", "bin/images.bin"] {
        let (found, warnings) = session(folder.path(), file, "0");
        has_pose(&found, COLMAP.0, COLMAP.1);
        assert_eq!(found["frames"], 3, "{file}");
        assert!(
            warnings.contains("no_times: the file has no times; its frames are taken as 30 a second"),
            "{warnings}"
        );
        assert!((found["duration"].as_f64().unwrap() - 2.0 / 30.0).abs() < 1e-12, "{found}");
        // 2 atan(600 / 2 / 500).
        assert!((fov_y(folder.path(), file) - 61.927_513).abs() < 1e-4, "{file}");
        scene(folder.path(), file, json!({ "format": "colmap", "rate": 2 }));
        let (found, _) = session(folder.path(), "scene.json", "5");
        assert_eq!((&found["duration"], &found["pose"]["frame"]), (&json!(1.0), &json!(1)));
        has_pose(&found, [0.0; 3], [1.0, 0.0, 0.0, 0.0]);
    }
    // Without the head and the cameras it is a list of numbers; the format of the scene decides.
    let plain = colmap_text().lines().skip(2).map(|line| format!("{line}\n")).collect::<Vec<_>>().concat();
    let folder = fresh(&[("poses.txt", &plain), ("cameras.txt", "1 PINHOLE 800\n"), ("images.txt", &plain)]);
    assert!(refused(folder.path(), "poses.txt").contains("no recording of a known format"));
    let error = refused(folder.path(), "cameras.txt");
    assert!(error.contains("the poses are in `images.txt` beside it"), "{error}");
    let error = refused(folder.path(), "images.txt");
    assert!(error.contains("cameras.txt:1:1: this is no camera of COLMAP"), "{error}");
    fs::remove_file(folder.path().join("cameras.txt")).unwrap();
    scene(folder.path(), "images.txt", json!({ "format": "colmap" }));
    has_pose(&session(folder.path(), "scene.json", "0").0, COLMAP.0, COLMAP.1);
}

/// Two points, the second of them seen in two images.
fn points_binary() -> Vec<u8> {
    let mut bytes = 2_u64.to_le_bytes().to_vec();
    for (id, point, seen) in [(7_u64, [1.0_f64, 2.0, 3.0], 0_u64), (9, [-1.0, 0.0, 4.5], 2)] {
        bytes.extend(id.to_le_bytes());
        for number in point {
            bytes.extend(number.to_le_bytes());
        }
        bytes.extend([255, 128, 0]);
        bytes.extend(0.5_f64.to_le_bytes());
        bytes.extend(seen.to_le_bytes());
        bytes.extend(vec![0; 8 * usize::try_from(seen).unwrap()]);
    }
    bytes
}

/// What a tap in the middle of the picture at the time 0 hits among the points.
fn tapped(folder: &Path) -> Value {
    let report = eyeline(folder, &["report", "scene.json", "--only", "taps"]);
    serde_json::from_slice::<Value>(&report.stdout).unwrap()["taps"][0].clone()
}

#[test]
fn points_of_colmap_are_feature_points() {
    // The first image looks along +Z of the file from (0, 0, 0): a point at (0, 0, 4) is in the middle of its picture.
    let text = "# points\n3 0 0 4 255 0 0 0.1 1 0 2 5\n4 9 9 9 0 0 0 1\n";
    let mut binary = points_binary();
    binary[8 + 8..8 + 8 + 24].copy_from_slice(&[0.0_f64, 0.0, 4.0].map(f64::to_le_bytes).concat());
    let images = "1 1 0 0 0 0 0 0 1 a.jpg\n\n2 1 0 0 0 0 0 1 1 b.jpg\n\n";
    let mut images_binary = 2_u64.to_le_bytes().to_vec();
    for (id, z, name) in [(1_u32, 0.0_f64, "a.jpg"), (2, 1.0, "b.jpg")] {
        images_binary.extend(id.to_le_bytes());
        images_binary.extend([1.0, 0.0, 0.0, 0.0, 0.0, 0.0, z].map(f64::to_le_bytes).concat());
        images_binary.extend(1_u32.to_le_bytes());
        images_binary.extend(name.as_bytes());
        images_binary.extend([0; 9]);
    }
    let folder = fresh(&[
        ("images.txt", images),
        ("cameras.txt", "1 PINHOLE 800 600 510 500 400 300\n"),
        ("points3D.txt", text),
    ]);
    fs::write(folder.path().join("images.bin"), images_binary).unwrap();
    fs::write(folder.path().join("cameras.bin"), cameras_binary()).unwrap();
    fs::write(folder.path().join("points3D.bin"), binary).unwrap();
    let write = |file: &str| {
        let scene = json!({ "eyeline": 1, "sessions": [{ "name": "walk", "file": file, "format": "colmap" }],
            "cameras": [{ "name": "phone", "session": { "name": "walk" } }],
            "taps": [{ "name": "tap", "camera": "phone", "time": 0, "screen": [0.5, 0.5], "order": ["point"] }] });
        fs::write(folder.path().join("scene.json"), scene.to_string()).unwrap();
    };
    for file in ["images.txt", "images.bin"] {
        write(file);
        let tap = tapped(folder.path());
        assert_eq!(tap["chosen"]["type"], "point", "{file}: {tap}");
        assert!((tap["chosen"]["distance"].as_f64().unwrap() - 4.0).abs() < 1e-6, "{file}: {tap}");
    }
    write("images.txt");
    fs::write(folder.path().join("points3D.txt"), "3 0 0 4 255 0 0 0.1\n\n4 9 inf 9 0 0 0 1\n").unwrap();
    let error = refused(folder.path(), "scene.json");
    assert!(error.contains("points3D.txt:3:1: this is no point of COLMAP"), "{error}");
    write("images.bin");
    let whole = fs::read(folder.path().join("points3D.bin")).unwrap();
    for cut in [0, 12, 40, whole.len() - 1] {
        fs::write(folder.path().join("points3D.bin"), &whole[..cut]).unwrap();
        let error = refused(folder.path(), "scene.json");
        assert!(error.contains("points3D.bin:1:1: byte") && error.contains("ends within an entry"), "{cut}: {error}");
    }
}

#[test]
fn broken_files_of_colmap_are_located() {
    let binary = colmap_binary();
    let folder = fresh(&[
        ("short.txt", "1 1 0 0 0 0 0 0 1\n\n"),
        ("points.txt", "1 1 0 0 0 0 0 0 1 a.jpg\n2 1 0 0 0 0 0 0 1 b.jpg\n"),
        ("number.txt", "\n1 1 0 x 0 0 0 0 1 a.jpg\n\n"),
        ("zero.txt", "1 0 0 0 0 0 0 0 1 a.jpg\n\n"),
        ("none.txt", "# nothing\n"),
    ]);
    for (file, expected) in [
        ("short.txt", "short.txt:1:1: the line of an image has 9 columns"),
        ("points.txt", "points.txt:2:1: the line after an image has its points"),
        ("number.txt", "number.txt:2:7: `x` is no number"),
        ("zero.txt", "zero.txt:1:1: the quaternion"),
        ("none.txt", "none.txt:1:1: the recording has no frames"),
    ] {
        scene(folder.path(), file, json!({ "format": "colmap" }));
        let error = refused(folder.path(), "scene.json");
        assert!(error.contains(expected), "{file}: {error}");
    }
    for cut in [0, 4, 20, 70, binary.len() - 1] {
        fs::write(folder.path().join("images.bin"), &binary[..cut]).unwrap();
        let error = refused(folder.path(), "images.bin");
        assert!(error.contains("images.bin:1:1: byte") && error.contains("ends within an entry"), "{cut}: {error}");
    }
    // A count beyond the file, and as many points as there are numbers.
    for (at, count) in [(0, u64::MAX), (8 + 4 + 56 + 4 + 8, u64::MAX)] {
        let mut bytes = binary.clone();
        bytes[at..at + 8].copy_from_slice(&count.to_le_bytes());
        fs::write(folder.path().join("images.bin"), bytes).unwrap();
        assert!(refused(folder.path(), "images.bin").contains("ends within an entry"));
    }
    fs::write(folder.path().join("images.bin"), &binary).unwrap();
    let mut cameras = cameras_binary();
    cameras[12] = 99;
    fs::write(folder.path().join("cameras.bin"), cameras).unwrap();
    assert!(refused(folder.path(), "images.bin").contains("unknown number 99"));
    scene(folder.path(), "images.bin", json!({ "format": "tum" }));
    assert!(refused(folder.path(), "scene.json").contains("is not UTF-8"));
}

#[test]
fn a_recording_of_record3d_is_told_by_its_poses() {
    let metadata = |more: &str| {
        format!(
            "{{ \"w\": 800, \"h\": 600, \"fps\": 60, \"K\": [510, 0, 0, 0, 500, 0, 400, 300, 1]{more}, \
             \"poses\": [[0, {S}, 0, {S}, 1, 2, 3], [0, 0, 0, 1, 0, 0, 0], [0, 0, 0, 1, 0, 0, 1]] }}"
        )
    };
    let folder = fresh(&[
        ("metadata.json", &metadata("")),
        ("metadata", &metadata("")),
        ("timed.json", &metadata(", \"frameTimestamps\": [5, 5.5, 7]")),
        ("bad.json", "{ \"poses\": [[0, 0, 0, 1, 1, 2]] }"),
        ("zero.json", "{\n\"poses\": [[0, 0, 0, 0, 1, 2, 3]] }"),
    ]);
    for (file, duration) in [("metadata.json", 2.0 / 60.0), ("metadata", 2.0 / 60.0), ("timed.json", 2.0)] {
        let (found, warnings) = session(folder.path(), file, "0");
        has_pose(&found, [1.0, 2.0, 3.0], [0.0, S, 0.0, S]);
        assert!((found["duration"].as_f64().unwrap() - duration).abs() < 1e-12, "{file}: {found}");
        assert_eq!(warnings, "");
        assert!((fov_y(folder.path(), file) - 61.927_513).abs() < 1e-4);
    }
    let error = refused(folder.path(), "bad.json");
    assert!(error.contains("bad.json:1:") && error.contains("Record3D"), "{error}");
    let error = refused(folder.path(), "zero.json");
    assert!(error.contains("zero.json:2:1: the quaternion"), "{error}");
}

#[test]
fn the_keyframes_of_polycam_are_one_path() {
    let keyframe = |x: f64, stamp: &str| {
        format!(
            "{{ \"fx\": 510, \"fy\": 500, \"cx\": 400, \"cy\": 300, \"width\": 800, \"height\": 600,{stamp} \
             \"t_00\": 0, \"t_01\": 0, \"t_02\": 1, \"t_03\": {x}, \"t_10\": 0, \"t_11\": 1, \"t_12\": 0, \"t_13\": 2, \
             \"t_20\": -1, \"t_21\": 0, \"t_22\": 0, \"t_23\": 3 }}"
        )
    };
    let folder = fresh(&[]);
    let cameras = folder.path().join("keyframes/cameras");
    fs::create_dir_all(&cameras).unwrap();
    let write = |name: &str, text: &str| fs::write(cameras.join(name), text).unwrap();
    // Ten microseconds more digits: 76027.5 s and 76028 s; the later name is the earlier frame.
    write("9.json", &keyframe(2.0, " \"timestamp\": 76028000000,"));
    write("10.json", &keyframe(1.0, " \"timestamp\": 76027500000,"));
    write("notes.json", "{ \"a\": 1 }");
    write("picture.jpg", "");
    for file in ["keyframes/cameras/9.json", "keyframes/cameras/10.json"] {
        let (found, warnings) = session(folder.path(), file, "0");
        // A turn by 90° about Y maps +Z to +X.
        has_pose(&found, [1.0, 2.0, 3.0], [0.0, S, 0.0, S]);
        assert_eq!((&found["frames"], &found["duration"]), (&json!(2), &json!(0.5)));
        assert!(warnings.contains("notes.json:1:1: this is no keyframe of Polycam; it is left out"), "{warnings}");
        assert!((fov_y(folder.path(), file) - 61.927_513).abs() < 1e-4);
    }
    scene(folder.path(), "keyframes/cameras/9.json", json!({ "format": "polycam", "time_unit": "ms" }));
    assert_eq!(session(folder.path(), "scene.json", "0").0["duration"], 500.0);
    // Without times: in the order of the numbers, at the rate.
    fs::remove_file(cameras.join("notes.json")).unwrap();
    write("9.json", &keyframe(2.0, ""));
    scene(folder.path(), "keyframes/cameras/10.json", json!({ "rate": 4 }));
    let (found, warnings) = session(folder.path(), "scene.json", "0");
    has_pose(&found, [2.0, 2.0, 3.0], [0.0, S, 0.0, S]);
    assert_eq!((&found["duration"], &*warnings), (&json!(0.25), ""));
    write("11.json", "{ \"t_00\": 1,\n \"t_01\": \"x\" }");
    let error = refused(folder.path(), "keyframes/cameras/9.json");
    assert!(error.contains("keyframes/cameras/11.json:2:"), "{error}");
    write("11.json", &keyframe(1.0, "").replace("\"t_22\": 0", "\"t_22\": 5"));
    fs::remove_file(cameras.join("11.json")).unwrap();
    write("12.json", &keyframe(1.0, "").replace("\"t_11\": 1", "\"t_11\": -1"));
    let error = refused(folder.path(), "keyframes/cameras/9.json");
    assert!(error.contains("12.json:1:1: the matrix has the determinant"), "{error}");
}

#[test]
fn frames_of_nerfstudio_are_in_the_order_of_the_numbers_in_their_names() {
    let frame = |name: &str, x: f64| json!({ "file_path": name, "transform_matrix": [[1, 0, 0, x], [0, 1, 0, 2], [0, 0, 1, 3], [0, 0, 0, 1]] });
    let text = |names: [&str; 3]| {
        json!({ "frames": [frame(names[0], 1.0), frame(names[1], 2.0), frame(names[2], 3.0)] }).to_string()
    };
    for (names, first) in [
        (["images/frame_10.png", "images/frame_9.png", "images/frame_8.png"], 3.0),
        (["images/a.png", "images/frame_9.png", "images/frame_8.png"], 1.0),
        (["left/2.png", "right/2.png", "left/1.png"], 1.0),
    ] {
        let folder = fresh(&[("cameras.json", &text(names))]);
        let (found, _) = session(folder.path(), "cameras.json", "0");
        // z-up: the camera that looked down looks ahead.
        has_pose(&found, [first, 3.0, -2.0], [-S, 0.0, 0.0, S]);
    }
}

#[test]
fn json_without_the_key_eyeline_is_never_a_broken_scene() {
    for (text, expected) in [
        (r#"{ "name": "a", "dependencies": {} }"#, "it looks like a `package.json`"),
        (r#"{ "type": "FeatureCollection", "features": [] }"#, "it looks like GeoJSON"),
        (r#"{ "asset": { "version": "2.0" }, "buffers": [] }"#, "it looks like a glTF level"),
        (r#"{ "frames": { "a": {} } }"#, "it looks like a list of frames without `transform_matrix`"),
        (r#"{ "eyeline_report": 1, "scene": "a.json" }"#, "it looks like a report of eyeline"),
        (r#"{ "objects": [] }"#, "it looks like a scene without its version"),
        (r#"{ "b": 1, "a": 2 }"#, "it is JSON with the keys `b`, `a`"),
        ("{}", "it is JSON with no keys"),
        ("[1, 2]", "it is a list of 2 values"),
    ] {
        let folder = fresh(&[("a.json", text)]);
        let error = refused(folder.path(), "a.json");
        assert!(error.contains(expected) && error.contains("not an eyeline scene"), "{error}");
        assert!(
            error.contains("a.json:1:1") && (error.contains("eyeline reads") || text.contains("objects")),
            "{error}"
        );
    }
    // Names of recordings are never those of scenes.
    for name in ["a.tum", "a.csv", "a.traj", "a.jsonl", "a.txt"] {
        let folder = fresh(&[(name, "{ \"eyeline\": 1 }")]);
        let error = refused(folder.path(), name);
        assert!(!error.contains("scene") && error.contains(name), "{error}");
    }
    // A level by its content.
    let gltf = r#"{ "asset": { "version": "2.0" }, "scenes": [{ "nodes": [0] }], "nodes": [{ "name": "n" }] }"#;
    let folder = fresh(&[("level.json", gltf)]);
    let output = eyeline(folder.path(), &["report", "level.json"]);
    assert!(output.status.success(), "{output:?}");
}

#[test]
fn the_address_of_the_schema_is_allowed_and_kept() {
    let text = "{\n  \"$schema\": \"https://example.com/eyeline.json\", // for the editor\n  \"eyeline\": 1,\n  \"title\": \"a\"\n}\n";
    let folder = fresh(&[("a.json", text), ("b.json", &text.replace("\"https://example.com/eyeline.json\"", "7"))]);
    let output = eyeline(folder.path(), &["report", "a.json"]);
    assert!(output.status.success() && output.stderr.is_empty(), "{output:?}");
    let error = refused(folder.path(), "b.json");
    assert!(error.contains("b.json:2:14") && error.contains("`$schema` must be text"), "{error}");
    let mut scene = eyeline::scene::parse(text, "a.json").unwrap();
    scene.title = "b".to_owned();
    let saved = eyeline::scene::rewrite(text, &scene).unwrap();
    assert_eq!(saved, text.replace("\"title\": \"a\"", "\"title\": \"b\""));
    let written = eyeline::scene::write(&scene);
    assert_eq!(eyeline::scene::parse(&written, "a.json").unwrap().schema, scene.schema);
    let schema: Value = serde_json::from_slice(&eyeline(folder.path(), &["schema"]).stdout).unwrap();
    assert_eq!(schema["properties"]["$schema"]["type"], "string");
}
