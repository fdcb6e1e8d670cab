//! STL: what is read of both forms, the places of errors, and any bytes.

use std::fmt::Write as _;

use glam::Vec3;

use super::build::meshes;
use super::repair::repair_stl;
use crate::budget::Budget;
use crate::geometry::mesh::repair::MeshRepair;
use crate::import::level::Level;
use crate::import::level::tests::{notes, read_as};
use crate::import::level::work::LevelWork;
use crate::opacity::Progress;

const SQUARE: [[[f32; 3]; 3]; 2] =
    [[[0.0, 0.0, 0.0], [1.0, 0.0, 0.0], [1.0, 1.0, 0.0]], [[0.0, 0.0, 0.0], [1.0, 1.0, 0.0], [0.0, 1.0, 0.0]]];

/// A text with one solid, whose normals are +Z.
fn text(name: &str, triangles: &[[[f32; 3]; 3]]) -> String {
    let mut text = format!("solid {name}\n");
    for corners in triangles {
        text.push_str("  facet normal 0 0 1\n    outer loop\n");
        for [x, y, z] in corners {
            writeln!(text, "      vertex {x:?} {y:?} {z:?}").unwrap();
        }
        text.push_str("    endloop\n  endfacet\n");
    }
    text + &format!("endsolid {name}\n")
}

/// A binary file with that header.
fn binary(header: &str, triangles: &[[[f32; 3]; 3]]) -> Vec<u8> {
    let mut bytes = header.as_bytes().to_vec();
    bytes.resize(80, 0);
    bytes.extend(u32::try_from(triangles.len()).unwrap().to_le_bytes());
    for corners in triangles {
        let numbers = [[0.0, 0.0, 1.0]].iter().chain(corners).flatten().flat_map(|x: &f32| x.to_le_bytes());
        bytes.extend(numbers.collect::<Vec<_>>());
        bytes.extend([7, 7]);
    }
    bytes
}

fn stl(bytes: &[u8]) -> Level {
    read_as("part.stl", bytes).unwrap_or_else(|error| panic!("{error}"))
}

fn names(level: &Level) -> Vec<&str> {
    level.objects.iter().map(|object| &*object.name).collect()
}

#[test]
fn both_forms_give_the_same_mesh_with_joined_corners() {
    for (bytes, name) in [
        (binary("", &SQUARE), "part"),
        (binary("solid of a program", &SQUARE), "part"),
        (binary(&" ".repeat(80), &SQUARE), "part"),
        (text("", &SQUARE).into_bytes(), "part"),
        (text("a table  ", &SQUARE).into_bytes(), "a table"),
        (text("a", &SQUARE).replace('\n', "\r\n").into_bytes(), "a"),
        (text("a", &SQUARE).replace('\n', "\r").into_bytes(), "a"),
        (text("a", &SQUARE).replace("endsolid a", "endsolid").into_bytes(), "a"),
        (format!("\u{feff}# made by hand\n{}", text("a", &SQUARE)).replace("outer", "#\n OUTER").into_bytes(), "a"),
        (text("a", &SQUARE).to_uppercase().into_bytes(), "A"),
        (text("a", &SQUARE).replace("normal 0 0 1", "normal").into_bytes(), "a"),
        (text("caf\u{e9}", &SQUARE).replace("\n    ", " ").into_bytes(), "caf\u{e9}"),
        (text("a", &SQUARE).replace("normal 0 0 1", "normal -nan(ind) nan 1.#QNAN").into_bytes(), "a"),
    ] {
        let what = String::from_utf8_lossy(&bytes).into_owned();
        let level = stl(&bytes);
        assert_eq!((names(&level), notes(&level)), (vec![name], vec![]), "{what}");
        let mesh = &level.objects[0].mesh;
        assert_eq!(mesh.positions(), [Vec3::ZERO, Vec3::X, Vec3::new(1.0, 1.0, 0.0), Vec3::Y], "{what}");
        assert_eq!(mesh.triangles(), [[0, 1, 2], [0, 2, 3]], "{what}");
    }
}

#[test]
fn each_solid_of_a_text_is_an_object() {
    let solids = [text("a", &SQUARE), text("", &SQUARE[..1]), text("empty", &[]), text("a", &SQUARE[1..])].concat();
    let level = stl(solids.as_bytes());
    assert_eq!(names(&level), ["a", "part", "a#2"]);
    let counts: Vec<usize> = level.objects.iter().map(|object| object.mesh.triangles().len()).collect();
    assert_eq!((counts, notes(&level).len()), (vec![2, 1, 1], 0));
}

#[test]
fn what_is_ignored_is_reported() {
    let cut = text("a", &SQUARE).replace("endsolid a\n", "\n\n");
    let described = notes(&stl(cut.as_bytes()));
    assert_eq!(described, ["part.stl:15:3: a solid has no `endsolid`; the file may be cut off"]);
    let described = notes(&stl(format!("{cut}{cut}").as_bytes()));
    assert!(described[0].ends_with("(2 times; this is the first)"), "{described:?}");

    let longer = [binary("", &SQUARE), vec![1; 9]].concat();
    assert_eq!(notes(&stl(&longer)), ["part.stl:1:1: byte 184: 9 bytes after the last triangle are ignored"]);

    let turned = [SQUARE[0], SQUARE[1]].map(|[a, b, c]| [a, c, b]);
    let words = "2 of 2 stored normals point to the other side than the winding of their triangles";
    for bytes in [text("a", &turned).into_bytes(), binary("", &turned)] {
        let described = notes(&stl(&bytes));
        assert!(described.len() == 1 && described[0].contains(words), "{described:?}");
        assert_eq!(stl(&bytes).objects[0].mesh.triangles()[0], [0, 1, 2], "the winding counts");
    }
    assert_eq!(notes(&stl(&binary("", &[SQUARE[0], turned[1]]))), [""; 0], "one of two is not most");

    let far = [[[f32::NAN, 0.0, 0.0], [1.0, f32::INFINITY, 0.0], [f32::NAN, 0.0, 0.0]], SQUARE[1]];
    for (bytes, place) in [(text("a", &far), "part.stl:4:14: "), (String::new(), "byte 96: ")] {
        let bytes = if bytes.is_empty() { binary("", &far) } else { bytes.into_bytes() };
        let level = stl(&bytes);
        assert_eq!((level.objects[0].mesh.triangles().len(), level.faults.len()), (2, 1));
        let fault = level.faults[0].to_string();
        assert!(fault.contains(place) && fault.contains("2 vertices are not finite"), "{fault}");
    }
    for bytes in [binary("", &[]), text("a", &[]).into_bytes(), Vec::new()] {
        let described = notes(&stl(&bytes));
        assert!(described.len() == 1 && described[0].contains("it has no triangle"), "{described:?}");
    }
    let described = notes(&stl(&binary("", &far[..1])));
    assert!(
        described.iter().any(|note| note.contains("the solid `part`: no triangle has finite corners")),
        "{described:?}"
    );
}

#[test]
fn what_is_wrong_in_a_text_is_found_in_its_line() {
    let sound = text("a", &SQUARE);
    for (from, to, words, line, column) in [
        ("  facet", "  facett", "`facet` or `endsolid` is expected here, not `facett`", 2, 3),
        ("normal 0 0 1", "0 0 1", "`normal` is expected here, not `0`", 2, 9),
        ("normal 0 0 1", "normal 0 y 1", "a number of the normal or `outer` is expected here, not `y`", 2, 18),
        ("normal 0 0 1", "normal 0 0 1 2", "a number of the normal or `outer` is expected here, not `2`", 2, 22),
        ("vertex 1.0 0.0 0.0", "vertex 1.0 0,5 0.0", "`0,5` is no number; y of the vertex", 5, 18),
        ("    endloop", "vertex 1 1 1\n endloop", "`endloop` is expected here, not `vertex`", 7, 1),
        ("  endfacet", "", "`endfacet` is expected here, not `facet`", 9, 3),
        ("endsolid a\n", "endsolid a\nsome words", "`solid` is expected here, not `some`", 17, 1),
    ] {
        let error = read_as("a.stl", sound.replacen(from, to, 1).as_bytes()).unwrap_err();
        assert!(error.message.contains(words), "{to}: {error}");
        assert_eq!((error.line, error.column), (line, column), "{to}: {error}");
    }
    let error = read_as("a.stl", b"\n v 0 0 0\n").unwrap_err();
    assert!(error.message.contains("`solid` is expected here, not `v`"), "{error}");
    assert_eq!((error.line, error.column), (2, 2), "{error}");
    let end = sound.find("0.0\n    endloop").unwrap();
    let error = read_as("a.stl", &sound.as_bytes()[..end]).unwrap_err();
    assert!(error.message.contains("inside of a facet; z of the vertex is missing"), "{error}");
    assert_eq!((error.line, error.column), (6, 18), "{error}");
}

#[test]
fn what_is_wrong_in_a_binary_file_has_its_byte() {
    let sound = binary("solid", &SQUARE);
    let mut absurd = sound.clone();
    absurd[80..84].fill(0xff);
    let claims = "byte 80: the header says 4294967295 triangles, which end at byte 214748364834, but the file has 184 bytes, \
                  enough for 2";
    for (bytes, words) in [
        (&b"\0"[..], "this is no STL: a text begins with `solid`, and a binary file has 84 bytes"),
        (&sound[..83], "but the file has 83 bytes"),
        (
            &sound[..183],
            "byte 80: the header says 2 triangles, which end at byte 184, but the file has 183 bytes, enough for 1",
        ),
        (&absurd, claims),
    ] {
        let error = read_as("a.stl", bytes).unwrap_err();
        assert!(error.message.contains(words), "{error}");
        assert!(error.help.is_some(), "{error}");
    }
}

#[test]
fn a_solid_that_does_not_fit_is_refused_and_returns_its_memory() {
    let many: Vec<[[f32; 3]; 3]> =
        (0_u8..200).flat_map(|i| SQUARE.map(|t| t.map(|[x, y, _]| [x, y, i.into()]))).collect();
    for bytes in [binary("", &many), text("a", &many).into_bytes()] {
        for (total, fits) in [(3_000, false), (200_000, true)] {
            let budget = Budget::new(total);
            let progress = Progress::default();
            let work = LevelWork::new(&progress, &budget);
            let read = meshes(&bytes, "a", &work);
            assert_eq!(read.as_ref().map_err(|error| error.over.is_some()).err(), (!fits).then_some(true), "{total}");
            drop((read, work));
            assert_eq!(budget.left(), total);
        }
        assert_eq!(stl(&bytes).objects[0].mesh.positions().len(), 800);
    }
}

/// The sides of a box without one, the last of them reversed, and one triangle twice.
fn broken_box() -> Vec<[[f32; 3]; 3]> {
    let corner = |i: u8| [0, 1, 2].map(|axis| f32::from(i >> axis & 1));
    let sides = [[0, 2, 3, 1], [4, 5, 7, 6], [0, 4, 6, 2], [1, 3, 7, 5], [4, 5, 1, 0]];
    let mut triangles: Vec<[u8; 3]> = sides.iter().flat_map(|&[a, b, c, d]| [[a, b, c], [a, c, d]]).collect();
    triangles.push(triangles[2]);
    triangles.iter().map(|triangle| triangle.map(corner)).collect()
}

#[test]
fn a_repaired_copy_has_the_form_of_the_file_and_the_bytes_of_what_is_sound() {
    let how = MeshRepair { degenerate: true, duplicates: true, winding: true, merge: None, holes: Some(2.0) };
    let file = |bytes: &[u8]| repair_stl(bytes, "part", how).unwrap();
    let triangles = broken_box();
    let original = [binary("by hand", &triangles), vec![1, 2, 3]].concat();
    let repaired = file(&original);
    let changes: Vec<String> = repaired.meshes[0].1.changes.iter().map(ToString::to_string).collect();
    assert_eq!(changes.len(), 2 + 2, "{changes:?}");
    assert_eq!(repaired.bytes.len(), 84 + 12 * 50 + 3);
    assert_eq!((&repaired.bytes[..80], &repaired.bytes[84 + 600..]), (&original[..80], &[1, 2, 3][..]));
    let (before, after) = (original[84..].as_chunks::<50>().0, repaired.bytes[84..].as_chunks::<50>().0);
    let same = after.iter().filter(|triangle| before.contains(triangle)).count();
    assert_eq!(same, 8, "all but the reversed and the new ones");
    assert_eq!(after[8][48..], [7, 7], "a reversed triangle keeps its two bytes");
    let again = file(&repaired.bytes);
    assert_eq!((again.bytes, again.meshes[0].1.changes.len()), (repaired.bytes, 0));

    for line_end in ["\n", "\r\n"] {
        let original = [text("a box", &triangles), text("b", &SQUARE)].concat().replace('\n', line_end);
        let how = MeshRepair { holes: None, ..how };
        let repaired = repair_stl(original.as_bytes(), "part", how).unwrap();
        let copy = String::from_utf8(repaired.bytes).unwrap();
        assert_eq!(copy.matches(&format!("endfacet{line_end}")).count(), 10 + 2);
        let level = stl(copy.as_bytes());
        assert_eq!(
            (names(&level), notes(&level)),
            (vec!["a box", "b"], vec![]),
            "its normals are those of the winding"
        );
        assert_eq!(repair_stl(copy.as_bytes(), "part", how).unwrap().bytes, copy.into_bytes());
    }
    let said = repair_stl(b"solid a\nfacet", "a", how).unwrap_err();
    assert!(said.starts_with("line 2: the file ends after this word"), "{said}");
    assert!(repair_stl(&original[..90], "a", how).unwrap_err().starts_with("byte 80: "));
}
