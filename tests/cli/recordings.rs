//! The recordings of the lessons have too many numbers for manual writing. They are generated here and compared with the
//! files. `UPDATE_SCENES=1 cargo test --test cli recordings` writes the files.

use std::f64::consts::TAU;
use std::fmt::Write;
use std::path::Path;

use serde_json::{Value, json};

/// Four digits after the point.
fn short(x: f64) -> f64 {
    (x * 1e4).round() / 1e4 + 0.0
}

/// A camera at a place that looks down by `pitch` and is turned by `yaw`, in radians.
fn frame(time: f64, place: [f64; 3], yaw: f64, pitch: f64) -> Value {
    let ([a, b], [c, d]) = ([yaw, pitch].map(|x| libm::sin(x / 2.0)), [yaw, pitch].map(|x| libm::cos(x / 2.0)));
    // About Y, then about its own X.
    let rotation = [c * b, a * d, -a * b, c * d];
    json!({ "time": short(time), "position": place.map(short), "rotation": rotation.map(short), "fov_y": 60, "aspect": 1.5 })
}

fn lines(frames: impl Iterator<Item = Value>) -> String {
    frames.fold(String::new(), |mut text, frame| {
        writeln!(text, "{frame}").unwrap();
        text
    })
}

/// A person scans a floor and a table: both planes grow, and a rug is merged into the floor.
fn tap() -> String {
    let frames = (0..=40).map(|i| {
        let t = f64::from(i) * 0.1;
        let sway = libm::sin(t * 1.5);
        let mut frame = frame(t, [0.35 * sway, 1.5 + 0.05 * libm::cos(t), 1.7 - 0.1 * t], 0.12 * sway, -0.62);
        match i {
            0 => {
                let corner = |x: f64, z: f64| [x, 0.75, z];
                frame["points"] =
                    json!([corner(-0.45, -0.95), corner(0.5, -0.9), corner(0.9, -0.4), [0.75, 0.01, 0.3]]);
                frame["add"] =
                    json!([{ "id": "floor", "center": [0, 0, 0], "extent": [1.2, 1], "alignment": "horizontal" }]);
            }
            8 => frame["add"] = json!([{ "id": "rug", "center": [0.9, 0.01, 0.6], "extent": [0.6, 0.6] }]),
            12 => frame["update"] = json!([{ "id": "floor", "extent": [2.4, 2] }]),
            16 => {
                frame["add"] = json!([{ "id": "table", "center": [0, 0.75, -0.6], "extent": [1.1, 0.7],
                    "polygon": [[-0.5, -0.2], [-0.2, -0.34], [0.4, -0.3], [0.5, 0.1], [0.2, 0.33], [-0.4, 0.25]] }]);
            }
            24 => {
                frame["update"] = json!([{ "id": "rug", "merged_into": "floor" }, { "id": "floor", "extent": [5, 9] }]);
            }
            _ => {}
        }
        frame
    });
    lines(frames)
}

/// A walk around a pillar. The light goes out for a second, and afterwards the device is at another place than it thinks.
fn lost() -> String {
    let frames = (0..=80).map(|i| {
        let t = f64::from(i) * 0.1;
        let angle = TAU * t / 9.0;
        let after = if i >= 58 { 0.9 } else { 0.0 };
        let place = [2.0 * libm::sin(angle) + after, 1.5, 2.0 * libm::cos(angle)];
        let mut frame = frame(t, place, angle, -0.1);
        match i {
            28..=39 => (frame["tracking"], frame["reason"]) = ("lost".into(), "insufficient light".into()),
            40..=45 => (frame["tracking"], frame["reason"]) = ("limited".into(), "relocalizing".into()),
            _ => {}
        }
        frame
    });
    lines(frames)
}

/// A person scans a floor from the left to the right. The device finds it twice, and later sees that both are one plane.
fn merged() -> String {
    let frames = (0..=40).map(|i| {
        let t = f64::from(i) * 0.1;
        // The camera rests between 1.6 s and 3.2 s, so that taps in this time have the same ray.
        let moved = t.min(1.6) + (t - 3.2).max(0.0);
        let mut frame = frame(t, [-1.3 + 1.4 * moved, 1.5, 2.3], -0.1, -0.62);
        match i {
            0 => {
                frame["points"] = json!([
                    [-1.8, 0, 0.4],
                    [-1.1, 0, -0.6],
                    [-0.7, 0, 0.5],
                    [0.9, 0.01, -0.5],
                    [1.2, 0, 0.6],
                    [1.9, 0.02, 0.1],
                    [0.15, 0.5, -1.2],
                    [0.4, 0.52, -1.4]
                ]);
                frame["add"] = json!([{ "id": "left", "center": [-1.3, 0, 0], "extent": [1, 1.2] }]);
            }
            6 => frame["update"] = json!([{ "id": "left", "center": [-1.2, 0, 0], "extent": [1.8, 1.9] }]),
            10 => {
                frame["add"] = json!([{ "id": "right", "center": [1.2, 0.01, 0.1], "extent": [1, 1.1] },
                    { "id": "shine", "center": [0.25, 0.5, -1.3], "extent": [0.7, 0.5] }]);
            }
            16 => frame["update"] = json!([{ "id": "right", "center": [1.2, 0.01, 0], "extent": [1.7, 1.8] }]),
            23 => frame["remove"] = json!(["shine"]),
            26 => {
                frame["update"] = json!([{ "id": "right", "merged_into": "left" },
                    { "id": "left", "center": [0, 0, 0], "extent": [4.4, 2.4] }]);
            }
            35 => frame["update"] = json!([{ "id": "left", "extent": [4.8, 2.8] }]),
            _ => {}
        }
        frame
    });
    lines(frames)
}

/// A walk of 3 m ahead, then 2 m to the right, in the format and the axes of TUM: the camera looks along its +Z, and its +Y
/// is down. The world is +Y up.
fn axes() -> String {
    let mut text = "# timestamp tx ty tz qx qy qz qw\n".to_owned();
    for i in 0..=40 {
        let way = f64::from(i) * 0.125;
        let (x, z) = ((way - 3.0).max(0.0), -way.min(3.0));
        // The turn to the right is made within a metre around the corner.
        let half = -TAU / 4.0 * ((way - 2.5) / 1.0).clamp(0.0, 1.0) / 2.0;
        // The turn about Y after the half turn about X, which converts the axes.
        let (sin, cos) = (short(libm::sin(half)), short(libm::cos(half)));
        writeln!(text, "{} {} 1.5 {} {cos} 0 {} 0", short(f64::from(i) * 0.1), short(x), short(z), -sin + 0.0).unwrap();
    }
    text
}

/// A turn on the spot by 90°, in the format of TUM with the axes of OpenGL.
fn turned() -> String {
    let mut text = "# timestamp tx ty tz qx qy qz qw\n".to_owned();
    for i in 0..=20 {
        let half = TAU / 4.0 * f64::from(i) / 20.0 / 2.0;
        let (y, w) = (short(libm::sin(half)), short(libm::cos(half)));
        writeln!(text, "{} 0 1.5 0 0 {y} 0 {w}", short(f64::from(i) * 0.1)).unwrap();
    }
    text
}

#[test]
fn the_recordings_of_the_lessons_equal_the_generated_ones() {
    let files = [
        ("tap.jsonl", tap()),
        ("lost.jsonl", lost()),
        ("turned.txt", turned()),
        ("merged.jsonl", merged()),
        ("axes.txt", axes()),
    ];
    for (name, text) in files {
        let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("scenes").join(name);
        if std::env::var_os("UPDATE_SCENES").is_some() {
            std::fs::write(&file, &text).unwrap();
        }
        let found = std::fs::read_to_string(&file).unwrap_or_default();
        assert!(found == text, "scenes/{name} is not what is made here; UPDATE_SCENES=1 writes it");
    }
}
