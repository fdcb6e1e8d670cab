//! Scenes whose numbers are beyond the precision of `f32`: located warnings, finite answers, correct exact answers, and
//! correct reasons where the two differ.

use serde_json::Value;

use crate::commands::{eyeline, fresh};

const FAR: &str = r#"{ "eyeline": 1,
  "cameras": [
    { "name": "eye", "position": [1e10, 0, 0], "near": 1, "far": 100 },
    { "name": "thin", "projection": { "perspective": { "fov_y": 1e-16, "aspect": 1 } }, "rotation": [0.1, 0.2, 0.3, 0.9] },
    { "name": "deep", "position": [3e12, -7e11, 0], "near": 1e-3, "far": 1e9, "rotation": [0.1, 0.2, 0.3, 0.9] } ],
  "objects": [
    { "name": "crate", "shape": { "box": { "half_extents": [1, 1, 1] } }, "position": [1e10, 0, -10] },
    { "name": "around", "shape": { "box": { "half_extents": [20, 20, 20] } } },
    { "name": "huge", "shape": { "box": { "half_extents": [1e14, 1, 1] } }, "position": [0, 5, 0] },
    { "name": "tiny", "shape": { "sphere": { "radius": 1e-22 } }, "position": [0, -5, 0] },
    { "name": "wide", "shape": { "cylinder": { "radius": 1e14, "half_height": 1e-3 } }, "position": [0, 9, 0] } ],
  "rays": [
    { "name": "up", "origin": [0, -6, 0], "direction": [0, 1, 0] },
    { "name": "along", "origin": [-2e14, 5, 0], "direction": [1, 0, 0] } ],
  "agents": [ { "name": "walker", "body": "around", "tree": { "selector": { "children": [
    { "condition": { "near": { "point": [0, 2e7, 0], "within": 1 } } },
    { "inverter": { "child": { "action": { "move_to": { "point": [3e8, 0, 0] } } } } },
    { "action": { "patrol": { "points": [[0, 0, 0], [0, 0, -4e9]] } } } ] } } } ],
  "octree": { "min": [1e6, 0, 0], "max": [1000001, 1, 1], "depth": 8 } }"#;

fn of<'v>(list: &'v Value, key: &str, name: &str) -> &'v Value {
    list.as_array().unwrap().iter().find(|entry| entry[key] == name).unwrap()
}

fn length(v: &Value) -> f64 {
    v.as_array().unwrap().iter().map(|x| x.as_f64().unwrap().powi(2)).sum::<f64>().sqrt()
}

#[test]
fn numbers_beyond_f32_have_located_warnings() {
    let folder = fresh(&[("a.json", FAR)]);
    let output = eyeline(folder.path(), &["report", "a.json"]);
    assert_eq!(output.status.code(), Some(0), "warnings change no exit code");
    let printed = String::from_utf8(output.stderr).unwrap();
    for expected in [
        "a.json:3:34: `position` is 1e10 m from the origin, where neighbouring 32-bit numbers are 1024 m apart",
        "a.json:4:65: half of the field of view",
        "a.json:9:59: `half_extents` reaches 1e14 m",
        "a.json:10:56: `radius` is 1e−22 m",
        "a.json:11:58: `radius` reaches 1e14 m",
        "a.json:14:34: `origin` is 2e14 m from the origin",
        "a.json:16:41: `point` is 2e7 m from the origin, where neighbouring 32-bit numbers are 2 m apart",
        "a.json:17:66: `point` is 3e8 m",
        "a.json:18:53: `points` is 4e9 m",
        "a.json:19:68: the least cells of `depth` 8",
    ] {
        assert!(printed.contains(expected), "{expected} is not in\n{printed}");
    }
}

#[test]
fn normals_are_unit_vectors_and_exact_answers_are_exact_at_every_scale() {
    let folder = fresh(&[("a.json", FAR)]);
    let output = eyeline(folder.path(), &["report", "a.json"]);
    let report: Value = serde_json::from_slice(&output.stdout).unwrap();
    for camera in report["frusta"].as_array().unwrap() {
        for plane in camera["planes"].as_array().unwrap() {
            assert!((length(&plane["normal"]) - 1.0).abs() < 1e-5 && plane["d"].is_number(), "{camera}");
        }
    }
    let exact = |camera: &str, object: &str| {
        of(&of(&report["frusta"], "camera", camera)["objects"], "object", object)["exact"].clone()
    };
    assert_eq!(exact("eye", "crate"), "inside");
    assert_eq!(exact("thin", "around"), "intersect", "a box around the eye is not inside a view thinner than itself");
    let on = |ray: &str, object: &str| of(&of(&report["rays"], "ray", ray)["objects"], "object", object).clone();
    for ray in report["rays"].as_array().unwrap() {
        for hit in ray["objects"].as_array().unwrap().iter().filter(|object| object["normal"].is_array()) {
            assert!((length(&hit["normal"]) - 1.0).abs() < 1e-4, "{hit}");
        }
    }
    let interval = |ray: &str, object: &str| {
        let interval = on(ray, object)["exact_interval"].clone();
        [0, 1].map(|i| interval[i].as_f64().unwrap())
    };
    assert_eq!(interval("up", "huge"), [10.0, 12.0]);
    let half = f64::from(1e-3_f32);
    for (found, expected) in interval("up", "wide").into_iter().zip([15.0 - half, 15.0 + half]) {
        assert!((found - expected).abs() < 1e-14, "{found} {expected}");
    }
    let (start, half) = (f64::from(2e14_f32), f64::from(1e14_f32));
    assert_eq!(interval("along", "huge"), [start - half, start + half]);
}

#[test]
fn the_reason_for_a_difference_is_correct() {
    let folder = fresh(&[("a.json", FAR)]);
    let output = eyeline(folder.path(), &["explain", "a.json", "eye", "crate"]);
    let text = String::from_utf8(output.stdout).unwrap();
    for expected in
        ["Plane test: outside. Exact test: inside.", "far from the origin", "1024 m apart", "a false negative"]
    {
        assert!(text.contains(expected), "{expected} is not in\n{text}");
    }
    assert!(!text.contains("false positive"), "{text}");
}

/// The file may have large numbers, the model's scale may make them large, and its position may compensate for them.
#[test]
fn meshes_far_from_the_origin_have_a_warning_where_the_scene_names_their_file() {
    let near = "v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n";
    let far = "g post\nv 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\ng rock\nv 0 2e10 0\nv 10000 2e10 0\nv 0 2.1e10 0\nf 4 5 6\n";
    let folder = fresh(&[("near.obj", near), ("far.obj", far)]);
    let printed = |text: &str| {
        std::fs::write(folder.path().join("a.json"), text).unwrap();
        let output = eyeline(folder.path(), &["report", "a.json"]);
        let printed = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(0), "{printed}");
        printed.lines().filter(|line| line.starts_with("warning: ")).map(str::to_owned).collect::<Vec<_>>()
    };
    let is = |found: &[String], expected: &[(&str, &str)]| {
        assert_eq!(found.len(), expected.len(), "{found:#?}");
        for (line, (place, what)) in found.iter().zip(expected) {
            assert!(line.starts_with(&format!("warning: {place}: {what} m from the origin, where")), "{line}");
        }
    };
    let of_models = r#"{ "eyeline": 1, "models": [
    { "name": "far", "file": "far.obj" },
    { "name": "back", "file": "far.obj", "scale": [1e-6, 1e-6, 1e-6] },
    { "name": "large", "file": "near.obj", "scale": [1, 3e8, 1] },
    { "name": "near", "file": "near.obj" },
    { "name": "placed", "file": "near.obj", "position": [0, 0, 4e9] } ] }"#;
    let found = printed(of_models);
    is(
        &found,
        &[
            ("a.json:2:30", "`rock` of `far.obj` reaches 2.1e10"),
            ("a.json:4:32", "`near` of `near.obj` reaches 3e8"),
            ("a.json:6:57", "`position` is 4e9"),
        ],
    );
    assert!(found[0].ends_with("2048 m apart: answers are rounded to that; move it nearer to the origin"), "{found:?}");
    let of_meshes = r#"{ "eyeline": 1, "objects": [
    { "name": "all", "shape": { "mesh": { "file": "far.obj" } } },
    { "name": "post", "shape": { "mesh": { "file": "far.obj", "node": "post" } } },
    { "name": "rock", "shape": { "mesh": { "file": "far.obj", "node": "rock" } } },
    { "name": "small", "shape": { "mesh": { "file": "far.obj" } }, "scale": [1e-6, 1e-6, 1e-6] } ] }"#;
    let expected = [
        ("a.json:2:51", "the mesh of `far.obj` reaches 2.1e10"),
        ("a.json:4:52", "`rock` of `far.obj` reaches 2.1e10"),
    ];
    is(&printed(of_meshes), &expected);
    // At most three warnings of one kind are listed.
    let one = r#"{ "name": "x", "shape": { "mesh": { "file": "far.obj" } } }"#;
    let many: Vec<_> = (0..9).map(|i| one.replace('x', &format!("m{i}"))).collect();
    let found = printed(&format!(r#"{{ "eyeline": 1, "objects": [{}] }}"#, many.join(",\n")));
    assert_eq!(found.len(), 3, "{found:#?}");
    assert!(found[2].contains("(the first 3 of 9 warnings of this kind are listed)"), "{found:#?}");
    // A level that is opened as a scene is a scene with one model.
    let output = eyeline(folder.path(), &["report", "far.obj"]);
    let printed = String::from_utf8(output.stderr).unwrap();
    assert!(printed.contains("`rock` of `far.obj` reaches 2.1e10 m"), "{printed}");
}

/// A scene may come through a pipe on the command line.
#[cfg(unix)]
#[test]
fn a_scene_is_read_from_a_pipe() {
    let folder = fresh(&[]);
    let pipe = folder.path().join("pipe.json");
    assert!(std::process::Command::new("mkfifo").arg(&pipe).status().unwrap().success());
    let writer = std::thread::spawn(move || std::fs::write(pipe, r#"{ "eyeline": 1, "cameras": [{ "name": "a" }] }"#));
    let output = eyeline(folder.path(), &["report", "pipe.json"]);
    writer.join().unwrap().unwrap();
    assert!(output.status.success() && String::from_utf8_lossy(&output.stdout).contains("frusta"), "{output:?}");
}

const TINY_MESH: &str = "v 0 0 0\nv 0 0 1e-12\nv 1e-12 0 0\nv 0 1e-12 0\nf 1 2 3\nf 1 3 4\nf 1 4 2\nf 2 4 3\n";

/// Rays from 5 m at solids far thinner than the spacing of `f32` at that distance.
#[test]
fn a_thin_solid_has_a_unit_normal_that_faces_the_ray() {
    let thin = |name: &str, shape: &str| {
        // The apex of the needle is above all rays.
        let y = if name == "needle" { 0.9 } else { 0.5 };
        format!(r#"{{ "name": "{name}", "shape": {{ {shape} }}, "position": [0, {y}, 0] }}"#)
    };
    let solids = [
        thin("rod", r#""cylinder": { "radius": 1e-12, "half_height": 1 }"#),
        thin("disc", r#""cylinder": { "radius": 1e-12, "half_height": 1e-12 }"#),
        thin("needle", r#""cone": { "radius": 1e-12, "height": 1 }"#),
        thin("wire", r#""capsule": { "radius": 1e-12, "half_height": 1 }"#),
        thin("dot", r#""sphere": { "radius": 1e-12 }"#),
        r#"{ "name": "mesh", "shape": { "mesh": { "file": "tiny.obj" } } }"#.to_owned(),
    ];
    let rays = [("middle", 0.0, 0.0), ("level", 0.0, 0.5), ("side", 2e-13, 0.1), ("corner", 1e-13, 1e-13)]
        .map(|(name, x, y)| format!(r#"{{ "name": "{name}", "origin": [{x:e}, {y:e}, 5], "direction": [0, 0, -1] }}"#));
    let scene = format!(r#"{{ "eyeline": 1, "objects": [ {} ], "rays": [ {} ] }}"#, solids.join(", "), rays.join(", "));
    let folder = fresh(&[("a.json", &scene), ("tiny.obj", TINY_MESH)]);
    let output = eyeline(folder.path(), &["report", "a.json"]);
    let report: Value = serde_json::from_slice(&output.stdout).unwrap();
    let mut hits = Vec::new();
    for ray in report["rays"].as_array().unwrap() {
        for object in ray["objects"].as_array().unwrap().iter().filter(|object| object["hit"] == true) {
            assert_eq!(object["exact"], "hit", "{object}");
            assert!((length(&object["normal"]) - 1.0).abs() < 1e-5, "{object}");
            let is_round = object["object"] != "mesh";
            assert!(!is_round || object["normal"][2].as_f64().unwrap() > 0.5, "it faces the ray: {object}");
            hits.push(object["object"].as_str().unwrap().to_owned());
        }
    }
    for name in ["rod", "disc", "needle", "wire", "dot", "mesh"] {
        assert!(hits.iter().any(|hit| hit == name), "{name} is not hit: {hits:?}");
    }
}

/// A ray in the plane of a face starts outside. The exact answer reported in the past that it starts on the face.
#[test]
fn a_mesh_of_a_picometre_has_a_warning_and_both_answers_agree() {
    let scene = r#"{ "eyeline": 1,
  "objects": [ { "name": "grain", "shape": { "mesh": { "file": "tiny.obj" } } } ],
  "models": [ { "name": "dust", "file": "tiny.obj", "position": [1, 0, 0] } ],
  "rays": [ { "name": "r", "origin": [0, 0, 5], "direction": [0, 0, -1] } ] }"#;
    let folder = fresh(&[("a.json", scene), ("tiny.obj", TINY_MESH)]);
    let output = eyeline(folder.path(), &["explain", "a.json", "r", "grain"]);
    assert_eq!(output.status.code(), Some(0), "warnings change no exit code");
    let described = String::from_utf8(output.stderr).unwrap();
    for expected in [
        "a.json:2:64: the mesh of `tiny.obj` is 1e−12 m: near 1 m, neighbouring 32-bit numbers are",
        "a.json:3:41: `tiny` of `tiny.obj` is 1e−12 m: near 1 m, neighbouring 32-bit numbers are",
    ] {
        assert!(described.contains(expected), "{expected} is not in\n{described}");
    }
    let explained = String::from_utf8(output.stdout).unwrap();
    assert!(explained.contains("They agree.") && !explained.contains("iffer"), "{explained}");
    // A mesh of extent 0 has no size to enlarge. A large mesh has a warning about its extent.
    let flat = TINY_MESH.replace("1e-12", "1e-3");
    std::fs::write(folder.path().join("tiny.obj"), flat).unwrap();
    let output = eyeline(folder.path(), &["explain", "a.json", "r", "grain"]);
    assert_eq!(String::from_utf8(output.stderr).unwrap(), "");
    std::fs::write(folder.path().join("tiny.obj"), TINY_MESH.replace("1e-12", "1e12")).unwrap();
    let output = eyeline(folder.path(), &["explain", "a.json", "r", "grain"]);
    let described = String::from_utf8(output.stderr).unwrap();
    assert!(described.contains("the mesh of `tiny.obj` reaches 1e12 m from the origin"), "{described}");
}

/// Two answers that are as close as `f32` allows are millions of metres apart at that distance.
#[test]
fn answers_that_agree_far_away_are_reported_with_the_spacing_of_f32() {
    let scene = r#"{ "eyeline": 1,
  "objects": [ { "name": "star", "shape": { "sphere": { "radius": 3e13 } } } ],
  "rays": [ { "name": "r", "origin": [0, 1e13, 1.1e14], "direction": [0, 0, -1] } ] }"#;
    let folder = fresh(&[("a.json", scene)]);
    let output = eyeline(folder.path(), &["explain", "a.json", "r", "star"]);
    let explained = String::from_utf8(output.stdout).unwrap();
    let expected =
        "They agree: both are equal within the rounding of f32. At 1.383e14 m neighbouring numbers of f32 are";
    assert!(explained.contains(expected), "{explained}");
}
