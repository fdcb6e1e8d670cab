//! Cuts through the binary: the figures of halves, their objects in all other answers, and invalid input.

use std::path::Path;

use serde_json::{Value, json};

use crate::commands::{eyeline, fresh};

/// A closed box of 2 m × 2 m × 2 m.
const BOX: &str = "v -1 -1 -1\nv 1 -1 -1\nv 1 1 -1\nv -1 1 -1\nv -1 -1 1\nv 1 -1 1\nv 1 1 1\nv -1 1 1\ng block\n\
    f 1 4 3 2\nf 5 6 7 8\nf 1 2 6 5\nf 4 8 7 3\nf 1 5 8 4\nf 2 3 7 6\n";

fn scene(cuts: &Value) -> String {
    json!({
        "eyeline": 1, "tick_rate": 10,
        "cameras": [{ "name": "eye", "position": [0, 0, 8] }],
        "rays": [{ "name": "aim", "origin": [0.9, 0.2, 9], "direction": [0, 0, -1] }],
        "objects": [{ "name": "block", "shape": { "mesh": { "file": "block.obj" } },
            "path": { "points": [[0, 0, 0], [10, 0, 0]], "speed": 1 } }],
        "models": [{ "name": "house", "file": "block.obj", "position": [0, 9, 0] }],
        "cuts": cuts,
    })
    .to_string()
}

fn report(folder: &Path, args: &[&str]) -> Value {
    let output = eyeline(folder, &[&["report", "scene.json"], args].concat());
    assert!(output.status.success(), "{output:?}");
    serde_json::from_slice(&output.stdout).unwrap()
}

/// A report with a cut that has no answer, and what it prints about that.
fn unanswered(folder: &Path, args: &[&str]) -> (Value, String) {
    let output = eyeline(folder, &[&["report", "scene.json"], args].concat());
    assert_eq!(output.status.code(), Some(2), "{output:?}");
    (serde_json::from_slice(&output.stdout).unwrap(), String::from_utf8(output.stderr).unwrap())
}

fn folder(cuts: &Value) -> tempfile::TempDir {
    fresh(&[("block.obj", BOX), ("scene.json", &scene(cuts))])
}

#[test]
fn a_box_is_cut_into_halves_with_the_sizes_of_boxes() {
    let cuts = json!([{ "name": "slice", "object": "block", "point": [0.5, 0, 0], "normal": [2, 0, 0] },
        { "name": "roof", "object": "house/block", "point": [0, 9, 0], "normal": [0, 1, 0], "cap": false }]);
    let folder = folder(&cuts);
    let found = report(folder.path(), &["--only", "cuts"]);
    let [slice, roof] = found["cuts"].as_array().unwrap().as_slice() else { panic!("{found}") };
    for (key, expected) in [
        ("/front/volume", 2.0),
        ("/front/area", 12.0),
        ("/back/volume", 6.0),
        ("/back/area", 20.0),
        ("/off_plane", 0.0),
        ("/loops", 1.0),
        ("/open_loops", 0.0),
    ] {
        let found = slice.pointer(key).and_then(Value::as_f64).unwrap();
        assert!((found - expected).abs() < 1e-12, "{key}: {found}, expected {expected}");
    }
    // Each of the 4 sides along X has 2 triangles, which the plane cuts: 8 new vertices in a loop, 6 triangles in a cap.
    assert_eq!(slice["front"]["cap_triangles"], 6);
    assert_eq!(slice["front"]["vertices"], 12);
    assert_eq!(roof["front"]["volume"], Value::Null);
    assert_eq!(roof["front"]["cap_triangles"], 0);
    assert!((roof["front"]["area"].as_f64().unwrap() - 12.0).abs() < 1e-6);
}

#[test]
fn halves_take_the_place_of_the_object_from_the_tick_of_the_cut_on() {
    let cuts = json!([{ "name": "slice", "object": "block", "point": [1.5, 0, 0], "normal": [1, 0, 0], "tick": 10 }]);
    let folder = folder(&cuts);
    let names = |report: &Value| {
        let objects = report["frusta"][0]["objects"].as_array().unwrap().iter();
        objects.map(|object| object["object"].as_str().unwrap().to_owned()).collect::<Vec<_>>()
    };
    let before = report(folder.path(), &["--tick", "9"]);
    assert_eq!(names(&before), ["block", "house/block"]);
    assert_eq!(before["cuts"], json!([]));
    // The box is 1 m along its path at tick 10, and halves keep on moving.
    let after = report(folder.path(), &["--tick", "30"]);
    assert_eq!(names(&after), ["block/slice+", "block/slice-", "house/block"]);
    assert!((after["cuts"][0]["front"]["volume"].as_f64().unwrap() - 2.0).abs() < 1e-6);
    let at = |tick: &str, ray: &str| report(folder.path(), &["--tick", tick])["rays"][0][ray].clone();
    assert_eq!(at("9", "nearest")["object"], "block");
    assert_eq!(at("12", "nearest")["object"], "block/slice-");
}

#[test]
fn a_half_can_be_cut_again_and_asked_about() {
    let cuts = json!([{ "name": "b", "object": "block/a+", "point": [0, 0, 0], "normal": [0, 1, 0] },
        { "name": "a", "object": "block", "point": [0, 0, 0], "normal": [1, 0, 0] }]);
    let folder = folder(&cuts);
    let (found, message) = unanswered(folder.path(), &["--only", "cuts"]);
    assert!(message.contains("the cut `b` has no answer") && message.contains("scene.json:1:"), "{message}");
    let found = found["cuts"].as_array().unwrap();
    assert!(found[0]["error"].as_str().unwrap().contains("there is no object `block/a+`"), "{found:?}");
    assert_eq!(found[1]["front"]["volume"], 4.0);
    let cuts = json!([{ "name": "a", "object": "block", "point": [0, 0, 0], "normal": [1, 0, 0] },
        { "name": "b", "object": "block/a+", "point": [0, 0, 0], "normal": [0, 1, 0] }]);
    std::fs::write(folder.path().join("scene.json"), scene(&cuts)).unwrap();
    let found = report(folder.path(), &["--only", "cuts"]);
    assert_eq!(found["cuts"][1]["front"]["volume"], 2.0);
    let output = eyeline(folder.path(), &["explain", "scene.json", "eye", "block/a+/b-"]);
    assert!(output.status.success(), "{output:?}");
    let output = eyeline(folder.path(), &["explain", "scene.json", "a"]);
    let text = String::from_utf8(output.stdout).unwrap();
    assert!(text.contains("`a` cuts `block`: 4 m³ in front, 4 m³ behind") && text.contains("t = "), "{text}");
}

#[test]
fn invalid_cuts_are_located_and_other_answers_come() {
    let cases = [
        (json!({ "object": "nothing" }), "there is no object named `nothing`"),
        (json!({ "normal": [0, 0, 0] }), "`normal` must not be zero"),
        (json!({ "object": "eye" }), "`eye` is a camera, not an object"),
        (json!({ "name": "block" }), "the name `block` is taken"),
    ];
    for (change, expected) in cases {
        let mut cut = json!({ "name": "a", "object": "block", "point": [0, 0, 0], "normal": [1, 0, 0] });
        for (key, value) in change.as_object().unwrap() {
            cut[key] = value.clone();
        }
        let folder = folder(&json!([cut]));
        let output = eyeline(folder.path(), &["report", "scene.json"]);
        let text = String::from_utf8(output.stderr).unwrap();
        assert!(!output.status.success() && text.contains(expected) && text.contains("scene.json:1:"), "{text}");
    }
    // Two cuts of one object: the second has no object any more.
    let twice = json!([{ "name": "a", "object": "block", "point": [0, 0, 0], "normal": [1, 0, 0] },
        { "name": "b", "object": "block", "point": [0, 0, 0], "normal": [0, 1, 0] }]);
    let folder = folder(&twice);
    let (found, message) = unanswered(folder.path(), &[]);
    assert!(message.contains("the cut `b` has no answer") && message.contains("scene.json:1:"), "{message}");
    let error = found["cuts"][1]["error"].as_str().unwrap();
    assert!(error.contains("`a` cuts `block` at tick 0") && error.contains("`block/a+`"), "{error}");
    assert_eq!(found["frusta"].as_array().unwrap().len(), 1);
}

#[test]
fn expectations_hold_for_cuts() {
    let mut scene: Value = serde_json::from_str(&scene(&json!([
        { "name": "a", "object": "block", "point": [0, 0, 0], "normal": [1, 1, 0] }
    ])))
    .unwrap();
    scene["expect"] =
        json!([{ "cut": "a", "loops": 1, "open_loops": 0, "off_plane": { "max": 1e-6 } }, { "cut": "a", "loops": 2 }]);
    let folder = fresh(&[("block.obj", BOX), ("scene.json", &scene.to_string())]);
    let output = eyeline(folder.path(), &["check", "scene.json"]);
    let text = String::from_utf8_lossy(&output.stdout).into_owned() + &String::from_utf8_lossy(&output.stderr);
    assert!(text.contains("a: expected loops 2, found 1"), "{text}");
    assert!(!text.contains("open_loops"), "{text}");
}

/// A box that a morph target stretches along +X from 2 m to 4 m within a second: the text of a glTF file and its buffer.
fn growing_box() -> (String, Vec<u8>) {
    let corners: Vec<[f32; 3]> =
        (0..8).map(|i| [0, 1, 2].map(|axis| if i >> axis & 1 == 1 { 1.0 } else { -1.0 })).collect();
    let offsets = corners.iter().map(|[x, ..]| [if *x > 0.0 { 2.0 } else { 0.0 }, 0.0, 0.0]);
    let floats = corners.iter().copied().chain(offsets).flatten().chain([0.0, 1.0, 0.0, 1.0]);
    let mut bytes: Vec<u8> = floats.flat_map(f32::to_le_bytes).collect();
    let sides = [[0, 2, 3, 1], [4, 5, 7, 6], [0, 1, 5, 4], [2, 6, 7, 3], [0, 4, 6, 2], [1, 3, 7, 5_u16]];
    let indices = sides.into_iter().flat_map(|[a, b, c, d]| [a, b, c, a, c, d]);
    bytes.extend(indices.flat_map(u16::to_le_bytes));
    let accessor = |offset: usize, kind: &str, component: u32, count: u32| json!({ "bufferView": 0, "byteOffset": offset, "type": kind, "componentType": component, "count": count });
    let mut accessors = vec![accessor(0, "VEC3", 5126, 8), accessor(96, "VEC3", 5126, 8)];
    accessors.extend([accessor(192, "SCALAR", 5126, 2), accessor(200, "SCALAR", 5126, 2)]);
    accessors.push(accessor(208, "SCALAR", 5123, 36));
    (accessors[0]["min"], accessors[0]["max"]) = (json!([-1, -1, -1]), json!([1, 1, 1]));
    (accessors[1]["min"], accessors[1]["max"]) = (json!([0, 0, 0]), json!([2, 0, 0]));
    (accessors[2]["min"], accessors[2]["max"]) = (json!([0]), json!([1]));
    let text = json!({ "asset": { "version": "2.0" }, "scenes": [{ "nodes": [0] }], "nodes": [{ "name": "box", "mesh": 0 }],
        "buffers": [{ "uri": "grow.bin", "byteLength": bytes.len() }],
        "bufferViews": [{ "buffer": 0, "byteLength": bytes.len() }], "accessors": accessors,
        "meshes": [{ "weights": [0], "primitives": [{ "attributes": { "POSITION": 0 }, "indices": 4,
            "targets": [{ "POSITION": 1 }] }] }],
        "animations": [{ "name": "Grow", "samplers": [{ "input": 2, "output": 3 }],
            "channels": [{ "sampler": 0, "target": { "node": 0, "path": "weights" } }] }] });
    (text.to_string(), bytes)
}

#[test]
fn halves_of_a_morphing_mesh_are_cut_as_it_is_at_the_tick_of_the_cut_and_go_on_changing() {
    let (level, bytes) = growing_box();
    // After half a second the box is from −1 to 2; after 0.8 s the half in front is from 0.8 to 2.6.
    let scene = json!({ "eyeline": 1, "tick_rate": 10, "cameras": [{ "name": "eye", "position": [0, 0, 8] }],
        "models": [{ "name": "grow", "file": "grow.gltf", "animation": "Grow", "loop": false }],
        "cuts": [{ "name": "slice", "object": "grow/box", "point": [0.5, 0, 0], "normal": [1, 0, 0], "tick": 5 },
            { "name": "again", "object": "grow/box/slice+", "point": [1.7, 0, 0], "normal": [1, 0, 0], "tick": 8 }] });
    let folder = fresh(&[("grow.gltf", &level), ("scene.json", &scene.to_string())]);
    std::fs::write(folder.path().join("grow.bin"), bytes).unwrap();
    let near = |found: &Value, wanted: f64| (found.as_f64().unwrap() - wanted).abs() < 1e-5;
    let spans = |report: &Value| -> Vec<(String, f64, f64)> {
        let objects = report["frusta"][0]["objects"].as_array().unwrap();
        let end = |object: &Value, end: &str| (object["aabb"][end][0].as_f64().unwrap() * 1e4).round() / 1e4;
        let span =
            |object: &Value| (object["object"].as_str().unwrap().to_owned(), end(object, "min"), end(object, "max"));
        objects.iter().map(span).collect()
    };
    let span = |name: &str, min: f64, max: f64| (name.to_owned(), min, max);
    for tick in ["5", "8", "9", "10", "30"] {
        let found = report(folder.path(), &["--tick", tick]);
        let cut = &found["cuts"][0];
        assert!(near(&cut["front"]["volume"], 6.0) && near(&cut["back"]["volume"], 6.0), "{tick}: {cut}");
        if tick != "5" {
            let cut = &found["cuts"][1];
            assert!(near(&cut["front"]["volume"], 3.6) && near(&cut["back"]["volume"], 3.6), "{tick}: {cut}");
        }
        let wanted = match tick {
            "5" => vec![span("grow/box/slice+", 0.5, 2.0), span("grow/box/slice-", -1.0, 0.5)],
            "8" => vec![
                span("grow/box/slice+/again+", 1.7, 2.6),
                span("grow/box/slice+/again-", 0.8, 1.7),
                span("grow/box/slice-", -1.0, 0.8),
            ],
            "9" => vec![
                span("grow/box/slice+/again+", 1.85, 2.8),
                span("grow/box/slice+/again-", 0.9, 1.85),
                span("grow/box/slice-", -1.0, 0.9),
            ],
            _ => vec![
                span("grow/box/slice+/again+", 2.0, 3.0),
                span("grow/box/slice+/again-", 1.0, 2.0),
                span("grow/box/slice-", -1.0, 1.0),
            ],
        };
        assert_eq!(spans(&found), wanted, "{tick}");
    }
}

/// The second of two cuts of one object has no answer, whatever the command.
#[test]
fn a_cut_without_an_answer_fails_every_command() {
    let scene = |ticks: [u64; 2]| {
        format!(
            r#"{{ "eyeline": 1, "objects": [{{ "name": "cube", "shape": {{ "mesh": {{ "file": "cube.obj" }} }} }}], "cuts": [
            {{ "name": "k", "object": "cube", "point": [0, 0, 0], "normal": [0, 1, 0], "tick": {} }},
            {{ "name": "l", "object": "cube", "point": [0, 0.5, 0], "normal": [0, 1, 0], "tick": {} }}],
            "check": {{ "views": [{{ "name": "v", "tick": 9, "size": [32, 24] }}] }} }}"#,
            ticks[0], ticks[1]
        )
    };
    let cube = "v -1 -1 -1\nv 1 -1 -1\nv 1 1 -1\nv -1 1 -1\nv -1 -1 1\nv 1 -1 1\nv 1 1 1\nv -1 1 1\n\
        f 1 4 3 2\nf 5 6 7 8\nf 1 2 6 5\nf 2 3 7 6\nf 3 4 8 7\nf 4 1 5 8\n";
    let folder = fresh(&[("a.json", &scene([0, 0])), ("late.json", &scene([5, 6])), ("cube.obj", cube)]);
    for (args, code) in [
        (&["report", "a.json"][..], 2),
        (&["explain", "a.json", "k"], 2),
        (&["explain", "a.json", "l"], 2),
        (&["render", "a.json", "-o", "a.png", "--size", "32x24"], 2),
        (&["render", "a.json", "-o", "b.png", "--size", "320x240", "--ui"], 2),
        (&["check", "a.json"], 2),
        (&["report", "late.json"], 0),
        (&["render", "late.json", "-o", "c.png", "--size", "32x24"], 0),
        (&["render", "late.json", "-o", "d.png", "--size", "32x24", "--tick", "6"], 2),
        (&["render", "late.json", "-o", "e.gif", "--size", "32x24", "--ticks", "0..8"], 2),
        (&["check", "late.json"], 2),
    ] {
        let output = eyeline(folder.path(), args);
        assert_eq!(output.status.code(), Some(code), "{args:?}: {output:?}");
        let said = String::from_utf8_lossy(&output.stderr);
        assert_eq!(said.matches("`k` cuts `cube`").count(), usize::from(code == 2), "{args:?}: {said}");
        if args.contains(&"-o") {
            assert!(folder.path().join(args[3]).exists(), "{args:?}: everything else is drawn");
        }
    }
}
