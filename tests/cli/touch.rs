//! `scenes/touch.obj` has too many numbers for manual writing. It is generated here and compared with the file.
//! `UPDATE_SCENES=1 cargo test --test cli touch` writes the file.

use std::f64::consts::TAU;
use std::fmt::Write;
use std::path::Path;

/// Vertices around the axis of the ring, and around its tube.
const RING: [u32; 2] = [40, 20];
/// Vertices around the cup.
const CUP: u32 = 32;
/// Radius and height of each edge of the cup, from the outer edge of its foot to the inner one of its floor.
const EDGES: [[f64; 2]; 4] = [[0.7, 0.0], [0.9, 1.6], [0.8, 1.6], [0.62, 0.12]];

/// A number of three digits after the point, as short as possible.
fn number(x: f64) -> String {
    let text = format!("{x:.3}");
    let text = text.trim_end_matches('0').trim_end_matches('.');
    if text == "-0" { "0".to_owned() } else { text.to_owned() }
}

/// Vertices around Y.
fn circle(text: &mut String, count: u32, radius: f64, height: f64) {
    for i in 0..count {
        let (sin, cos) = libm::sincos(TAU * f64::from(i) / f64::from(count));
        writeln!(text, "v {} {} {}", number(radius * cos), number(height), number(radius * sin)).unwrap();
    }
}

/// Triangles between circles of vertices, from the vertex of this number.
fn band(text: &mut String, first: u32, count: u32, circles: u32, is_closed: bool) {
    for j in 0..if is_closed { circles } else { circles - 1 } {
        for i in 0..count {
            let at = |j: u32, i: u32| first + j % circles * count + i % count;
            writeln!(text, "f {} {} {}", at(j, i), at(j + 1, i + 1), at(j, i + 1)).unwrap();
            writeln!(text, "f {} {} {}", at(j, i), at(j + 1, i), at(j + 1, i + 1)).unwrap();
        }
    }
}

fn touch() -> String {
    let mut text = "# A ring with axis Y and a cup that is open above: scenes/touch_*.json.\ng ring\n".to_owned();
    let [around, across] = RING;
    for j in 0..across {
        let (sin, cos) = libm::sincos(TAU * f64::from(j) / f64::from(across));
        circle(&mut text, around, 1.0 + 0.25 * cos, 0.25 * sin);
    }
    band(&mut text, 1, around, across, true);
    text.push_str("g cup\n");
    for [radius, height] in EDGES {
        circle(&mut text, CUP, radius, height);
    }
    text.push_str("v 0 0 0\nv 0 0.12 0\n");
    let first = around * across + 1;
    band(&mut text, first, CUP, 4, false);
    // The foot and the floor are fans around their middles.
    let (floor, foot) = (first + 3 * CUP, first + 4 * CUP);
    for i in 0..CUP {
        let next = (i + 1) % CUP;
        writeln!(text, "f {foot} {} {}", first + i, first + next).unwrap();
        writeln!(text, "f {} {} {}", foot + 1, floor + next, floor + i).unwrap();
    }
    text
}

#[test]
fn the_meshes_of_the_lessons_equal_the_generated_ones() {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("scenes/touch.obj");
    let text = touch();
    if std::env::var_os("UPDATE_SCENES").is_some() {
        std::fs::write(&file, &text).unwrap();
    }
    let found = std::fs::read_to_string(&file).unwrap();
    assert!(found == text, "scenes/touch.obj is not what is made here; UPDATE_SCENES=1 writes it");
}
