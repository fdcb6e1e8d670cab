//! Files that are no FBX, and files that do not fit.

use super::maker::{FbxMaker, cuboid};
use crate::budget::Budget;
use crate::files::LevelFile;
use crate::import::level::tests::{notes, read_as};
use crate::opacity::Progress;

fn text() -> String {
    let mut maker = FbxMaker::new();
    let (points, sides) = cuboid([0.0; 3], [1.0; 3]);
    let geometry = maker.geometry("g", &points, &sides, "");
    maker.mesh_node("a", 0, "", geometry);
    maker.text()
}

#[test]
fn a_file_that_is_no_fbx_says_what_it_is_not() {
    let sound = text();
    let (half, _) = sound.split_at(sound.len() / 2);
    for (bytes, words) in [
        (&b""[..], "the file has no content"),
        (b"solid a\nendsolid a\n", "this is no FBX"),
        (b"v 0 0 0\nf 1 1 1\n", "this is no FBX"),
        (b"Kaydara FBX Binary  \0\x1a\0\xe8\x1c\0\0", "the file has no content"),
        (half.as_bytes(), "file is cut off"),
    ] {
        let error = read_as("a.fbx", bytes).unwrap_err();
        assert!(error.message.contains(words), "{error}");
        assert!(error.help.is_some() && error.file.ends_with("a.fbx"), "{error}");
    }
}

#[test]
fn a_corner_without_a_vertex_is_an_error() {
    for corner in ["30", "-2147483648", "99999999999999"] {
        let other = text().replace("a: 0,2,3,-2,", &format!("a: 0,2,{corner},-2,"));
        let error = read_as("a.fbx", other.as_bytes()).unwrap_err();
        assert!(error.message.contains("its content breaks the rules of FBX"), "{error}");
    }
}

#[test]
fn numbers_that_are_not_finite_are_errors_beside_the_level() {
    let level = read_as("a.fbx", text().replacen("a: 0,0,0,", "a: nan,1e300,0,", 1).as_bytes()).unwrap();
    let faults = notes(&level);
    assert!(faults[0].contains("meshes[0] `g`: a vertex is not finite"), "{faults:?}");
    assert_eq!(level.objects.len(), 1);
}

#[test]
fn a_file_without_meshes_is_an_empty_level_with_a_note() {
    let level = FbxMaker::new().level();
    assert!(notes(&level)[0].contains("it has no triangle and no camera"), "{:?}", notes(&level));
}

#[test]
fn a_level_that_does_not_fit_is_refused_and_returns_its_memory() {
    let folder = tempfile::tempdir().unwrap();
    let mut maker = FbxMaker::new();
    let points: Vec<[f64; 3]> = (0..30_000).map(|i| [f64::from(i), 0.0, f64::from(i % 7)]).collect();
    let triangles: Vec<[i32; 3]> = (0..9_999).map(|i| [3 * i, 3 * i + 1, 3 * i + 2]).collect();
    let triangles: Vec<&[i32]> = triangles.iter().map(|triangle| &triangle[..]).collect();
    let geometry = maker.geometry("g", &points, &triangles, "");
    maker.mesh_node("a", 0, "", geometry);
    std::fs::write(folder.path().join("a.fbx"), maker.text()).unwrap();
    let mut fits = Vec::new();
    for total in [1 << 16, 1 << 20, 4 << 20, 64 << 20] {
        let budget = Budget::new(total);
        let file = LevelFile::read("a.fbx", &folder.path().into(), &budget, &Progress::default());
        fits.push(file.level().is_ok());
        if let Err(error) = file.level() {
            assert!(error.message.contains("memory"), "{error}");
        }
        drop(file);
        assert_eq!(budget.left(), total, "all memory is returned");
    }
    assert_eq!((fits.first(), fits.last()), (Some(&false), Some(&true)), "{fits:?}");
}

#[test]
fn a_deep_hierarchy_is_read() {
    let mut maker = FbxMaker::new();
    let mut below = 0;
    for _ in 0..3000 {
        below = maker.node("n", below, "");
    }
    let (points, sides) = cuboid([0.0; 3], [1.0; 3]);
    let geometry = maker.geometry("g", &points, &sides, "");
    maker.mesh_node("a", below, "", geometry);
    assert_eq!(maker.level().objects.len(), 1);
}
