//! Meshes, nodes and cameras: where they are, and how they are named.

use glam::{DVec3, Vec3};
use serde_json::json;

use super::maker::{FbxMaker, cuboid, material_layer, property};
use crate::import::level::tests::{Maker, UNSIGNED_BYTE, close, corners, notes};
use crate::import::level::{Level, PartIndex};
use crate::scene::Projection;

fn names(level: &Level) -> Vec<&str> {
    level.objects.iter().map(|object| &*object.name).collect()
}

/// The triangles of an object in the level, each from its smallest corner on, sorted, in tenths of a millimetre.
fn triangles(level: &Level, object: usize) -> Vec<[[i64; 3]; 3]> {
    #[expect(clippy::cast_possible_truncation, reason = "small numbers")]
    let rounded = |corner: Vec3| corner.to_array().map(|x| (f64::from(x) * 1e4).round() as i64);
    let mut all: Vec<[[i64; 3]; 3]> = corners(level, object)
        .into_iter()
        .map(|triangle| {
            let mut triangle = triangle.map(rounded);
            let least = (0..3).min_by_key(|&i| triangle[i]).unwrap();
            triangle.rotate_left(least);
            triangle
        })
        .collect();
    all.sort_unstable();
    all
}

/// A box of 2 × 4 × 6 m whose lower sides are red and whose other ones are blue, in centimetres with Z up.
fn two_colors() -> FbxMaker {
    let mut maker = FbxMaker::z_up();
    let (points, sides) = cuboid([0.0, 0.0, 0.0], [200.0, 400.0, 600.0]);
    let geometry = maker.geometry("box", &points, &sides, &material_layer(&[0, 1, 1, 0, 1, 1]));
    let node = maker.mesh_node("crate", 0, &property("Lcl Translation", &[100.0, 0.0, 50.0]), geometry);
    maker.material("red", node, &property("DiffuseColor", &[1.0, 0.0, 0.0]));
    maker.material("blue", node, &property("DiffuseColor", &[0.0, 0.0, 0.5]));
    maker
}

/// The same as glTF, as Blender would write it: in metres, with Y up.
fn two_colors_as_gltf() -> Level {
    let (points, sides) = cuboid([0.0, 0.0, 0.0], [2.0, 4.0, 6.0]);
    #[expect(clippy::cast_possible_truncation, reason = "small numbers")]
    let points = points.map(|[x, y, z]| [x as f32, z as f32, -y as f32]);
    let mut maker = Maker::new();
    let positions = maker.positions(&points);
    let mut primitive = |slot: i32| {
        let of_slot = sides.iter().zip([0, 1, 1, 0, 1, 1]).filter(|(_, of)| *of == slot);
        let corners: Vec<u8> = of_slot
            .flat_map(|(side, _)| [side[0], side[1], side[2], side[2], side[3], side[0]])
            .map(|corner| u8::try_from(corner).unwrap())
            .collect();
        let indices = maker.accessor("SCALAR", UNSIGNED_BYTE, corners.len(), &corners);
        json!({ "attributes": { "POSITION": positions }, "indices": indices, "material": slot })
    };
    let primitives = json!([primitive(0), primitive(1)]);
    let mesh = maker.add("meshes", json!({ "primitives": primitives }));
    let node = maker.node("crate", mesh);
    maker.json["nodes"][node]["translation"] = json!([1, 0.5, 0]);
    let material = |name: &str, color: [f32; 4]| json!({ "name": name, "pbrMetallicRoughness": { "baseColorFactor": color, "metallicFactor": 0 }, "doubleSided": true });
    maker.json["materials"] = json!([material("red", [1.0, 0.0, 0.0, 1.0]), material("blue", [0.0, 0.0, 0.5, 1.0])]);
    maker.level()
}

#[test]
fn a_box_of_two_materials_is_the_same_as_in_gltf() {
    let (ours, gltf) = (two_colors().level(), two_colors_as_gltf());
    assert_eq!(notes(&ours), notes(&gltf));
    assert_eq!(names(&ours), names(&gltf));
    assert_eq!(triangles(&ours, 0), triangles(&gltf, 0));
    assert_eq!((ours.counts, &ours.outline), (gltf.counts, &gltf.outline));
    assert_eq!(ours.objects[0].color, gltf.objects[0].color);
    let [ours_around, gltf_around] = [&ours, &gltf].map(|level| level.bounds().unwrap());
    assert!(ours_around.min.distance(gltf_around.min) + ours_around.max.distance(gltf_around.max) < 1e-5);
    let parts = |level: &Level| {
        let surface = level.objects[0].mesh.surface().unwrap();
        let part = |part: &crate::surface::Part| (part.triangles.len(), (*part.material).clone());
        surface.parts.iter().map(part).collect::<Vec<_>>()
    };
    assert_eq!(parts(&ours), parts(&gltf));
    let mesh = &ours.objects[0].mesh;
    assert!(mesh.is_closed() && mesh.faults().is_empty(), "corners are shared");
    assert_eq!(mesh.surface().unwrap().triangle_count(), 12);
}

#[test]
fn units_and_axes_leave_no_scale_in_nodes() {
    let mut maker = FbxMaker::z_up();
    let (points, sides) = cuboid([-50.0; 3], [50.0; 3]);
    let geometry = maker.geometry("", &points, &sides, "");
    let turned = property("Lcl Rotation", &[0.0, 0.0, 90.0]) + &property("Lcl Translation", &[0.0, 0.0, 300.0]);
    let room = maker.node("room", 0, &turned);
    maker.mesh_node("a", room, &property("Lcl Translation", &[200.0, 0.0, 0.0]), geometry);
    maker.mesh_node("b", room, &property("Lcl Translation", &[0.0, 200.0, 0.0]), geometry);
    maker.mesh_node("", 0, "", geometry);
    let level = maker.level();
    assert_eq!((names(&level), notes(&level)), (vec!["a", "b", "node 1"], vec![]));
    let at = |i: usize| level.objects[i].level_from_local.translation;
    assert!(close(at(0), [0.0, 3.0, -2.0]) && close(at(1), [-2.0, 3.0, 0.0]), "{} {}", at(0), at(1));
    for object in &level.objects {
        assert!(std::sync::Arc::ptr_eq(&object.mesh, &level.objects[0].mesh), "one mesh at three nodes");
        let matrix = object.level_from_local.matrix3;
        assert!((matrix.determinant() - 1.0).abs() < 1e-9, "{matrix}");
        assert!((object.mesh.bounds().max - Vec3::splat(0.5)).length() < 1e-6);
    }
    assert_eq!((level.counts.meshes, level.counts.placed_triangles), (1, 36));
    let [group] = &level.outline.groups[..] else { panic!("{:?}", level.outline) };
    assert_eq!((&*group.name, group.parts.clone()), ("room", 0..2));
    assert_eq!(level.outline.group_of(PartIndex::Object(2)), None);
}

#[test]
fn pivots_geometry_transforms_mirrors_and_orders_of_rotation_place_meshes() {
    let (points, sides) = cuboid([0.0; 3], [1.0; 3]);
    for (properties, min, max) in [
        (
            property("RotationPivot", &[1.0, 0.0, 0.0]) + &property("Lcl Rotation", &[0.0, 0.0, 90.0]),
            [0.0, -1.0, 0.0],
            [1.0, 0.0, 1.0],
        ),
        (property("ScalingPivot", &[1.0, 1.0, 1.0]) + &property("Lcl Scaling", &[2.0, 2.0, 2.0]), [-1.0; 3], [1.0; 3]),
        (property("GeometricTranslation", &[5.0, 0.0, 0.0]), [5.0, 0.0, 0.0], [6.0, 1.0, 1.0]),
        (
            property("GeometricScaling", &[1.0, 3.0, 1.0]) + &property("Lcl Scaling", &[2.0, 1.0, 1.0]),
            [0.0; 3],
            [2.0, 3.0, 1.0],
        ),
        (property("Lcl Scaling", &[-1.0, 1.0, 1.0]), [-1.0, 0.0, 0.0], [0.0, 1.0, 1.0]),
        (
            property("PreRotation", &[90.0, 0.0, 0.0]) + &property("RotationActive", &[1.0]),
            [0.0, -1.0, 0.0],
            [1.0, 0.0, 1.0],
        ),
        (
            property("RotationOrder", &[5.0])
                + &property("RotationActive", &[1.0])
                + &property("Lcl Rotation", &[90.0, 90.0, 0.0]),
            [0.0, 0.0, 0.0],
            [1.0, 1.0, 1.0],
        ),
    ] {
        let mut maker = FbxMaker::new();
        let geometry = maker.geometry("g", &points, &sides, "");
        let node = maker.mesh_node("a", 0, &properties, geometry);
        // A geometry transform does not move what is below the node.
        maker.node("below", node, "");
        let level = maker.level();
        let bounds = level.bounds().unwrap();
        let near = |at: Vec3, to: [f32; 3]| at.distance(to.into()) < 1e-5;
        assert!(near(bounds.min, min) && near(bounds.max, max), "{properties}: {bounds:?}");
        let object = &level.objects[0];
        let centre = bounds.centre();
        let is_mirrored = object.level_from_local.matrix3.determinant() < 0.0;
        for [a, b, c] in corners(&level, 0) {
            let is_outward = (b - a).cross(c - a).dot(a - centre) > 0.0;
            assert_eq!(is_outward, !is_mirrored, "{properties}");
        }
    }
}

#[test]
fn hidden_nodes_are_left_out_with_what_is_below_them() {
    let mut maker = FbxMaker::new();
    let (points, sides) = cuboid([0.0; 3], [1.0; 3]);
    let geometry = maker.geometry("g", &points, &sides, "");
    let hidden = maker.node("hidden", 0, &property("Visibility", &[0.0]));
    maker.mesh_node("a", hidden, "", geometry);
    maker.mesh_node("b", 0, "", geometry);
    maker.mesh_node("c", 0, &property("Visibility", &[0.0]), geometry);
    let level = maker.level();
    assert_eq!(names(&level), ["b"]);
    let notes = notes(&level);
    assert!(notes.len() == 1 && notes[0].contains("hidden in the file") && notes[0].contains("2 times"), "{notes:?}");
}

#[test]
fn polygons_are_cut_and_lines_are_left_out() {
    let mut maker = FbxMaker::new();
    let points = [[0.0, 0.0, 0.0], [4.0, 0.0, 0.0], [4.0, 3.0, 0.0], [2.0, 1.0, 0.0], [0.0, 3.0, 0.0]];
    let geometry = maker.geometry("g", &points, &[&[0, 1, 2, 3, 4], &[0, 1], &[0, 2, 1]], "");
    maker.mesh_node("a", 0, "", geometry);
    let level = maker.level();
    let area: f32 = corners(&level, 0).iter().map(|[a, b, c]| (b - a).cross(c - a).z / 2.0).sum();
    assert!((area - (8.0 - 6.0)).abs() < 1e-5, "the concave polygon has 8 m², the triangle −6 m²: {area}");
    assert_eq!(level.objects[0].mesh.triangles().len(), 4);
    let notes = notes(&level);
    assert!(notes.len() == 1 && notes[0].contains("meshes[0] `g`: a primitive of points or lines"), "{notes:?}");
}

#[test]
fn a_camera_has_its_view_and_planes_in_metres() {
    let mut maker = FbxMaker::z_up();
    let lens = [
        property("AspectWidth", &[1600.0]),
        property("AspectHeight", &[900.0]),
        property("ApertureMode", &[2.0]),
        property("FieldOfView", &[50.0]),
        property("NearPlane", &[10.0]),
        property("FarPlane", &[100_000.0]),
    ]
    .concat();
    let camera = maker.object(
        "NodeAttribute",
        "lens",
        "Camera",
        &format!("TypeFlags: \"Camera\"\nProperties70: {{\n{lens}}}\n"),
    );
    let place = property("Lcl Translation", &[0.0, -500.0, 150.0]) + &property("Lcl Rotation", &[90.0, 0.0, 90.0]);
    let node = maker.object("Model", "eye", "Camera", &format!("Properties70: {{\n{place}}}\n"));
    maker.connect(node, 0);
    maker.connect(camera, node);
    let level = maker.level();
    assert_eq!(notes(&level), [""; 0]);
    let [eye] = &level.cameras[..] else { panic!("one camera") };
    assert_eq!((&*eye.name, eye.near, eye.far), ("eye", 0.1, 1000.0));
    let Projection::Perspective { fov_y, aspect } = eye.projection else { panic!("{:?}", eye.projection) };
    assert!((fov_y - 50.0).abs() < 1e-4 && (aspect - 16.0 / 9.0).abs() < 1e-5);
    // A camera of FBX looks along +X of its node, with +Y up. They are turned to +Y and +Z of the file.
    let looks = eye.level_from_local.transform_vector3(DVec3::NEG_Z).normalize_or_zero();
    let up = eye.level_from_local.transform_vector3(DVec3::Y).normalize_or_zero();
    assert!(close(looks, [0.0, 0.0, -1.0]), "{looks}");
    assert!(close(up, [0.0, 1.0, 0.0]), "{up}");
    assert!(close(eye.level_from_local.translation, [0.0, 1.5, 5.0]));
}
