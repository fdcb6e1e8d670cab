//! The words and marks of explained cuts.

use std::fs;
use std::path::Path;

use super::explain::explain;
use super::headline::headline;
use super::steps::step;
use super::values::{CutValues, NewVertices, Sizes};
use crate::geometry::{MarkShape, Step, Tone};
use crate::world::{CutAt, World};

/// A closed box of 2 m × 2 m × 2 m.
const BOX: &str = "v -1 -1 -1\nv 1 -1 -1\nv 1 1 -1\nv -1 1 -1\nv -1 -1 1\nv 1 -1 1\nv 1 1 1\nv -1 1 1\n\
    f 1 4 3 2\nf 5 6 7 8\nf 1 2 6 5\nf 4 8 7 3\nf 1 5 8 4\nf 2 3 7 6\n";

/// The cut of a mesh by the plane y = 0.25. `object` and `cut` are more keys of their entries.
fn cut_of(obj: &str, object: &str, cut: &str) -> CutAt {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("a.obj"), obj).unwrap();
    let text = format!(
        r#"{{ "eyeline": 1,
            "objects": [{{ "name": "a", "shape": {{ "mesh": {{ "file": "a.obj" }} }}{object} }}],
            "cuts": [{{ "name": "cut", "object": "a", "point": [0, 0.25, 0], "normal": [0, 1, 0]{cut} }}] }}"#
    );
    let loaded = crate::files::parse(&text, "a.json", Some(folder.path())).unwrap();
    World::at(&loaded.scene, &loaded.files, 0).cuts.remove(0)
}

/// The cut of the lesson `sword`: a skinned mesh, cut at tick 24. The world is at a later tick.
fn sword() -> CutAt {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("scenes");
    let text = fs::read_to_string(folder.join("sword.json")).unwrap();
    let loaded = crate::files::parse(&text, "sword.json", Some(folder.as_path())).unwrap();
    World::at(&loaded.scene, &loaded.files, 40).cuts.remove(0)
}

fn steps(cut: &CutAt) -> Vec<Step> {
    explain(cut).unwrap().story.steps
}

fn titled<'s>(steps: &'s [Step], title: &str) -> &'s Step {
    steps.iter().find(|step| step.title == title).unwrap()
}

fn sizes(cut: &CutAt) -> Sizes {
    let steps = steps(cut);
    match titled(&steps, "Sizes").other_values::<CutValues>() {
        Some(CutValues::Sizes(sizes)) => sizes.clone(),
        other => panic!("{other:?}"),
    }
}

/// The box, turned inside out.
fn inside_out() -> String {
    let turned = |line: &str| match line.strip_prefix("f ") {
        Some(corners) => format!("f {}\n", corners.split(' ').rev().collect::<Vec<_>>().join(" ")),
        None => format!("{line}\n"),
    };
    BOX.lines().map(turned).collect()
}

/// The box without the side x = 1.
fn open_box() -> String {
    BOX.replace("f 2 3 7 6\n", "")
}

#[test]
fn the_words_of_a_step_come_from_its_values() {
    let cuts = [cut_of(BOX, "", ""), cut_of(BOX, "", r#", "cap": false"#), cut_of(&open_box(), "", ""), sword()];
    for cut in cuts {
        for told in steps(&cut) {
            let values = told.other_values::<CutValues>().unwrap_or_else(|| panic!("no values: {told:#?}"));
            assert_eq!(step(values.clone()), told);
        }
    }
}

#[test]
fn steps_and_labels_have_the_tick_of_the_cut() {
    for told in steps(&sword()) {
        assert!(told.outcome.contains("tick 24"), "{told:#?}");
    }
    let steps = steps(&sword());
    for title in ["Sides", "One triangle", "New vertices", "Loops", "Caps"] {
        assert!(titled(&steps, title).marks.iter().any(|mark| !mark.label.is_empty()), "{title}");
    }
}

#[test]
fn volumes_of_a_box_add_up_to_its_own() {
    let cut = cut_of(BOX, "", "");
    let steps = steps(&cut);
    let told = titled(&steps, "Sizes");
    assert_eq!(
        told.numbers,
        "mesh: 12 triangles, 24 m², 8 m³\nfront: 12 vertices, 20 triangles, 14 m², 3 m³\nback: 12 vertices, 20 triangles, 18 m², \
         5 m³\narea without caps: 10 + 14 = 24 m²\n  mesh: 24 m², difference: 0 m²\nvolume: 3 + 5 = 8 m³\n  mesh: 8 m³, \
         difference: 0 m³"
    );
    assert!(told.outcome.ends_with("add up to that of the mesh, up to rounding."), "{}", told.outcome);
    assert_eq!(titled(&steps, "Caps").numbers, "6 triangles in each half, 4 m²");
}

/// Without `off_plane` in the words, the sum of the story was called that of the mesh.
#[test]
fn volumes_of_a_skinned_mesh_do_not_add_up_where_new_vertices_leave_the_plane() {
    let found = sizes(&sword());
    let whole = found.whole.volume.unwrap();
    let [front, back] = found.halves.clone().map(|half| half.measures.volume.unwrap());
    // The volume of the posed mesh as another program computes it.
    assert!((whole - 0.068_177_215).abs() < 1e-7, "{whole}");
    assert!((front + back - whole).abs() > 1e-6, "{front} + {back} = {whole}");
    assert!(found.off_edge >= found.off_plane && found.off_plane > found.tolerance);
    let steps = steps(&sword());
    let told = titled(&steps, "Sizes");
    assert!(
        told.outcome.contains(" m³ less than that of the mesh. ") && told.outcome.contains("not flat"),
        "{told:#?}"
    );
    assert!(told.numbers.contains("mesh: 0.0681772"), "{told:#?}");
}

/// The mark was the point between the posed ends, which is on the plane.
#[test]
fn the_furthest_new_vertex_is_marked_where_it_is() {
    let cut = sword();
    let halves = cut.outcome.as_ref().unwrap().as_ref().unwrap();
    let steps = steps(&cut);
    let told = titled(&steps, "New vertices");
    let values = told.other_values::<CutValues>();
    let Some(CutValues::NewVertices(NewVertices { furthest: Some(vertex), off_plane, .. })) = values else {
        panic!("no furthest vertex: {told:#?}")
    };
    assert!((vertex.distance.abs() - halves.off_plane).abs() < 1e-12, "{} and {off_plane}", vertex.distance);
    // As another program computes it.
    assert!((off_plane - 4.763e-4).abs() < 1e-7, "{off_plane}");
    assert!(vertex.ends.iter().all(|end| end.modelled.as_ref().is_some_and(|end| !end.weights.is_empty())));
    let marked = told.marks.iter().find(|mark| mark.label == "new vertex at tick 24").unwrap();
    let MarkShape::Point(at) = marked.shape else { panic!("{marked:?}") };
    assert!((cut.plane.distance(at.as_dvec3()).abs() - halves.off_plane).abs() < 1e-6, "{at}");
    let line = told.marks.iter().find(|mark| mark.label.ends_with(" m off the plane")).unwrap();
    let MarkShape::Segment(from, to) = line.shape else { panic!("{line:?}") };
    assert!(from == at && cut.plane.distance(to.as_dvec3()).abs() < 1e-6, "{from} {to}");
}

#[test]
fn a_triangle_of_a_skinned_mesh_has_its_weights_and_a_rigid_one_its_positions() {
    let skinned = steps(&sword());
    let told = titled(&skinned, "One triangle");
    for words in ["t = ", "as modelled (", ", weights ", "blend of the posed ends: ", "new vertex, posed: ", ", d = "] {
        assert!(told.numbers.matches(words).count() > 1, "{words}: {}", told.numbers);
    }
    let rigid = steps(&cut_of(BOX, "", ""));
    let told = titled(&rigid, "One triangle");
    assert!(told.numbers.contains(" − (−1.25)) = ") || told.numbers.contains("−1.25 / (−1.25 − 0.75) = "), "{told:#?}");
    assert!(told.numbers.contains(", d = 0 m") && !told.numbers.contains("weights"), "{told:#?}");
    let told = titled(&rigid, "New vertices");
    assert!(told.marks.is_empty(), "rounding is not marked: {told:#?}");
}

#[test]
fn a_negative_number_after_a_minus_is_in_brackets() {
    for cut in [cut_of(BOX, "", ""), cut_of(BOX, r#", "rotation": [1, 0, 0, 0]"#, ""), sword()] {
        for told in steps(&cut) {
            assert!(!told.numbers.contains("− −") && !told.numbers.contains("+ −"), "{}", told.numbers);
        }
    }
}

#[test]
fn open_chains_are_drawn_and_have_their_lengths() {
    let steps = steps(&cut_of(&open_box(), "", ""));
    let told = titled(&steps, "Loops");
    assert_eq!(told.numbers, "0 closed loops, 1 open chain; vertices of each chain: 7");
    for title in ["Loops", "Caps"] {
        let marks = &titled(&steps, title).marks;
        assert_eq!(marks.iter().filter(|mark| mark.tone == Tone::Partial).count(), 6, "{title}: {marks:#?}");
        assert!(marks.iter().any(|mark| mark.label == "open: no cap"), "{title}: {marks:#?}");
    }
    assert_eq!(titled(&steps, "Sizes").outcome, "The mesh is not closed. A surface that is not closed has no volume.");
}

#[test]
fn closed_loops_are_drawn_with_and_without_caps() {
    for (cap, triangles) in [(true, 6), (false, 0)] {
        let steps = steps(&cut_of(BOX, "", &format!(r#", "cap": {cap}"#)));
        let told = titled(&steps, "Caps");
        let edges = |tone: Tone| told.marks.iter().filter(|mark| mark.tone == tone).count();
        // A polygon of 8 vertices has 5 edges between its triangles.
        assert_eq!((edges(Tone::Pass), edges(Tone::Note)), (8, if cap { 5 } else { 0 }), "{told:#?}");
        assert!(told.numbers.starts_with(&format!("{triangles} triangles in each half")), "{told:#?}");
        assert_eq!(titled(&steps, "Loops").numbers, "1 closed loop, 0 open chains; vertices of each loop: 8");
    }
    let cut = cut_of(BOX, "", r#", "cap": false"#);
    assert!((sizes(&cut).whole.volume.unwrap() - 8.0).abs() < 1e-9, "the mesh itself is closed");
}

/// The volumes were −3 m³ and −5 m³.
#[test]
fn a_mirrored_box_has_the_volumes_of_the_box() {
    for scale in ["[1, 1, -1]", "[-1, -1, -1]", "[-1, 1, 1]", "[1, -1, -1]", "[1, 1, 1]"] {
        let cut = cut_of(BOX, &format!(r#", "scale": {scale}"#), "");
        let found = sizes(&cut);
        let [front, back] = found.halves.clone().map(|half| half.measures.volume.unwrap());
        let whole = found.whole.volume.unwrap();
        let is_near = |x: f64, expected: f64| (x - expected).abs() < 1e-6;
        assert!(is_near(front, 3.0) && is_near(back, 5.0) && is_near(whole, 8.0), "{scale}: {front}, {back}, {whole}");
        assert_eq!(headline(&cut).unwrap(), "`cut` cuts `a`: 3 m³ in front, 5 m³ behind");
        assert_eq!(found.is_mirrored, scale.matches('-').count() % 2 == 1, "{scale}");
    }
}

#[test]
fn a_mesh_that_is_inside_out_keeps_its_negative_volume() {
    for (scale, is_mirrored) in [("[1, 1, 1]", false), ("[1, 1, -1]", true)] {
        let cut = cut_of(&inside_out(), &format!(r#", "scale": {scale}"#), "");
        let found = sizes(&cut);
        assert!((found.whole.volume.unwrap() + 8.0).abs() < 1e-6 && found.is_mirrored == is_mirrored, "{found:?}");
        let steps = steps(&cut);
        let told = titled(&steps, "Sizes");
        assert!(told.numbers.contains("volume: −3 + (−5) = −8 m³\n  mesh: −8 m³, difference: 0 m³"), "{told:#?}");
        assert!(told.outcome.ends_with("The volume is negative, because the mesh is inside out."), "{told:#?}");
    }
}

#[test]
fn a_mesh_that_is_not_cut_has_its_own_size() {
    let cut = cut_of(BOX, r#", "position": [0, 9, 0]"#, "");
    let steps = steps(&cut);
    assert_eq!(steps.iter().map(|step| &*step.title).collect::<Vec<_>>(), ["Sides", "Sizes"]);
    let told = titled(&steps, "Sizes");
    assert!(told.outcome.contains("At tick 0 the whole mesh is the half in front of the plane."), "{told:#?}");
    assert!(
        told.numbers.contains("mesh: 12 triangles, 24 m², 8 m³") && told.numbers.contains("back: empty"),
        "{told:#?}"
    );
}
