//! A change in the file is the same change in the world.
#![expect(clippy::float_cmp, reason = "numbers that are written as they were, or rounded")]

use glam::{DAffine3, DQuat, DVec3, EulerRot, Quat, Vec3};
use proptest::prelude::*;

use super::change::Transform;
use super::dispatch::transform;
use super::moved::{Carrier, Moved, MovedPart};
use super::node_point::{node_point_name, tree_points};
use crate::behavior::NodeId;
use crate::files::Files;
use crate::scene::{Entry, Scene};
use crate::world::World;

const SCENE: &str = r#"{ "eyeline": 1,
    "objects": [
        { "name": "carrier", "shape": { "sphere": { "radius": 1 } }, "position": [1, 2, 3],
          "rotation": [0.1, 0.7, 0.2, 0.6], "scale": [2, 1, 0.5] },
        { "name": "walker", "shape": { "sphere": { "radius": 1 } }, "path": { "points": [[0, 0, 0], [4, 0, 0]] } } ],
    "cameras": [
        { "name": "aimed", "position": [1, 2, 3], "look_at": [4, 1, -2] },
        { "name": "angles", "position": [0, 1, 0], "euler": [20, -70, 10] },
        { "name": "carried", "position": [0, 1, 0], "look_at": [1, 0, -4], "attach": "carrier" },
        { "name": "ahead" } ],
    "rays": [ { "name": "ray", "origin": [0.1, 0.2, 0.3], "direction": [0, 0, -5] } ] }"#;

fn scene() -> Scene {
    serde_json::from_str(SCENE).unwrap()
}

fn world(scene: &Scene) -> World {
    World::at(scene, &Files::default(), 0)
}

fn moved(world: &World, entry: Entry, part: MovedPart) -> Moved {
    let camera = matches!(entry, Entry::Camera(_)).then(|| entry.index());
    let rotation = camera.map_or(DQuat::IDENTITY, |i| world.cameras[i].camera.rotation);
    let carrier = match camera {
        Some(2) => {
            let object = &world.objects[0];
            let affine = object.pose.world_from_local();
            let world_from_local = DAffine3::from_mat3_translation(
                glam::Mat3::from(affine.matrix3).as_dmat3(),
                Vec3::from(affine.translation).as_dvec3(),
            );
            Carrier { world_from_local, rotation: object.rotation }
        }
        _ => Carrier::WORLD,
    };
    Moved { entry, part, carrier, rotation }
}

fn any_rotation() -> impl Strategy<Value = DQuat> {
    (-3.0..3.0, -1.5..1.5, -3.0..3.0).prop_map(|(y, x, z)| DQuat::from_euler(EulerRot::YXZ, y, x, z))
}

proptest! {
    /// Each camera, in every form of direction, turns by the rotation and about the pivot.
    #[test]
    fn a_camera_turns_in_world_space(rotation in any_rotation(), index in 0_usize..4) {
        let before = scene();
        let at = world(&before);
        let pivot = DVec3::new(0.5, -1.0, 2.0);
        let mut after = before.clone();
        let item = moved(&at, Entry::Camera(index), MovedPart::Whole);
        transform(&mut after, &before, &item, &Transform::Rotate { pivot, rotation }, 1e-6);
        let (old, new) = (at.cameras[index].camera, world(&after).cameras[index].camera);
        let place = pivot + rotation * (old.position.as_dvec3() - pivot);
        prop_assert!(new.position.as_dvec3().distance(place) < 1e-4, "{} {place}", new.position);
        for axis in [DVec3::X, DVec3::NEG_Z] {
            let (found, right) = (new.rotation * axis, rotation * old.rotation * axis);
            prop_assert!(found.distance(right) < 5e-3, "{index} {found} {right}");
        }
    }

    /// A carried camera moves by the same metres as its handle, and back.
    #[test]
    fn everything_moves_in_world_space(x in -5.0..5.0, y in -5.0..5.0, z in -5.0..5.0) {
        let before = scene();
        let at = world(&before);
        let by = DVec3::new(x, y, z);
        let mut after = before.clone();
        let entries = [Entry::Object(1), Entry::Camera(0), Entry::Camera(1), Entry::Camera(2), Entry::Ray(0)];
        for entry in entries {
            transform(&mut after, &before, &moved(&at, entry, MovedPart::Whole), &Transform::Move(by), 1e-6);
        }
        let there = world(&after);
        let near = |a: Vec3, b: Vec3| a.distance(b) < 1e-4;
        let far = by.as_vec3();
        for i in 0..3 {
            let (a, b) = (at.cameras[i].camera, there.cameras[i].camera);
            prop_assert!(near(a.position + far, b.position), "{i}: {} {}", a.position, b.position);
            prop_assert!(Quat::angle_between(a.rotation.as_quat(), b.rotation.as_quat()) < 5e-3, "{i}");
        }
        prop_assert!(near(at.objects[1].aabb.centre() + far, there.objects[1].aabb.centre()));
        prop_assert!(near(at.rays[0].ray.at(1.0) + far, there.rays[0].ray.at(1.0)));
        prop_assert!(after.objects[1].position == [0.0; 3], "the path gives the position");
    }

    /// One end of a ray stays while the other moves.
    #[test]
    fn the_other_end_of_a_ray_stays(x in -5.0..5.0, y in -5.0..5.0, z in -4.0..4.0) {
        let before = scene();
        let at = world(&before);
        for (part, stays) in [(MovedPart::RayStart, 1.0), (MovedPart::RayEnd, 0.0)] {
            let mut after = before.clone();
            let change = Transform::Move(DVec3::new(x, y, z));
            transform(&mut after, &before, &moved(&at, Entry::Ray(0), part), &change, 0.01);
            let there = world(&after).rays[0].ray;
            prop_assert!(there.at(stays).distance(at.rays[0].ray.at(stays)) < 1e-4, "{part:?}");
            prop_assert!(there.at(1.0 - stays).distance(at.rays[0].ray.at(1.0 - stays)) > 0.0 || x.abs() < 0.01);
        }
    }
}

#[test]
fn numbers_that_do_not_change_stay_as_written_and_others_are_short() {
    let before = scene();
    let at = world(&before);
    let mut after = before.clone();
    let item = moved(&at, Entry::Ray(0), MovedPart::Whole);
    transform(&mut after, &before, &item, &Transform::Move(DVec3::new(0.200_003, 0.0, 0.0)), 0.01);
    assert_eq!(after.rays[0].origin, [0.3, 0.2, 0.3]);
    assert_eq!(after.rays[0].direction, before.rays[0].direction);
}

#[test]
fn a_look_at_point_is_kept_unless_the_camera_rolls() {
    let before = scene();
    let at = world(&before);
    let item = moved(&at, Entry::Camera(0), MovedPart::Whole);
    let turned = |axis: DVec3| {
        let mut after = before.clone();
        let change =
            Transform::Rotate { pivot: DVec3::new(1.0, 2.0, 3.0), rotation: DQuat::from_axis_angle(axis, 0.5) };
        transform(&mut after, &before, &item, &change, 1e-6);
        after.cameras[0].clone()
    };
    assert!(turned(DVec3::Y).look_at.is_some(), "about the vertical");
    let rolled = turned(item.rotation * DVec3::Z);
    assert!(rolled.look_at.is_none() && rolled.rotation.is_some());
}

#[test]
fn a_scale_never_becomes_zero() {
    let before = scene();
    let mut after = before.clone();
    let item = moved(&world(&before), Entry::Object(0), MovedPart::Whole);
    let change = Transform::Scale { pivot: DVec3::ZERO, factors: DVec3::new(0.0, -1.0, 1.0) };
    transform(&mut after, &before, &item, &change, 0.01);
    assert_eq!(after.objects[0].scale, [1e-4, -1.0, 0.5]);
}

#[test]
fn an_image_moves_about_the_pivot_and_keeps_its_size() {
    let text =
        r#"{ "eyeline": 1, "images": [ { "name": "card", "file": "a.png", "position": [1, 2, 3], "size": [4, 3] } ] }"#;
    let before: Scene = serde_json::from_str(text).unwrap();
    let item = Moved::in_world(Entry::Image(0));
    let changed = |change: Transform| {
        let mut after = before.clone();
        transform(&mut after, &before, &item, &change, 0.01);
        after
    };
    let pivot = DVec3::new(1.0, 0.0, 0.0);
    let quarter = DQuat::from_rotation_y(std::f64::consts::FRAC_PI_2);
    for (change, expected) in [
        (Transform::Move(DVec3::new(0.5, 0.0, -1.0)), [1.5, 2.0, 2.0]),
        (Transform::Rotate { pivot, rotation: quarter }, [4.0, 2.0, 0.0]),
        (Transform::Scale { pivot, factors: DVec3::splat(2.0) }, [1.0, 4.0, 6.0]),
        (Transform::Scale { pivot, factors: DVec3::new(1.0, 2.0, 1.0) }, [1.0, 2.0, 3.0]),
    ] {
        let mut expected_scene = before.clone();
        expected_scene.images[0].position = expected;
        assert_eq!(changed(change), expected_scene, "{change:?}");
    }
}

#[test]
fn a_camera_without_a_scale_moves_from_the_pivot_and_keeps_its_direction_and_lens() {
    let before = scene();
    let at = world(&before);
    let change = Transform::Scale { pivot: DVec3::new(0.0, 2.0, 1.0), factors: DVec3::splat(3.0) };
    for index in [0, 1, 3] {
        let mut after = before.clone();
        transform(&mut after, &before, &moved(&at, Entry::Camera(index), MovedPart::Whole), &change, 1e-6);
        let (old, new) = (at.cameras[index].camera, world(&after).cameras[index].camera);
        let place = change.point(old.position.as_dvec3()).as_vec3();
        assert!(new.position.distance(place) < 1e-4, "{index}: {} {place}", new.position);
        assert!(new.rotation.angle_between(old.rotation) < 1e-4, "{index}");
        assert_eq!((new.projection, new.near, new.far), (old.projection, old.near, old.far), "{index}");
    }
}

#[test]
fn what_a_recording_gives_is_not_written() {
    let text = |track: &str| {
        let session = format!(r#""session": {{ "name": "walk", "track": "{track}" }}"#);
        format!(
            r#"{{ "eyeline": 1, "sessions": [ {{ "name": "walk", "file": "walk.txt" }} ],
                "objects": [ {{ "name": "ball", "shape": {{ "sphere": {{ "radius": 1 }} }}, "position": [1, 0, 0], {session} }} ],
                "cameras": [ {{ "name": "eye", "position": [1, 0, 0], "rotation": [0, 0, 0, 1], {session} }} ] }}"#
        )
    };
    let quarter = DQuat::from_rotation_y(std::f64::consts::FRAC_PI_2);
    for (track, position, is_turned) in
        [("position", [1.0, 0.0, 0.0], true), ("rotation", [0.0, 0.0, -1.0], false), ("pose", [1.0, 0.0, 0.0], false)]
    {
        let before: Scene = serde_json::from_str(&text(track)).unwrap();
        let mut after = before.clone();
        for entry in [Entry::Object(0), Entry::Camera(0)] {
            let change = Transform::Rotate { pivot: DVec3::ZERO, rotation: quarter };
            transform(&mut after, &before, &Moved::in_world(entry), &change, 1e-6);
        }
        let (object, camera) = (&after.objects[0], &after.cameras[0]);
        assert_eq!((object.position, camera.position), (position, position), "{track}");
        assert_eq!(object.rotation != before.objects[0].rotation, is_turned, "{track}");
        assert_eq!(camera.rotation != before.cameras[0].rotation, is_turned, "{track}");
    }
}

/// An agent whose tree has two patrols, other leaves with a point, and a leaf with an object.
const WALKER: &str = r#"{ "eyeline": 1,
    "objects": [ { "name": "body", "shape": { "sphere": { "radius": 1 } } } ],
    "agents": [ { "name": "guard", "body": "body", "tree": { "selector": { "children": [
        { "action": { "patrol": { "points": [[0, 0, 0], [4, 0, 0], [4, 0, 4]] } } },
        { "sequence": { "children": [
            { "condition": { "near": { "point": [1, 2, 3], "within": 1 } } },
            { "inverter": { "child": { "action": { "move_to": { "point": [5, 6, 7] } } } } },
            { "action": { "flee": { "point": [1, 1, 1], "until": 5 } } },
            { "action": { "face": { "point": [2, 2, 2] } } },
            { "action": { "move_to": { "object": "body" } } },
            { "action": { "patrol": { "points": [[9, 9, 9]] } } } ] } } ] } } } ] }"#;

#[test]
fn the_points_of_a_tree_have_places_and_names() {
    let scene: Scene = serde_json::from_str(WALKER).unwrap();
    let agent = &scene.agents[0];
    let points = tree_points(agent);
    let named = points.iter().map(|(part, place)| {
        let MovedPart::NodePoint(node, index) = *part else { unreachable!() };
        (node_point_name(agent, node, index).unwrap(), place.to_array())
    });
    let expected = [
        ("patrol point 1", [0.0, 0.0, 0.0]),
        ("patrol point 2", [4.0, 0.0, 0.0]),
        ("patrol point 3", [4.0, 0.0, 4.0]),
        ("point of near", [1.0, 2.0, 3.0]),
        ("point of move to", [5.0, 6.0, 7.0]),
        ("point of flee", [1.0, 1.0, 1.0]),
        ("point of face", [2.0, 2.0, 2.0]),
        ("patrol point 1", [9.0, 9.0, 9.0]),
    ];
    let expected: Vec<_> = expected.into_iter().map(|(name, place)| (name.to_owned(), place)).collect();
    assert_eq!(named.collect::<Vec<_>>(), expected);
    assert_eq!(node_point_name(agent, NodeId::fresh(), 0), None);
}

#[test]
fn a_point_of_a_node_moves_alone() {
    let before: Scene = serde_json::from_str(WALKER).unwrap();
    let points = tree_points(&before.agents[0]);
    for (i, (part, place)) in points.iter().enumerate() {
        let mut after = before.clone();
        let item = Moved { part: *part, ..Moved::in_world(Entry::Agent(0)) };
        // The second frame of a drag replaces the first.
        for by in [DVec3::Y, DVec3::new(0.5, 0.0, -1.0)] {
            transform(&mut after, &before, &item, &Transform::Move(by), 0.01);
        }
        let mut expected = points.clone();
        expected[i].1 = *place + DVec3::new(0.5, 0.0, -1.0);
        assert_eq!(tree_points(&after.agents[0]), expected, "{part:?}");
        assert_eq!(after.objects, before.objects);
    }
    let mut after = before.clone();
    transform(&mut after, &before, &Moved::in_world(Entry::Agent(0)), &Transform::Move(DVec3::Y), 0.01);
    assert_eq!(after, before, "an agent has no place of its own");
}
