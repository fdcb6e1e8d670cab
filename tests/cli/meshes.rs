//! Rays and cameras that ask about a mesh: two triangles far apart, on either side of what the camera sees.

use serde_json::{Value, json};

use crate::commands::{eyeline, fresh};

const WALLS: &str = "v -9 0 -5\nv -8 0 -5\nv -9 1 -5\nv 8 0 -5\nv 9 0 -5\nv 8 1 -5\nf 1 2 3\nf 4 5 6\n";

const SCENE: &str = r#"{ "eyeline": 1, "objects": [{ "name": "walls", "shape": { "mesh": { "file": "walls.obj" } } }],
    "cameras": [{ "name": "eye", "projection": { "perspective": { "fov_y": 60, "aspect": 1 } }, "near": 1, "far": 10 }],
    "rays": [
        { "name": "front", "origin": [8.25, 0.25, 0], "direction": [0, 0, -1] },
        { "name": "back", "origin": [8.25, 0.25, -10], "direction": [0, 0, 2] },
        { "name": "culled", "origin": [8.25, 0.25, -10], "direction": [0, 0, 2], "back_faces": "cull" } ] }"#;

fn ask(args: &[&str]) -> String {
    let folder = fresh(&[("a.json", SCENE), ("walls.obj", WALLS)]);
    let output = eyeline(folder.path(), args);
    assert!(output.status.success(), "{output:?}");
    String::from_utf8(output.stdout).unwrap()
}

#[test]
fn a_report_names_the_triangle_and_where_on_it() {
    let report: Value = serde_json::from_str(&ask(&["report", "a.json"])).unwrap();
    let answers = |ray: usize| report["rays"][ray]["objects"][0].clone();
    let front = answers(0);
    assert_eq!(front["feature"], "triangle 1");
    assert_eq!(front["barycentric"], json!([0.5, 0.25, 0.25]));
    assert_eq!([&front["t"], &front["normal"]], [&json!(5.0), &json!([0.0, 0.0, 1.0])]);
    assert_eq!([&front["exact"], &front["interval"]], [&json!("hit"), &json!([5.0, 5.0])]);
    let back = answers(1);
    assert_eq!([&back["t"], &back["normal"]], [&json!(2.5), &json!([0.0, 0.0, 1.0])]);
    let culled = answers(2);
    assert_eq!([&culled["reason"], &culled["exact"]], [&json!("misses"), &json!("misses")]);
    assert_eq!(culled.get("barycentric"), None);
}

#[test]
fn a_box_in_view_is_told_from_its_triangles() {
    let report: Value = serde_json::from_str(&ask(&["report", "a.json"])).unwrap();
    let seen = &report["frusta"][0]["objects"][0];
    assert_eq!([&seen["verdict"], &seen["exact"], &seen["mesh"]], ["intersect", "intersect", "outside"]);
    let told = ask(&["explain", "a.json", "eye", "walls"]);
    assert!(told.contains("its triangles: outside"), "{told}");
    assert!(told.contains("The box is in view, its triangles are not"), "{told}");
}

#[test]
fn the_story_of_a_ray_goes_down_the_boxes() {
    let told = ask(&["explain", "a.json", "front", "walls"]);
    for part in ["Boxes, level 1", "triangle 1: t = 5, weights (0.5, 0.25, 0.25)", "even, so the start is outside"] {
        assert!(told.contains(part), "{part}: {told}");
    }
}
