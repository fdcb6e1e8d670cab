//! STL, PLY and maps of Quake: meshes are read as they were written, STL as `stl_io` reads it, brushes are closed hulls behind their
//! planes, and any bytes are a level or a located error.
//!
//! `EYELINE_FILE_CASES` is how many changed files of each form are read.

use std::collections::HashSet;
use std::f64::consts::TAU;
use std::fmt::Write as _;
use std::fs;
use std::path::Path;

use eyeline::scene::SceneError;
use glam::{DVec3, Vec3};

use crate::levels::{by_us, read, with_other_bytes, with_other_numbers};
use crate::random::Random;

/// A form in which a mesh is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Form {
    StlText,
    StlBinary,
    PlyText,
    PlyLittle,
    PlyBig,
}

const FORMS: [Form; 5] = [Form::StlText, Form::StlBinary, Form::PlyText, Form::PlyLittle, Form::PlyBig];

impl Form {
    fn file(self) -> &'static str {
        match self {
            Self::StlText | Self::StlBinary => "a.stl",
            _ => "a.ply",
        }
    }

    fn written(self, mesh: &Mesh, random: &mut Random) -> Vec<u8> {
        match self {
            Self::StlText => stl_text(mesh).into_bytes(),
            Self::StlBinary => stl_binary(mesh, random),
            _ => ply(mesh, self, random),
        }
    }
}

/// Vertices with all their bits, and triangles.
struct Mesh {
    vertices: Vec<Vec3>,
    triangles: Vec<[usize; 3]>,
}

impl Mesh {
    fn random(random: &mut Random) -> Self {
        let count = 3 + random.below(9);
        let number = |random: &mut Random| match random.below(4) {
            0 => random.pick(&[0.0, 1.0, -1.0, 0.1]),
            1 => random.within(-1.0, 1.0) * random.pick(&[1e-30, 1e-6, 1e6, 1e30]),
            _ => random.within(-9.0, 9.0),
        };
        let vertices = (0..count).map(|_| Vec3::from([(); 3].map(|()| number(random)))).collect();
        let triangles = (0..=random.below(12)).map(|_| [(); 3].map(|()| random.below(count))).collect();
        Self { vertices, triangles }
    }

    fn corners(&self) -> Vec<[Vec3; 3]> {
        self.triangles.iter().map(|triangle| triangle.map(|vertex| self.vertices[vertex])).collect()
    }
}

fn stl_text(mesh: &Mesh) -> String {
    let mut text = String::from("solid a part\n");
    for corners in mesh.corners() {
        text.push_str(" facet normal 0 0 1\n  outer loop\n");
        for Vec3 { x, y, z } in corners {
            writeln!(text, "   vertex {x:e} {y} {z:?}").expect("a line");
        }
        text.push_str("  endloop\n endfacet\n");
    }
    text + "endsolid a part\n"
}

fn stl_binary(mesh: &Mesh, random: &mut Random) -> Vec<u8> {
    let mut bytes = random.pick(&["", "solid", "solid a\nfacet normal", "made by a program"]).as_bytes().to_vec();
    bytes.resize(80, random.pick(b"\0 \n"));
    bytes.extend(u32::try_from(mesh.triangles.len()).expect("few").to_le_bytes());
    for corners in mesh.corners() {
        bytes.extend([Vec3::Z].iter().chain(&corners).flat_map(Vec3::to_array).flat_map(f32::to_le_bytes));
        bytes.extend([0, 0]);
    }
    bytes
}

/// With other properties and elements here and there, and coordinates of both precisions.
fn ply(mesh: &Mesh, form: Form, random: &mut Random) -> Vec<u8> {
    let encoding = match form {
        Form::PlyBig => "binary_big_endian",
        Form::PlyLittle => "binary_little_endian",
        _ => "ascii",
    };
    let (is_double, has_color, has_uv) = (random.below(2) == 0, random.below(2) == 0, random.below(2) == 0);
    let (number, color) =
        (["float", "double"][usize::from(is_double)], ["", "property uchar red\n"][usize::from(has_color)]);
    let uv = ["", "property list int float uv\n"][usize::from(has_uv)];
    let indices = random.pick(&["vertex_indices", "vertex_index"]);
    let mut bytes = format!(
        "ply\nformat {encoding} 1.0\ncomment a mesh\nelement vertex {}\nproperty {number} x\n{color}property {number} y\n\
         property {number} z\nelement extra 2\nproperty short a\nelement face {}\n{uv}property list uchar uint {indices}\n\
         end_header\n",
        mesh.vertices.len(),
        mesh.triangles.len()
    )
    .into_bytes();
    let mut add = |text: &str, little: &[u8], is_last: bool| match form {
        Form::PlyText => bytes.extend(format!("{text}{}", if is_last { '\n' } else { ' ' }).bytes()),
        Form::PlyBig => bytes.extend(little.iter().rev()),
        _ => bytes.extend(little),
    };
    for vertex in &mesh.vertices {
        for (axis, x) in vertex.to_array().into_iter().enumerate() {
            let little = if is_double { f64::from(x).to_le_bytes().to_vec() } else { x.to_le_bytes().to_vec() };
            add(&format!("{x:e}"), &little, axis == 2);
            if axis == 0 && has_color {
                add("255", &[255], false);
            }
        }
    }
    add("-1", &(-1_i16).to_le_bytes(), true);
    add("7", &7_i16.to_le_bytes(), true);
    for triangle in &mesh.triangles {
        if has_uv {
            add("1", &1_i32.to_le_bytes(), false);
            add("0.5", &0.5_f32.to_le_bytes(), false);
        }
        add("3", &[3], false);
        for (corner, vertex) in triangle.iter().enumerate() {
            add(&vertex.to_string(), &u32::try_from(*vertex).expect("few").to_le_bytes(), corner == 2);
        }
    }
    bytes
}

fn bits(triangles: &[[Vec3; 3]]) -> Vec<[[u32; 3]; 3]> {
    triangles.iter().map(|corners| corners.map(|corner| corner.to_array().map(f32::to_bits))).collect()
}

#[test]
fn meshes_are_read_as_they_were_written() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut random = Random::new(19);
    for _ in 0..400 {
        let mesh = Mesh::random(&mut random);
        for form in FORMS {
            let bytes = form.written(&mesh, &mut random);
            fs::write(folder.path().join(form.file()), &bytes).expect("a file");
            let found = by_us(folder.path(), form.file());
            let what = String::from_utf8_lossy(&bytes);
            assert_eq!(found.len(), 1, "{form:?}: {what}");
            assert_eq!(found[0].0, if form == Form::StlText { "a part" } else { "a" }, "{form:?}");
            assert_eq!(bits(&found[0].1), bits(&mesh.corners()), "{form:?}: {what}");
        }
    }
}

fn by_stl_io(path: &Path) -> Vec<[Vec3; 3]> {
    let mesh = stl_io::read_stl(&mut fs::File::open(path).expect("a file")).expect("an STL");
    let corner = |vertex: usize| Vec3::from(mesh.vertices[vertex].0);
    mesh.faces.iter().map(|face| face.vertices.map(corner)).collect()
}

#[test]
fn stl_is_read_as_stl_io_reads_it() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut random = Random::new(23);
    for _ in 0..300 {
        let mesh = Mesh::random(&mut random);
        for mut bytes in [stl_text(&mesh).into_bytes(), stl_binary(&mesh, &mut random)] {
            // It reads a binary file that begins with this word as text.
            if !bytes.starts_with(b"solid a part") {
                bytes[..5].fill(b'x');
            }
            fs::write(folder.path().join("a.stl"), &bytes).expect("a file");
            let [(_, ours)] = &by_us(folder.path(), "a.stl")[..] else { panic!("one solid") };
            assert_eq!(bits(ours), bits(&by_stl_io(&folder.path().join("a.stl"))));
        }
    }
}

/// The bytes of a binary file with other numbers of 4 bytes.
fn with_other_words(bytes: &mut [u8], random: &mut Random) {
    const WORDS: [u32; 8] = [0, 1, 2, 0xff, 0x7fc0_0000, 0x7f80_0000, 0x8000_0000, u32::MAX];
    for _ in 0..=random.below(2) {
        let at = random.below(bytes.len().saturating_sub(4).max(1));
        if let Some(word) = bytes.get_mut(at..at + 4) {
            word.copy_from_slice(&random.pick(&WORDS).to_le_bytes());
        }
    }
}

/// Planes around the origin of a brush, each by its normal and its distance.
fn planes(random: &mut Random) -> Vec<(DVec3, f64)> {
    let axes = [DVec3::X, DVec3::Y, DVec3::Z];
    let mut planes: Vec<(DVec3, f64)> = axes.into_iter().flat_map(|axis| [(axis, 64.0), (-axis, 64.0)]).collect();
    for _ in 0..random.below(8) {
        planes.push((random.direction(), random.range(20.0, 100.0)));
    }
    planes
}

/// A map of one entity with a brush for each list of planes.
fn map(brushes: &[Vec<(DVec3, f64)>], random: &mut Random) -> String {
    let mut text = String::from("{\n\"classname\" \"world\"\n");
    for planes in brushes {
        text.push_str("{\n");
        for &(normal, distance) in planes {
            let (right, up) = normal.any_orthonormal_pair();
            let angle = random.range(0.0, TAU);
            // Clockwise as seen from outside.
            for turn in [0.0, -TAU / 4.0, -TAU / 2.0] {
                let (sin, cos) = libm::sincos(angle + turn);
                let DVec3 { x, y, z } = normal * distance + 64.0 * (cos * right + sin * up);
                write!(text, "( {x} {y} {z} ) ").expect("a point");
            }
            text.push_str("stone 0 0 0 1 1\n");
        }
        text.push_str("}\n");
    }
    text + "}\n"
}

#[test]
fn brushes_are_closed_hulls_behind_their_planes() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut random = Random::new(31);
    for _ in 0..500 {
        let planes = planes(&mut random);
        let text = map(std::slice::from_ref(&planes), &mut random);
        fs::write(folder.path().join("a.map"), &text).expect("a file");
        let [(_, triangles)] = &by_us(folder.path(), "a.map")[..] else { panic!("one brush: {text}") };
        let mut edges = HashSet::new();
        for corners in bits(triangles) {
            for i in 0..3 {
                assert!(edges.insert((corners[i], corners[(i + 1) % 3])), "an edge twice: {text}");
            }
        }
        assert!(edges.iter().all(|(from, to)| edges.contains(&(*to, *from))), "an open edge: {text}");
        let mut reached = vec![f64::MIN; planes.len()];
        for corner in triangles.iter().flatten() {
            let at = 32.0 * DVec3::new(corner.x.into(), -f64::from(corner.z), corner.y.into());
            for (height, (normal, distance)) in reached.iter_mut().zip(&planes) {
                *height = height.max(normal.dot(at) - distance);
            }
        }
        assert!(reached.iter().all(|height| *height < 0.01), "{reached:?}: {text}");
        assert!(reached.iter().filter(|height| **height > -0.01).count() >= 4, "{reached:?}: {text}");
    }
}

#[test]
fn any_map_is_a_level_or_a_located_error() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut random = Random::new(37);
    let (mut sound, mut refused) = (0, 0);
    for _ in 0..cases() {
        let brushes: Vec<_> = (0..=random.below(2)).map(|_| planes(&mut random)).collect();
        let text = map(&brushes, &mut random);
        let mut bytes = if random.below(2) == 0 { with_other_numbers(&text, &mut random) } else { text }.into_bytes();
        if random.below(2) == 0 {
            with_other_bytes(&mut bytes, &mut random);
        }
        match read(folder.path(), "a.map", &bytes) {
            Ok(_) => sound += 1,
            Err(error) => {
                refused += 1;
                check_place(&error, &bytes);
            }
        }
    }
    assert!(sound > cases() / 30 && refused > cases() / 30, "{sound} sound, {refused} refused");
}

/// How many changed files of each form are read.
fn cases() -> usize {
    std::env::var("EYELINE_FILE_CASES").map_or(1500, |cases| cases.parse().expect("a number"))
}

#[test]
fn any_stl_or_ply_is_a_level_or_a_located_error() {
    let cases = cases();
    let folder = tempfile::tempdir().expect("a folder");
    let mut random = Random::new(29);
    for form in FORMS {
        let (mut sound, mut refused) = (0, 0);
        for _ in 0..cases {
            let mut bytes = form.written(&Mesh::random(&mut random), &mut random);
            match (random.below(3), form) {
                (0, Form::StlText | Form::PlyText) => {
                    bytes = with_other_numbers(&String::from_utf8_lossy(&bytes), &mut random).into_bytes();
                }
                (0, _) => with_other_words(&mut bytes, &mut random),
                (1, Form::PlyLittle | Form::PlyBig) => {
                    let end = bytes.windows(11).position(|bytes| bytes == b"end_header\n").expect("a header");
                    let body = bytes.split_off(end);
                    let header = with_other_numbers(&String::from_utf8_lossy(&bytes), &mut random);
                    bytes = [header.into_bytes(), body].concat();
                }
                _ => with_other_bytes(&mut bytes, &mut random),
            }
            match read(folder.path(), form.file(), &bytes) {
                Ok(_) => sound += 1,
                Err(error) => {
                    refused += 1;
                    check_place(&error, &bytes);
                }
            }
        }
        assert!(sound > cases / 30 && refused > cases / 30, "{form:?}: {sound} sound, {refused} refused");
    }
}

/// An error has a line of the file, or a byte of it.
fn check_place(error: &SceneError, bytes: &[u8]) {
    assert!(error.line <= bytes.split(|byte| *byte == b'\n').count(), "{error}");
    let byte = error.message.strip_prefix("byte ").and_then(|rest| rest.split(':').next()?.parse::<usize>().ok());
    assert!(byte.is_none_or(|byte| byte <= bytes.len()), "{error}");
}
