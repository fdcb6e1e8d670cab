//! What cameras see: the section of a report, expectations, the chain of `explain --why`, and the keys of a camera.

use std::path::Path;

use serde_json::{Value, json};

use crate::commands::{eyeline, fresh};
use crate::glb::Glb;

/// An orthographic camera whose pixels are 1 cm wide, and boxes before it.
fn scene(keys: &str, objects: &str) -> String {
    format!(
        r#"{{ "eyeline": 1, "cameras": [{{ "name": "eye", "size": [400, 400], "near": 1, "far": 10, {keys}
            "projection": {{ "orthographic": {{ "height": 4, "aspect": 1 }} }} }}], "objects": [{objects}] }}"#
    )
}

fn cube(name: &str, position: [f32; 3], half: f32, more: &str) -> String {
    format!(
        r#"{{ "name": "{name}", "shape": {{ "box": {{ "half_extents": [{half}, {half}, {half}] }} }},
            "position": {position:?}{more} }}"#
    )
}

fn looked(folder: &Path, args: &[&str]) -> Value {
    let output = eyeline(folder, &[&["report", "a.json"], args].concat());
    assert_eq!(output.status.code(), Some(0), "{output:?}");
    serde_json::from_slice(&output.stdout).unwrap()
}

fn objects(text: &str) -> Vec<Value> {
    let folder = fresh(&[("a.json", text)]);
    let report = looked(folder.path(), &["--only", "visibility"]);
    report["visibility"][0]["objects"].as_array().unwrap().clone()
}

#[test]
fn an_object_has_its_pixels_its_share_and_what_covers_it() {
    let all = [cube("crate", [0.0, 0.0, -5.0], 0.5, ""), cube("door", [0.5, 0.0, -3.0], 0.5, "")].join(",");
    assert_eq!(
        objects(&scene("", &all)),
        [
            json!({ "object": "crate", "seen": true, "pixels": 5000, "share": 0.5, "rect": [150, 150, 50, 100],
                "reason": null, "covered_by": [{ "object": "door", "share": 0.5 }] }),
            json!({ "object": "door", "seen": true, "pixels": 10000, "share": 1.0, "rect": [200, 150, 100, 100],
                "reason": null, "covered_by": [] }),
        ]
    );
}

#[test]
fn each_reason_has_an_object() {
    let all = [
        cube("masked", [0.0, 0.0, -5.0], 0.5, r#", "layers": [3]"#),
        cube("beside", [5.0, 0.0, -5.0], 0.5, ""),
        cube("before", [0.0, 0.0, -0.25], 0.5, ""),
        cube("behind", [0.0, 0.0, -20.0], 0.5, ""),
        cube("around", [0.0, 0.0, 0.0], 5.0, ""),
        cube("hidden", [0.0, 0.0, -6.0], 0.25, ""),
        cube("wall", [0.0, 0.0, -5.0], 0.5, ""),
        cube("speck", [1.0, 1.0, -5.0], 0.001, ""),
        // Its box reaches into the corner of the view, its surface does not.
        r#"{ "name": "round", "shape": { "sphere": { "radius": 1 } }, "position": [2.9, 2.9, -5] }"#.to_owned(),
    ]
    .join(",");
    let found = objects(&scene(r#""mask": [0, 1],"#, &all));
    let reasons: Vec<&str> = found.iter().map(|object| object["reason"].as_str().unwrap_or("seen")).collect();
    assert_eq!(reasons, ["layer", "frustum", "near", "far", "faces", "covered", "seen", "small", "outside"]);
    for object in &found {
        assert_eq!(object["seen"], object["reason"].is_null(), "{object}");
    }
    assert_eq!(found[0]["share"], Value::Null);
    assert_eq!(
        (&found[5]["share"], &found[5]["covered_by"]),
        (&json!(0.0), &json!([{ "object": "wall", "share": 1.0 }]))
    );
}

/// A near plane that a matrix slants: y / 2 − z ≥ 1. The far plane is slanted too: z / 5 − 1.1 y ≥ −2.2.
#[test]
fn the_slanted_near_plane_of_a_matrix_cuts_with_the_word_near() {
    // Its columns. x, y, 1.1 y − 1.2 z − 2.2 and w = −z.
    let camera = r#""matrix": [1, 0, 0, 0, 0, 1, 1.1, 0, 0, 0, -1.2, -1, 0, 0, -2.2, 0]"#;
    let all = [
        cube("low", [0.0, -1.0, -1.3], 0.1, ""),
        cube("high", [0.0, 1.0, -1.3], 0.1, ""),
        cube("distant", [0.0, 1.0, -8.0], 0.1, ""),
    ]
    .join(",");
    let text = scene("", &all).replace(r#""orthographic": { "height": 4, "aspect": 1 }"#, camera);
    let text = text.replace("\"near\": 1, \"far\": 10, ", "");
    let found = objects(&text);
    let reasons: Vec<&Value> = found.iter().map(|object| &object["reason"]).collect();
    assert_eq!(reasons, [&json!("near"), &Value::Null, &json!("far")], "{found:?}");
}

#[test]
fn the_section_is_written_where_it_is_asked_for() {
    let all = cube("crate", [0.0, 0.0, -5.0], 0.5, "");
    let plain = scene("", &all);
    let keys = |text: &str| {
        let folder = fresh(&[("a.json", text)]);
        looked(folder.path(), &[]).as_object().unwrap().keys().any(|key| key == "visibility")
    };
    assert!(!keys(&plain));
    let verdict = r#"{ "camera": "eye", "object": "crate", "verdict": "inside" }"#;
    let with = |expected: &str| plain.replacen("\"objects\"", &format!("\"expect\": [{expected}], \"objects\""), 1);
    assert!(!keys(&with(verdict)));
    assert!(keys(&with(r#"{ "camera": "eye", "object": "crate", "seen": true }"#)));
}

#[test]
fn expectations_name_the_fields() {
    let all = [cube("crate", [0.0, 0.0, -5.0], 0.5, ""), cube("door", [0.5, 0.0, -3.0], 0.5, "")].join(",");
    for (fields, code) in [
        (r#""seen": true, "share": { "min": 0.2 }"#, 0),
        (r#""seen": true, "verdict": "inside", "covered_by": "door""#, 0),
        (r#""pixels": 5000, "reason": null, "rect": [150, 150, 50, 100]"#, 0),
        (r#""share": { "min": 0.6 }"#, 1),
        (r#""seen": false"#, 1),
        (r#""reason": "coverd""#, 2),
    ] {
        let expected = format!(r#""expect": [{{ "camera": "eye", "object": "crate", {fields} }}], "objects""#);
        let text = scene("", &all).replacen("\"objects\"", &expected, 1);
        let folder = fresh(&[("a.json", &text)]);
        let output = eyeline(folder.path(), &["check", "a.json", "--only", "expectations"]);
        assert_eq!(output.status.code(), Some(code), "{fields}: {output:?}");
    }
}

#[test]
fn the_chain_ends_at_the_reason_and_names_the_nearest_eye() {
    let all = [cube("crate", [0.0, 0.0, -6.0], 0.25, ""), cube("wall", [0.25, 0.0, -5.0], 0.5, "")].join(",");
    let folder = fresh(&[("a.json", &scene("", &all))]);
    let output = eyeline(folder.path(), &["explain", "a.json", "eye", "crate", "--why"]);
    assert_eq!(output.status.code(), Some(0), "{output:?}");
    let text = String::from_utf8(output.stdout).unwrap();
    let order = [
        "Layer",
        "Triangles",
        "Sides of the view",
        "Near plane",
        "Far plane",
        "In the view volume",
        "Faces",
        "Alpha",
        "Covered",
    ];
    let places: Vec<usize> = order.iter().map(|step| text.find(&format!(". {step}\n")).expect(step)).collect();
    assert!(places.is_sorted(), "{text}");
    assert!(text.contains("covered by `wall` (100 %)") && !text.contains(". Pixels\n"), "{text}");
    // Orthographic: the lines of sight stay the same wherever the eye goes, until the near plane cuts the wall's front away.
    assert!(text.lines().nth(1).unwrap().contains("further forward"), "{text}");

    let perspective = scene("", &all)
        .replace(r#""orthographic": { "height": 4, "aspect": 1 }"#, r#""perspective": { "fov_y": 60, "aspect": 1 }"#);
    std::fs::write(folder.path().join("a.json"), perspective).unwrap();
    let output = eyeline(folder.path(), &["explain", "a.json", "crate", "eye", "--why"]);
    let text = String::from_utf8(output.stdout).unwrap();
    assert!(text.lines().nth(1).unwrap().contains("further left"), "{text}");

    let output = eyeline(folder.path(), &["explain", "a.json", "crate", "--why"]);
    assert_eq!(output.status.code(), Some(2));
    assert!(String::from_utf8_lossy(&output.stderr).contains("name both"), "{output:?}");
}

#[test]
fn keys_of_a_camera_are_checked_with_their_place() {
    for (keys, message) in [
        (r#""mask": [64],"#, "a layer must be from 0 to 63"),
        (r#""size": [0, 400],"#, "`size` must have 1 to 8192 pixels"),
        (r#""size": [400, 9000],"#, "`size` must have 1 to 8192 pixels"),
        (r#""depth_bits": 20,"#, "`depth_bits` must be 16, 24 or 32"),
    ] {
        // The keys come after those of the helper, of which the last one counts.
        let text = scene("", "").replacen("\"size\": [400, 400],", keys, 1);
        let folder = fresh(&[("a.json", &text)]);
        let output = eyeline(folder.path(), &["report", "a.json"]);
        let error = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(2), "{keys}");
        assert!(error.contains(message) && error.contains("a.json:1:"), "{error}");
    }
}

#[test]
fn a_picture_without_a_size_is_640_wide_in_the_aspect_of_the_camera() {
    for (projection, size) in [
        (r#""perspective": { "aspect": 1.5 }"#, [640, 427]),
        (r#""perspective": {}"#, [640, 360]),
        (r#""orthographic": { "height": 4, "aspect": 0.5 }"#, [640, 1280]),
        (r#""ortho": { "left": -1, "right": 3, "bottom": 0, "top": 2 }"#, [640, 320]),
        (r#""matrix": [1, 0, 0, 0, 0, 2, 0, 0, 0, 0, -1.002, -1, 0, 0, -0.2002, 0]"#, [640, 320]),
    ] {
        let text = format!(r#"{{ "eyeline": 1, "cameras": [{{ "name": "eye", "projection": {{ {projection} }} }}] }}"#);
        let folder = fresh(&[("a.json", &text)]);
        let report = looked(folder.path(), &["--only", "visibility"]);
        assert_eq!(report["visibility"][0]["size"], json!(size), "{projection}");
    }
}

/// Meshes of a level without a triangle that could be drawn: a node whose scale is 0, corners that are not finite, and corners
/// on a line. Beside them a square that is seen.
#[test]
fn a_mesh_without_a_triangle_that_has_an_area_is_empty() {
    let square: [[f32; 3]; 4] = [[-0.5, -0.5, 0.0], [0.5, -0.5, 0.0], [0.5, 0.5, 0.0], [-0.5, 0.5, 0.0]];
    let mut glb = Glb::new();
    glb.json["meshes"] = json!([]);
    let mut nodes = Vec::new();
    for (name, corners) in [("square", square), ("line", [0.0, 0.25, 0.5, 1.0].map(|x| [x, 0.0, 0.0]))] {
        let bytes: Vec<u8> = corners.as_flattened().iter().flat_map(|number| number.to_le_bytes()).collect();
        let positions = glb.accessor("VEC3", 5126, 4, &bytes, Some([json!([-1, -1, -1]), json!([1, 1, 1])]));
        let indices = glb.indices(&[[0, 1, 2], [0, 2, 3]]);
        let primitive = json!({ "attributes": { "POSITION": positions }, "indices": indices });
        let mesh = glb.push("meshes", json!({ "primitives": [primitive] }));
        nodes.push(glb.push("nodes", json!({ "name": name, "mesh": mesh })));
    }
    glb.json["scenes"] = json!([{ "nodes": nodes }]);
    let text = scene("", "")
        .replace(r#""objects": []"#, r#""models": [{ "name": "m", "file": "a.glb", "position": [0, 0, -5] }]"#);
    let folder = fresh(&[("a.json", &text)]);
    std::fs::write(folder.path().join("a.glb"), glb.written()).unwrap();
    let report = looked(folder.path(), &["--only", "visibility"]);
    let found: Vec<[&Value; 2]> = report["visibility"][0]["objects"]
        .as_array()
        .unwrap()
        .iter()
        .map(|object| [&object["object"], &object["reason"]])
        .collect();
    assert_eq!(found, [[&json!("m/square"), &Value::Null], [&json!("m/line"), &json!("empty")]]);
    let output = eyeline(folder.path(), &["explain", "a.json", "eye", "m/line", "--why"]);
    let told = String::from_utf8(output.stdout).unwrap();
    assert!(told.contains("no triangle with an area") && !told.contains(". Sides of the view"), "{told}");
}

/// A picture that does not fit into the memory of the scene has an error in place of its answers, and the exit code 2.
#[test]
fn a_picture_beyond_the_memory_has_an_error() {
    // Whole pictures of 8192 × 8192 pixels, one behind the other.
    let walls: Vec<String> =
        (0_u8..200).map(|i| cube(&format!("w{i}"), [0.0, 0.0, -5.0 - f32::from(i) / 64.0], 3.0, "")).collect();
    let text = scene("", &walls.join(",")).replacen("[400, 400]", "[8192, 8192]", 1);
    let folder = fresh(&[("a.json", &text)]);
    let output = eyeline(folder.path(), &["report", "a.json", "--only", "visibility", "--memory", "16MiB"]);
    assert_eq!(output.status.code(), Some(2), "no program takes half an answer for a whole one");
    let told = String::from_utf8(output.stderr).unwrap();
    assert!(told.contains("visibility of `eye`: its picture ") && told.contains("--> a.json:1:29"), "{told}");
    let report: Value = serde_json::from_slice(&output.stdout).unwrap();
    let camera = &report["visibility"][0];
    assert_eq!(camera["camera"], "eye");
    match camera["error"].as_str() {
        Some(error) => assert!(error.contains("a smaller `size`") && error.contains("--memory"), "{error}"),
        None => panic!("the walls fit into 16 MiB: {}", camera["objects"][0]),
    }
}

/// A square before the camera whose material has an alpha above or under its cutoff.
#[test]
fn a_mesh_under_its_alpha_cutoff_is_not_seen() {
    let level = |alpha: f64| {
        let mut glb = Glb::new();
        let corners: [[f32; 3]; 4] = [[-0.5, -0.5, 0.0], [0.5, -0.5, 0.0], [0.5, 0.5, 0.0], [-0.5, 0.5, 0.0]];
        let bytes: Vec<u8> = corners.as_flattened().iter().flat_map(|number| number.to_le_bytes()).collect();
        let positions = glb.accessor("VEC3", 5126, 4, &bytes, Some([json!([-0.5, -0.5, 0]), json!([0.5, 0.5, 0])]));
        let indices = glb.indices(&[[0, 1, 2], [0, 2, 3]]);
        let primitive = json!({ "attributes": { "POSITION": positions }, "indices": indices, "material": 0 });
        glb.json["materials"] = json!([{
            "alphaMode": "MASK", "alphaCutoff": 0.5, "pbrMetallicRoughness": { "baseColorFactor": [1, 1, 1, alpha] }
        }]);
        glb.json["meshes"] = json!([{ "primitives": [primitive] }]);
        glb.push("nodes", json!({ "name": "card", "mesh": 0 }));
        glb.json["scenes"] = json!([{ "nodes": [0] }]);
        glb.written()
    };
    let text = scene("", "")
        .replace(r#""objects": []"#, r#""models": [{ "name": "m", "file": "card.glb", "position": [0, 0, -5] }]"#);
    for (alpha, pixels, reason) in [(0.6, 10_000, Value::Null), (0.4, 0, json!("alpha"))] {
        let folder = fresh(&[("a.json", &text)]);
        std::fs::write(folder.path().join("card.glb"), level(alpha)).unwrap();
        let report = looked(folder.path(), &["--only", "visibility"]);
        let card = &report["visibility"][0]["objects"][0];
        assert_eq!((&card["object"], &card["pixels"], &card["reason"]), (&json!("m/card"), &json!(pixels), &reason));
    }
}

#[test]
fn the_picture_of_opengl_is_beside_the_exact_one() {
    let all = [cube("crate", [0.0, 0.0, -6.0], 0.25, ""), cube("wall", [0.0, 0.0, -7.0], 0.5, "")].join(",");
    let folder = fresh(&[("a.json", &scene("", &all))]);
    let why = ["explain", "a.json", "eye", "crate", "--why", "--drawn"];
    let output = eyeline(folder.path(), &[&why[..], &["-o", "drawn.png"]].concat());
    assert_eq!(output.status.code(), Some(0), "{output:?}");
    let text = String::from_utf8(output.stdout).unwrap();
    assert!(text.contains("\nDrawn by ") && text.contains("the exact answer has "), "{text}");
    assert!(std::fs::read(folder.path().join("drawn.png")).unwrap().starts_with(b"\x89PNG"));

    let output = eyeline(folder.path(), &[&why[..], &["--json"]].concat());
    let json: Value = serde_json::from_slice(&output.stdout).unwrap();
    let drawn = &json["drawn"];
    assert!(drawn["exact"].as_u64().unwrap() > 0, "{drawn}");
    assert_eq!((&drawn["drawn"], &drawn["differences"]["unknown"]), (&drawn["exact"], &json!(0)), "{drawn}");

    let output = eyeline(folder.path(), &[&why[..], &["-o", "drawn.svg"]].concat());
    assert_ne!(output.status.code(), Some(0));
    assert!(String::from_utf8(output.stderr).unwrap().contains("PNG only"));
    let output = eyeline(folder.path(), &["explain", "a.json", "eye", "crate", "--drawn"]);
    assert_ne!(output.status.code(), Some(0), "--drawn needs --why");
}
