//! Objects of a scene written as GLB, through the binary: halves of a cut mesh with joints and animations, and other meshes.

use std::path::Path;

use serde_json::{Value, json};

use crate::commands::{eyeline, fresh};

fn scenes() -> std::path::PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("scenes")
}

/// The exit code and the messages.
fn run(folder: &Path, args: &[&str]) -> (Option<i32>, String) {
    let output = eyeline(folder, args);
    (output.status.code(), String::from_utf8(output.stderr).unwrap())
}

fn report(folder: &Path, args: &[&str]) -> Value {
    let output = eyeline(folder, &[&["report"], args].concat());
    assert!(output.status.success(), "{output:?}");
    serde_json::from_slice(&output.stdout).unwrap()
}

/// The JSON of a GLB.
fn json_of(file: &Path) -> Value {
    let bytes = std::fs::read(file).unwrap();
    let length = u32::from_le_bytes(bytes[12..16].try_into().unwrap()) as usize;
    serde_json::from_slice(&bytes[20..20 + length]).unwrap()
}

/// The six numbers of a box.
fn numbers(found: &Value) -> Vec<f64> {
    ["min", "max"].iter().flat_map(|key| found[key].as_array().unwrap()).map(|x| x.as_f64().unwrap()).collect()
}

#[test]
fn a_half_moves_in_its_file_as_in_the_scene() {
    let folder = tempfile::tempdir().unwrap();
    std::fs::copy(scenes().join("figure.glb"), folder.path().join("figure.glb")).unwrap();
    let mut scene: Value = serde_json::from_slice(&std::fs::read(scenes().join("sword.json")).unwrap()).unwrap();
    // Turned, moved and larger.
    for (key, value) in [
        ("position", json!([3, 1, -2])),
        ("rotation", json!([0, 0.342_020_143, 0, 0.939_692_621])),
        ("scale", json!([1.5, 1.5, 1.5])),
    ] {
        scene["models"][0][key] = value;
    }
    scene["cuts"][0]["point"] = json!([3, 2.6, -2]);
    std::fs::write(folder.path().join("sword.json"), scene.to_string()).unwrap();
    let half = "hero/figure/sword+";
    let args = ["export", "sword.json", half, "-o", "half.glb", "--tick", "33"];
    assert_eq!(run(folder.path(), &args), (Some(0), String::new()));
    let written = json_of(&folder.path().join("half.glb"));
    assert_eq!(written["skins"][0]["joints"].as_array().unwrap().len(), 12);
    let names = |list: &str| -> Vec<Value> {
        written[list].as_array().unwrap().iter().map(|entry| entry["name"].clone()).collect()
    };
    let original = json_of(&folder.path().join("figure.glb"));
    let animations: Vec<Value> =
        original["animations"].as_array().unwrap().iter().map(|entry| entry["name"].clone()).collect();
    assert_eq!(names("animations"), animations);
    let model = |extra: Value| {
        let mut model = json!({ "name": "m", "file": "half.glb" });
        model.as_object_mut().unwrap().extend(extra.as_object().unwrap().clone());
        let scene = json!({ "eyeline": 1, "tick_rate": 30, "models": [model] });
        std::fs::write(folder.path().join("again.json"), scene.to_string()).unwrap();
    };
    let exact = |report: &Value, name: Option<&str>| {
        let skins = report["skins"].as_array().unwrap();
        let skin = skins.iter().find(|skin| name.is_none_or(|name| skin["object"] == name)).unwrap();
        (numbers(&skin["bounds"]["exact"]), skin["weights"]["off"].clone())
    };
    let near = |a: &[f64], b: &[f64]| a.iter().zip(b).all(|(a, b)| (a - b).abs() < 1e-4);
    model(json!({ "animation": "Walk" }));
    for tick in ["24", "33", "50"] {
        let (wanted, _) = exact(&report(folder.path(), &["sword.json", "--tick", tick]), Some(half));
        let (found, off) = exact(&report(folder.path(), &["again.json", "--tick", tick]), None);
        assert!(near(&found, &wanted) && off == 0, "tick {tick}: {found:?}, {wanted:?}");
    }
    // Without an animation it is placed as at the tick of the export.
    model(json!({}));
    let (wanted, _) = exact(&report(folder.path(), &["sword.json", "--tick", "33"]), Some(half));
    let (found, _) = exact(&report(folder.path(), &["again.json"]), None);
    assert!(near(&found, &wanted), "{found:?}, {wanted:?}");
    // The whole mesh opens as it walks, and its other animation plays as in the file, also the joints that only walking moves.
    let other = animations.iter().find(|name| **name != "Walk").unwrap();
    // Its lesson is about the cut.
    (scene["cuts"], scene["select"], scene["lesson"]) = (json!([]), json!([]), json!([]));
    std::fs::write(folder.path().join("whole.json"), scene.to_string()).unwrap();
    let args = ["export", "whole.json", "hero/figure", "-o", "half.glb", "--tick", "10"];
    assert_eq!(run(folder.path(), &args), (Some(0), String::new()));
    model(json!({ "animation": other }));
    scene["models"][0]["animation"] = other.clone();
    std::fs::write(folder.path().join("whole.json"), scene.to_string()).unwrap();
    for tick in ["0", "20", "45"] {
        let (wanted, _) = exact(&report(folder.path(), &["whole.json", "--tick", tick]), None);
        let (found, _) = exact(&report(folder.path(), &["again.json", "--tick", tick]), None);
        assert!(near(&found, &wanted), "{other} at tick {tick}: {found:?}, {wanted:?}");
    }
}

#[test]
fn a_half_of_another_mesh_stands_where_it_is() {
    let obj = "v -1 -1 -1\nv 1 -1 -1\nv 1 1 -1\nv -1 1 -1\nv -1 -1 1\nv 1 -1 1\nv 1 1 1\nv -1 1 1\ng block\n\
        f 1 4 3 2\nf 5 6 7 8\nf 1 2 6 5\nf 4 8 7 3\nf 1 5 8 4\nf 2 3 7 6\n";
    let scene = json!({ "eyeline": 1, "objects": [
            { "name": "block", "shape": { "mesh": { "file": "block.obj" } }, "position": [4, 0, 0] },
            { "name": "ball", "shape": { "sphere": { "radius": 1 } } }],
        "cuts": [{ "name": "slice", "object": "block", "point": [4.5, 0, 0], "normal": [1, 0, 0], "tick": 3 }] });
    let folder = fresh(&[("block.obj", obj), ("scene.json", &scene.to_string())]);
    let args = ["export", "scene.json", "block/slice-", "-o", "half.glb"];
    let (code, said) = run(folder.path(), &args);
    assert!(code == Some(2) && said.contains("`block/slice-` exists from tick 3 on: choose it with --tick"), "{said}");
    assert_eq!(run(folder.path(), &[&args[..], &["--tick", "3"]].concat()), (Some(0), String::new()));
    let again = json!({ "eyeline": 1, "cameras": [{ "name": "eye" }], "models": [{ "name": "m", "file": "half.glb" }],
        "cuts": [{ "name": "again", "object": "m/block/slice-", "point": [4, 0, 0], "normal": [1, 0, 0] }] });
    std::fs::write(folder.path().join("again.json"), again.to_string()).unwrap();
    // 1.5 m of the box: it is closed, from x = 3 to 4.5.
    let cut = report(folder.path(), &["again.json"])["cuts"][0].clone();
    for (half, volume) in [("front", 2.0), ("back", 4.0)] {
        assert!((cut[half]["volume"].as_f64().unwrap() - volume).abs() < 1e-5, "{cut}");
    }
    for (args, expected) in [
        (&["scene.json", "ball", "-o", "a.glb"][..], "only meshes can be written"),
        (&["scene.json", "blokc", "-o", "a.glb"], "did you mean `block`?"),
        (&["scene.json", "block", "-o", "a.gltf"], "write to a .glb file"),
        (&["scene.json", "block", "-o", "block.obj"], "write to a .glb file"),
    ] {
        let (code, said) = run(folder.path(), &[&["export"], args].concat());
        assert!(
            code == Some(2) && said.contains(expected) && !folder.path().join("a.glb").exists(),
            "{args:?}: {said}"
        );
    }
}
