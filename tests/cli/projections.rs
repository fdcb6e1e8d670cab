//! View volumes without a far plane, off centre, and of an engine's matrix: answers, explanations and warnings.

use std::path::Path;

use serde_json::{Value, json};

use crate::commands::{eyeline, fresh};

/// Boxes of 2 m around a camera at the origin.
const BOXES: &str = r#""objects": [
    { "name": "behind", "shape": { "box": { "half_extents": [1, 1, 1] } }, "position": [0, 0, 4] },
    { "name": "ahead", "shape": { "box": { "half_extents": [1, 1, 1] } }, "position": [0, 0, -5] },
    { "name": "left", "shape": { "box": { "half_extents": [1, 1, 1] } }, "position": [-9, 0, -9] },
    { "name": "right", "shape": { "box": { "half_extents": [1, 1, 1] } }, "position": [9, 0, -9] },
    { "name": "distant", "shape": { "box": { "half_extents": [1, 1, 1] } }, "position": [0, 0, -100000] } ]"#;

fn scene(cameras: &str) -> String {
    format!(r#"{{ "eyeline": 1, "cameras": [{cameras}], {BOXES} }}"#)
}

fn report(folder: &Path) -> Value {
    let output = eyeline(folder, &["report", "a.json"]);
    assert_eq!(output.status.code(), Some(0), "{output:?}");
    serde_json::from_slice(&output.stdout).unwrap()
}

fn frusta(cameras: &str) -> Vec<Value> {
    let folder = fresh(&[("a.json", &scene(cameras))]);
    report(folder.path())["frusta"].as_array().unwrap().clone()
}

fn explained(folder: &Path, names: &[&str]) -> String {
    let output = eyeline(folder, &[&["explain", "a.json"], names].concat());
    assert_eq!(output.status.code(), Some(0), "{output:?}");
    String::from_utf8(output.stdout).unwrap()
}

/// `verdict` and `exact` of each object.
fn verdicts(camera: &Value) -> Vec<[&str; 2]> {
    let objects = camera["objects"].as_array().unwrap().iter();
    objects.map(|object| ["verdict", "exact"].map(|key| object[key].as_str().unwrap())).collect()
}

fn planes(camera: &Value) -> Vec<f64> {
    let of = |plane: &Value| {
        let normal = plane["normal"].as_array().unwrap().iter().map(|x| x.as_f64().unwrap());
        normal.chain(plane["d"].as_f64()).collect::<Vec<f64>>()
    };
    camera["planes"].as_array().unwrap().iter().flat_map(of).collect()
}

/// Issue 44, 9: at 1e30 m the box behind was `inside` for the exact test.
#[test]
fn exact_answers_hold_at_any_far_distance() {
    for far in ["100", "1e10", "1e20", "1e25", "1e30", "1e35", "3.4e38", "null"] {
        for depth in ["-1..1", "0..1", "reversed"] {
            let camera = format!(r#"{{ "name": "eye", "far": {far}, "depth": "{depth}" }}"#);
            let answers = frusta(&camera);
            let found = verdicts(&answers[0]);
            let of_distant = if far == "100" { "outside" } else { "inside" };
            let exact = ["outside", "inside", "intersect", "intersect", of_distant];
            assert_eq!(found.iter().map(|[_, exact]| *exact).collect::<Vec<_>>(), exact, "{far} {depth}");
            assert_eq!(found.iter().map(|[fast, _]| *fast).collect::<Vec<_>>(), exact, "{far} {depth}");
        }
    }
}

#[test]
fn an_infinite_far_plane_is_null_and_rejects_nothing() {
    let matrix = "[1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, -1, 0, 0, 0.1, 0]";
    let borders = r#"{ "left": -0.1, "right": 0.1, "bottom": -0.1, "top": 0.1 }"#;
    let cameras = format!(
        r#"{{ "name": "a", "far": null, "projection": {{ "perspective": {{ "fov_y": 90, "aspect": 1 }} }} }},
           {{ "name": "b", "far": null, "depth": "0..1", "projection": {{ "frustum": {borders} }} }},
           {{ "name": "c", "depth": "reversed", "projection": {{ "matrix": {matrix} }} }}"#
    );
    let answers = frusta(&cameras);
    for camera in &answers {
        let name = &camera["camera"];
        assert_eq!(camera["planes"][5], json!({ "side": "far", "normal": null, "d": null }), "{name}");
        assert!(camera["planes"][4]["normal"].is_array(), "{name}");
        let expected = [["outside"; 2], ["inside"; 2], ["intersect"; 2], ["intersect"; 2], ["inside"; 2]];
        assert_eq!(verdicts(camera), expected, "{name}");
        for object in camera["objects"].as_array().unwrap() {
            let far = &object["planes"][5];
            assert!(far["p_distance"].is_null() && far["n_distance"].is_null(), "{object}");
            assert!(object["planes"][0]["p_distance"].is_number() && object["margin"].is_number(), "{object}");
            assert_ne!(object["rejected_by"], "far");
        }
    }
    let folder = fresh(&[("a.json", &scene(&cameras))]);
    for name in ["a", "b", "c"] {
        let planes = explained(folder.path(), &[name]);
        assert!(planes.contains("No far plane") && planes.contains("it rejects nothing"), "{planes}");
        let distant = explained(folder.path(), &[name, "distant"]);
        assert!(distant.contains("every box is in front of it"), "{distant}");
        assert!(distant.contains("axes: 5 plane normals, 3 box axes"), "{distant}");
    }
}

/// The picture reaches further to the right than to the left.
#[test]
fn borders_off_centre_and_their_matrix_have_the_same_planes() {
    // glFrustum(-0.05, 0.2, -0.1, 0.1, 0.1, 50), column by column.
    let matrix = "[0.8, 0, 0, 0, 0, 1, 0, 0, 0.6, 0, -1.004008016032064, -1, 0, 0, -0.20040080160320642, 0]";
    let cameras = format!(
        r#"{{ "name": "borders", "position": [0, 0, 2], "near": 0.1, "far": 50,
             "projection": {{ "frustum": {{ "left": -0.05, "right": 0.2, "bottom": -0.1, "top": 0.1 }} }} }},
           {{ "name": "matrix", "position": [0, 0, 2], "projection": {{ "matrix": {matrix} }} }}"#
    );
    let answers = frusta(&cameras);
    let [borders, matrix] = [&answers[0], &answers[1]];
    assert_eq!(verdicts(borders), verdicts(matrix));
    let expected = [["outside"; 2], ["inside"; 2], ["outside"; 2], ["inside"; 2], ["outside"; 2]];
    assert_eq!(verdicts(borders), expected);
    for (a, b) in planes(borders).iter().zip(planes(matrix)) {
        assert!((a - b).abs() < 1e-4 * a.abs().max(1.0), "{a} {b}");
    }
    let left: Vec<f64> = planes(borders)[..3].to_vec();
    // Through the eye and (-0.05, 0, -0.1).
    let length = 1.25_f64.sqrt();
    assert!((left[0] - 1.0 / length).abs() < 1e-6 && (left[2] + 0.5 / length).abs() < 1e-6, "{left:?}");
}

#[test]
fn orthographic_borders_are_metres() {
    let answers = frusta(
        r#"{ "name": "eye", "near": -1, "far": 20,
             "projection": { "ortho": { "left": 7, "right": 11, "bottom": -2, "top": 2 } } }"#,
    );
    let expected = [["outside"; 2], ["outside"; 2], ["outside"; 2], ["inside"; 2], ["outside"; 2]];
    assert_eq!(verdicts(&answers[0]), expected);
    assert_eq!(answers[0]["objects"][1]["rejected_by"], "left");
    assert_eq!(answers[0]["objects"][1]["margin"], -6.0);
}

#[test]
fn a_matrix_that_is_unusual_is_warned_about() {
    let warned = |camera: &str| {
        let folder = fresh(&[("a.json", &scene(camera))]);
        let output = eyeline(folder.path(), &["report", "a.json", "--brief"]);
        assert_eq!(output.status.code(), Some(0), "{output:?}");
        String::from_utf8(output.stderr).unwrap()
    };
    let matrix = r#""projection": { "matrix": [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, -1.002, -1, 0, 0, -0.1002, 0] }"#;
    assert_eq!(warned(&format!(r#"{{ "name": "c", "depth": "0..1", {matrix} }}"#)), "");
    let own = warned(&format!(r#"{{ "name": "c", "depth": "0..1", "near": 2, "far": 9, {matrix} }}"#));
    assert!(own.contains("`near` does not count") && own.contains("`far` does not count"), "{own}");
    let other = warned(&format!(r#"{{ "name": "c", "depth": "reversed", {matrix} }}"#));
    assert!(other.contains("is further than the far plane") && other.contains("a.json:1:"), "{other}");
    let left_handed = matrix.replace("-1.002, -1", "1.002, 1");
    let back = warned(&format!(r#"{{ "name": "c", "depth": "0..1", {left_handed} }}"#));
    assert!(back.contains("looks along +Z"), "{back}");
}

#[test]
fn principal_points_of_a_session_move_the_picture() {
    let text = |more: &str| {
        format!(
            r#"{{ "fl_y": 100, "w": 200, "h": 100 {more}, "frames": [
                {{ "transform_matrix": [[1, 0, 0, 0], [0, 1, 0, 0], [0, 0, 1, 0], [0, 0, 0, 1]] }} ] }}"#
        )
    };
    let scene = format!(
        r#"{{ "eyeline": 1, "sessions": [{{ "name": "walk", "file": "transforms.json" }}],
             "cameras": [{{ "name": "eye", "near": 0.5, "session": {{ "name": "walk" }} }}], {BOXES} }}"#
    );
    let normals = |transforms: &str| {
        let folder = fresh(&[("a.json", &*scene), ("transforms.json", transforms)]);
        let report = report(folder.path());
        planes(&report["frusta"][0])
    };
    // The file has +Z up, so that this camera looks along -Y. Its direction of view is 150 pixels from the left and 50 from the top: the right border is at slope 50 / 100.
    let middle = normals(&text(""));
    assert_eq!(normals(&text(r#", "cx": 100, "cy": 50"#)), middle);
    let off = normals(&text(r#", "cx": 150, "cy": 50"#));
    let slope = |planes: &[f64], side: usize, axis: usize| (planes[4 * side + 1] / planes[4 * side + axis]).abs();
    assert!((slope(&off, 0, 0) - 1.5).abs() < 1e-5 && (slope(&off, 1, 0) - 0.5).abs() < 1e-5, "{off:?}");
    assert!((slope(&off, 2, 2) - 0.5).abs() < 1e-5 && (slope(&middle, 0, 0) - 1.0).abs() < 1e-5, "{off:?}");
    // Of a frame, and from the top.
    let of_frame = text("").replace("{ \"transform_matrix", "{ \"cy\": 20, \"transform_matrix");
    let high = normals(&of_frame);
    assert!((slope(&high, 2, 2) - 0.8).abs() < 1e-5 && (slope(&high, 3, 2) - 0.2).abs() < 1e-5, "{high:?}");
}

#[test]
fn a_camera_of_a_level_without_zfar_sees_infinitely_far() {
    let level = r#"{ "asset": { "version": "2.0" }, "scene": 0, "scenes": [{ "nodes": [0] }],
        "nodes": [{ "name": "eye", "camera": 0 }],
        "cameras": [{ "type": "perspective", "perspective": { "yfov": 1.5707963, "aspectRatio": 1, "znear": 0.1 } }] }"#;
    let scene = format!(r#"{{ "eyeline": 1, "models": [{{ "name": "town", "file": "town.gltf" }}], {BOXES} }}"#);
    let folder = fresh(&[("a.json", &*scene), ("town.gltf", level)]);
    let report = report(folder.path());
    let camera = &report["frusta"][0];
    assert_eq!(camera["camera"], "town/eye");
    assert_eq!(camera["planes"][5], json!({ "side": "far", "normal": null, "d": null }));
    assert_eq!(verdicts(camera)[4], ["inside"; 2]);
}

#[test]
fn pictures_through_all_projections_are_drawn() {
    let cameras = r#"{ "name": "a", "far": null },
        { "name": "b", "near": 0.1, "far": null,
          "projection": { "frustum": { "left": -0.05, "right": 0.2, "bottom": -0.1, "top": 0.1 } } },
        { "name": "c", "projection": { "ortho": { "left": 0, "right": 12, "bottom": -4, "top": 4 } } },
        { "name": "d", "depth": "reversed", "projection": { "matrix":
          [0.8, 0, 0, 0, 0, 1, 0, 0, 0.6, 0, 0, -1, 0, 0, 0.1, 0] } }"#;
    let folder = fresh(&[("a.json", &scene(cameras))]);
    let drawn = |name: &str| {
        let picture = format!("{name}.png");
        let args = ["render", "a.json", "--camera", name, "--size", "240x160", "-o", &picture];
        let output = eyeline(folder.path(), &args);
        assert_eq!(output.status.code(), Some(0), "{output:?}");
        image::open(folder.path().join(picture)).unwrap().to_rgb8()
    };
    let [a, b, c, d] = ["a", "b", "c", "d"].map(drawn);
    // The matrix is that of the borders.
    let differing = b.pixels().zip(d.pixels()).filter(|(a, b)| a != b).count();
    assert!(differing < 400, "{differing}");
    for other in [&b, &c] {
        assert!(a.pixels().zip(other.pixels()).any(|(a, b)| a != b));
    }
    let colors = |picture: &image::RgbImage| picture.pixels().collect::<std::collections::HashSet<_>>().len();
    assert!([&a, &b, &c, &d].iter().all(|picture| colors(picture) > 20));
    // All of them in one picture, with volumes that are cut.
    let output = eyeline(folder.path(), &["render", "a.json", "-o", "all.png", "--size", "240x160"]);
    assert_eq!(output.status.code(), Some(0), "{output:?}");
}

#[test]
fn the_schema_has_all_projections_and_null_for_no_far_plane() {
    let folder = fresh(&[]);
    let output = eyeline(folder.path(), &["schema"]);
    let schema: Value = serde_json::from_slice(&output.stdout).unwrap();
    let far = &schema["$defs"]["Camera"]["properties"]["far"];
    assert_eq!(far["anyOf"], json!([{ "type": "number" }, { "const": null }]), "{far}");
    let kinds = schema["$defs"]["Projection"]["oneOf"].as_array().unwrap();
    let keys: Vec<&String> = kinds.iter().flat_map(|kind| kind["properties"].as_object().unwrap().keys()).collect();
    assert_eq!(keys, ["perspective", "orthographic", "frustum", "ortho", "matrix"]);
    let matrix = &kinds[4]["properties"]["matrix"];
    assert_eq!([&matrix["minItems"], &matrix["maxItems"]], [&json!(16), &json!(16)], "{matrix}");
}
