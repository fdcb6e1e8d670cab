//! What the plugin sends of a Bevy app, as a reader of the trace sees it.

#![expect(clippy::unwrap_used, reason = "tests")]

use bevy_app::{App, TaskPoolPlugin};
use bevy_asset::{AssetPlugin, Handle};
use bevy_camera::primitives::{Aabb, Frustum};
use bevy_camera::visibility::{NoFrustumCulling, RenderLayers, Visibility};
use bevy_camera::{Camera, CameraPlugin, OrthographicProjection, PerspectiveProjection, Projection};
use bevy_ecs::prelude::*;
use bevy_eyeline::{Client, EyelinePlugin};
use bevy_math::{Mat4, Quat, Rect, Vec3, Vec4};
use bevy_mesh::{Mesh3d, MeshPlugin};
use bevy_transform::TransformPlugin;
use bevy_transform::components::{GlobalTransform, Transform};
use serde_json::{Value, json};

/// An app whose trace goes into a file.
struct Test {
    app: App,
    path: std::path::PathBuf,
}

impl Test {
    fn new(name: &str) -> Self {
        let path = std::env::temp_dir().join(format!("bevy-eyeline-{}-{name}.jsonl", std::process::id()));
        let mut app = App::new();
        app.add_plugins((TaskPoolPlugin::default(), TransformPlugin, AssetPlugin::default(), MeshPlugin, CameraPlugin))
            .add_plugins(EyelinePlugin::new(Client::to_file(name, &path).unwrap()));
        Self { app, path }
    }

    /// An entity with a box of 1 m.
    fn cube(&mut self, at: Transform, more: impl Bundle) -> Entity {
        let aabb = Aabb::from_min_max(Vec3::splat(-0.5), Vec3::splat(0.5));
        // The component of a mesh makes Bevy list the entity as visible; the mesh itself is not needed.
        self.app.world_mut().spawn((Mesh3d(Handle::default()), aabb, at, more)).id()
    }

    fn camera(&mut self, name: &str, at: Transform, projection: Projection) -> Entity {
        self.app.world_mut().spawn((Name::new(name.to_owned()), Camera::default(), at, projection)).id()
    }

    /// The lines that it has written.
    fn lines(self) -> Vec<Value> {
        drop(self.app);
        let text = std::fs::read_to_string(&self.path).unwrap();
        std::fs::remove_file(self.path).unwrap();
        text.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
    }
}

/// Along −Z, 10 m to each side, from 0 to 100 m.
fn orthographic() -> Projection {
    let area = Rect::new(-10.0, -8.0, 10.0, 8.0);
    OrthographicProjection { area, far: 100.0, ..OrthographicProjection::default_3d() }.into()
}

fn names(entries: &Value) -> Vec<&str> {
    entries.as_array().into_iter().flatten().map(|entry| entry["name"].as_str().unwrap()).collect()
}

/// The answers of all lines about a camera: object, verdict, and which inputs are told.
fn answers<'l>(lines: &'l [Value], camera: &str) -> Vec<(&'l str, &'l str, Vec<&'l str>)> {
    let of_camera = lines.iter().flat_map(|line| line["said"].as_array().into_iter().flatten());
    of_camera
        .filter(|said| said["camera"] == camera)
        .map(|said| {
            let inputs = ["planes", "box", "sphere"].into_iter().filter(|key| said.get(key).is_some());
            (said["object"].as_str().unwrap(), said["verdict"].as_str().unwrap(), inputs.collect())
        })
        .collect()
}

fn numbers<const N: usize>(value: &Value) -> [f32; N] {
    let list: Vec<f32> = serde_json::from_value(value.clone()).unwrap();
    list.try_into().unwrap()
}

#[test]
fn names_are_unique_and_follow_the_entities() {
    let mut test = Test::new("names");
    let origin = Transform::IDENTITY;
    let first = test.cube(origin, Name::new("crate"));
    let second = test.cube(origin, Name::new("crate"));
    let unnamed = test.cube(origin, ());
    test.app.update();
    test.app.world_mut().despawn(first);
    test.cube(origin, Name::new("crate"));
    test.app.world_mut().entity_mut(unnamed).insert(Name::new("named"));
    test.app.update();
    test.app.world_mut().get_mut::<Transform>(unnamed).unwrap().scale = Vec3::ZERO;
    test.app.update();
    test.app.world_mut().get_mut::<Transform>(unnamed).unwrap().scale = Vec3::ONE;
    test.app.update();
    let lines = test.lines();
    let (twice, bits) = (format!("crate#{}", second.to_bits()), unnamed.to_bits().to_string());
    assert_eq!(names(&lines[0]["scene"]["objects"]), ["crate", &twice, &bits]);
    // The name of the despawned entity is free again, and the new one has it.
    let changed: Vec<_> = lines[1..].iter().filter(|line| line.get("add").is_some()).collect();
    assert_eq!(changed[0]["remove"], json!([bits]));
    assert!(names(&changed[0]["add"]["objects"]).contains(&"named"), "{changed:?}");
    assert_eq!(names(&changed[1]["add"]["objects"]), ["named"], "a box of no size comes back");
    assert_eq!(lines.iter().filter(|line| line["remove"] == json!(["named"])).count(), 1, "{lines:?}");
}

#[test]
fn boxes_are_where_bevy_has_them() {
    let mut test = Test::new("boxes");
    let at = Transform::from_xyz(1.0, 2.0, 3.0)
        .with_rotation(Quat::from_rotation_y(std::f32::consts::FRAC_PI_2))
        .with_scale(Vec3::new(2.0, 1.0, 1.0));
    let flat = Aabb::from_min_max(Vec3::new(0.0, 0.0, -1.0), Vec3::new(2.0, 0.0, 1.0));
    let entity = test.app.world_mut().spawn((Name::new("flat"), flat, at)).id();
    test.app.update();
    *test.app.world_mut().get_mut::<Aabb>(entity).unwrap() = Aabb::from_min_max(Vec3::ZERO, Vec3::ONE);
    test.app.update();
    test.app.world_mut().get_mut::<Transform>(entity).unwrap().translation.x = 5.0;
    test.app.update();
    let lines = test.lines();
    let object = &lines[0]["scene"]["objects"][0];
    // The centre is 1 m along the local X, which is scaled by 2 and turned to −Z.
    for (number, expected) in numbers::<3>(&object["position"]).iter().zip([1.0, 2.0, 1.0]) {
        assert!((number - expected).abs() < 1e-6, "{object}");
    }
    let half: [f32; 3] = numbers(&object["shape"]["box"]["half_extents"]);
    assert!(half[0] == 1.0 && half[1] > 0.0 && half[1] < 1e-6 && half[2] == 1.0, "{half:?}");
    let set: Vec<_> = lines.iter().filter_map(|line| line["set"].get("flat")).collect();
    assert_eq!(set[0]["shape"]["box"]["half_extents"], json!([0.5, 0.5, 0.5]));
    let moved: [f32; 16] = numbers(&set[1]["matrix"]);
    assert!((moved[12] - 5.5).abs() < 1e-6 && (moved[13] - 2.5).abs() < 1e-6, "{moved:?}");
    assert!(set[1].get("shape").is_none());
}

/// The planes of eyeline's camera fields, computed from these fields and not from Bevy's matrix: left, right, bottom, top.
fn sides(camera: &Value) -> [Vec4; 4] {
    let projection = &camera["projection"];
    let number = |value: &Value| serde_json::from_value::<f32>(value.clone()).unwrap();
    let in_view = if let Some(ortho) = projection.get("ortho") {
        [
            Vec4::new(1.0, 0.0, 0.0, -number(&ortho["left"])),
            Vec4::new(-1.0, 0.0, 0.0, number(&ortho["right"])),
            Vec4::new(0.0, 1.0, 0.0, -number(&ortho["bottom"])),
            Vec4::new(0.0, -1.0, 0.0, number(&ortho["top"])),
        ]
    } else {
        let perspective = &projection["perspective"];
        let y = (number(&perspective["fov_y"]).to_radians() / 2.0).tan();
        let x = y * number(&perspective["aspect"]);
        [[1.0, 0.0, -x], [-1.0, 0.0, -x], [0.0, 1.0, -y], [0.0, -1.0, -y]]
            .map(|normal| Vec3::from_array(normal).normalize().extend(0.0))
    };
    let world_from_view = Mat4::from_rotation_translation(
        Quat::from_array(numbers(&camera["rotation"])),
        Vec3::from_array(numbers(&camera["position"])),
    );
    in_view.map(|plane| world_from_view.inverse().transpose() * plane)
}

#[test]
fn cameras_have_the_conventions_of_eyeline() {
    let mut test = Test::new("cameras");
    let at = Transform::from_xyz(1.0, 2.0, 3.0).looking_at(Vec3::new(4.0, 0.0, -5.0), Vec3::Y);
    let perspective =
        PerspectiveProjection { fov: 1.2, aspect_ratio: 1.5, near: 0.25, far: 50.0, ..Default::default() };
    test.camera("eye", at, perspective.into());
    let area = Rect::new(-3.0, -2.0, 5.0, 4.0);
    let shifted = OrthographicProjection { area, near: -1.0, far: 9.0, ..OrthographicProjection::default_3d() };
    test.camera("map", at, shifted.into());
    test.cube(Transform::IDENTITY, Name::new("crate"));
    test.app.update();
    let lines = test.lines();
    let cameras = &lines[0]["scene"]["cameras"];
    assert_eq!(names(cameras), ["eye", "map"]);
    for (camera, near, far) in [(&cameras[0], json!(0.25), json!(null)), (&cameras[1], json!(-1), json!(9))] {
        let name = &camera["name"];
        assert_eq!((&camera["near"], &camera["far"], &camera["depth"]), (&near, &far, &json!("reversed")));
        let said = lines[1]["said"].as_array().unwrap().iter().find(|said| said["camera"] == *name).unwrap();
        for (i, ours) in sides(camera).iter().enumerate() {
            let theirs = Vec4::from_array(numbers(&said["planes"][i]));
            assert!(ours.abs_diff_eq(theirs, 1e-5), "{name}, plane {i}: {ours} and {theirs}");
        }
    }
}

#[test]
fn a_scale_of_a_camera_goes_into_its_projection() {
    let mut test = Test::new("scaled");
    let at = Transform::from_xyz(1.0, 2.0, 3.0)
        .with_rotation(Quat::from_euler(bevy_math::EulerRot::YXZ, 0.5, -0.3, 0.2))
        .with_scale(Vec3::new(2.0, 1.0, 0.5));
    let projection = Projection::from(PerspectiveProjection::default());
    let expected = projection.get_clip_from_view() * GlobalTransform::from(at).to_matrix().inverse();
    test.camera("eye", at, projection);
    test.app.update();
    let lines = test.lines();
    let camera = &lines[0]["scene"]["cameras"][0];
    let clip_from_rigid = Mat4::from_cols_array(&numbers(&camera["projection"]["matrix"]));
    let rotation = Quat::from_array(numbers(&camera["rotation"]));
    let rigid = Mat4::from_rotation_translation(rotation, Vec3::from_array(numbers(&camera["position"])));
    let found = clip_from_rigid * rigid.inverse();
    assert!(found.abs_diff_eq(expected, 1e-4), "{found} and {expected}");
}

#[test]
fn answers_are_those_of_bevy() {
    let mut test = Test::new("answers");
    test.camera("map", Transform::IDENTITY, orthographic());
    let turned = Transform::from_rotation(Quat::from_rotation_y(std::f32::consts::PI));
    test.camera("back", turned, PerspectiveProjection::default().into());
    let at = Transform::from_xyz;
    let name = |name: &'static str| Name::new(name);
    test.cube(at(0.0, 0.0, -5.0), name("front"));
    test.cube(at(0.0, 0.0, 5.0), name("behind"));
    test.cube(at(30.0, 0.0, -5.0), name("beside"));
    test.cube(at(0.0, 0.0, -5.0).with_rotation(Quat::from_rotation_z(0.5)), name("turned"));
    test.cube(at(30.0, 0.0, -5.0).with_rotation(Quat::from_rotation_z(0.5)), name("turned beside"));
    test.cube(at(0.0, 0.0, -5.0), (name("other layer"), RenderLayers::layer(3)));
    // Bevy does not test these.
    test.cube(at(0.0, 0.0, -5.0), (name("hidden"), Visibility::Hidden));
    test.cube(at(30.0, 0.0, -5.0), (name("always"), NoFrustumCulling));
    test.app.update();
    let lines = test.lines();
    let (boxed, turned) = (vec!["planes", "box"], vec!["planes"]);
    let by_sphere = vec!["planes", "sphere"];
    let expected = [
        ("front", "visible", boxed.clone()),
        // The near plane of bevy 0.19.1 is none for an orthographic camera.
        ("behind", "visible", boxed.clone()),
        ("beside", "culled", boxed.clone()),
        ("turned", "visible", turned),
        ("turned beside", "culled", by_sphere.clone()),
        ("other layer", "culled", vec![]),
    ];
    let mut found = answers(&lines, "map");
    found.sort_by_key(|(object, ..)| expected.iter().position(|(name, ..)| name == object));
    assert_eq!(found, expected);
    let of_back = answers(&lines, "back");
    let visible: Vec<_> =
        of_back.iter().filter(|(_, verdict, _)| *verdict == "visible").map(|(name, ..)| *name).collect();
    assert_eq!(visible, ["behind"]);
    let objects = &lines[0]["scene"]["objects"];
    let layers = objects.as_array().unwrap().iter().find(|object| object["name"] == "other layer").unwrap();
    assert_eq!((&layers["layers"], &lines[0]["scene"]["cameras"][0]["mask"]), (&json!([3]), &json!([0])));
}

#[test]
fn the_sphere_is_told_where_it_alone_rejects() {
    let mut test = Test::new("sphere");
    test.camera("map", Transform::IDENTITY, orthographic());
    // A turned child of a stretched parent: 5.7 m wide, and bevy's sphere has a radius of 0.9 m.
    let parent = Transform::from_xyz(-11.0, 0.0, -5.0).with_scale(Vec3::new(4.0, 1.0, 1.0));
    let parent = test.app.world_mut().spawn((parent, Visibility::default())).id();
    let turned = Transform::from_rotation(Quat::from_rotation_z(std::f32::consts::FRAC_PI_4));
    let sign = test.cube(turned, (Name::new("sign"), ChildOf(parent)));
    test.app.update();
    let world = test.app.world_mut();
    let frustum = *world.query::<&Frustum>().single(world).unwrap();
    let at = world.get::<GlobalTransform>(sign).unwrap().affine();
    assert!(frustum.intersects_obb(world.get::<Aabb>(sign).unwrap(), &at, true, true), "it is in view");
    assert_eq!(answers(&test.lines(), "map"), [("sign", "culled", vec!["planes", "sphere"])]);
}
