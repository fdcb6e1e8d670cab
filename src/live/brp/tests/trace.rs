//! The lines of answers.

#![expect(clippy::float_cmp, reason = "numbers that are taken over, or exact")]

use glam::{DMat4, Mat4, Quat, Vec3};
use serde_json::value::RawValue;
use serde_json::{Value, json};

use super::program::{active, at, bits, cube, entity, eye, map};
use crate::live::brp::complaints::Complaints;
use crate::live::brp::component::Component;
use crate::live::brp::lines::MomentLines;
use crate::live::brp::world::BevyWorld;
use crate::live::brp::{answers, row};
use crate::scene::{Depth, Projection, Scene, Shape};
use crate::trace::Trace;

/// The lines of the answers that have come, one a second.
#[derive(Default)]
struct Polled {
    world: BevyWorld,
    complaints: Complaints,
    text: Vec<u8>,
    lines: Vec<Value>,
    count: u32,
}

impl Polled {
    fn of(answers: &[Value]) -> Self {
        let mut polled = Self::default();
        for answer in answers {
            polled.poll(&answer.to_string());
        }
        polled
    }

    fn poll(&mut self, answer: &str) {
        let Ok(result) = serde_json::from_str::<&RawValue>(answer) else { return };
        let Ok(rows) = row::rows(result, &mut self.complaints) else { return };
        let mut lines = MomentLines::new(f64::from(self.count));
        if self.count == 0 {
            lines.begin_keyframe("bevy");
        }
        self.count += 1;
        self.world.update(&rows, &mut lines, &mut self.complaints);
        answers::say(&rows, &self.world, &mut lines, &mut self.complaints);
        for line in lines.finish() {
            self.lines.push(serde_json::from_slice(&line).unwrap());
            self.text.extend(line);
        }
    }

    /// The trace, of which eyeline must not find a fault.
    fn trace(&self) -> Trace {
        let trace = Trace::parse(&self.text, "test").unwrap();
        assert_eq!(trace.faults(), [], "{}", String::from_utf8_lossy(&self.text));
        trace
    }

    fn scene(&self) -> Scene {
        self.trace().scene_at(f64::from(self.count))
    }

    /// Camera, object, verdict and which inputs, of all lines.
    fn said(&self) -> Vec<(&str, &str, &str, String)> {
        let said = self.lines.iter().flat_map(|line| line["said"].as_array().into_iter().flatten());
        said.map(|said| {
            let inputs = ["planes", "box", "sphere"].into_iter().filter(|key| said.get(key).is_some());
            let word = |key: &str| said[key].as_str().unwrap();
            (word("camera"), word("object"), word("verdict"), inputs.collect::<Vec<_>>().join(" "))
        })
        .collect()
    }
}

fn names(scene: &Scene) -> Vec<&str> {
    scene.objects.iter().map(|object| &*object.name).chain(scene.cameras.iter().map(|camera| &*camera.name)).collect()
}

#[test]
fn entities_come_change_and_go() {
    let first = [cube(1, "crate", at(0.0, 0.0, -5.0), 3), map(2, "map"), cube(3, "crate", at(1.0, 0.0, 0.0), 0)];
    let mut polled = Polled::of(&[json!(first)]);
    assert_eq!(polled.lines[0]["eyeline_trace"], 1);
    assert_eq!(names(&polled.scene()), ["crate", "crate 3v0", "map"]);
    // The first crate goes and another takes its name; the second moves; the camera has a new name.
    polled.poll(
        &json!([cube(3, "crate", at(2.0, 0.0, 0.0), 0), cube(4, "crate", at(0.0, 7.0, 0.0), 0), map(2, "plan")])
            .to_string(),
    );
    let scene = polled.scene();
    assert_eq!(names(&scene), ["crate 3v0", "crate", "plan"]);
    assert_eq!(scene.objects[0].matrix.as_ref().unwrap()[12], 2.0);
    assert_eq!(scene.objects[1].position, [0.0, 7.0, 0.0]);
    // A box of no size is left out, and comes back.
    polled.poll(&json!([cube(3, "crate", json!([0, 0, 0, 0, 0, 0, 0, 0, 0, 2, 0, 0]), 0), map(2, "plan")]).to_string());
    assert_eq!(names(&polled.scene()), ["plan"]);
    polled.poll(&json!([cube(3, "crate", at(2.0, 0.0, 0.0), 0), map(2, "plan")]).to_string());
    assert_eq!(names(&polled.scene()), ["crate", "plan"]);
    // Nothing changes.
    let count = polled.lines.len();
    polled.poll(&json!([cube(3, "crate", at(2.0, 0.0, 0.0), 0), map(2, "plan")]).to_string());
    let last = &polled.lines[count..];
    assert!(last.len() == 1 && last[0].get("set").is_none() && last[0].get("add").is_none(), "{last:?}");
    polled.poll("[]");
    assert_eq!(names(&polled.scene()), Vec::<&str>::new());
    assert_eq!(polled.complaints.take(), Vec::<String>::new());
}

#[test]
fn boxes_are_where_bevy_has_them() {
    let aabb = |center: Value, half: Value| (Component::Aabb, json!({ "center": center, "half_extents": half }));
    // Turned a quarter about Y and stretched by 2 along the local X; a sheared one; a flat one.
    let turned = json!([0, 0, -2, 0, 1, 0, 1, 0, 0, 1, 2, 3]);
    let sheared = json!([1, 0, 0, 1, 1, 0, 0, 0, 1, 0, 0, 0]);
    let rows = json!([
        entity(1, turned, [aabb(json!([1, 0, 0]), json!([1, 0.25, 1])), (Component::RenderLayers, json!([5]))]),
        entity(2, sheared.clone(), [aabb(json!([0, 0, 0]), json!([1, 1, 1]))]),
        entity(3, at(0.0, 0.0, 0.0), [aabb(json!([0, 0, 0]), json!([1, 0, 1]))]),
    ]);
    let polled = Polled::of(&[rows]);
    let scene = polled.scene();
    let first = &scene.objects[0];
    assert_eq!((&*first.name, &first.layers[..], first.scale), ("entity 1v0", &[0, 2][..], [2.0, 1.0, 1.0]));
    // The centre is 1 m along the local X, which is stretched by 2 and turned to −Z.
    assert!(Vec3::from(first.position).abs_diff_eq(Vec3::new(1.0, 2.0, 1.0), 1e-6), "{first:?}");
    let along = Quat::from_array(first.rotation) * Vec3::X;
    assert!(along.abs_diff_eq(Vec3::NEG_Z, 1e-6), "{first:?}");
    let matrix = scene.objects[1].matrix.as_ref().unwrap();
    assert_eq!(matrix[..8], [1.0, 0.0, 0.0, 0.0, 1.0, 1.0, 0.0, 0.0]);
    let Shape::Box { half_extents } = scene.objects[2].shape else { panic!("{:?}", scene.objects[2]) };
    assert!(half_extents[1] > 0.0 && half_extents[1] < 1e-6, "{half_extents:?}");
}

#[test]
fn cameras_have_the_conventions_of_eyeline() {
    let turned = json!([0, 0, -1, 0, 1, 0, 1, 0, 0, 1, 2, 3]);
    let polled = Polled::of(&[json!([eye(1, "eye", turned), map(2, "map")])]);
    let scene = polled.scene();
    let [first, second] = &scene.cameras[..] else { panic!("{:?}", scene.cameras) };
    assert_eq!((first.near, first.far, first.depth), (0.25, f32::INFINITY, Depth::Reversed));
    let Projection::Perspective { fov_y, aspect } = first.projection else { panic!("{first:?}") };
    assert!((fov_y - 71.619_72).abs() < 1e-4 && aspect == 1.5, "{first:?}");
    assert_eq!((first.position, first.mask.as_deref()), ([1.0, 2.0, 3.0], Some(&[0][..])));
    let ahead = Quat::from_array(first.rotation.unwrap()) * Vec3::NEG_Z;
    assert!(ahead.abs_diff_eq(Vec3::NEG_X, 1e-6), "{first:?}");
    assert_eq!((second.near, second.far), (0.0, 100.0));
    let borders = Projection::Ortho { left: -10.0, right: 10.0, bottom: -10.0, top: 10.0 };
    assert_eq!(second.projection, borders);
}

#[test]
fn a_scale_of_a_camera_goes_into_its_projection() {
    let scaled = json!([2, 0, 0, 0, 1, 0, 0, 0, 1, 1, 2, 3]);
    let mut wide = map(2, "map");
    wide["components"][Component::GlobalTransform.path()] = scaled.clone();
    let polled = Polled::of(&[json!([eye(1, "eye", scaled), wide])]);
    let scene = polled.scene();
    let point = Vec3::new(3.0, 2.5, 1.0);
    // In view space the point is (1, 0.5, −2), and 2 m from the eye.
    let y = 1.0 / libm::tan(1.25 / 2.0);
    for (camera, expected) in scene.cameras.iter().zip([[y / 1.5 / 2.0, y * 0.5 / 2.0, 0.25 / 2.0], [0.1, 0.05, 0.98]])
    {
        let Projection::Matrix(numbers) = camera.projection else { panic!("{camera:?}") };
        let rigid = Mat4::from_rotation_translation(Quat::from_array(camera.rotation.unwrap()), camera.position.into());
        let clip = DMat4::from_cols_array(&numbers) * (rigid.inverse() * point.extend(1.0)).as_dvec4();
        let found = (clip / clip.w).truncate();
        assert!(found.abs_diff_eq(expected.into(), 1e-6), "{}: {found} and {expected:?}", camera.name);
    }
}

#[test]
fn the_matrix_of_a_custom_projection_is_that_of_its_camera() {
    let mut custom = eye(1, "eye", at(0.0, 0.0, 0.0));
    custom["components"][Component::Projection.path()] = json!({ "Custom": {} });
    let mut polled = Polled::of(&[json!([custom.clone()])]);
    assert_eq!(names(&polled.scene()), Vec::<&str>::new(), "without a target its matrix is not computed");
    assert!(polled.complaints.take()[0].contains("matrix not computed"));
    let mut camera = active();
    camera["computed"] = json!({
        "clip_from_view": [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, -1, 0, 0, 0.1, 0],
        "target_info": { "physical_size": [800, 600], "scale_factor": 1 },
    });
    custom["components"][Component::Camera.path()] = camera;
    polled.poll(&json!([custom]).to_string());
    let scene = polled.scene();
    assert!(matches!(scene.cameras[0].projection, Projection::Matrix(_)), "{:?}", scene.cameras);
    assert_eq!(scene.cameras[0].size, Some([800, 600]));
}

#[test]
fn a_camera_changes_in_place_but_for_a_size_that_goes() {
    let mut sized = eye(1, "eye", at(0.0, 0.0, 0.0));
    sized["components"][Component::Camera.path()]["computed"]["target_info"] = json!({ "physical_size": [800, 600] });
    let mut polled = Polled::of(&[json!([eye(1, "eye", at(0.0, 0.0, 0.0))]), json!([sized])]);
    assert_eq!(polled.scene().cameras[0].size, Some([800, 600]));
    let mut other = map(1, "eye");
    other["components"][Component::Camera.path()] = sized["components"][Component::Camera.path()].clone();
    other["components"][Component::RenderLayers.path()] = json!([6]);
    polled.poll(&json!([other]).to_string());
    let camera = polled.scene().cameras[0].clone();
    assert!(matches!(camera.projection, Projection::Ortho { .. }), "{camera:?}");
    assert_eq!((camera.far, camera.mask.as_deref()), (100.0, Some(&[1, 2][..])));
    assert!(polled.lines.iter().all(|line| line.get("remove").is_none()));
    polled.poll(&json!([map(1, "eye")]).to_string());
    assert_eq!(polled.scene().cameras[0].size, None);
    assert_eq!(polled.lines.iter().filter(|line| line["remove"] == json!(["eye"])).count(), 1);
}

#[test]
fn answers_are_those_of_bevy() {
    let turned = |x: f32, z: f32| json!([0.8, 0.6, 0, -0.6, 0.8, 0, 0, 0, 1, x, 0, z]);
    let mut hidden = cube(6, "hidden", at(0.0, 0.0, -5.0), 0);
    hidden["components"][Component::InheritedVisibility.path()] = json!(false);
    let mut always = cube(7, "always", at(30.0, 0.0, -5.0), 3);
    always["has"][Component::NoFrustumCulling.path()] = json!(true);
    let mut elsewhere = cube(8, "elsewhere", at(0.0, 0.0, -5.0), 0);
    elsewhere["components"][Component::RenderLayers.path()] = json!([8]);
    let rows = json!([
        map(1, "map"),
        cube(2, "front", at(0.0, 0.0, -5.0), 3),
        // The bit of the frame before does not count.
        cube(3, "beside", at(30.0, 0.0, -5.0), 2),
        cube(4, "turned", turned(0.0, -5.0), 1),
        cube(5, "turned beside", turned(30.0, -5.0), 0),
        hidden,
        always,
        elsewhere,
        // Bevy does not test the far plane.
        cube(9, "beyond", turned(0.0, -150.0), 3),
    ]);
    let polled = Polled::of(&[rows]);
    let expected = [
        ("map", "front", "visible", "planes box"),
        ("map", "beside", "culled", "planes box"),
        ("map", "turned", "visible", "planes"),
        ("map", "turned beside", "culled", "planes sphere"),
        ("map", "elsewhere", "culled", ""),
        ("map", "beyond", "visible", "planes"),
    ];
    assert_eq!(
        polled.said(),
        expected.map(|(camera, object, verdict, inputs)| (camera, object, verdict, inputs.to_owned()))
    );
    let front = &polled.lines[1]["said"][0];
    assert_eq!(front["planes"][0], json!([1.0, 0.0, 0.0, 10.0]));
    assert_eq!(front["box"], json!({ "min": [-0.5, -0.5, -5.5], "max": [0.5, 0.5, -4.5] }));
    polled.trace();
}

#[test]
fn visible_is_an_answer_about_a_camera_only_when_no_other_view_is_meant() {
    let seen = || cube(3, "seen", at(0.0, 0.0, -5.0), 3);
    let gone = || cube(4, "gone", at(30.0, 0.0, -5.0), 0);
    let with = |mut row: Value, component: Component, value: Value| {
        row["components"][component.path()] = value;
        row
    };
    let light = |has_shadows: bool| {
        entity(5, at(0.0, 0.0, 0.0), [(Component::PointLight, json!({ "shadow_maps_enabled": has_shadows }))])
    };
    let inactive = json!({ "is_active": false });
    let mut unwritten = map(2, "b");
    unwritten["components"].as_object_mut().unwrap().remove(Component::Camera.path());
    let both = "a gone culled, b gone culled";
    for (case, others, expected, complains) in [
        ("one camera", vec![], "a seen visible, a gone culled", false),
        ("two cameras", vec![map(2, "b")], both, true),
        (
            "an inactive one",
            vec![with(map(2, "b"), Component::Camera, inactive)],
            "a seen visible, a gone culled",
            false,
        ),
        (
            "one of another layer",
            vec![with(map(2, "b"), Component::RenderLayers, json!([2]))],
            "a seen visible, b seen culled, a gone culled, b gone culled",
            false,
        ),
        ("one that cannot be written", vec![unwritten], "a gone culled", true),
        ("one of unknown layers", vec![with(map(2, "b"), Component::RenderLayers, json!("?"))], "a gone culled", true),
        ("a light with shadows", vec![light(true)], "a gone culled", true),
        ("a light without shadows", vec![light(false)], "a seen visible, a gone culled", false),
    ] {
        let mut rows = vec![map(1, "a"), seen(), gone()];
        rows.extend(others);
        let mut polled = Polled::of(&[json!(rows)]);
        let said: Vec<_> =
            polled.said().iter().map(|(camera, object, verdict, _)| format!("{camera} {object} {verdict}")).collect();
        assert_eq!(said.join(", "), expected, "{case}");
        assert_eq!(!polled.complaints.take().is_empty(), complains, "{case}");
    }
}

#[test]
fn without_planes_the_box_is_an_input_only_where_it_decided() {
    let mut map = map(1, "map");
    map["components"].as_object_mut().unwrap().remove(Component::Frustum.path());
    // An infinite plane is none.
    let mut endless = map.clone();
    let plane = json!({ "normal_d": [0, 0, 0, null] });
    endless["components"][Component::Frustum.path()] =
        json!({ "half_spaces": [plane, plane, plane, plane, plane, plane] });
    for map in [map, endless] {
        let rows = json!([map, cube(2, "front", at(0.0, 0.0, -5.0), 3), cube(3, "beside", at(30.0, 0.0, -5.0), 0)]);
        let inputs: Vec<_> = Polled::of(&[rows]).said().into_iter().map(|(.., inputs)| inputs).collect();
        assert_eq!(inputs, ["box", ""]);
    }
}

#[test]
fn what_cannot_be_read_is_left_out_with_one_message() {
    let with = |component: Component, value: Value| {
        let mut row = cube(2, "wrong", at(0.0, 0.0, 0.0), 3);
        row["components"][component.path()] = value;
        row
    };
    let many: Vec<_> = (1..=65).map(|i| map(i, "map")).collect();
    for (row, part, left) in [
        (with(Component::GlobalTransform, json!([1, 2, 3])), "`GlobalTransform` of the entity 2v0", "right"),
        (with(Component::GlobalTransform, json!(null)), "`GlobalTransform`", "right"),
        (with(Component::GlobalTransform, json!([1, 0, 0, 0, 1, 0, 0, 0, 1, 1e30, 0, 0])), "out of range", "right"),
        (with(Component::GlobalTransform, json!([null, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0])), "null", "right"),
        (with(Component::Aabb, json!({ "center": [0, 0, 0] })), "half_extents", "right"),
        (with(Component::Aabb, json!({ "center": [0, 0, 0], "half_extents": [1e300, 1, 1] })), "out of range", "right"),
        (with(Component::Name, json!({ "hash": 1 })), "`Name`", "right, entity 2v0"),
        (with(Component::RenderLayers, json!(7)), "`RenderLayers`", "right, wrong"),
        (with(Component::ViewVisibility, json!("yes")), "`ViewVisibility`", "right, wrong"),
        (with(Component::ViewVisibility, json!(300)), "`ViewVisibility`", "right, wrong"),
        (with(Component::InheritedVisibility, json!(1)), "`InheritedVisibility`", "right, wrong"),
        (with(Component::Projection, json!({ "Fisheye": {} })), "`Projection`", "right, wrong"),
        (
            with(Component::Projection, json!({ "Perspective": { "fov": 4, "aspect_ratio": 1, "near": 0.1 } })),
            "`fov_y` must be",
            "right, wrong",
        ),
        (
            with(Component::Projection, json!({ "Perspective": { "fov": 1e300, "aspect_ratio": 1, "near": 0.1 } })),
            "out of range",
            "right, wrong",
        ),
        (json!({ "entity": -1, "components": {} }), "an entity of `world.query`", "right"),
        (json!({ "entity": bits(2) }), "`GlobalTransform`", "right"),
        (json!("entity"), "an entity of `world.query`", "right"),
        (json!({ "entity": bits(1), "components": {} }), "comes twice", "right"),
        (json!(many), "an entity of `world.query`", "right"),
    ] {
        // A second one of the kind has no message.
        let mut polled = Polled::of(&[json!([cube(1, "right", at(0.0, 0.0, 0.0), 3), row, row])]);
        let complaints = polled.complaints.take();
        let others = complaints.iter().filter(|complaint| !complaint.contains("comes twice")).count();
        assert!(complaints.iter().any(|complaint| complaint.contains(part)) && others <= 1, "{part}: {complaints:?}");
        assert_eq!(names(&polled.scene()).join(", "), left, "{row}");
    }
    let mut polled = Polled::of(&[json!(many)]);
    assert!(polled.said().is_empty() && polled.complaints.take()[0].contains("at most 64"));
}

#[test]
fn an_answer_with_any_fault_gives_a_trace_without_faults() {
    let mut oblique = eye(5, "eye", at(0.0, 1.0, 0.0));
    oblique["components"][Component::RenderLayers.path()] = json!([3]);
    let light = entity(6, at(0.0, 0.0, 0.0), [(Component::SpotLight, json!({ "shadow_maps_enabled": false }))]);
    let text =
        json!([cube(1, "a", at(0.5, 2.0, -5.0), 3), cube(2, "a", at(1.0, 0.0, 3.0), 2), map(3, "map"), oblique, light])
            .to_string();
    let good = json!([cube(1, "a", at(0.5, 2.0, -5.0), 3), eye(5, "eye", at(0.0, 1.0, 0.0))]).to_string();
    let check = |answer: &str| {
        for before_and_after in [[answer, &good], [&good, answer]] {
            let mut polled = Polled::default();
            for answer in before_and_after {
                polled.poll(answer);
            }
            if polled.count > 0 {
                polled.trace();
            }
        }
    };
    check(&text);
    // Each number with each of these in its place.
    let numbers: Vec<_> = numbers(&text);
    let strange = [
        "null",
        "-1",
        "0",
        "1e-30",
        "1e17",
        "1e30",
        "-1e39",
        "1e400",
        "18446744073709551616",
        "\"1\"",
        "[]",
        "{}",
        "true",
    ];
    for (begin, end) in &numbers {
        for other in strange {
            check(&format!("{}{other}{}", &text[..*begin], &text[*end..]));
        }
    }
    // Each fourth byte with one of these in its place, and the text up to it.
    for (i, byte) in (0..text.len()).step_by(4).zip(b"}\"9-,x".iter().cycle()) {
        let mut bytes = text.clone().into_bytes();
        bytes[i] = *byte;
        check(&String::from_utf8_lossy(&bytes));
        check(&text[..i]);
    }
}

/// Where the numbers of a JSON text are.
fn numbers(text: &str) -> Vec<(usize, usize)> {
    let is_of_number = |byte: u8| byte.is_ascii_digit() || b"-.e".contains(&byte);
    let mut numbers = Vec::new();
    let mut begin = None;
    for (i, pair) in text.as_bytes().windows(2).enumerate() {
        match begin {
            None if b"[:,".contains(&pair[0]) && is_of_number(pair[1]) => begin = Some(i + 1),
            Some(first) if !is_of_number(pair[1]) => {
                numbers.push((first, i + 1));
                begin = None;
            }
            _ => {}
        }
    }
    assert!(numbers.len() > 100, "{}", numbers.len());
    numbers
}
