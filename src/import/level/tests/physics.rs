//! Colliders of glTF by its extensions for physics.

use serde_json::{Value, json};

use super::{Maker, notes};
use crate::geometry::Shape;
use crate::import::level::{Level, LevelCollider};

/// A level with a square at a node with this extension, and others by their names.
fn level(node: Value, file: Value) -> Level {
    let mut maker = Maker::new();
    let mesh = maker.square();
    maker.node("wall", mesh);
    maker.json["nodes"][0]["extensions"] = node;
    maker.json["extensions"] = file;
    maker.level()
}

fn omi(shape: &Value) -> Level {
    level(
        json!({ "OMI_physics_body": { "motion": { "type": "static" }, "collider": { "shape": 0 } } }),
        json!({ "OMI_physics_shape": { "shapes": [shape] } }),
    )
}

fn khronos(geometry: &Value, shape: &Value) -> Level {
    level(
        json!({ "KHR_physics_rigid_bodies": { "collider": { "geometry": geometry } } }),
        json!({ "KHR_implicit_shapes": { "shapes": [shape] } }),
    )
}

/// The only collider of a level, and its only shape.
fn only(level: &Level) -> (&LevelCollider, &Shape) {
    let [collider] = &level.colliders[..] else { panic!("{:?}, {:?}", level.colliders, notes(level)) };
    let [shape] = &collider.shapes[..] else { panic!("{collider:?}") };
    (collider, &shape.shape)
}

#[test]
fn solids_have_their_sizes_and_defaults() {
    let half = glam::Vec3::new(0.5, 1.0, 1.5);
    for (shape, of_omi, of_khronos) in [
        (json!({ "type": "box", "box": { "size": [1, 2, 3] } }), Shape::Box { half_extents: half }, None),
        (json!({ "type": "box" }), Shape::Box { half_extents: glam::Vec3::splat(0.5) }, None),
        (json!({ "type": "sphere", "sphere": { "radius": 2 } }), Shape::Sphere { radius: 2.0 }, None),
        (json!({ "type": "sphere" }), Shape::Sphere { radius: 0.5 }, None),
        (
            json!({ "type": "capsule", "capsule": { "height": 3, "radiusBottom": 0.2, "radiusTop": 0.2 } }),
            Shape::Capsule { radius: 0.2, half_height: 1.5 },
            None,
        ),
        (
            json!({ "type": "capsule" }),
            Shape::Capsule { radius: 0.5, half_height: 0.5 },
            Some(Shape::Capsule { radius: 0.25, half_height: 0.25 }),
        ),
        (
            json!({ "type": "cylinder" }),
            Shape::Cylinder { radius: 0.5, half_height: 1.0 },
            Some(Shape::Cylinder { radius: 0.25, half_height: 0.25 }),
        ),
    ] {
        let level = omi(&shape);
        assert_eq!(*only(&level).1, of_omi, "{shape}");
        assert_eq!(notes(&level), [""; 0], "{shape}");
        let level = khronos(&json!({ "shape": 0 }), &shape);
        assert_eq!(*only(&level).1, of_khronos.unwrap_or(of_omi), "{shape}");
    }
}

#[test]
fn meshes_collide_as_they_are_or_by_their_hull() {
    // The square alone is flat: its triangles collide, and it has no hull.
    for (kind, count) in [("trimesh", 1), ("convex", 0)] {
        let level = omi(&json!({ "type": kind, kind: { "mesh": 0 } }));
        assert_eq!(level.colliders.len(), count, "{kind}");
        assert_eq!(notes(&level).iter().any(|note| note.contains("in one plane")), count == 0, "{:?}", notes(&level));
    }
    for (geometry, count) in
        [(json!({ "node": 0 }), 1), (json!({ "mesh": 0 }), 1), (json!({ "node": 0, "convexHull": true }), 0)]
    {
        let level = khronos(&geometry, &json!({ "type": "box" }));
        assert_eq!(level.colliders.len(), count, "{geometry}");
        assert_eq!(level.objects.len(), 1, "a collider is not drawn");
    }
}

#[test]
fn what_cannot_be_used_is_a_note_at_the_node() {
    for (shape, why) in [
        (json!({ "type": "cone" }), "the type `cone`, which is not supported"),
        (json!({}), "shapes[0] of OMI_physics_shape has no `type`"),
        (json!({ "type": "sphere", "sphere": { "radius": 0 } }), "the `radius` of its sphere is no number above 0"),
        (json!({ "type": "box", "box": { "size": [1, 2] } }), "the `size` of its box is not three numbers"),
        (json!({ "type": "capsule", "capsule": { "radius": 1 } }), "an old form of the extension"),
        (
            json!({ "type": "cylinder", "cylinder": { "radiusTop": 0.1 } }),
            "is tapered, with radius 0.5 below and 0.1 above",
        ),
        (json!({ "type": "trimesh" }), "a trimesh, names no mesh"),
        (json!({ "type": "trimesh", "trimesh": { "mesh": 7 } }), "there is no meshes[7]"),
    ] {
        let level = omi(&shape);
        let notes = notes(&level);
        assert!(level.colliders.is_empty() && level.objects.len() == 1, "{shape}");
        let start = "nodes[0] `wall`: its collider is left out: ";
        assert!(notes.len() == 1 && notes[0].contains(start) && notes[0].contains(why), "{shape}: {notes:?}");
    }
    let missing = khronos(&json!({ "shape": 3 }), &json!({ "type": "box" }));
    assert!(
        notes(&missing)[0]
            .contains("there is no shapes[3], because the length of `shapes` is 1 in KHR_implicit_shapes")
    );
    assert!(notes(&khronos(&json!({}), &json!({})))[0].contains("has none of `shape`, `node` and `mesh`"));
}

/// Nodes: a body with a drawn child and two colliders below it; a drawn node with a collider as child; a collider beside two drawn
/// nodes, of which it could follow any.
#[test]
fn the_shapes_of_one_object_are_one_collider() {
    let mut maker = Maker::new();
    let mesh = maker.square();
    let collider = json!({ "OMI_physics_body": { "collider": { "shape": 0 } } });
    maker.json["extensions"] = json!({ "OMI_physics_shape": { "shapes": [{ "type": "box" }] } });
    maker.json["nodes"] = json!([
        { "name": "body", "translation": [5, 0, 0], "children": [1, 2, 3],
          "extensions": { "OMI_physics_body": { "motion": { "type": "dynamic" } } } },
        { "name": "crate", "mesh": mesh, "translation": [0, 1, 0] },
        { "name": "low", "extensions": collider, "scale": [1, -2, 1] },
        { "name": "high", "translation": [0, 2, 0], "extensions": collider },
        { "name": "rock", "mesh": mesh, "children": [5] },
        { "name": "hull", "extensions": collider },
        { "name": "alone", "extensions": collider, "children": [] },
        { "name": "group", "children": [4, 6, 8] },
        { "name": "tree", "mesh": mesh },
    ]);
    maker.json["scenes"] = json!([{ "nodes": [0, 7] }]);
    let level = maker.level();
    let found: Vec<(&str, Vec<&str>, usize)> = level
        .colliders
        .iter()
        .map(|one| (&*one.name, one.objects.iter().map(|name| &**name).collect(), one.shapes.len()))
        .collect();
    let expected = [("crate collider", vec!["crate"], 2), ("rock collider", vec!["rock"], 1)];
    assert_eq!(found, expected, "{:?}", notes(&level));
    let at = level.colliders[0].shapes[0].object_from_shape;
    assert_eq!((at.translation.y, at.matrix3.y_axis.y), (-1.0, -2.0), "in the space of the crate");
    let notes = notes(&level);
    assert!(notes.len() == 1 && notes[0].contains("`alone`: its collider is left out: no mesh is drawn"), "{notes:?}");
}
