//! Each kind of mesh problem, one at a time, on a tetrahedron without other problems.

use serde_json::{Value, json};

use crate::commands::{eyeline, fresh};

/// A B C D, and its sides seen from outside: A C B, A B D, B C D and A D C are triangles 0 to 3.
const CORNERS: &str = "v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\n";
const SIDES: &str = "f 1 3 2\nf 1 2 4\nf 2 3 4\nf 1 4 3\n";

/// The problems of a scene with one rock, and the other messages.
fn of_rock(obj: &str) -> (Value, String) {
    of_scene(obj, r#"{ "eyeline": 1, "models": [{ "name": "m", "file": "rock.obj" }] }"#)
}

fn of_scene(obj: &str, scene: &str) -> (Value, String) {
    let folder = fresh(&[("a.json", scene), ("rock.obj", obj)]);
    let output = eyeline(folder.path(), &["report", "a.json", "--only", "problems"]);
    // A number that is not finite is an error of its file, and everything is answered.
    let is_number = obj.contains("nan") || obj.contains("inf");
    assert_eq!(output.status.code(), Some(if is_number { 2 } else { 0 }), "{output:?}");
    let report: Value = serde_json::from_slice(&output.stdout).unwrap();
    (report["problems"].clone(), String::from_utf8(output.stderr).unwrap())
}

/// The only problem: its kind, count and message, and its items in order.
fn only(problems: &Value) -> (String, u64, String, Vec<Value>) {
    let [problem] = &problems.as_array().unwrap()[..] else { panic!("{problems:#}") };
    assert_eq!(problem["object"], "m/rock");
    let text = |key: &str| problem[key].as_str().unwrap().to_owned();
    let mut items = problem["items"].as_array().unwrap().clone();
    items.sort_by_key(ToString::to_string);
    (text("kind"), problem["count"].as_u64().unwrap(), text("message"), items)
}

#[test]
fn a_valid_mesh_has_no_problems() {
    assert_eq!(of_rock(&format!("{CORNERS}{SIDES}")), (Value::Null, String::new()));
    // This also holds when every triangle has its own corners, as at the seams of textures.
    let mut parted = String::new();
    for corners in SIDES.lines() {
        for corner in corners.split(' ').skip(1) {
            parted += CORNERS.lines().nth(corner.parse::<usize>().unwrap() - 1).unwrap();
            parted.push('\n');
        }
        parted += "f -3 -2 -1\n";
    }
    assert_eq!(of_rock(&parted), (Value::Null, String::new()));
}

#[test]
fn each_fault_is_reported_separately() {
    // The second tetrahedron is rotated by 180° about X, to the other side of the edge A B: corners 5 and 6, triangles
    // 4 to 7.
    let other = "v 0 -1 0\nv 0 0 -1\nf 1 5 2\nf 1 2 6\nf 2 5 6\nf 1 6 5\n";
    for (what, obj, kind, count, message, items) in [
        (
            "a side with twice the same corner",
            format!("{CORNERS}{SIDES}f 1 2 2\n"),
            "degenerate_triangles",
            1,
            "m/rock has 1 triangle without area: 4",
            json!([4]),
        ),
        (
            "a side whose corners lie on a line",
            format!("{CORNERS}v 0.5 0 0\n{SIDES}f 1 2 5\n"),
            "degenerate_triangles",
            1,
            "m/rock has 1 triangle without area: 4",
            json!([4]),
        ),
        (
            "a side twice, the second time from its back",
            format!("{CORNERS}{SIDES}f 1 2 3\n"),
            "duplicate_triangles",
            1,
            "m/rock has 1 duplicate triangle: 4",
            json!([4]),
        ),
        (
            "two that share an edge",
            format!("{CORNERS}{SIDES}{other}"),
            "non_manifold_edges",
            1,
            "m/rock has 1 edge with more than two triangles",
            json!([[0, 1]]),
        ),
        (
            "a side that is missing",
            format!("{CORNERS}{}", SIDES.replace("f 1 4 3\n", "")),
            "open_edges",
            3,
            "m/rock has 3 open edges",
            json!([[0], [1], [2]]),
        ),
        (
            "a side that is turned over",
            format!("{CORNERS}{}", SIDES.replace("f 1 4 3\n", "f 1 3 4\n")),
            "flipped_winding",
            3,
            "m/rock has 3 edges with inconsistent winding",
            json!([[0, 3], [1, 3], [2, 3]]),
        ),
    ] {
        let (problems, said) = of_rock(&obj);
        let wanted = (kind.to_owned(), count, message.to_owned(), items.as_array().unwrap().clone());
        assert_eq!((only(&problems), &*said), (wanted, ""), "{what}");
    }
}

#[test]
fn non_finite_vertices_are_reported_by_number_and_by_line() {
    let (problems, said) = of_rock(&format!("{CORNERS}v nan 0 0\n{SIDES}f 1 2 5\n"));
    let wanted = ("vertices_not_finite".to_owned(), 1, "m/rock has 1 non-finite vertex: vertex 4".to_owned());
    let (kind, count, message, items) = only(&problems);
    assert_eq!(((kind, count, message), items), (wanted, vec![json!(4)]));
    assert!(said.contains("error: a vertex is not finite; no ray hits triangles with it\n --> rock.obj:5:3"), "{said}");
    let (problems, _) = of_rock(&format!("{CORNERS}v nan 0 0\nv 0 inf 0\n{SIDES}f 1 2 5\nf 1 2 6\n"));
    let (_, count, message, items) = only(&problems);
    assert_eq!(
        (count, &*message, items),
        (2, "m/rock has 2 non-finite vertices: vertices 4, 5", vec![json!(4), json!(5)])
    );
}

#[test]
fn duplicate_and_far_objects_of_models_are_reported_too() {
    let scene = r#"{ "eyeline": 1, "models": [
        { "name": "m", "file": "rock.obj", "position": [7, 0, 0] }, { "name": "n", "file": "rock.obj", "position": [7, 0, 0] },
        { "name": "o", "file": "rock.obj", "position": [7, 0, 0], "scale": [1, 1, 2] },
        { "name": "moon", "file": "rock.obj", "position": [0, 0, 65536] }],
        "objects": [{ "name": "own", "shape": { "mesh": { "file": "rock.obj", "node": "rock" } }, "position": [7, 0, 0] }],
        "ignore": [{ "problem": "coplanar_overlap" }] }"#;
    let (problems, said) = of_scene(&format!("{CORNERS}{SIDES}"), scene);
    let wanted = json!([
        { "kind": "coincident_objects", "object": "own", "count": 3, "items": ["own", "m/rock", "n/rock"],
          "message": "3 objects have the same shape and pose: own, m/rock, n/rock" },
        // From 65,536 on the spacing of 32-bit numbers is 2^-7 m.
        { "kind": "far_from_origin", "object": "moon/rock", "count": 1, "items": [],
          "message": "moon/rock reaches 65537 m from the origin, where the spacing of f32 is 7.812 mm" },
    ]);
    assert_eq!((problems, &*said), (wanted, ""));
}

#[test]
fn a_flat_mesh_has_no_volume_and_open_edges() {
    let (problems, _) = of_rock("v 0 0 0\nv 1 0 0\nv 1 1 0\nv 0 1 0\nf 1 2 3 4\n");
    let printed = problems.as_array().unwrap();
    assert_eq!(printed.len(), 2, "{problems:#}");
    assert_eq!(printed[0]["message"], "m/rock has no volume: it has no extent along its own Z");
    assert_eq!([&printed[1]["kind"], &printed[1]["count"]], [&json!("open_edges"), &json!(4)]);
}

/// 144 separate triangles have 432 open edges.
#[test]
fn all_items_of_a_problem_are_listed() {
    let triangle = |i: usize| format!("v 0 0 {i}\nv 1 0 {i}\nv 0 1 {i}\nf -3 -2 -1\n");
    let soup = (0..144).map(triangle).collect::<Vec<_>>().concat();
    let (problems, _) = of_rock(&soup);
    let open = problems.as_array().unwrap().iter().find(|problem| problem["kind"] == "open_edges").unwrap();
    assert_eq!((&open["count"], open["items"].as_array().unwrap().len()), (&json!(432), 432));
    let wanted: Vec<Value> = (0..144).flat_map(|i| vec![json!([i]); 3]).collect();
    let mut items = open["items"].as_array().unwrap().clone();
    items.sort_by_key(|item| item[0].as_u64());
    assert_eq!(items, wanted);
    assert_eq!(open["message"], "m/rock has 432 open edges");
}
