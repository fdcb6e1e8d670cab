//! The parts of each kind of items that fields change, with the labels of these fields.

use std::mem::discriminant;

use super::{MultiEdit, Part};
use crate::app::inspector::{path, rotation};
use crate::scene::{
    Agent, Camera, Cut, EntryKind, Image, Model, Object, Occlusion, Projection, Ray, Scene, Session, Shape, Tap,
};

/// A part that every item has.
macro_rules! part {
    ($label:expr, $($place:tt)+) => {
        Part {
            label: $label,
            differs: |a, b| differ(&a.$($place)+, &b.$($place)+),
            write: |_, from, to| to.$($place)+.clone_from(&from.$($place)+),
        }
    };
}

/// What the pattern gives of a field, when the field matches it.
macro_rules! of_some {
    ($field:expr, $pattern:pat => $given:expr) => {
        match $field {
            $pattern => Some($given),
            #[allow(unreachable_patterns, reason = "the pattern may name all variants")]
            _ => None,
        }
    };
}

/// A part that an item has when one of its fields matches the pattern.
macro_rules! part_of_some {
    ($label:expr, $field:ident, $pattern:pat => $place:expr) => {
        Part {
            label: $label,
            differs: |a, b| {
                let one = of_some!(&a.$field, $pattern => owned(&$place));
                let two = of_some!(&b.$field, $pattern => owned(&$place));
                one.is_some() && two.is_some() && differ(&one, &two)
            },
            write: |_, from, to| {
                if let Some(value) = of_some!(&from.$field, $pattern => owned(&$place)) {
                    of_some!(&mut to.$field, $pattern => $place = value);
                }
            },
        }
    };
}

/// Whether an item has this field at all, with the whole field.
macro_rules! presence {
    ($label:expr, $field:ident) => {
        Part {
            label: $label,
            differs: |a, b| a.$field.is_some() != b.$field.is_some(),
            write: |_, from, to| {
                if from.$field.is_some() != to.$field.is_some() {
                    to.$field.clone_from(&from.$field);
                }
            },
        }
    };
}

/// An angle of a rotation that is written as a quaternion.
macro_rules! angle {
    ($label:expr, $index:literal) => {
        Part {
            label: $label,
            differs: |a, b| rotation::differs(a.rotation, b.rotation, $index),
            write: |_, from, to| to.rotation = rotation::with_angle(to.rotation, from.rotation, $index),
        }
    };
}

/// A number of a quaternion. The angles change it.
macro_rules! of_quaternion {
    ($label:expr, $index:literal) => {
        Part { label: $label, differs: |a, b| differ(&a.rotation[$index], &b.rotation[$index]), write: |_, _, _| () }
    };
}

/// The pose of an object or a model.
macro_rules! placed {
    () => {
        [
            part!("position X", position[0]),
            part!("position Y", position[1]),
            part!("position Z", position[2]),
            angle!("angles pitch", 0),
            angle!("angles yaw", 1),
            angle!("angles roll", 2),
            of_quaternion!("quaternion X", 0),
            of_quaternion!("quaternion Y", 1),
            of_quaternion!("quaternion Z", 2),
            of_quaternion!("quaternion W", 3),
            part!("scale X", scale[0]),
            part!("scale Y", scale[1]),
            part!("scale Z", scale[2]),
        ]
    };
}

/// Implements [`MultiEdit`] for the type of a list.
macro_rules! several {
    ($kind:ident in $list:ident: $parts:expr) => {
        impl MultiEdit for $kind {
            const KIND: EntryKind = EntryKind::$kind;

            fn get(scene: &Scene, index: usize) -> Option<&Self> {
                scene.$list.get(index)
            }

            fn get_mut(scene: &mut Scene, index: usize) -> Option<&mut Self> {
                scene.$list.get_mut(index)
            }

            fn parts() -> Vec<Part<Self>> {
                $parts
            }
        }
    };
}

several! { Object in objects: {
    let mut parts: Vec<Part<Self>> = vec![
        Part {
            label: "shape",
            differs: |a, b| discriminant(&a.shape) != discriminant(&b.shape),
            write: |_, from, to| {
                if discriminant(&from.shape) != discriminant(&to.shape) {
                    to.shape = from.shape.clone();
                }
            },
        },
        part_of_some!("half extents X", shape, Shape::Box { half_extents } => half_extents[0]),
        part_of_some!("half extents Y", shape, Shape::Box { half_extents } => half_extents[1]),
        part_of_some!("half extents Z", shape, Shape::Box { half_extents } => half_extents[2]),
        part_of_some!(
            "radius",
            shape,
            Shape::Sphere { radius } | Shape::Cylinder { radius, .. } | Shape::Cone { radius, .. }
            | Shape::Capsule { radius, .. } => *radius
        ),
        part_of_some!(
            "half height",
            shape,
            Shape::Cylinder { half_height, .. } | Shape::Capsule { half_height, .. } => *half_height
        ),
        part_of_some!("height", shape, Shape::Cone { height, .. } => *height),
        part_of_some!("file", shape, Shape::Mesh { file, .. } => *file),
        part_of_some!("node", shape, Shape::Mesh { node, .. } => *node),
        part!("layers", layers),
        part!("color", color),
        Part {
            label: "path",
            differs: |a, b| a.path.is_some() != b.path.is_some(),
            write: |_, from, to| {
                if from.path.is_some() != to.path.is_some() {
                    path::turn(to, from.path.is_some());
                }
            },
        },
        part_of_some!("speed", path, Some(path) => path.speed),
        part_of_some!("loop", path, Some(path) => path.looped),
        presence!("follows", session),
        part_of_some!("follows", session, Some(follow) => follow.name),
        part_of_some!("track", session, Some(follow) => follow.track),
    ];
    let pose: [Part<Self>; 13] = placed!();
    parts.extend(pose);
    parts
}}

several! { Model in models: {
    let mut parts: Vec<Part<Self>> = vec![
        part!("file", file),
        part!("layers", layers),
        part!("plays", animation),
        part!("start", start),
        part!("speed", speed),
        part!("loop", looped),
        part!("pose", pose),
        part!("tested box", bounds),
    ];
    let pose: [Part<Self>; 13] = placed!();
    parts.extend(pose);
    parts
}}

several! { Camera in cameras: vec![
    Part {
        label: "projection",
        differs: |a, b| discriminant(&a.projection) != discriminant(&b.projection),
        write: |_, from, to| {
            if discriminant(&from.projection) != discriminant(&to.projection) {
                to.projection = from.projection;
            }
        },
    },
    part_of_some!("field of view", projection, Projection::Perspective { fov_y, .. } => *fov_y),
    part_of_some!("height", projection, Projection::Orthographic { height, .. } => *height),
    part_of_some!(
        "aspect",
        projection,
        Projection::Perspective { aspect, .. } | Projection::Orthographic { aspect, .. } => *aspect
    ),
    part!("near", near),
    part!("far", far),
    part!("depth", depth),
    part!("attached to", attach),
    part!("position X", position[0]),
    part!("position Y", position[1]),
    part!("position Z", position[2]),
    part_of_some!("look at X", look_at, Some(point) => point[0]),
    part_of_some!("look at Y", look_at, Some(point) => point[1]),
    part_of_some!("look at Z", look_at, Some(point) => point[2]),
    part_of_some!("angles pitch", euler, Some(angles) => angles[0]),
    part_of_some!("angles yaw", euler, Some(angles) => angles[1]),
    part_of_some!("angles roll", euler, Some(angles) => angles[2]),
    part_of_some!("quaternion X", rotation, Some(rotation) => rotation[0]),
    part_of_some!("quaternion Y", rotation, Some(rotation) => rotation[1]),
    part_of_some!("quaternion Z", rotation, Some(rotation) => rotation[2]),
    part_of_some!("quaternion W", rotation, Some(rotation) => rotation[3]),
    presence!("follows", session),
    part_of_some!("follows", session, Some(follow) => follow.name),
    part_of_some!("track", session, Some(follow) => follow.track),
] }

several! { Ray in rays: vec![
    part!("origin X", origin[0]),
    part!("origin Y", origin[1]),
    part!("origin Z", origin[2]),
    part!("direction X", direction[0]),
    part!("direction Y", direction[1]),
    part!("direction Z", direction[2]),
    part!("kind", kind),
    part!("start inside", inside),
    part!("back faces", back_faces),
    presence!("mask", mask),
    part_of_some!("mask layers", mask, Some(layers) => *layers),
] }

several! { Agent in agents: vec![
    part!("body", body),
    part!("camera", camera),
    presence!("ticks", tick_rate),
    part_of_some!("a second", tick_rate, Some(rate) => *rate),
    Part {
        label: "blackboard",
        differs: |a, b| a.blackboard != b.blackboard,
        write: |before, from, to| {
            for (key, value) in &from.blackboard {
                if before.blackboard.get(key) != Some(value) {
                    to.blackboard.insert(key.clone(), value.clone());
                }
            }
            to.blackboard.retain(|key, _| from.blackboard.contains_key(key) || !before.blackboard.contains_key(key));
        },
    },
] }

several! { Image in images: vec![
    part!("file", file),
    part!("divisions X", divisions[0]),
    part!("divisions Y", divisions[1]),
    part!("threshold", threshold),
    part!("method", method),
    part!("position X", position[0]),
    part!("position Y", position[1]),
    part!("position Z", position[2]),
    presence!("size", size),
    part_of_some!("width, height X", size, Some(size) => size[0]),
    part_of_some!("width, height Y", size, Some(size) => size[1]),
] }

several! { Occlusion in occlusion: vec![
    part!("a", a),
    part!("b", b),
    part!("method", method),
    part!("resolution", resolution),
    part!("fatten", fatten),
] }

several! { Session in sessions: vec![
    part!("file", file),
    part!("format", format),
    part!("axes", axes),
    part!("world", world),
    part!("poses", inverse),
    part!("start s", start),
    part!("rate /s", rate),
    part!("jump m/s", jump.speed),
    part!("jump °/s", jump.turn),
] }

several! { Tap in taps: vec![
    part!("camera", camera),
    part!("time s", time),
    part!("screen X", screen[0]),
    part!("screen Y", screen[1]),
    part!("order", order),
    part!("rule", rule),
] }

several! { Cut in cuts: vec![
    part!("object", object),
    part!("point X", point[0]),
    part!("point Y", point[1]),
    part!("point Z", point[2]),
    part!("normal X", normal[0]),
    part!("normal Y", normal[1]),
    part!("normal Z", normal[2]),
    part!("tick", tick),
    part!("caps", cap),
] }

fn differ<T: PartialEq>(a: &T, b: &T) -> bool {
    a != b
}

fn owned<T: Clone>(value: &T) -> T {
    value.clone()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::scene::Entry;

    /// Entries of each kind, two after each other that differ in every field but the rotation.
    const SCENE: &str = r##"{ "eyeline": 1,
        "objects": [
            { "name": "box", "shape": { "box": { "half_extents": [1, 2, 3] } } },
            { "name": "box 2", "shape": { "box": { "half_extents": [4, 5, 6] } }, "position": [1, 2, 3],
                "scale": [2, 3, 4], "layers": [5], "color": "#123456",
                "session": { "name": "s", "track": "rotation" } },
            { "name": "cone", "shape": { "cone": { "radius": 1, "height": 2 } },
                "session": { "name": "s" } },
            { "name": "cone 2", "shape": { "cone": { "radius": 3, "height": 4 } },
                "session": { "name": "s 2", "track": "position" } },
            { "name": "capsule", "shape": { "capsule": { "radius": 1, "half_height": 2 } } },
            { "name": "capsule 2", "shape": { "cylinder": { "radius": 3, "half_height": 4 } } },
            { "name": "mesh", "shape": { "mesh": { "file": "a.obj" } } },
            { "name": "mesh 2", "shape": { "mesh": { "file": "b.obj", "node": "n" } } } ],
        "models": [ { "name": "m", "file": "a.glb" },
            { "name": "m 2", "file": "b.glb", "position": [1, 2, 3], "scale": [2, 3, 4],
                "layers": [1], "animation": "walk", "start": 1, "loop": false, "speed": 2, "pose": "bind",
                "bounds": "root" } ],
        "cameras": [ { "name": "c", "position": [1, 2, 3], "look_at": [4, 5, 6] },
            { "name": "c 2", "position": [3, 1, 2], "look_at": [6, 4, 5], "near": 1, "far": 2, "depth": "reversed",
                "projection": { "perspective": { "fov_y": 20, "aspect": 3 } }, "attach": "box",
                "session": { "name": "s", "track": "rotation" } },
            { "name": "o", "projection": { "orthographic": { "height": 2 } }, "euler": [1, 2, 3] },
            { "name": "o 2", "projection": { "orthographic": { "height": 3, "aspect": 4 } }, "euler": [3, 1, 2] },
            { "name": "q", "rotation": [0, 0, 0, 1] }, { "name": "q 2", "rotation": [0.1, 0.2, 0.3, 0.4] } ],
        "rays": [ { "name": "r", "origin": [0, 0, 0], "direction": [1, 2, 3], "mask": [1] },
            { "name": "r 2", "origin": [1, 2, 3], "direction": [3, 1, 2], "kind": "segment", "inside": "hollow",
                "back_faces": "cull", "mask": [2, 3] },
            { "name": "r 3", "origin": [1, 2, 3], "direction": [3, 1, 2] },
            { "name": "r 4", "origin": [1, 2, 3], "direction": [3, 1, 2], "mask": [2, 3] } ],
        "images": [ { "name": "i", "file": "a.png", "size": [1, 2] },
            { "name": "i 2", "file": "b.png", "divisions": [3, 4], "threshold": 0.25, "method": "odd_block",
                "position": [1, 2, 3], "size": [2, 1] } ],
        "occlusion": [ { "name": "x", "a": "box", "b": "cone" },
            { "name": "x 2", "a": "cone", "b": "box", "method": "fixed", "resolution": 3, "fatten": true } ],
        "sessions": [ { "name": "s", "file": "a.jsonl" },
            { "name": "s 2", "file": "b.jsonl", "format": "tum", "axes": "unity", "world": "z-up", "inverse": true,
                "rate": 7, "start": 8, "jump": { "speed": 9, "turn": 10 } } ],
        "taps": [ { "name": "t", "camera": "c", "time": 0, "screen": [0, 0.5] },
            { "name": "t 2", "camera": "c 2", "time": 1, "screen": [0.5, 0], "order": ["point"], "rule": "nearest" } ],
        "cuts": [ { "name": "u", "object": "mesh", "point": [0, 0, 0], "normal": [1, 2, 3] },
            { "name": "u 2", "object": "mesh 2", "point": [1, 2, 3], "normal": [3, 1, 2], "tick": 4, "cap": false } ]
        }"##;

    /// Writes all parts of every odd entry to the entry before it; both are equal then but for their names and ids.
    fn all_parts_make_equal<T: MultiEdit + PartialEq + std::fmt::Debug>(scene: &mut Scene) {
        let count = T::KIND.count(scene);
        assert!(count > 0);
        for index in (0..count).step_by(2) {
            let [one, two]: [Entry; 2] = [index, index + 1].map(|index| T::KIND.entry(index));
            let from = T::get(scene, two.index()).unwrap().clone();
            let before = T::get(scene, one.index()).unwrap().clone();
            for part in T::parts() {
                (part.write)(&before, &from, T::get_mut(scene, one.index()).unwrap());
            }
            let written = T::get(scene, one.index()).unwrap();
            let left: Vec<&str> = T::parts().iter().filter(|p| (p.differs)(written, &from)).map(|p| p.label).collect();
            assert_eq!(left, [""; 0], "{:?}", T::KIND);
            let name = one.name(scene).unwrap().to_owned();
            two.set_name(scene, &name);
            assert_eq!(T::get(scene, one.index()), T::get(scene, two.index()));
        }
    }

    #[test]
    fn every_field_of_an_entry_is_a_part() {
        let mut scene: Scene = serde_json::from_str(SCENE).unwrap();
        all_parts_make_equal::<Object>(&mut scene);
        all_parts_make_equal::<Model>(&mut scene);
        all_parts_make_equal::<Camera>(&mut scene);
        all_parts_make_equal::<Ray>(&mut scene);
        all_parts_make_equal::<Image>(&mut scene);
        all_parts_make_equal::<Occlusion>(&mut scene);
        all_parts_make_equal::<Session>(&mut scene);
        all_parts_make_equal::<Tap>(&mut scene);
        all_parts_make_equal::<Cut>(&mut scene);
    }

    #[test]
    fn one_angle_of_a_rotation_is_written_and_the_others_stay() {
        let yaw = |degrees: f32| glam::Quat::from_rotation_y(degrees.to_radians());
        let tilted = yaw(20.0) * glam::Quat::from_rotation_x(0.5);
        let written = glam::Quat::from_array(rotation::with_angle(tilted.to_array(), yaw(70.0).to_array(), 1));
        assert!(written.angle_between(yaw(70.0) * glam::Quat::from_rotation_x(0.5)) < 1e-3, "{written}");
        assert!(rotation::differs(tilted.to_array(), written.to_array(), 1));
        assert!(!rotation::differs(tilted.to_array(), written.to_array(), 0));
    }
}
