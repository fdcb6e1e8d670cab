//! PLY: what is read of all encodings, the places of errors, and absurd headers.

use glam::Vec3;

use super::build::mesh;
use crate::budget::Budget;
use crate::import::level::Level;
use crate::import::level::tests::{notes, read_as};
use crate::import::level::work::LevelWork;
use crate::opacity::Progress;

/// The header of a square with colours and an element that is skipped.
const HEADER: &str = "ply\nformat ascii 1.0\ncomment by hand\nobj_info 1\nelement vertex 4\nproperty float x\nproperty uchar red\n\
                      property float y\nproperty double z\nelement face 2\nproperty uchar quality\n\
                      property list uchar int vertex_indices\nproperty list int float uv\nelement camera 1\n\
                      property short width\nend_header\n";
const ROWS: &str = "0 1 0 0\n1 2 0 0\n1 3 1 0\n0 4 1 0\n9 3 0 1 2 2 0.5 0.5\n9 3 0 2 3 0\n640\n";

fn ply(bytes: &[u8]) -> Level {
    read_as("scan.ply", bytes).unwrap_or_else(|error| panic!("{error}"))
}

fn square() -> String {
    format!("{HEADER}{ROWS}")
}

/// The same in binary.
fn binary(is_big: bool) -> Vec<u8> {
    let format = if is_big { "binary_big_endian" } else { "binary_little_endian" };
    let mut bytes = HEADER.replace("ascii", format).into_bytes();
    let mut add = |number: &[u8]| {
        let little = number.iter();
        if is_big { bytes.extend(little.rev()) } else { bytes.extend(little) }
    };
    for (i, [x, y]) in (1..).zip([[0.0_f32, 0.0], [1.0, 0.0], [1.0, 1.0], [0.0, 1.0]]) {
        add(&x.to_le_bytes());
        add(&[i]);
        add(&y.to_le_bytes());
        add(&0.0_f64.to_le_bytes());
    }
    for (corners, uv) in [([0_i32, 1, 2], &[0.5_f32, 0.5][..]), ([0, 2, 3], &[])] {
        add(&[9]);
        add(&[3]);
        for corner in corners {
            add(&corner.to_le_bytes());
        }
        add(&i32::try_from(uv.len()).unwrap().to_le_bytes());
        for number in uv {
            add(&number.to_le_bytes());
        }
    }
    add(&640_i16.to_le_bytes());
    bytes
}

#[test]
fn all_encodings_give_the_same_mesh() {
    let faces_first = "ply\nformat ascii 1.0\nelement face 1\nproperty list uchar uint vertex_index\nelement vertex 4\n\
                       property int8 x\nproperty int16 y\nproperty uint32 z\nend_header\n4 0 1 2 3\n0 0 0\n1 0 0\n1 1 0\n0 1 0";
    for bytes in [
        square().into_bytes(),
        square().replace('\n', "\r\n").into_bytes(),
        square().replace("0 1 0 0\n1", "\n\t0 1.0  0 -0e5 \n\n1").into_bytes(),
        binary(false),
        binary(true),
        faces_first.as_bytes().to_vec(),
    ] {
        let what = String::from_utf8_lossy(&bytes).into_owned();
        let level = ply(&bytes);
        assert_eq!(notes(&level), [""; 0], "{what}");
        let [square] = &level.objects[..] else { panic!("{what}") };
        assert_eq!(&*square.name, "scan");
        assert_eq!(square.mesh.positions(), [Vec3::ZERO, Vec3::X, Vec3::new(1.0, 1.0, 0.0), Vec3::Y], "{what}");
        assert_eq!(square.mesh.triangles(), [[0, 1, 2], [0, 2, 3]], "{what}");
    }
}

/// A text with some vertices and faces.
fn polygons(vertices: &[&str], faces: &[&str]) -> String {
    format!(
        "ply\nformat ascii 1.0\nelement vertex {}\nproperty float x\nproperty float y\nproperty float z\nelement face {}\n\
         property list uchar int vertex_indices\nend_header\n{}\n{}\n",
        vertices.len(),
        faces.len(),
        vertices.join("\n"),
        faces.join("\n")
    )
}

#[test]
fn polygons_are_cut_as_those_of_an_obj() {
    let dart = ["4 0 0", "1 1 0", "0 4 0", "0 0 0"];
    let level = ply(polygons(&dart, &["4 0 1 2 3"]).as_bytes());
    let mesh = &level.objects[0].mesh;
    let doubled = |i: usize| (mesh.corners(i)[1] - mesh.corners(i)[0]).cross(mesh.corners(i)[2] - mesh.corners(i)[0]).z;
    assert_eq!((mesh.triangles().len(), doubled(0) + doubled(1)), (2, 8.0), "and 16 by a fan");
    assert_eq!(notes(&level), [""; 0]);
    let line = ["0 0 0", "1 0 0", "2 0 0", "3 0 0"];
    let level = ply(polygons(&line, &["4 0 1 2 3", "4 3 2 1 0"]).as_bytes());
    assert_eq!(level.objects[0].mesh.triangles().len(), 4);
    let [note] = &notes(&level)[..] else { panic!("{:?}", notes(&level)) };
    assert!(note.starts_with("scan.ply:14:1: a polygon without area is triangulated as a fan"), "{note}");

    let far = ["0 0 0", "1 inf 0", "nan 0 0", "0 1 0"];
    let level = ply(polygons(&far, &["3 0 1 3", "4 0 1 2 3"]).as_bytes());
    assert_eq!(level.faults.len(), 1);
    assert!(level.faults[0].to_string().starts_with("scan.ply:11:3: 2 vertices are not finite"), "{}", level.faults[0]);
    assert!(notes(&level).iter().any(|note| note.contains("the mesh `scan`: no triangle has finite corners")));
    let level = ply(polygons(&[], &[]).as_bytes());
    assert!(notes(&level)[0].contains("it has no triangle"), "{:?}", notes(&level));
}

#[test]
fn what_is_wrong_in_a_text_is_found_in_its_line() {
    for (from, to, words, line, column) in [
        ("ply\n", "plz\n", "this is no PLY: its first line is not `ply`", 1, 1),
        ("ascii", "asci", "`asci` is no format", 2, 8),
        ("format ascii 1.0", "comment", "the header has no line `format`", 16, 1),
        ("obj_info", "objinfo", "`objinfo` begins no line of a header", 4, 1),
        ("vertex 4", "vertex", "an element has a name and a count", 5, 1),
        ("vertex 4", "vertex -4", "`-4` is no count from 0 to 4294967295", 5, 16),
        ("vertex 4", "vertex 4000000000", "4000000000 rows of `vertex`, at least 31999999999 bytes", 5, 16),
        ("vertex 4", "vertex 3", "the row ends before a value of `vertex_indices`", 20, 7),
        ("element vertex 4\n", "", "a property comes before the first `element`", 5, 1),
        ("element face", "element vertex", "the element `vertex` comes twice", 10, 9),
        ("float x", "real x", "`real` is no type of numbers", 6, 10),
        ("float y", "float x", "`x` is already a property of this element", 8, 16),
        ("float y", "float", "a property has a type and a name", 8, 1),
        ("float y", "list uchar float y", "`y` is a list, not a number", 8, 27),
        ("float y", "float Y", "`vertex` has no properties x, y and z", 5, 16),
        ("uchar int vertex", "float int vertex", "the length of a list is a whole number, not `float`", 12, 15),
        ("uchar int vertex", "uchar float vertex", "`face` has no list `vertex_indices` of whole numbers", 12, 27),
        ("vertex_indices", "corners", "`face` has no list `vertex_indices` of whole numbers", 10, 14),
        ("face 2", "face 0", "it has only points: 4 rows of `vertex`, and none of `face`", 5, 16),
        ("end_header\n", "", "begins no line of a header", 16, 1),
        ("1 2 0 0", "1 2 0", "the row ends before a value of `z`", 18, 5),
        ("1 2 0 0", "1 2 0 0x", "`0x` is no number of `z`", 18, 7),
        ("3 0 1 2", "2 0 1", "a face has at least three corners, not 2", 21, 3),
        ("3 0 1 2", "1 0", "a face has at least three corners, not 1", 21, 3),
        ("3 0 1 2", "-3 0 1 2", "the list `vertex_indices` has the impossible length -3", 21, 3),
        (
            "3 0 1 2",
            "3 0 1 4",
            "refers to vertex 4, but the number of vertices is 4, and they are counted from 0",
            21,
            9,
        ),
        ("3 0 1 2", "3 0 -1 2", "refers to vertex -1, but", 21, 7),
        ("3 0 1 2", "3 0 1.0 2", "`1.0` is no whole number of `vertex_indices`", 21, 7),
        ("3 0 1 2", "4000000000 0 1 2", "`0.5` is no whole number of `vertex_indices`", 21, 22),
        ("640\n", "", "the header says 1 row of `camera`, at least 1 byte, but the file has only 0 bytes more", 14, 16),
        ("9 3 0 2 3 0\n", "", "the row ends before a value of `vertex_indices`", 22, 1),
    ] {
        let error = read_as("a.ply", square().replacen(from, to, 1).as_bytes()).unwrap_err();
        assert!(error.message.contains(words), "{to}: {error}");
        assert_eq!((error.line, error.column), (line, column), "{to}: {error}");
        assert!(error.help.is_some(), "{to}: {error}");
    }
    let header = HEADER.replace("end_header\n", "");
    let error = read_as("a.ply", header.as_bytes()).unwrap_err();
    assert!(error.message.contains("the header has no `end_header`") && error.line == 15, "{error}");
    let error = read_as("a.ply", square().replace('\n', "\r").as_bytes()).unwrap_err();
    assert!(error.message.contains("its lines end in CR alone"), "{error}");
}

#[test]
fn values_that_the_header_does_not_have_are_ignored() {
    let level = ply(square().replacen("1 2 0 0\n", "1 2 0 0 7 7\n", 1).replacen("2 3 0\n", "2 3 0 7\n", 1).as_bytes());
    assert_eq!(level.objects[0].mesh.triangles(), [[0, 1, 2], [0, 2, 3]]);
    let [note] = &notes(&level)[..] else { panic!("{:?}", notes(&level)) };
    let words = "scan.ply:18:9: rows have more values than the header says; they are ignored (2 times";
    assert!(note.starts_with(words), "{note}");
}

#[test]
fn what_is_wrong_in_a_binary_file_has_its_byte() {
    for is_big in [false, true] {
        let sound = binary(is_big);
        let body = sound.len() - (4 * 17 + 2 * 14 + 4 + 4 + 8 + 2);
        let cut = |end: usize| read_as("a.ply", &sound[..end]).unwrap_err().message.to_string();
        assert!(cut(sound.len() - 1).contains("the header says 1 row of `camera`, at least 2 bytes"));
        let said = cut(sound.len() - 8);
        assert!(said.contains(": the file ends inside of `vertex_indices`: 4 bytes are expected here, not "), "{said}");
        assert!(said.starts_with("byte "), "{said}");
        assert!(cut(sound.len() - 100).contains("rows of `vertex`, at least 68 bytes"));
        let mut other = sound.clone();
        let first_corner = body + 4 * 17 + 2;
        other[first_corner..first_corner + 4].fill(0xff);
        let error = read_as("a.ply", &other).unwrap_err();
        assert!(
            error.message.starts_with(&format!("byte {first_corner}: this corner refers to vertex -1, but")),
            "{error} at {first_corner}"
        );
    }
}

#[test]
fn absurd_headers_take_no_memory() {
    let budget = Budget::new(1 << 20);
    let progress = Progress::default();
    for (elements, words) in [
        ("element x 4294967295\n", ""),
        ("element face 4294967295\n", "`face` has no list `vertex_indices`"),
        ("element vertex 4294967295\nelement face 1\n", "`vertex` has no properties x, y and z"),
        ("element x 4294967295\nproperty list char char a\n", "4294967295 rows of `x`"),
        ("element x 4294967295\nproperty list uint double a\n", "4294967295 rows of `x`"),
    ] {
        for format in ["ascii", "binary_little_endian", "binary_big_endian"] {
            let text = format!("ply\nformat {format} 1.0\n{elements}end_header\n1 2 3\n");
            let work = LevelWork::new(&progress, &budget);
            let read = mesh(text.as_bytes(), "a", &work);
            let said = read.map_or_else(|error| error.message, |_| String::new());
            assert!(said.contains(words) && said.is_empty() == words.is_empty(), "{elements}: {said}");
        }
    }
    assert_eq!(budget.left(), budget.total());
}
