//! `eyeline repair` of meshes: the problems of a level that the report lists are gone in the copy, and each change is listed.

use std::fmt::Write;

use serde_json::{Value, json};

use crate::commands::{eyeline, fresh};
use crate::glb::Glb;

/// A box without a lid: corners, and the triangles of its sides as seen from outside.
pub(crate) const CORNERS: [[f32; 3]; 8] = [
    [0.0, 0.0, 0.0],
    [1.0, 0.0, 0.0],
    [1.0, 0.0, 1.0],
    [0.0, 0.0, 1.0],
    [0.0, 1.0, 0.0],
    [1.0, 1.0, 0.0],
    [1.0, 1.0, 1.0],
    [0.0, 1.0, 1.0],
];
const FLOOR: [[u16; 3]; 2] = [[0, 1, 2], [0, 2, 3]];
const WALLS: [[u16; 3]; 8] = [[0, 4, 5], [0, 5, 1], [1, 5, 6], [1, 6, 2], [2, 6, 7], [2, 7, 3], [3, 7, 4], [3, 4, 0]];

/// The box with a wall that is reversed, a duplicate, and a triangle without area, in two primitives.
fn broken_glb() -> Vec<u8> {
    let mut glb = Glb::new();
    let bytes: Vec<u8> = CORNERS.as_flattened().iter().flat_map(|number| number.to_le_bytes()).collect();
    let positions = glb.accessor("VEC3", 5126, 8, &bytes, Some([json!([0, 0, 0]), json!([1, 1, 1])]));
    let mut walls = WALLS.to_vec();
    walls[2].swap(0, 1);
    walls.extend([[6, 2, 1], [4, 4, 5]]);
    let mut primitives = Vec::new();
    for triangles in [&FLOOR[..], &walls[..]] {
        let indices = glb.indices(triangles);
        primitives.push(json!({ "attributes": { "POSITION": positions }, "indices": indices }));
    }
    glb.json["meshes"] = json!([{ "name": "Box", "primitives": primitives }]);
    glb.push("nodes", json!({ "name": "Box", "mesh": 0 }));
    glb.json["scenes"] = json!([{ "nodes": [0] }]);
    glb.written()
}

/// The same in an OBJ.
fn broken_obj() -> String {
    let mut text = String::from("# a box\nmtllib none.mtl\no Box\n");
    for [x, y, z] in CORNERS {
        writeln!(text, "v {x} {y} {z}").unwrap();
    }
    let mut walls = WALLS.to_vec();
    walls[2].swap(0, 1);
    walls.extend([[6, 2, 1], [4, 4, 5]]);
    for [a, b, c] in FLOOR.iter().chain(&walls) {
        writeln!(text, "f {} {} {}", a + 1, b + 1, c + 1).unwrap();
    }
    text
}

/// The same in an STL.
fn broken_stl() -> String {
    let mut text = String::from("solid Box\n");
    let mut walls = WALLS.to_vec();
    walls[2].swap(0, 1);
    walls.extend([[6, 2, 1], [4, 4, 5]]);
    for triangle in FLOOR.iter().chain(&walls) {
        text.push_str("facet normal 0 0 0\nouter loop\n");
        for [x, y, z] in triangle.map(|corner| CORNERS[usize::from(corner)]) {
            writeln!(text, "vertex {x} {y} {z}").unwrap();
        }
        text.push_str("endloop\nendfacet\n");
    }
    text + "endsolid Box\n"
}

/// The kinds of the problems of a level, with their counts.
fn problems(folder: &std::path::Path, level: &str) -> Vec<(String, u64)> {
    let scene = json!({ "eyeline": 1, "models": [{ "name": "m", "file": level }] });
    std::fs::write(folder.join("scene.json"), scene.to_string()).unwrap();
    let output = eyeline(folder, &["report", "scene.json", "--only", "problems"]);
    let report: Value = serde_json::from_slice(&output.stdout).unwrap();
    let all = report["problems"].as_array().cloned().unwrap_or_default();
    all.iter().map(|one| (one["kind"].as_str().unwrap().to_owned(), one["count"].as_u64().unwrap_or(1))).collect()
}

#[test]
fn the_copy_of_a_level_has_no_problems_and_each_change_is_listed() {
    let folder = fresh(&[("box.obj", &broken_obj()), ("box.stl", &broken_stl())]);
    std::fs::write(folder.path().join("box.glb"), broken_glb()).unwrap();
    for (level, copy) in [("box.glb", "sound.glb"), ("box.obj", "sound.obj"), ("box.stl", "sound.stl")] {
        let before = problems(folder.path(), level);
        for kind in ["degenerate_triangles", "duplicate_triangles", "flipped_winding", "open_edges"] {
            assert!(before.iter().any(|(found, _)| found == kind), "{level}: {kind} in {before:?}");
        }
        let original = std::fs::read(folder.path().join(level)).unwrap();
        let repair = |args: &[&str]| {
            let output = eyeline(folder.path(), &[&["repair", level, "-o", copy][..], args].concat());
            assert_eq!(output.status.code(), Some(0), "{output:?}");
            [output.stdout, output.stderr].map(|text| String::from_utf8(text).unwrap())
        };
        // The usual repairs leave the lid open.
        let [_, said] = repair(&[]);
        assert_eq!(said, "note: 1 mesh, triangles removed: 2, triangles reversed: 1\n", "{level}");
        assert_eq!(problems(folder.path(), copy), [("open_edges".to_owned(), 4)], "{level}");

        let [list, said] = repair(&["--degenerate", "--duplicates", "--flip", "--close-holes", "2"]);
        assert_eq!(said, "note: 1 mesh, triangles removed: 2, triangles reversed: 1, holes closed: 1\n");
        let expected = "mesh `Box`: triangle 11: removed, it has no area\n\
                        mesh `Box`: triangle 10: removed, it has the corners of triangle 5\n\
                        mesh `Box`: triangle 4: winding reversed\n\
                        mesh `Box`: hole of 4 edges at (0.5, 1, 0.5), 1.414 across: closed by 2 triangles\n";
        assert_eq!(list, expected, "{level}");
        assert_eq!(problems(folder.path(), copy), [], "{level}");
        assert_eq!(std::fs::read(folder.path().join(level)).unwrap(), original, "{level} stays");

        // A sound level has a copy with the same bytes, and a small size leaves the hole.
        let sound = std::fs::read(folder.path().join(copy)).unwrap();
        let again = format!("again-{copy}");
        let output = eyeline(folder.path(), &["repair", copy, "-o", &again, "--flip", "--close-holes", "2"]);
        assert!(String::from_utf8(output.stderr).unwrap().contains("nothing to repair"));
        assert_eq!(std::fs::read(folder.path().join(&again)).unwrap(), sound);
        let [list, said] = repair(&["--close-holes", "0.5", "--flip"]);
        assert!(
            list.contains("left: hole at (0.5, 1, 0.5): it is 1.414 across, more than the size to close"),
            "{list}"
        );
        assert!(said.contains("faults left: 1"), "{said}");
    }
}

#[test]
fn bad_input_has_a_reason_and_writes_nothing() {
    let folder = fresh(&[
        ("box.obj", &broken_obj()),
        ("bad.obj", "v 0 0 0\nf 1 2 3\n"),
        ("odd.obj", "v 0 x 0\n"),
        ("cut.stl", "solid a\nfacet"),
        ("a.ply", "ply\n"),
        ("a.bsp", "BSP2"),
    ]);
    for (args, expected) in [
        (&["repair", "bad.obj", "-o", "out.obj"][..], "bad.obj: a face names vertex 2, but there are 1"),
        (&["repair", "odd.obj", "-o", "out.obj"], "odd.obj: line 1: a vertex has three numbers"),
        (&["repair", "cut.stl", "-o", "out.stl"], "cut.stl: line 2: the file ends after this word"),
        (&["repair", "cut.stl", "-o", "out.obj"], "the copy of an STL is an STL, not out.obj"),
        (
            &["repair", "a.ply", "-o", "out.obj"],
            "a copy of a PLY is not written; export the level as glTF, GLB, OBJ or STL",
        ),
        (
            &["repair", "a.bsp", "-o", "out.obj"],
            "a copy of a compiled map is not written; correct the map in its editor",
        ),
        (&["repair", "box.obj", "-o", "box.obj"], "would replace"),
        (&["repair", "box.obj", "-o", "out.obj", "--merge", "0"], "give a number above 0"),
        (&["repair", "box.obj", "-o", "out.obj", "--close-holes", "nan"], "give a number above 0"),
        (&["repair", "box.obj", "-o", "out.obj", "--normalize"], "an OBJ has no weights"),
    ] {
        let output = eyeline(folder.path(), args);
        let said = String::from_utf8(output.stderr).unwrap();
        assert!(output.status.code() == Some(2) && said.contains(expected), "{said}");
        assert!(!folder.path().join("out.obj").exists(), "{args:?}");
    }
}
