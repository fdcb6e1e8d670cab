//! STL and PLY through the binary: the answers of the same mesh as an OBJ, and broken files.

use std::fmt::Write;
use std::path::Path;

use serde_json::{Value, json};

use crate::commands::{eyeline, fresh};
use crate::repair::CORNERS;

/// The box without a lid with a reversed triangle, which has open edges and flipped winding, and one without area.
const TRIANGLES: [[u8; 3]; 11] = [
    [0, 1, 2],
    [0, 2, 3],
    [0, 4, 5],
    [0, 5, 1],
    [5, 1, 6],
    [1, 6, 2],
    [2, 6, 7],
    [2, 7, 3],
    [3, 7, 4],
    [3, 4, 0],
    [4, 4, 5],
];

/// The vertices in the order in which the triangles use them, so that those of an STL have the same numbers.
fn in_order_of_use() -> (Vec<[f32; 3]>, Vec<[u8; 3]>) {
    let mut used = Vec::new();
    let triangles = TRIANGLES.map(|triangle| {
        triangle.map(|corner| {
            let place = used.iter().position(|other| *other == corner).unwrap_or_else(|| {
                used.push(corner);
                used.len() - 1
            });
            u8::try_from(place).unwrap()
        })
    });
    (used.iter().map(|corner| CORNERS[usize::from(*corner)]).collect(), triangles.to_vec())
}

fn obj() -> Vec<u8> {
    let (vertices, triangles) = in_order_of_use();
    let mut text = String::new();
    for [x, y, z] in &vertices {
        writeln!(text, "v {x} {y} {z}").unwrap();
    }
    for [a, b, c] in &triangles {
        writeln!(text, "f {} {} {}", a + 1, b + 1, c + 1).unwrap();
    }
    text.into_bytes()
}

fn stl_text() -> Vec<u8> {
    let mut text = String::from("solid\n");
    for triangle in TRIANGLES {
        text.push_str("facet normal 0 0 0\nouter loop\n");
        for [x, y, z] in triangle.map(|corner| CORNERS[usize::from(corner)]) {
            writeln!(text, "vertex {x} {y} {z}").unwrap();
        }
        text.push_str("endloop\nendfacet\n");
    }
    (text + "endsolid\n").into_bytes()
}

fn stl_binary() -> Vec<u8> {
    let mut bytes = vec![b' '; 80];
    bytes.extend(u32::try_from(TRIANGLES.len()).unwrap().to_le_bytes());
    for triangle in TRIANGLES {
        let corners = triangle.map(|corner| CORNERS[usize::from(corner)]);
        bytes.extend([[0.0; 3]].iter().chain(&corners).flatten().flat_map(|x: &f32| x.to_le_bytes()));
        bytes.extend([0; 2]);
    }
    bytes
}

fn ply() -> Vec<u8> {
    let (vertices, triangles) = in_order_of_use();
    let mut bytes = format!(
        "ply\nformat binary_little_endian 1.0\nelement vertex {}\nproperty float x\nproperty float y\nproperty float z\n\
         element face {}\nproperty list uchar uchar vertex_indices\nend_header\n",
        vertices.len(),
        triangles.len()
    )
    .into_bytes();
    bytes.extend(vertices.iter().flatten().flat_map(|x| x.to_le_bytes()));
    for [a, b, c] in &triangles {
        bytes.extend([3, *a, *b, *c]);
    }
    bytes
}

/// What a command writes, with the name of the OBJ in place of that of the level.
fn said(folder: &Path, args: &[&str], level: &str) -> (Option<i32>, String) {
    let output = eyeline(folder, args);
    let text = [output.stdout, output.stderr].map(|text| String::from_utf8(text).unwrap()).concat();
    (output.status.code(), text.replace(level, "a.obj"))
}

#[test]
fn answers_are_those_of_the_same_mesh_as_an_obj() {
    let scene = |level: &str| {
        json!({ "eyeline": 1, "models": [{ "name": "m", "file": level, "position": [3, 0, 0] }],
            "objects": [{ "name": "o", "shape": { "mesh": { "file": level } } }],
            "cameras": [{ "name": "c", "position": [0.5, 0.5, 9] }],
            "rays": [{ "name": "r", "origin": [0.5, 9, 0.4], "direction": [0, -1, 0] },
                { "name": "s", "origin": [3.4, 9, 0.5], "direction": [0, -1, 0] }] })
        .to_string()
    };
    let answers = |level: &str, bytes: &[u8]| {
        let folder = fresh(&[("s.json", &scene(level))]);
        std::fs::write(folder.path().join(level), bytes).unwrap();
        let imported = said(folder.path(), &["import", level, "-o", "i.json"], level);
        assert_eq!(imported.0, Some(0), "{imported:?}");
        [
            said(folder.path(), &["report", level], level),
            said(folder.path(), &["problems", level], level),
            said(folder.path(), &["report", "s.json"], level),
            said(folder.path(), &["problems", "s.json"], level),
            said(folder.path(), &["report", "i.json"], level),
            said(folder.path(), &["explain", "s.json", "s", "m/a"], level),
        ]
    };
    let expected = answers("a.obj", &obj());
    for kind in ["open_edges", "flipped_winding", "degenerate_triangles"] {
        assert!(expected[0].1.contains(kind), "{}", expected[0].1);
    }
    for (level, bytes) in [("a.stl", stl_text()), ("a.stl", stl_binary()), ("a.ply", ply())] {
        for (found, expected) in answers(level, &bytes).iter().zip(&expected) {
            assert_eq!(found, expected, "{level}");
        }
    }
}

#[test]
fn a_broken_file_is_located_and_the_rest_is_answered() {
    let folder = fresh(&[]);
    std::fs::write(folder.path().join("good.stl"), stl_binary()).unwrap();
    let half = |bytes: Vec<u8>| bytes[..bytes.len() / 2].to_vec();
    for (level, bytes, words) in [
        ("bad.stl", half(stl_binary()), "byte 80: the header says 11 triangles"),
        ("bad.stl", half(stl_text()), "bad.stl:40:1"),
        ("bad.ply", ply()[..260].to_vec(), "the header says 8 rows of `vertex`, at least 96 bytes"),
        ("bad.ply", b"ply\nformat ascii 1.0\nelement vertex 1\nend_header\n".to_vec(), "it has only points"),
    ] {
        std::fs::write(folder.path().join(level), bytes).unwrap();
        let scene = json!({ "eyeline": 1,
            "models": [{ "name": "bad", "file": level }, { "name": "good", "file": "good.stl" }],
            "rays": [{ "name": "r", "origin": [0.5, 9, 0.4], "direction": [0, -1, 0] }] });
        std::fs::write(folder.path().join("s.json"), scene.to_string()).unwrap();
        let output = eyeline(folder.path(), &["report", "s.json"]);
        let said = String::from_utf8(output.stderr).unwrap();
        assert!(output.status.code() == Some(2) && said.contains(words), "{said}");
        let report: Value = serde_json::from_slice(&output.stdout).unwrap();
        assert_eq!(report["rays"][0]["nearest"]["object"], "good/good", "{level}");
        let output = eyeline(folder.path(), &["report", level]);
        assert!(output.status.code() == Some(2) && String::from_utf8(output.stderr).unwrap().contains(words));
    }
}
