//! `eyeline problems`: the list of problems of scenes and levels.

use serde_json::Value;

use crate::commands::{eyeline, fresh, names};

/// A wall whose image is missing, of two triangles that are wound against each other.
const WALL: &str = "mtllib wall.mtl\nv 0 0 0\nv 2 0 0\nv 2 2 0\nv 0 2 0\nvt 0 0\nvt 1 0\nvt 1 1\nvt 0 1\nusemtl brick\ng wall\n\
                    f 1/1 2/2 3/3\nf 1/1 4/4 3/3\n";
const MTL: &str = "newmtl brick\nKd 1 1 1\nmap_Kd textures/brick.png\n";
const SCENE: &str = "{ \"eyeline\": 1,\n  \"models\": [\n    { \"name\": \"level\", \"file\": \"wall.obj\" } ] }";

fn folder() -> tempfile::TempDir {
    fresh(&[("wall.obj", WALL), ("wall.mtl", MTL), ("a.json", SCENE)])
}

/// What the command writes to standard output, with its exit code.
fn list(folder: &std::path::Path, args: &[&str]) -> (String, Option<i32>) {
    let output = eyeline(folder, &[&["problems"], args].concat());
    (String::from_utf8(output.stdout).unwrap(), output.status.code())
}

#[test]
fn a_scene_and_its_level_have_the_same_problems() {
    let folder = folder();
    let (table, code) = list(folder.path(), &["a.json"]);
    assert_eq!(code, Some(0));
    let first = table.lines().find(|line| line.contains("texture_missing")).unwrap();
    assert!(first.starts_with("error "), "{first}");
    assert!(
        first.contains("a.json:3")
            && first.contains("level/wall misses the image `textures/brick.png` of material brick in wall.mtl"),
        "{first}"
    );
    assert!(table.contains("flipped_winding") && table.contains("open_edges"), "{table}");
    let (of_level, code) = list(folder.path(), &["wall.obj"]);
    assert_eq!((of_level.lines().count(), code), (table.lines().count(), Some(0)), "{of_level}");
    assert!(of_level.contains("wall.obj  wall/wall misses"), "{of_level}");
}

#[test]
fn kinds_and_formats_are_chosen() {
    let folder = folder();
    let (csv, code) = list(folder.path(), &["a.json", "--format", "csv", "--kind", "texture_missing,mirrored"]);
    assert_eq!((csv.lines().count(), code), (2, Some(0)), "{csv}");
    let (text, _) = list(folder.path(), &["a.json", "--format", "json", "--kind", "mirrored"]);
    assert_eq!(serde_json::from_str::<Value>(&text).unwrap()["problems"], serde_json::json!([]));
    for (args, words) in [
        (&["a.json", "--format", "xml"][..], "table, csv, json, sarif"),
        (&["a.json", "--kind", "open_edge"], "did you mean `open_edges`?"),
        (&["none.json"], "none.json"),
        (&["a.json", "-o", "wall.mtl", "--format", "csv"], "would replace"),
        (&["a.json", "-o", "a.json"], "would replace"),
    ] {
        let output = eyeline(folder.path(), &[&["problems"], args].concat());
        let said = String::from_utf8_lossy(&output.stderr).into_owned();
        assert_eq!(output.status.code(), Some(2), "{args:?}");
        assert!(said.contains(words) && output.stdout.is_empty(), "{args:?}: {said}");
    }
    assert_eq!(names(folder.path()), ["a.json", "wall.mtl", "wall.obj"]);
}

#[test]
fn the_output_file_chooses_the_format_and_the_results_are_located() {
    let folder = folder();
    let (text, code) = list(folder.path(), &["a.json", "-o", "a.sarif"]);
    assert_eq!((&*text, code), ("", Some(0)));
    let log: Value = serde_json::from_slice(&std::fs::read(folder.path().join("a.sarif")).unwrap()).unwrap();
    assert_eq!(log["version"], "2.1.0");
    let run = &log["runs"][0];
    assert_eq!(run["invocations"][0]["executionSuccessful"], true);
    let results = run["results"].as_array().unwrap();
    let missing = results.iter().find(|result| result["ruleId"] == "texture_missing").unwrap();
    let place = &missing["locations"][0]["physicalLocation"];
    assert_eq!(place["artifactLocation"]["uri"], "a.json");
    assert_eq!(place["region"], serde_json::json!({ "startLine": 3, "startColumn": 5 }));
    // A level that cannot be read: what is known is written, and the exit code is 2.
    std::fs::remove_file(folder.path().join("wall.obj")).unwrap();
    let (text, code) = list(folder.path(), &["a.json", "--format", "sarif"]);
    assert_eq!(code, Some(2));
    let log: Value = serde_json::from_str(&text).unwrap();
    assert_eq!(log["runs"][0]["invocations"][0]["executionSuccessful"], false);
}

#[test]
fn missing_textures_do_not_change_the_exit_code_of_a_report() {
    let folder = folder();
    let output = eyeline(folder.path(), &["report", "a.json"]);
    assert!(output.status.success(), "{output:?}");
    let report: Value = serde_json::from_slice(&output.stdout).unwrap();
    let problems = report["problems"].as_array().unwrap();
    let missing = problems.iter().find(|problem| problem["kind"] == "texture_missing").unwrap();
    assert_eq!((&missing["object"], &missing["items"]), (&"level/wall".into(), &serde_json::json!(["level/wall"])));
    let output = eyeline(folder.path(), &["report", "a.json", "--fail-on", "problems=texture_missing"]);
    assert_eq!(output.status.code(), Some(1));
}

/// A box of triangles whose glTF has a collider that is 10 cm larger on each side.
#[test]
fn colliders_of_a_gltf_are_compared_without_an_entry() {
    let corners: Vec<[f32; 3]> =
        (0..8).map(|i| [0, 1, 2].map(|axis| if i >> axis & 1 == 0 { -1.0 } else { 1.0 })).collect();
    let faces: [u16; 36] =
        [0, 2, 3, 0, 3, 1, 4, 5, 7, 4, 7, 6, 0, 1, 5, 0, 5, 4, 2, 6, 7, 2, 7, 3, 0, 4, 6, 0, 6, 2, 1, 3, 7, 1, 7, 5];
    let mut bytes: Vec<u8> = corners.iter().flatten().flat_map(|x| x.to_le_bytes()).collect();
    bytes.extend(faces.iter().flat_map(|index| index.to_le_bytes()));
    let gltf = serde_json::json!({
        "asset": { "version": "2.0" }, "extensionsUsed": ["OMI_physics_body", "OMI_physics_shape"],
        "extensions": { "OMI_physics_shape": { "shapes": [{ "type": "box", "box": { "size": [2.2, 2.2, 2.2] } }] } },
        "scenes": [{ "nodes": [0] }],
        "nodes": [{ "name": "crate", "mesh": 0, "translation": [3, 0, 0],
            "extensions": { "OMI_physics_body": { "collider": { "shape": 0 } } } }],
        "meshes": [{ "primitives": [{ "attributes": { "POSITION": 0 }, "indices": 1 }] }],
        "accessors": [{ "bufferView": 0, "componentType": 5126, "count": 8, "type": "VEC3" },
            { "bufferView": 1, "componentType": 5123, "count": 36, "type": "SCALAR" }],
        "bufferViews": [{ "buffer": 0, "byteLength": 96 }, { "buffer": 0, "byteOffset": 96, "byteLength": 72 }],
        "buffers": [{ "byteLength": 168, "uri": "crate.bin" }],
    });
    let scene = r#"{ "eyeline": 1, "models": [{ "name": "m", "file": "crate.gltf", "scale": [2, 2, 2] }] }"#;
    let folder = fresh(&[("crate.gltf", &gltf.to_string()), ("a.json", scene)]);
    std::fs::write(folder.path().join("crate.bin"), bytes).unwrap();
    let output = eyeline(folder.path(), &["report", "a.json"]);
    assert!(output.status.success() && output.stderr.is_empty(), "{output:?}");
    let report: Value = serde_json::from_slice(&output.stdout).unwrap();
    let [collider] = &report["colliders"].as_array().unwrap()[..] else { panic!("{report}") };
    assert_eq!((&collider["collider"], &collider["within"]), (&"m/crate collider".into(), &false.into()));
    // 10 cm beyond each side, and twice that at the corners, by the scale of the model.
    let distance = |way: &str| collider[way]["distance"].as_f64().unwrap();
    assert!((distance("render_to_collider") - 0.2).abs() < 4e-3, "{collider}");
    assert!((distance("collider_to_render") - 0.2 * 3_f64.sqrt()).abs() < 4e-3, "{collider}");
    let objects: Vec<&str> = report["octree"]["objects"]
        .as_array()
        .map_or(Vec::new(), |all| all.iter().filter_map(|one| one["object"].as_str()).collect());
    assert!(objects.iter().all(|name| *name == "m/crate"), "a collider is no object: {objects:?}");
    let output = eyeline(folder.path(), &["explain", "a.json", "m/crate collider"]);
    assert!(String::from_utf8_lossy(&output.stdout).contains("m/crate collider"), "{output:?}");
}
