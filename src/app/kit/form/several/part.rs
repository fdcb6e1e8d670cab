//! Macros for the parts of an entry that fields change, with the labels of these fields. The form of a kind of entry
//! lists them in `app/panels/inspector/<kind>.rs`. The macros name the modules `several` and `rotation`, which that file imports.

/// A part that every item has.
macro_rules! part {
    ($label:expr, $($place:tt)+) => {
        several::ItemPart {
            label: $label,
            differs: |a, b| several::differ(&a.$($place)+, &b.$($place)+),
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
        several::ItemPart {
            label: $label,
            differs: |a, b| {
                let one = of_some!(&a.$field, $pattern => several::owned(&$place));
                let two = of_some!(&b.$field, $pattern => several::owned(&$place));
                one.is_some() && two.is_some() && several::differ(&one, &two)
            },
            write: |_, from, to| {
                if let Some(value) = of_some!(&from.$field, $pattern => several::owned(&$place)) {
                    of_some!(&mut to.$field, $pattern => $place = value);
                }
            },
        }
    };
}

/// Whether an item has this field at all, with the whole field.
macro_rules! presence {
    ($label:expr, $field:ident) => {
        several::ItemPart {
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
        several::ItemPart {
            label: $label,
            differs: |a, b| rotation::differs(a.rotation, b.rotation, $index),
            write: |_, from, to| to.rotation = rotation::with_angle(to.rotation, from.rotation, $index),
        }
    };
}

/// A number of a quaternion. The angles change it.
macro_rules! of_quaternion {
    ($label:expr, $index:literal) => {
        several::ItemPart {
            label: $label,
            differs: |a, b| several::differ(&a.rotation[$index], &b.rotation[$index]),
            write: |_, _, _| (),
        }
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

/// Implements `MultiEdit` for the type of the entries of a list.
macro_rules! multi_edit {
    ($type:ident, $kind:ident in $list:ident: $parts:expr) => {
        impl several::MultiEdit for $type {
            const KIND: crate::scene::EntryKind = crate::scene::EntryKind::$kind;

            fn get(scene: &crate::scene::Scene, index: usize) -> Option<&Self> {
                scene.$list.get(index)
            }

            fn get_mut(scene: &mut crate::scene::Scene, index: usize) -> Option<&mut Self> {
                scene.$list.get_mut(index)
            }

            fn parts() -> Vec<several::ItemPart<Self>> {
                $parts
            }
        }
    };
}

pub(in crate::app) fn differ<T: PartialEq>(a: &T, b: &T) -> bool {
    a != b
}

pub(in crate::app) fn owned<T: Clone>(value: &T) -> T {
    value.clone()
}

#[cfg(test)]
mod tests {
    use super::super::MultiEdit;
    use crate::app::kit::form::rotation;
    use crate::scene::{
        Camera, Collider, Cut, Entry, Image, Leak, Model, Object, Occlusion, Ray, RecordedSession, Scene, Tap,
    };

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
            { "name": "s 2", "file": "b.jsonl", "format": "tum", "axes": "unity", "world": "z-up", "inverse": true, "time_unit": "ns",
                "rate": 7, "times": "times.txt", "topic": "/odom", "start": 8, "jump": { "speed": 9, "turn": 10 } } ],
        "taps": [ { "name": "t", "camera": "c", "time": 0, "screen": [0, 0.5] },
            { "name": "t 2", "camera": "c 2", "time": 1, "screen": [0.5, 0], "order": ["point"], "rule": "nearest" } ],
        "cuts": [ { "name": "u", "object": "mesh", "point": [0, 0, 0], "normal": [1, 2, 3] },
            { "name": "u 2", "object": "mesh 2", "point": [1, 2, 3], "normal": [3, 1, 2], "tick": 4, "cap": false } ],
        "leaks": [ { "name": "l", "from": [0, 0, 0] },
            { "name": "l 2", "from": [1, 2, 3], "to": [4, 5, 6], "radius": 0.5, "objects": ["box"] },
            { "name": "l 3", "from": [1, 2, 3], "to": [1, 2, 3] },
            { "name": "l 4", "from": [3, 1, 2], "to": [4, 5, 6] } ],
        "colliders": [ { "name": "k", "render": "box", "collider": "cone" },
            { "name": "k 2", "render": "cone", "collider": "box", "tolerance": 0.5 } ]
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
        all_parts_make_equal::<RecordedSession>(&mut scene);
        all_parts_make_equal::<Tap>(&mut scene);
        all_parts_make_equal::<Cut>(&mut scene);
        all_parts_make_equal::<Leak>(&mut scene);
        all_parts_make_equal::<Collider>(&mut scene);
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
