//! Problems of objects, one by one and followed.

use std::sync::Arc;

use glam::Vec3;
use proptest::prelude::*;

use super::*;
use crate::files::{Content, Files};
use crate::geometry::{Mesh, Shape};
use crate::report::all_answers::Report;
use crate::scene::{Ignored, Scene, parse};
use crate::world::{Recording, World};

fn scene(objects: &str) -> Scene {
    parse(&format!(r#"{{ "eyeline": 1, "objects": [{objects}] }}"#), "test.json").unwrap()
}

fn listed(objects: &str) -> Vec<(&'static str, usize, usize, String)> {
    let report = Report::of(&World::at(&scene(objects), &Files::default(), 0));
    let problems = report.problems().listed.into_iter();
    problems.map(|one| (one.kind.word(), one.item.index(), one.count, one.message)).collect()
}

const BOX: &str = r#""shape": { "box": { "half_extents": [1, 1, 1] } }"#;

#[test]
fn what_is_sound_has_no_problem() {
    let objects = format!(
        r#"{{ "name": "a", {BOX} }}, {{ "name": "b", {BOX}, "position": [0, 1e-6, 0] }},
           {{ "name": "c", {BOX}, "rotation": [0, 1, 0, 1] }}, {{ "name": "d", {BOX}, "position": [8100, 0, 0] }},
           {{ "name": "e", {BOX}, "scale": [1, 0.001, 1] }},
           {{ "name": "f", "shape": {{ "sphere": {{ "radius": 1 }} }} }}"#
    );
    assert_eq!(listed(&objects), []);
}

#[test]
fn objects_without_volume_say_why() {
    let flat = r#""shape": { "box": { "half_extents": [1, 1e-9, 1] } }"#;
    let objects = format!(
        r#"{{ "name": "plate", {flat} }}, {{ "name": "scaled", {BOX}, "scale": [1, 1e-9, 1e-9], "position": [5, 0, 0] }},
           {{ "name": "speck", {BOX}, "scale": [1e-6, 1e-6, 1e-6], "position": [100, 100, 100] }}"#
    );
    let found = listed(&objects);
    assert_eq!(
        found.iter().map(|(kind, object, _, message)| (*kind, *object, &**message)).collect::<Vec<_>>(),
        [
            ("zero_volume", 0, "plate has no volume: it has no extent along its own Y"),
            ("zero_volume", 1, "scaled has no volume: it has no extent along its own Y and Z"),
            (
                "zero_volume",
                2,
                "speck has no volume: it is smaller than 7.629e−6 m, the spacing of f32 at its position"
            ),
        ]
    );
}

#[test]
fn the_same_shape_at_the_same_place_is_one_problem_for_all() {
    let objects = format!(
        r#"{{ "name": "a", {BOX}, "position": [0, -0.0, 0] }}, {{ "name": "alone", {BOX}, "position": [4, 0, 0] }},
           {{ "name": "b", {BOX}, "layers": [3] }}, {{ "name": "ball", "shape": {{ "sphere": {{ "radius": 1 }} }} }},
           {{ "name": "c", {BOX} }}"#
    );
    let report = Report::of(&World::at(&scene(&objects), &Files::default(), 0));
    let problems = report.problems();
    let [only] = &problems.listed[..] else { panic!("{problems:?}") };
    assert_eq!((only.kind, only.item.index(), only.count), (Kind::Coincident, 0, 3));
    assert_eq!(only.elements, Elements::Objects(vec![0, 2, 4]));
    assert_eq!(only.message, "3 objects have the same shape and pose: a, b, c");
}

#[test]
fn a_pasted_copy_of_a_mesh_is_a_duplicate() {
    let mut world = World::at(
        &scene(&["a", "b", "c"].map(|name| format!(r#"{{ "name": "{name}", {BOX} }}"#)).join(",")),
        &Files::default(),
        0,
    );
    let meshes = [broken(), broken(), Mesh::new(broken().positions().to_vec(), vec![[0, 2, 1]]).unwrap()];
    for (object, mesh) in world.objects.iter_mut().zip(meshes) {
        object.shape = Shape::Mesh(Arc::new(mesh));
    }
    let problems = Report::of(&world).problems();
    let coincident: Vec<_> = problems.listed.iter().filter(|one| one.kind == Kind::Coincident).collect();
    let [only] = &coincident[..] else { panic!("{problems:?}") };
    assert_eq!(only.elements, Elements::Objects(vec![0, 1]));
}

#[test]
fn a_plane_fills_no_space_however_it_is_turned() {
    let mut world = World::at(&scene(&format!(r#"{{ "name": "wall", {BOX} }}"#)), &Files::default(), 0);
    let corners = [Vec3::ZERO, Vec3::new(0.8, 0.6, 0.0), Vec3::new(0.8, 0.6, 1.0), Vec3::Z];
    world.objects[0].shape = Shape::Mesh(Arc::new(Mesh::new(corners.to_vec(), vec![[0, 1, 2], [0, 2, 3]]).unwrap()));
    let problems = Report::of(&world).problems();
    assert_eq!(problems.listed[0].kind, Kind::ZeroVolume);
    assert_eq!(problems.listed[0].message, "wall has no volume: all its triangles lie in one plane");
}

#[test]
fn the_largest_and_the_smallest_have_a_volume() {
    for (scale, problems) in [("1e30", &["far_from_origin"][..]), ("1e-30", &[])] {
        let found = listed(&format!(r#"{{ "name": "a", {BOX}, "scale": [{scale}, {scale}, {scale}] }}"#));
        assert_eq!(found.iter().map(|(kind, ..)| *kind).collect::<Vec<_>>(), problems, "{scale}");
    }
}

#[test]
fn an_object_far_from_the_origin_is_reported_with_the_spacing() {
    let found = listed(&format!(r#"{{ "name": "moon", {BOX}, "position": [0, 0, -1e6] }}"#));
    assert_eq!(
        found,
        [(
            "far_from_origin",
            0,
            1,
            "moon reaches 1e6 m from the origin, where the spacing of f32 is 62.5 mm".to_owned()
        )]
    );
}

#[test]
fn lists_are_bounded_and_say_what_is_left_out() {
    let far: Vec<String> = (0..MOST_OF_A_KIND + 7)
        .map(|i| format!(r#"{{ "name": "o{i}", {BOX}, "position": [{}, 0, 0] }}"#, 20_000 + 10 * i))
        .collect();
    let report = Report::of(&World::at(&scene(&far.join(",")), &Files::default(), 0));
    let problems = report.problems();
    assert_eq!((problems.listed.len(), &*problems.left_out), (MOST_OF_A_KIND, &[(Kind::FarFromOrigin, 7)][..]));
    assert_eq!(problems.count(), MOST_OF_A_KIND + 7);
    let same: Vec<String> = (0..MOST_ELEMENTS + 5).map(|i| format!(r#"{{ "name": "o{i}", {BOX} }}"#)).collect();
    let problems = Report::of(&World::at(&scene(&same.join(",")), &Files::default(), 0)).problems();
    assert_eq!(problems.listed[0].count, MOST_ELEMENTS + 5);
    assert_eq!(problems.listed[0].elements, Elements::Objects((0..MOST_ELEMENTS).collect()));
    let message = &problems.listed[0].message;
    assert!(message.ends_with(&format!("; the first {MOST_ELEMENTS} are listed")), "{message}");
}

/// A tetrahedron with a fin on an edge, one side turned over, one duplicate triangle, and a triangle without area.
fn broken() -> Mesh {
    let [a, b, c, d] = [Vec3::ZERO, Vec3::X, Vec3::Y, Vec3::Z];
    let corners = vec![a, b, c, d, Vec3::splat(2.0), Vec3::splat(f32::NAN)];
    // Seen from outside counter-clockwise: a c b, a b d, b c d, a d c; the last is turned over here.
    Mesh::new(corners, vec![[0, 2, 1], [0, 1, 3], [1, 2, 3], [0, 2, 3], [1, 2, 0], [0, 1, 1], [0, 1, 4], [5, 1, 2]])
        .unwrap()
}

#[test]
fn faults_of_a_shared_mesh_are_reported_once() {
    let mut world = World::at(
        &scene(&format!(
            r#"{{ "name": "ball", {BOX} }}, {{ "name": "rock", {BOX}, "position": [4, 0, 0] }},
               {{ "name": "stone", {BOX}, "position": [8, 0, 0] }}"#
        )),
        &Files::default(),
        0,
    );
    let mesh = Arc::new(broken());
    for object in &mut world.objects[1..] {
        object.shape = Shape::Mesh(Arc::clone(&mesh));
    }
    let report = Report::of(&world);
    assert_eq!(report.problems_of_objects(), Problems::default());
    assert_eq!(report.marks.meshes().len(), 1);
    let problems = report.problems();
    assert!(
        problems.listed.iter().all(|one| one.item.index() == 1 && one.message.ends_with("; 2 objects have this mesh"))
    );
    let one = |kind: Kind| problems.listed.iter().find(|problem| problem.kind == kind).unwrap();
    assert_eq!(one(Kind::DegenerateTriangles).elements, Elements::Triangles(vec![5]));
    assert_eq!(one(Kind::DegenerateTriangles).message, "rock has 1 triangle without area: 5; 2 objects have this mesh");
    assert_eq!(one(Kind::DuplicateTriangles).elements, Elements::Triangles(vec![4]));
    assert_eq!(one(Kind::VerticesNotFinite).elements, Elements::Vertices(vec![5]));
    for kind in [Kind::NonManifoldEdges, Kind::OpenEdges, Kind::FlippedWinding] {
        let Elements::Edges(pairs) = &one(kind).elements else { panic!("{kind:?}") };
        assert_eq!(pairs.len(), one(kind).count, "{kind:?}");
    }
    assert!(matches!(&one(Kind::NonManifoldEdges).elements, Elements::Edges(pairs) if pairs.contains(&[0, 1])));
}

proptest! {
    /// After moving, copying and deleting, the marks equal those that are computed again.
    #[test]
    fn marks_are_followed(changes in prop::collection::vec((0_u8..4, 0_usize..20, 0_u8..3), 1..15)) {
        let mut scene = scene(&format!(r#"{{ "name": "o", {BOX} }}, {{ "name": "p", {BOX} }}, {{ "name": "q", {BOX} }}"#));
        let mut recording = Recording::of(Content { scene: &scene, files: &Files::default() });
        let mut world = World::at(&scene, &Files::default(), 0);
        let mut report = Report::of(&world);
        for (number, (what, which, to)) in changes.into_iter().enumerate() {
            let before = scene.clone();
            let count = scene.objects.len();
            match what {
                0 | 1 if count > 0 => {
                    scene.objects[which % count].position[0] = [0.0, 1.0, 1e6][usize::from(to)];
                }
                2 if count > 0 => {
                    let mut copy = scene.objects[which % count].clone();
                    copy.name = format!("copy {number}");
                    scene.objects.insert(which % (count + 1), copy);
                }
                3 if count > 0 => drop(scene.objects.remove(which % count)),
                _ => {}
            }
            let changes = world.follow(&mut recording, Content { scene: &before, files: &Files::default() }, Content { scene: &scene, files: &Files::default() }, 0);
            report.follow(&world, &changes);
            let anew = Report::of(&World::at(&scene, &Files::default(), 0));
            prop_assert_eq!(report.problems(), anew.problems());
            prop_assert_eq!(&report, &anew);
        }
    }
}

#[test]
fn a_scene_can_ignore_every_kind_by_its_word() {
    let text = |word: &str| {
        format!(r#"{{ "eyeline": 1, "objects": [{{ "name": "a", {BOX} }}], "ignore": [{{ "problem": "{word}" }}] }}"#)
    };
    for kind in Kind::ALL {
        let scene = parse(&text(kind.word()), "test.json").unwrap();
        let problems = Report::of(&World::at(&scene, &Files::default(), 0)).problems();
        assert_eq!(problems.unused, [ignored(kind.word(), None)]);
    }
    assert!(parse(&text("open_edge"), "test.json").is_err());
}

/// A world with a ball, and a rock and a stone with the same mesh.
fn with_shared(mesh: Mesh) -> World {
    let objects = format!(
        r#"{{ "name": "ball", {BOX} }}, {{ "name": "rock", {BOX}, "position": [4, 0, 0] }},
           {{ "name": "stone", {BOX}, "position": [8, 0, 0] }}"#
    );
    let mut world = World::at(&scene(&objects), &Files::default(), 0);
    let mesh = Arc::new(mesh);
    for object in &mut world.objects[1..] {
        object.shape = Shape::Mesh(Arc::clone(&mesh));
    }
    world
}

fn ignored(problem: &str, object: Option<&str>) -> Ignored {
    Ignored { problem: problem.to_owned(), object: object.map(str::to_owned) }
}

#[test]
fn a_problem_of_a_shared_mesh_is_shown_until_it_is_ignored_for_all_objects() {
    let mut world = with_shared(broken());
    let shared = "; 2 objects have this mesh";
    let in_part = "; 2 objects have this mesh, 1 of them ignored";
    for (objects, shown, hidden) in [
        (&[] as &[&str], Some((1, "rock has ", shared)), 0),
        (&["rock"], Some((2, "stone has ", in_part)), 0),
        (&["stone"], Some((1, "rock has ", in_part)), 0),
        (&["stone", "rock"], None, 1),
    ] {
        world.ignored = objects.iter().map(|object| ignored("open_edges", Some(*object))).collect();
        let problems = Report::of(&world).problems();
        let found = problems.listed.iter().find(|problem| problem.kind == Kind::OpenEdges);
        assert_eq!(found.map(|problem| problem.item.index()), shown.map(|(item, ..)| item), "{objects:?}");
        if let (Some(problem), Some((_, start, end))) = (found, shown) {
            let message = &problem.message;
            assert!(message.starts_with(start) && message.ends_with(end), "{objects:?}: {message}");
        }
        assert_eq!((problems.ignored, problems.unused.len()), (hidden, 0), "{objects:?}");
    }
}

#[test]
fn entries_of_ignore_that_match_nothing_are_found() {
    let mut world = with_shared(broken());
    let unused = [ignored("inside_out", None), ignored("open_edges", Some("ball")), ignored("mirrored", Some("rock"))];
    world.ignored = vec![ignored("open_edges", Some("stone")), ignored("degenerate_triangles", None)];
    world.ignored.extend(unused.clone());
    let problems = Report::of(&world).problems();
    assert_eq!(problems.unused, unused);
    assert_eq!(problems.ignored, 1);
}

#[test]
fn a_problem_of_a_shared_mesh_needs_an_entry_for_each_object() {
    let mut world = with_shared(broken());
    let entries = |world: &World| {
        let report = Report::of(world);
        let problems = report.problems();
        let problem = problems.listed.iter().find(|problem| problem.kind == Kind::OpenEdges).unwrap();
        report.entries_to_ignore(problem)
    };
    let [rock, stone] = ["rock", "stone"].map(|name| ignored("open_edges", Some(name)));
    assert_eq!(entries(&world), [rock.clone(), stone.clone()]);
    world.ignored = vec![rock];
    assert_eq!(entries(&world), [stone]);
}

#[test]
fn a_part_that_is_inside_out_is_named_by_its_first_triangle() {
    let corners = [Vec3::ZERO, Vec3::X, Vec3::Y, Vec3::Z];
    let outwards = [[0, 2, 1], [0, 1, 3], [1, 2, 3], [2, 0, 3]];
    let inwards = outwards.map(|[a, b, c]: [u32; 3]| [a, c, b]);
    for (first, second, expected) in [
        (outwards, outwards, None),
        (outwards, inwards, Some("rock has 1 of 2 parts inside out: that with triangle 4; 2 objects have this mesh")),
        (
            inwards,
            inwards,
            Some("rock has a negative volume: all its triangles face inwards; 2 objects have this mesh"),
        ),
    ] {
        let positions = corners.into_iter().chain(corners.map(|corner| corner + 5.0 * Vec3::X)).collect();
        let triangles = [first, second.map(|triangle| triangle.map(|corner| corner + 4))].concat();
        let problems = Report::of(&with_shared(Mesh::new(positions, triangles).unwrap())).problems();
        let found = problems.listed.iter().find(|problem| problem.kind == Kind::InsideOut);
        assert_eq!(found.map(|problem| &*problem.message), expected);
    }
}
