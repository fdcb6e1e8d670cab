//! Skins, morph targets and animations, valid and not.

use glam::DVec3;

use super::*;

fn floats(maker: &mut Maker, kind: &str, lanes: usize, numbers: &[f32]) -> usize {
    let bytes: Vec<u8> = numbers.iter().flat_map(|x| x.to_le_bytes()).collect();
    maker.accessor(kind, FLOAT, numbers.len() / lanes, &bytes)
}

/// A square whose upper vertices the second joint moves, which is 1 m above the first and turns by 90° about Z in one second.
fn banner() -> Maker {
    let mut maker = Maker::new();
    let square = maker.square();
    let joints = maker.accessor("VEC4", UNSIGNED_BYTE, 4, &[0, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0]);
    let weights = floats(&mut maker, "VEC4", 4, &[1., 0., 0., 0.].repeat(4));
    maker.json["meshes"][square]["primitives"][0]["attributes"]["JOINTS_0"] = json!(joints);
    maker.json["meshes"][square]["primitives"][0]["attributes"]["WEIGHTS_0"] = json!(weights);
    maker.add("nodes", json!({ "name": "banner", "mesh": square, "skin": 0, "translation": [7, 7, 7] }));
    maker.add("nodes", json!({ "name": "foot", "children": [2] }));
    maker.add("nodes", json!({ "name": "hinge", "translation": [0, 1, 0] }));
    let mut matrices = vec![0.0; 32];
    for i in [0, 5, 10, 15, 16, 21, 26, 31] {
        matrices[i] = 1.0;
    }
    matrices[29] = -1.0;
    let matrices = floats(&mut maker, "MAT4", 16, &matrices);
    maker.add("skins", json!({ "joints": [1, 2], "inverseBindMatrices": matrices }));
    let times = floats(&mut maker, "SCALAR", 1, &[0.0, 1.0]);
    let half = 0.5_f32.sqrt();
    let turns = floats(&mut maker, "VEC4", 4, &[0., 0., 0., 1., 0., 0., half, half]);
    maker.add(
        "animations",
        json!({ "name": "turn", "channels": [{ "sampler": 0, "target": { "node": 2, "path": "rotation" } }],
            "samplers": [{ "input": times, "output": turns }] }),
    );
    maker
}

#[test]
fn joints_move_vertices_and_the_node_of_the_mesh_does_not() {
    let level = banner().level();
    assert!(level.notes.is_empty(), "{:?}", notes(&level));
    let object = &level.objects[0];
    assert_eq!(object.mesh.positions()[2], Vec3::new(1.0, 1.0, 0.0), "as bound");
    assert_eq!(object.level_from_local, glam::DAffine3::IDENTITY);
    let (rig, rigged) = (level.rig.as_ref().unwrap(), object.rigged.as_ref().unwrap());
    assert_eq!(rig.find_animation("turn"), Some(0));
    let pose = rig.pose(Some((0, 1.0)));
    let posed = rigged.mesh(rig, &pose, DVec3::ZERO).unwrap();
    // (1, 1) is 1 m to the right of the hinge, and goes 1 m above it.
    assert!(posed.positions()[2].distance(Vec3::new(0.0, 2.0, 0.0)) < 1e-6, "{:?}", posed.positions());
    assert!(posed.positions()[1].distance(Vec3::new(1.0, 0.0, 0.0)) < 1e-6, "{:?}", posed.positions());
    let again = rigged.mesh(rig, &pose, DVec3::ZERO).unwrap();
    assert!(std::sync::Arc::ptr_eq(&posed, &again), "equal poses share a mesh");
}

/// The sum over world matrices: weights that add up to 0.5 pull a vertex half the way to the origin of the world.
#[test]
fn weights_that_do_not_add_up_to_one_depend_on_the_origin_of_the_world() {
    let mut maker = banner();
    let weights = floats(
        &mut maker,
        "VEC4",
        4,
        &[[1., 0., 0., 0.], [1., 0., 0., 0.], [0.5, 0., 0., 0.], [1., 0., 0., 0.]].concat(),
    );
    maker.json["meshes"][0]["primitives"][0]["attributes"]["WEIGHTS_0"] = json!(weights);
    let level = maker.level();
    let (rig, rigged) = (level.rig.as_ref().unwrap(), level.objects[0].rigged.as_ref().unwrap());
    assert_eq!(&*rigged.skin.as_ref().unwrap().off, [2]);
    // The level is 10 m along X: the world's origin is at −10 in its space.
    let posed = rigged.mesh(rig, &rig.pose(None), DVec3::new(-10.0, 0.0, 0.0)).unwrap();
    let world = posed.positions()[2] + Vec3::X * 10.0;
    assert!(world.distance(Vec3::new(11.0, 1.0, 0.0) * 0.5) < 1e-5, "{world}");
}

#[test]
fn normalised_integers_must_add_up_exactly() {
    for (parts, off) in [([200_u8, 55, 0, 0], 0), ([200, 54, 0, 0], 4)] {
        let mut maker = banner();
        let weights = maker.accessor("VEC4", UNSIGNED_BYTE, 4, &parts.repeat(4));
        maker.json["accessors"][weights]["normalized"] = json!(true);
        maker.json["meshes"][0]["primitives"][0]["attributes"]["WEIGHTS_0"] = json!(weights);
        let level = maker.level();
        let skin = level.objects[0].rigged.as_ref().unwrap().skin.clone().unwrap();
        assert_eq!(skin.off.len(), off, "{parts:?}");
    }
}

#[test]
fn more_sets_than_one_are_read() {
    let mut maker = banner();
    let joints = maker.accessor("VEC4", UNSIGNED_BYTE, 4, &[1, 0, 0, 0].repeat(4));
    let weights = floats(&mut maker, "VEC4", 4, &[0.25, 0., 0., 0.].repeat(4));
    maker.json["meshes"][0]["primitives"][0]["attributes"]["JOINTS_1"] = json!(joints);
    maker.json["meshes"][0]["primitives"][0]["attributes"]["WEIGHTS_1"] = json!(weights);
    let skin = maker.level().objects[0].rigged.as_ref().unwrap().skin.clone().unwrap();
    assert_eq!(skin.influences.per_vertex(), 8);
    assert_eq!(skin.influences.of_vertex(0).collect::<Vec<_>>(), [(0, 1.0), (1, 0.25)]);
    assert_eq!((skin.off.len(), &*skin.doubled), (4, &[2, 3][..]), "the upper vertices name joint 1 twice");
}

#[test]
fn bad_joints_and_weights_are_notes_and_count_as_nothing() {
    let mut maker = banner();
    let joints = maker.accessor("VEC4", UNSIGNED_BYTE, 4, &[0, 9, 0, 0, 0, 9, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0]);
    let weights = floats(
        &mut maker,
        "VEC4",
        4,
        &[[0.5, 0.5, 0., 0.], [1., 0., 0., 0.], [f32::NAN, 0., 0., 0.], [1., 0., 0., 0.]].concat(),
    );
    maker.json["meshes"][0]["primitives"][0]["attributes"]["JOINTS_0"] = json!(joints);
    maker.json["meshes"][0]["primitives"][0]["attributes"]["WEIGHTS_0"] = json!(weights);
    let level = maker.level();
    let described = notes(&level).join("\n");
    assert!(described.contains("vertex 0 names a joint that its skin does not have"), "{described}");
    assert!(described.contains("a weight is not finite"), "{described}");
    let skin = level.objects[0].rigged.as_ref().unwrap().skin.clone().unwrap();
    assert_eq!(
        (&*skin.out_of_range, &*skin.off),
        (&[0][..], &[2][..]),
        "the sums are those of the weights in the file"
    );
    assert_eq!(skin.influences.of_vertex(0).collect::<Vec<_>>(), [(0, 0.5)]);
}

#[test]
fn integer_weights_that_are_not_normalized_are_a_note() {
    for (component, bytes, unit) in
        [(UNSIGNED_BYTE, &[255_u8, 0, 0, 0][..], 255_u16), (UNSIGNED_SHORT, &[255, 255, 0, 0, 0, 0, 0, 0], 65_535)]
    {
        let mut maker = banner();
        let weights = maker.accessor("VEC4", component, 4, &bytes.repeat(4));
        maker.json["meshes"][0]["primitives"][0]["attributes"]["WEIGHTS_0"] = json!(weights);
        let level = maker.level();
        let expected = format!("accessors[{weights}]: WEIGHTS_0 has integers and the accessor is not `normalized`");
        let found = notes(&level);
        assert!(found.len() == 1 && found[0].contains(&expected), "{found:?}");
        let skin = level.objects[0].rigged.as_ref().unwrap().skin.clone().unwrap();
        assert_eq!(skin.influences.of_vertex(0).collect::<Vec<_>>(), [(0, f32::from(unit))], "used as it is");
        assert_eq!(skin.off.len(), 4);
        maker.json["accessors"][weights]["normalized"] = json!(true);
        assert_eq!(notes(&maker.level()).len(), 0);
    }
}

/// A change of the second primitive, which is a copy of the first.
type Change = fn(&mut Maker, &mut Value);

/// The corners of a banner after one second, and how many vertices it has. It has two primitives and a morph target.
fn two_primitives(is_shared: bool, change: Change) -> (Vec<[Vec3; 3]>, usize) {
    let mut maker = banner();
    let raised = maker.positions(&[[0.0, 0.0, 2.0]; 4]);
    maker.json["meshes"][0]["primitives"][0]["targets"] = json!([{ "POSITION": raised }]);
    maker.json["meshes"][0]["weights"] = json!([1]);
    let mut second = maker.json["meshes"][0]["primitives"][0].clone();
    if !is_shared {
        let positions = maker.json["accessors"][0].clone();
        second["attributes"]["POSITION"] = json!(maker.add("accessors", positions));
    }
    change(&mut maker, &mut second);
    maker.json["meshes"][0]["primitives"].as_array_mut().unwrap().push(second);
    let level = maker.level();
    assert!(level.notes.is_empty(), "{:?}", notes(&level));
    let (rig, rigged) = (level.rig.as_ref().unwrap(), level.objects[0].rigged.as_ref().unwrap());
    let posed = rigged.mesh(rig, &rig.pose(Some((0, 1.0))), DVec3::ZERO).unwrap();
    ((0..posed.triangles().len()).map(|i| posed.corners(i)).collect(), posed.positions().len())
}

/// Vertices are shared by primitives with the same accessors of positions, joints, weights and offsets, and by no others.
#[test]
fn primitives_with_the_same_positions_keep_their_own_joints_weights_and_offsets() {
    let changes: [(&str, Change, usize); 6] = [
        ("nothing", |_, _| {}, 4),
        (
            "joints",
            |maker, second| {
                let joints = maker.accessor("VEC4", UNSIGNED_BYTE, 4, &[1, 0, 0, 0].repeat(4));
                second["attributes"]["JOINTS_0"] = json!(joints);
            },
            8,
        ),
        (
            "weights",
            |maker, second| {
                let weights = floats(maker, "VEC4", 4, &[0.5, 0., 0., 0.].repeat(4));
                second["attributes"]["WEIGHTS_0"] = json!(weights);
            },
            8,
        ),
        (
            "a second set",
            |maker, second| {
                let joints = maker.accessor("VEC4", UNSIGNED_BYTE, 4, &[1, 0, 0, 0].repeat(4));
                let weights = floats(maker, "VEC4", 4, &[0.25, 0., 0., 0.].repeat(4));
                second["attributes"]["JOINTS_1"] = json!(joints);
                second["attributes"]["WEIGHTS_1"] = json!(weights);
            },
            8,
        ),
        (
            "offsets",
            |maker, second| {
                let raised = maker.positions(&[[0.0, 0.0, 5.0]; 4]);
                second["targets"][0]["POSITION"] = json!(raised);
            },
            8,
        ),
        (
            "offsets of normals",
            |maker, second| {
                let turns = maker.positions(&[[0.0, 1.0, 0.0]; 4]);
                second["targets"][0]["NORMAL"] = json!(turns);
            },
            8,
        ),
    ];
    for (what, change, vertices) in changes {
        let (shared, count) = two_primitives(true, change);
        assert_eq!(count, vertices, "{what}");
        assert_eq!((shared, 8), two_primitives(false, change), "{what}");
    }
}

/// A primitive without triangles reads the vertices that the next one shares.
#[test]
fn vertices_of_a_primitive_without_triangles_have_their_joints() {
    let mut maker = banner();
    let none = maker.accessor("SCALAR", UNSIGNED_BYTE, 2, &[0, 1]);
    let mut first = maker.json["meshes"][0]["primitives"][0].clone();
    first["indices"] = json!(none);
    maker.json["meshes"][0]["primitives"].as_array_mut().unwrap().insert(0, first);
    let level = maker.level();
    let skin = level.objects[0].rigged.as_ref().unwrap().skin.clone().unwrap();
    assert_eq!(level.objects[0].mesh.positions().len(), 4);
    assert_eq!((skin.off.len(), skin.influences.of_vertex(2).collect::<Vec<_>>()), (0, vec![(1, 1.0)]));
}

/// glTF 2.0, section 3.7.3.3, requires joints of every primitive of a skinned mesh.
#[test]
fn a_primitive_without_joints_is_an_object_of_its_own_at_the_node() {
    for (removed, lack) in [
        (&["JOINTS_0", "WEIGHTS_0"][..], "no JOINTS_0 and no WEIGHTS_0"),
        (&["JOINTS_0"], "no JOINTS_0"),
        (&["WEIGHTS_0"], "no WEIGHTS_0"),
    ] {
        for index in [0, 1] {
            let mut maker = banner();
            maker.node("plain", 0);
            let mut other = maker.json["meshes"][0]["primitives"][0].clone();
            let attributes = other["attributes"].as_object_mut().unwrap();
            attributes.retain(|name, _| !removed.contains(&name.as_str()));
            maker.json["meshes"][0]["primitives"].as_array_mut().unwrap().insert(index, other);
            let level = maker.level();
            let names: Vec<&str> = level.objects.iter().map(|object| &*object.name).collect();
            assert_eq!(names, ["banner", "banner#2", "plain"], "{lack}");
            let triangles: Vec<usize> = level.objects.iter().map(|object| object.mesh.triangles().len()).collect();
            assert_eq!(triangles, [2, 2, 4], "{lack}");
            let skin = level.objects[0].rigged.as_ref().unwrap().skin.clone().unwrap();
            assert_eq!((skin.influences.vertices(), skin.off.len()), (4, 0), "{lack}");
            assert!(level.objects[1].rigged.is_none());
            assert_eq!(corners(&level, 0)[0][0], Vec3::ZERO, "the joints place it");
            assert_eq!(corners(&level, 1)[0][0], Vec3::splat(7.0), "the node places it");
            let described = notes(&level).join("\n");
            let expected = format!(
                "meshes[0]: primitives[{index}] has {lack}, but nodes[0] `banner`, a node of this mesh, has a skin"
            );
            assert!(described.contains(&expected), "{described}\nexpected {expected}");
        }
    }
}

/// An accessor that is too short for its primitive counts as none, where joints can move other primitives.
#[test]
fn a_primitive_whose_joints_cannot_be_used_stays_at_the_node() {
    let mut maker = banner();
    let mut second = maker.json["meshes"][0]["primitives"][0].clone();
    let joints = maker.accessor("VEC4", UNSIGNED_BYTE, 1, &[0; 4]);
    second["attributes"]["JOINTS_0"] = json!(joints);
    maker.json["meshes"][0]["primitives"].as_array_mut().unwrap().push(second);
    let level = maker.level();
    assert_eq!(level.objects.len(), 2);
    assert_eq!(corners(&level, 1)[0][0], Vec3::splat(7.0));
    let described = notes(&level).join("\n");
    for expected in ["has 1 element for 4 vertices", "primitives[1] has no JOINTS_0 and WEIGHTS_0 that can be used"] {
        assert!(described.contains(expected), "{described}\nexpected {expected}");
    }
}

#[test]
fn missing_inverse_bind_matrices_are_counted() {
    let mut maker = banner();
    let accessor = maker.json["skins"][0]["inverseBindMatrices"].as_u64().unwrap();
    maker.json["accessors"][usize::try_from(accessor).unwrap()]["count"] = json!(1);
    let described = notes(&maker.level()).join("\n");
    assert!(described.contains("skins[0]: it has 2 joints and 1 inverse bind matrix; the missing ones"), "{described}");
}

/// The vertices that such a joint moves are not finite, which a mesh cannot explain.
#[test]
fn a_joint_that_is_not_finite_is_named() {
    let mut maker = banner();
    maker.json["nodes"][2]["translation"] = json!([0, 1e39, 0]);
    let described = notes(&maker.level()).join("\n");
    assert!(
        described.contains("nodes[2] `hinge`: its `translation` exceeds the range of 32-bit numbers"),
        "{described}"
    );
}

/// Joints of 32 bits are used; offsets that are not finite count as 0.
#[test]
fn joints_of_32_bits_and_offsets_that_are_not_finite_are_notes() {
    let mut maker = banner();
    let joints: Vec<u8> =
        [0_u32, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0].iter().flat_map(|x| x.to_le_bytes()).collect();
    let joints = maker.accessor("VEC4", UNSIGNED_INT, 4, &joints);
    let raised = maker.positions(&[[0.0, 0.0, 2.0], [f32::NAN, 0.0, 2.0], [0.0, f32::INFINITY, 2.0], [0.0, 0.0, 2.0]]);
    let primitive = &mut maker.json["meshes"][0]["primitives"][0];
    primitive["attributes"]["JOINTS_0"] = json!(joints);
    primitive["targets"] = json!([{ "POSITION": raised }]);
    maker.json["meshes"][0]["weights"] = json!([1]);
    let level = maker.level();
    let found = notes(&level);
    assert_eq!(found.len(), 2, "{found:?}");
    for (accessor, expected) in
        [(joints, "JOINTS_0 has the type UNSIGNED_INT"), (raised, "2 offsets of a morph target are not finite")]
    {
        let place = format!("accessors[{accessor}]");
        assert!(found.iter().any(|note| note.contains(&place) && note.contains(expected)), "{expected}: {found:?}");
    }
    let (rig, rigged) = (level.rig.as_ref().unwrap(), level.objects[0].rigged.as_ref().unwrap());
    let skin = rigged.skin.as_ref().unwrap();
    assert_eq!(skin.influences.of_vertex(2).collect::<Vec<_>>(), [(1, 1.0)]);
    let posed = rigged.mesh(rig, &rig.pose(None), DVec3::ZERO).unwrap();
    assert_eq!(posed.positions()[..2], [Vec3::Z * 2.0, Vec3::X]);
}

/// A skin or animation that cannot be used is a note with its place; the rest is read.
#[test]
fn what_cannot_be_used_is_left_out_with_its_place() {
    type Spoil = fn(&mut Maker);
    let cases: [(Spoil, &str); 9] = [
        (
            |maker| maker.json["skins"][0]["joints"] = json!([1, 99]),
            "skins[0]: its skin is not used: refers to nodes[99]",
        ),
        (|maker| maker.json["skins"][0]["joints"] = json!([]), "skins[0]: its skin is not used: it has no joint"),
        (
            |maker| maker.json["skins"][0]["inverseBindMatrices"] = json!(0),
            "skins[0]: its skin is not used: accessors[0]",
        ),
        (
            |maker| {
                let times = floats(maker, "SCALAR", 1, &[1.0, 0.5]);
                maker.json["animations"][0]["samplers"][0]["input"] = json!(times);
            },
            "animations[0] `turn`: channels[0] is not played: the time of key 1",
        ),
        (
            |maker| maker.json["animations"][0]["samplers"][0]["output"] = json!(77),
            "channels[0] is not played: refers to accessors[77]",
        ),
        (
            |maker| maker.json["animations"][0]["channels"][0]["target"]["node"] = json!(42),
            "channels[0] is not played: refers to nodes[42]",
        ),
        (
            |maker| maker.json["animations"][0]["channels"][0]["sampler"] = json!(5),
            "channels[0] is not played: refers to samplers[5]",
        ),
        (|maker| maker.json["animations"][0]["channels"] = json!(7), "animations[0]: this animation is not played"),
        (
            |maker| maker.json["meshes"][0]["primitives"][0]["attributes"]["WEIGHTS_0"] = json!(0),
            "joints and weights are not used: accessors[0]",
        ),
    ];
    for (spoil, expected) in cases {
        let mut maker = banner();
        spoil(&mut maker);
        let level = maker.level();
        let described = notes(&level).join("\n");
        assert!(described.contains(expected), "{described}\nexpected {expected}");
        assert_eq!(level.objects.len(), 1, "{expected}");
    }
}

#[test]
fn a_cycle_of_joints_is_an_error_at_its_node() {
    let mut maker = banner();
    maker.json["scenes"] = json!([{ "nodes": [0] }]);
    maker.json["nodes"][2]["children"] = json!([1]);
    let error = maker.read().unwrap_err().to_string();
    assert!(error.contains("nodes[2] `hinge`") && error.contains("is a descendant of itself"), "{error}");
}

#[test]
fn nodes_and_cameras_move_and_keep_their_meshes() {
    let mut maker = Maker::new();
    let square = maker.square();
    maker.add("nodes", json!({ "name": "door", "mesh": square, "children": [1] }));
    maker.add("nodes", json!({ "name": "peep", "camera": 0 }));
    maker.add("nodes", json!({ "name": "wall", "mesh": square }));
    maker.add("cameras", json!({ "type": "perspective", "perspective": { "yfov": 1.0, "znear": 0.1 } }));
    let times = floats(&mut maker, "SCALAR", 1, &[0.0, 2.0]);
    let steps = maker.positions(&[[0.0, 0.0, 0.0], [4.0, 0.0, 0.0]]);
    maker.add(
        "animations",
        json!({ "channels": [{ "sampler": 0, "target": { "node": 0, "path": "translation" } },
                { "sampler": 0, "target": { "path": "pointer" } }],
            "samplers": [{ "input": times, "interpolation": "STEP", "output": steps }] }),
    );
    let level = maker.level();
    assert!(level.objects[1].rigged.is_none() && level.cameras[0].node == Some(1));
    let rig = level.rig.as_ref().unwrap();
    assert_eq!(rig.animations[0].animation.channels().len(), 1);
    let rigged = level.objects[0].rigged.as_ref().unwrap();
    for (time, x) in [(1.9, 0.0), (2.0, 4.0)] {
        assert!(close(rigged.level_from_local(&rig.pose(Some((0, time)))).translation, [x, 0.0, 0.0]));
    }
}

#[test]
fn morph_targets_change_the_shape() {
    let mut maker = Maker::new();
    let square = maker.square();
    let raised = maker.positions(&[[0.0, 0.0, 2.0]; 4]);
    maker.json["meshes"][square]["primitives"][0]["targets"] = json!([{ "POSITION": raised }]);
    maker.json["meshes"][square]["weights"] = json!([0.5]);
    maker.node("face", square);
    let times = floats(&mut maker, "SCALAR", 1, &[0.0, 1.0]);
    let weights = floats(&mut maker, "SCALAR", 1, &[0.0, 1.0]);
    maker.add(
        "animations",
        json!({ "channels": [{ "sampler": 0, "target": { "node": 0, "path": "weights" } }],
            "samplers": [{ "input": times, "output": weights }] }),
    );
    let level = maker.level();
    assert!(level.notes.is_empty(), "{:?}", notes(&level));
    assert_eq!(level.objects[0].mesh.positions()[0], Vec3::Z, "the weights of the mesh");
    let (rig, rigged) = (level.rig.as_ref().unwrap(), level.objects[0].rigged.as_ref().unwrap());
    let posed = rigged.mesh(rig, &rig.pose(Some((0, 0.75))), DVec3::ZERO).unwrap();
    assert_eq!(posed.positions()[0], Vec3::Z * 1.5);
}

#[test]
fn morph_targets_turn_the_normals_of_pictures() {
    let mut maker = Maker::new();
    let square = maker.square();
    let [raised, normals, turns] =
        [[0.0, 0.0, 2.0], [0.0, 0.0, 1.0], [2.0, 0.0, -2.0]].map(|each| maker.positions(&[each; 4]));
    let primitive = &mut maker.json["meshes"][square]["primitives"][0];
    primitive["attributes"]["NORMAL"] = json!(normals);
    primitive["targets"] = json!([{ "POSITION": raised }, { "NORMAL": turns }]);
    maker.json["meshes"][square]["weights"] = json!([0.5, 0.5]);
    maker.node("face", square);
    let times = floats(&mut maker, "SCALAR", 1, &[0.0, 1.0]);
    let weights = floats(&mut maker, "SCALAR", 1, &[0.0, 0.0, 1.0, 0.25]);
    maker.add(
        "animations",
        json!({ "channels": [{ "sampler": 0, "target": { "node": 0, "path": "weights" } }],
            "samplers": [{ "input": times, "output": weights }] }),
    );
    let level = maker.level();
    assert!(level.notes.is_empty(), "{:?}", notes(&level));
    let normal = |mesh: &crate::geometry::Mesh| mesh.surface().unwrap().vertices[3].normal;
    assert_eq!(normal(&level.objects[0].mesh), Vec3::X, "half of the second target: (1, 0, 0)");
    assert_eq!(level.objects[0].mesh.positions()[0], Vec3::Z, "the second target moves nothing");
    let (rig, rigged) = (level.rig.as_ref().unwrap(), level.objects[0].rigged.as_ref().unwrap());
    let at = |time: f64| normal(&rigged.mesh(rig, &rig.pose(Some((0, time))), DVec3::ZERO).unwrap());
    assert_eq!(at(0.0), Vec3::Z);
    assert!(at(1.0).distance(Vec3::new(1.0, 0.0, 1.0).normalize()) < 1e-6, "{}", at(1.0));
    // Normals that cannot be used leave the shape as it is.
    maker.json["meshes"][square]["primitives"][0]["targets"][1]["NORMAL"] = json!(times);
    let level = maker.level();
    assert!(notes(&level)[0].contains("the normals of morph target 1 cannot be used"), "{:?}", notes(&level));
    assert_eq!(normal(&level.objects[0].mesh), Vec3::Z);
}
