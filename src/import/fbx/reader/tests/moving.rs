//! Skins, blend shapes and animations.

use glam::{DVec3, Vec3};

use super::maker::{FbxMaker, array, property};
use crate::import::level::Level;
use crate::import::level::tests::{notes, read_as};
use crate::skin::Property;

/// Ticks of FBX in a second.
const SECOND: f64 = 46_186_158_000.0;

/// A curve with straight lines between its keys; its id.
fn curve(maker: &mut FbxMaker, keys: &[(f64, f64)]) -> u32 {
    let content = [
        "Default: 0\nKeyVer: 4008\n",
        &array("KeyTime", keys.iter().map(|(time, _)| (time * SECOND).round())),
        &array("KeyValueFloat", keys.iter().map(|(_, value)| *value)),
        // Linear: 4.
        &array("KeyAttrFlags", [4.0]),
        &array("KeyAttrDataFloat", [0.0; 4]),
        &array("KeyAttrRefCount", [keys.len() as f64]),
    ];
    maker.object("AnimationCurve", "", "", &content.concat())
}

/// What moves: an object, its property, the part of it, and the keys.
type Moved<'k> = (u32, &'k str, &'k str, &'k [(f64, f64)]);

/// An animation of some parts of properties, from a time on.
fn animation(maker: &mut FbxMaker, name: &str, start: f64, moved: &[Moved]) {
    let stops = property("LocalStart", &[start * SECOND]) + &property("LocalStop", &[(start + 2.0) * SECOND]);
    let stack = maker.object("AnimationStack", name, "", &format!("Properties70: {{\n{stops}}}\n"));
    let layer = maker.object("AnimationLayer", "base", "", "");
    maker.connect(layer, stack);
    for (object, property, part, keys) in moved {
        let node = maker.object("AnimationCurveNode", property, "", "");
        maker.connect(node, layer);
        maker.connect_property(node, *object, property);
        let curve = curve(maker, keys);
        maker.connect_property(curve, node, part);
    }
}

/// The joint of a skin, with the vertices that it moves and the matrix from the mesh to the joint.
fn cluster(maker: &mut FbxMaker, skin: u32, joint: u32, weights: &[(f64, f64)], [from_mesh, place]: [DVec3; 2]) {
    let matrix = |name: &str, at: DVec3| array(name, glam::DMat4::from_translation(at).to_cols_array());
    let content = [
        array("Indexes", weights.iter().map(|(vertex, _)| *vertex)),
        array("Weights", weights.iter().map(|(_, weight)| *weight)),
        matrix("Transform", from_mesh),
        matrix("TransformLink", place),
    ];
    let cluster = maker.object("SubDeformer", "", "Cluster", &content.concat());
    maker.connect(cluster, skin);
    maker.connect(joint, cluster);
}

/// A bar of 2 m in centimetres with Z up, as a strip of squares. Its upper half follows a joint at 1 m, which turns by 90° about X within a
/// second; the vertices in the middle follow both joints, and the last one has no weight.
fn bar() -> FbxMaker {
    let mut maker = FbxMaker::z_up();
    let points: Vec<[f64; 3]> = [0.0, 100.0, 200.0]
        .iter()
        .flat_map(|z| [[-10.0, 0.0, *z], [10.0, 0.0, *z]])
        .chain([[0.0, 0.0, 210.0]])
        .collect();
    let geometry = maker.geometry("bar", &points, &[&[0, 1, 3, 2], &[2, 3, 5, 4], &[4, 5, 6]], "");
    maker.mesh_node("bar", 0, "", geometry);
    let joint = |maker: &mut FbxMaker, name: &str, below: u32, z: f64| {
        let place = property("Lcl Translation", &[0.0, 0.0, z]);
        let node = maker.object("Model", name, "LimbNode", &format!("Properties70: {{\n{place}}}\n"));
        maker.connect(node, below);
        node
    };
    let lower = joint(&mut maker, "lower", 0, 0.0);
    let upper = joint(&mut maker, "upper", lower, 100.0);
    let skin = maker.object("Deformer", "skin", "Skin", "");
    maker.connect(skin, geometry);
    cluster(&mut maker, skin, lower, &[(0.0, 1.0), (1.0, 1.0), (2.0, 2.0), (3.0, 2.0)], [DVec3::ZERO; 2]);
    let place = DVec3::new(0.0, 0.0, 100.0);
    cluster(&mut maker, skin, upper, &[(2.0, 2.0), (3.0, 2.0), (4.0, 0.5), (5.0, 0.5)], [-place, place]);
    animation(&mut maker, "bend", 2.0, &[(upper, "Lcl Rotation", "d|X", &[(2.0, 0.0), (3.0, 90.0)])]);
    maker
}

/// The vertices of the first object at a time of the first animation.
fn posed(level: &Level, time: f64) -> Vec<Vec3> {
    let rig = level.rig.as_ref().unwrap();
    let pose = rig.pose(Some((0, time)));
    let rigged = level.objects[0].rigged.as_ref().unwrap();
    let matrix = rigged.level_from_local(&pose);
    let mesh = rigged.mesh(rig, &pose, DVec3::ZERO).unwrap();
    mesh.positions().iter().map(|at| matrix.transform_point3(at.as_dvec3()).as_vec3()).collect()
}

fn is_near(at: Vec3, to: [f32; 3]) -> bool {
    at.distance(to.into()) < 1e-5
}

#[test]
fn a_skin_bends_with_its_joints() {
    let level = bar().level();
    assert_eq!(notes(&level), [""; 0]);
    let rig = level.rig.as_ref().unwrap();
    let names: Vec<&str> = rig.nodes.iter().map(|node| &*node.name).collect();
    assert_eq!(names, ["bar", "lower", "upper"]);
    let [skin] = &rig.skins[..] else { panic!("one skin") };
    assert_eq!((skin.name.as_deref(), &skin.skin.joints[..], skin.root), (Some("skin"), &[1, 2, 0][..], 0));
    let skinned = level.objects[0].rigged.as_ref().unwrap().skin.as_ref().unwrap();
    assert!(skinned.off.is_empty() && skinned.doubled.is_empty() && skinned.unused.is_empty(), "divided by their sums");
    let rest: Vec<Vec3> = level.objects[0].mesh.positions().to_vec();
    assert!(is_near(rest[0], [-0.1, 0.0, 0.0]) && is_near(rest[5], [0.1, 2.0, 0.0]), "{rest:?}");
    let [bend] = &rig.animations[..] else { panic!("one animation") };
    assert_eq!((bend.name.as_deref(), bend.animation.channels().len()), (Some("bend"), 1));
    let channel = &bend.animation.channels()[0];
    assert_eq!((channel.node, channel.property), (2, Property::Rotation));
    assert!((bend.animation.duration() - 1.0).abs() < 1e-6, "{}", bend.animation.duration());
    // +Z of the file, which is up, turns to its -Y, which is +Z here.
    let end = posed(&level, 1.0);
    assert!(is_near(end[0], [-0.1, 0.0, 0.0]) && is_near(end[4], [-0.1, 1.0, 1.0]), "{end:?}");
    assert!(is_near(end[2], [-0.1, 1.0, 0.0]), "the hinge stays: {end:?}");
    assert!(is_near(end[6], [0.0, 2.1, 0.0]), "a vertex without weights stays with the node: {end:?}");
    let half = posed(&level, 0.5);
    let half_way = 0.5_f32.sqrt();
    assert!(is_near(half[5], [0.1, 1.0 + half_way, half_way]), "{half:?}");
}

#[test]
fn animations_move_nodes_and_cameras_and_what_is_below_them() {
    let mut maker = FbxMaker::z_up();
    let group = maker.node("lift", 0, "");
    let geometry = maker.geometry("g", &[[0.0; 3], [100.0, 0.0, 0.0], [0.0, 100.0, 0.0]], &[&[0, 1, 2]], "");
    maker.mesh_node("floor", group, "", geometry);
    maker.mesh_node("still", 0, "", geometry);
    let lens = format!("Properties70: {{\n{}}}\n", property("FieldOfView", &[40.0]));
    let (lens, eye) = (maker.object("NodeAttribute", "", "Camera", &lens), maker.object("Model", "eye", "Camera", ""));
    maker.connect(eye, group);
    maker.connect(lens, eye);
    let up: &[(f64, f64)] = &[(0.0, 0.0), (2.0, 400.0)];
    animation(
        &mut maker,
        "up",
        0.0,
        &[(group, "Lcl Translation", "d|Z", up), (group, "Lcl Scaling", "d|X", &[(0.0, 1.0), (2.0, 3.0)])],
    );
    animation(&mut maker, "nothing", 0.0, &[(group, "Lcl Translation", "d|Z", &[(0.0, 0.0), (1.0, 0.0)])]);
    let level = maker.level();
    let rig = level.rig.as_ref().unwrap();
    assert_eq!(rig.animations.len(), 1, "an animation that moves nothing is left out");
    let pose = rig.pose(Some((0, 1.0)));
    let floor = level.objects.iter().find(|object| &*object.name == "floor").unwrap();
    let matrix = floor.rigged.as_ref().unwrap().level_from_local(&pose);
    assert!(matrix.translation.distance(DVec3::new(0.0, 2.0, 0.0)) < 1e-5, "{matrix}");
    assert!((matrix.matrix3.x_axis.length() - 2.0).abs() < 1e-5, "{matrix}");
    assert!(level.objects.iter().find(|object| &*object.name == "still").unwrap().rigged.is_none());
    assert!(level.cameras[0].node.is_some());
    let rest = rig.pose(None);
    let composed = glam::DAffine3::from_mat4(rest.level_from_node[level.cameras[0].node.unwrap()]);
    assert!(
        composed.abs_diff_eq(level.cameras[0].level_from_local, 1e-5),
        "{composed} {}",
        level.cameras[0].level_from_local
    );
}

#[test]
fn shapes_are_morph_targets_in_metres_with_their_weights() {
    let mut maker = FbxMaker::z_up();
    let geometry = maker.geometry("g", &[[0.0; 3], [100.0, 0.0, 0.0], [0.0, 100.0, 0.0]], &[&[0, 1, 2]], "");
    maker.mesh_node("a", 0, "", geometry);
    let shapes = maker.object("Deformer", "shapes", "BlendShape", "");
    maker.connect(shapes, geometry);
    let channel = maker.object("SubDeformer", "high", "BlendShapeChannel", "DeformPercent: 50\n");
    maker.connect(channel, shapes);
    let offsets = array("Indexes", [1.0]) + &array("Vertices", [0.0, 0.0, 200.0]) + &array("Normals", [0.0; 3]);
    let shape = maker.object("Geometry", "high", "Shape", &offsets);
    maker.connect(shape, channel);
    animation(&mut maker, "rise", 0.0, &[(channel, "DeformPercent", "d|DeformPercent", &[(0.0, 0.0), (1.0, 100.0)])]);
    let level = maker.level();
    assert_eq!(notes(&level), [""; 0]);
    let object = &level.objects[0];
    let half = object.level_from_local.transform_point3(object.mesh.positions()[1].as_dvec3()).as_vec3();
    assert!(is_near(half, [1.0, 1.0, 0.0]), "{half}");
    let (begin, end) = (posed(&level, 0.0), posed(&level, 1.0));
    assert!(is_near(begin[1], [1.0, 0.0, 0.0]) && is_near(end[1], [1.0, 2.0, 0.0]), "{begin:?} {end:?}");
    assert!(is_near(end[0], [0.0; 3]));
}

/// A triangle of version 6.1, whose place has an animation with these keys.
fn legacy(keys: &str, count: usize) -> String {
    let channel = |axis: &str| {
        format!("Channel: \"{axis}\" {{\nDefault: 0\nKeyVer: 4005\nKeyCount: {count}\nKey: {keys}\nColor: 1,1,1\n}}\n")
    };
    let channels = ["X", "Y", "Z"].map(channel).concat();
    format!(
        "; FBX 6.1.0 project file\nFBXHeaderExtension: {{\nFBXVersion: 6100\n}}\nObjects: {{\nModel: \"Model::a\", \"Mesh\" {{\n\
         Version: 232\nVertices: 0,0,0,1,0,0,0,1,0\nPolygonVertexIndex: 0,1,-3\n}}\n}}\nConnections: {{\nConnect: \"OO\", \
         \"Model::a\", \"Model::Scene\"\n}}\nTakes: {{\nCurrent: \"t\"\nTake: \"t\" {{\nFileName: \"t.tak\"\nLocalTime: \
         0,46186158000\nReferenceTime: 0,46186158000\nModel: \"Model::a\" {{\nVersion: 1.1\nChannel: \"Transform\" {{\n\
         Channel: \"T\" {{\n{channels}LayerType: 1\n}}\n}}\n}}\n}}\n}}\n"
    )
}

#[test]
fn a_key_at_no_finite_time_is_told_and_ends() {
    let level = read_as("a.fbx", legacy("0,0,L,46186158000,2,L", 2).as_bytes()).unwrap();
    assert_eq!((level.rig.unwrap().animations.len(), level.faults.len()), (1, 0));
    // Without a check of times, the parser samples these keys without an end.
    let level = read_as("a.fbx", legacy("0,0,C,n,inf,2,C,n,inf,3,C,n", 3).as_bytes()).unwrap();
    assert!(level.rig.is_none());
    let said = notes(&level);
    assert!(said.len() == 1 && said[0].contains("animations[0] `t`") && said[0].contains("not finite"), "{said:?}");
}
