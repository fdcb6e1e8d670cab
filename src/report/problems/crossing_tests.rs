//! Which triangles cross and which faces are hidden, and in which words.

use std::sync::Arc;

use glam::Vec3;
use serde_json::Value;

use super::{FaceInput, Kind, Problem, Problems, of_world};
use crate::files::Files;
use crate::geometry::{Mesh, Shape};
use crate::opacity::Progress;
use crate::report::Report;
use crate::scene::parse;
use crate::world::World;

fn world(objects: &str, more: &str) -> World {
    let text = format!(r#"{{ "eyeline": 1, "objects": [{objects}]{more} }}"#);
    World::at(&parse(&text, "a.json").unwrap(), &Files::default(), 0)
}

fn of_kind(problems: Problems, kind: Kind) -> Vec<Problem> {
    problems.listed.into_iter().filter(|problem| problem.kind == kind).collect()
}

fn messages(world: &World) -> Vec<String> {
    of_kind(of_world(world), Kind::HiddenFaces).into_iter().map(|problem| problem.message).collect()
}

fn cuboid(name: &str, half: f64, at: [f64; 3], more: &str) -> String {
    format!(
        r#"{{ "name": "{name}", "shape": {{ "box": {{ "half_extents": [{half}, {half}, {half}] }} }}, "position": {at:?}{more} }}"#
    )
}

/// The faces of a box.
fn box_of_triangles(half: f32, at: Vec3, positions: &mut Vec<Vec3>, triangles: &mut Vec<[u32; 3]>) {
    let first = u32::try_from(positions.len()).unwrap();
    let corner = |i: usize| Vec3::new((i & 1) as f32, (i >> 1 & 1) as f32, (i >> 2) as f32) * 2.0 - 1.0;
    positions.extend((0..8).map(|i| at + corner(i) * half));
    let quads = [[0, 4, 6, 2], [1, 3, 7, 5], [0, 1, 5, 4], [2, 6, 7, 3], [0, 2, 3, 1], [4, 5, 7, 6]];
    for [a, b, c, d] in quads.map(|quad| quad.map(|i: u32| first + i)) {
        triangles.extend([[a, b, c], [a, c, d]]);
    }
}

/// An object `mesh` with boxes: half their sides, and their places.
fn boxes(all: &[(f32, [f32; 3])]) -> World {
    let mut world = world(r#"{ "name": "mesh", "shape": { "sphere": { "radius": 1 } }, "position": [10, 0, 0] }"#, "");
    let (mut positions, mut triangles) = (Vec::new(), Vec::new());
    for (half, at) in all {
        box_of_triangles(*half, Vec3::from(*at), &mut positions, &mut triangles);
    }
    let shape = Shape::Mesh(Arc::new(Mesh::new(positions, triangles).unwrap()));
    world.objects[0].aabb = crate::geometry::Aabb::of(&shape, &world.objects[0].pose);
    world.objects[0].shape = shape;
    world
}

#[test]
fn an_object_inside_of_another_one_is_listed_once() {
    let wall = cuboid("wall", 2.0, [0.0; 3], "");
    let ball = r#"{ "name": "ball", "shape": { "sphere": { "radius": 1.9 } } }"#;
    let path = r#", "path": { "points": [[0, 0, 0], [9, 0, 0]], "speed": 1 }"#;
    for (what, objects, expected) in [
        ("inside", cuboid("crate", 0.5, [1.0, 0.0, 0.0], ""), &["crate is wholly inside wall"][..]),
        ("it reaches out", cuboid("crate", 0.5, [1.8, 0.0, 0.0], ""), &[]),
        ("flush", cuboid("crate", 0.5, [1.5, 0.0, 0.0], ""), &[]),
        ("beside", cuboid("crate", 0.5, [5.0, 0.0, 0.0], ""), &[]),
        ("it moves", cuboid("crate", 0.5, [1.0, 0.0, 0.0], path), &[]),
        ("a collider", cuboid("UCX_wall", 0.5, [1.0, 0.0, 0.0], ""), &[]),
        ("a round one", ball.to_owned(), &["ball is wholly inside wall"]),
        (
            "one in one",
            [cuboid("crate", 0.5, [0.0; 3], ""), ball.to_owned()].join(","),
            &["crate is wholly inside wall", "crate is wholly inside ball", "ball is wholly inside wall"],
        ),
    ] {
        assert_eq!(messages(&world(&format!("{wall}, {objects}"), "")), expected, "{what}");
    }
    let objects = format!("{wall}, {}", cuboid("crate", 0.5, [1.0, 0.0, 0.0], ""));
    let eye = r#", "cameras": [{ "name": "eye", "position": [-1, 0, 0], "near": 0.1, "far": 9 }]"#;
    assert_eq!(messages(&world(&objects, eye)), [""; 0], "a camera in the wall sees the crate");
    for name in ["crate", "wall"] {
        let ignore = format!(r#", "ignore": [{{ "problem": "hidden_faces", "object": "{name}" }}]"#);
        let problems = of_world(&world(&objects, &ignore));
        assert_eq!((problems.ignored, problems.unused.len()), (1, 0), "{name}");
        assert_eq!(of_kind(problems, Kind::HiddenFaces), [], "{name}");
    }
}

#[test]
fn boxes_of_a_mesh_cross_or_hide_each_other() {
    let apart = boxes(&[(1.0, [0.0; 3]), (1.0, [5.0, 0.0, 0.0])]);
    let within = boxes(&[(1.0, [0.0; 3]), (0.5, [0.1, 0.0, 0.0])]);
    let corner = boxes(&[(1.0, [0.0; 3]), (1.0, [1.0, 0.9, 1.1])]);
    let touching = boxes(&[(1.0, [0.0; 3]), (1.0, [2.0, 0.9, 1.1])]);
    for (what, world, crossing, hidden) in [
        ("apart", &apart, 0, 0),
        ("within", &within, 0, 12),
        ("corner in corner", &corner, 1, 0),
        ("touching", &touching, 0, 0),
    ] {
        let problems = of_world(world);
        let of = |kind: Kind| problems.listed.iter().filter(move |problem| problem.kind == kind);
        assert_eq!(of(Kind::SelfIntersections).count(), crossing, "{what}");
        assert_eq!(of(Kind::HiddenFaces).map(|problem| problem.count).sum::<usize>(), hidden, "{what}");
    }
    let problems = of_kind(of_world(&within), Kind::HiddenFaces);
    assert_eq!(problems[0].message, "mesh has 12 triangles inside another closed part of its mesh: 12, 13, 14 …");
    let places = problems[0].places(&within);
    assert_eq!((places.len(), &*places[0].what), (12, "triangle 12"));
    let problems = of_kind(of_world(&corner), Kind::SelfIntersections);
    let [problem] = &problems[..] else { panic!("{problems:?}") };
    let places = problem.places(&corner);
    assert_eq!(places.len(), problem.count);
    assert!(problem.message.starts_with(&format!("mesh has {} pairs of triangles that cross: ", problem.count)));
    for place in places {
        // On a face of both boxes.
        for end in place.edge.unwrap() {
            let faces =
                [Vec3::ZERO, Vec3::new(1.0, 0.9, 1.1)].map(|at| (end - Vec3::X * 10.0 - at).abs().max_element());
            assert!(faces.iter().all(|far| (far - 1.0).abs() < 1e-5), "{end}");
        }
    }
}

/// A mesh inside of a solid, with some of its faces, with all of them, and in a report.
#[test]
fn a_report_has_the_triangles_and_the_solid_around_them() {
    let mut partly = boxes(&[(1.0, [0.0; 3])]);
    let solid = |half: f64, at: f64| world(&cuboid("wall", half, [at, 0.0, 0.0], ""), "").objects[0].clone();
    partly.objects.push(solid(4.0, 14.0));
    let json = |world: &World| -> Value {
        let report = Report::of(world);
        serde_json::to_value(super::json::ProblemSection::all(&report, Some(world)).unwrap()).unwrap()
    };
    let hidden =
        |world: &World| json(world).as_array().unwrap().iter().find(|one| one["kind"] == "hidden_faces").cloned();
    let found = hidden(&partly).unwrap();
    assert_eq!((&found["object"], &found["inside"], &found["count"]), (&"mesh".into(), &"wall".into(), &2.into()));
    assert_eq!(found["items"], serde_json::json!([2, 3]), "its side +x");
    assert_eq!(found["message"], "mesh has 2 triangles inside wall: 2, 3");
    partly.objects[1] = solid(4.0, 10.0);
    let found = hidden(&partly).unwrap();
    assert_eq!((&found["message"], &found["count"]), (&"mesh is wholly inside wall (12 triangles)".into(), &12.into()));
    assert_eq!(found["items"], serde_json::json!([]));
}

/// The window searches after each move: what is known of a mesh is used again, and gives the same.
#[test]
fn a_search_that_knows_the_meshes_finds_the_same() {
    let world = boxes(&[(1.0, [0.0; 3]), (1.0, [1.0, 0.9, 1.1]), (0.5, [0.0; 3])]);
    let report = Report::of(&world);
    let first = FaceInput::of(&world, &report, None).search(&Progress::default());
    let again = FaceInput::of(&world, &report, Some(&first)).search(&Progress::default());
    let [one, other] = [&first, &again].map(|found| found.crossings.as_ref().unwrap());
    assert!(Arc::ptr_eq(&one.meshes[0].found, &other.meshes[0].found), "it is not searched again");
    assert_eq!(one.hidden, other.hidden);
    assert_eq!(report.problems_with(&world, &first), report.problems_with(&world, &again));
}
