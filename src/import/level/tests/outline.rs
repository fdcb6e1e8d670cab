//! The groups and materials of a level's file.

use std::fmt::Write as _;

use super::*;
use crate::import::level::outline::{Outline, PartIndex};

/// Groups with their depth, and parts: `garden(tree(Trunk Leaves) Gate)`.
fn written(level: &Level) -> String {
    let Outline { groups, parts, .. } = &level.outline;
    let mut words = String::new();
    let mut open: Vec<u32> = Vec::new();
    for (place, part) in (0..).zip(parts) {
        while open.last().is_some_and(|group| groups[*group as usize].parts.end <= place) {
            words.push(')');
            open.pop();
        }
        for (index, group) in (0..).zip(groups).filter(|(_, group)| group.parts.start == place) {
            assert_eq!(group.depth as usize, open.len(), "{group:?}");
            assert_eq!(group.parent, open.last().copied(), "{group:?}");
            write!(words, " {}(", group.name).unwrap();
            open.push(index);
        }
        assert_eq!(part.group, open.last().copied(), "{part:?}");
        assert_eq!(level.outline.group_of(part.part), part.group);
        let name = match part.part {
            PartIndex::Object(object) => &level.objects[object as usize].name,
            PartIndex::Camera(camera) => &level.cameras[camera as usize].name,
        };
        write!(words, " {name}").unwrap();
    }
    words.extend(open.iter().map(|_| ')'));
    words.replace("( ", "(").trim().to_owned()
}

fn materials(level: &Level) -> Vec<String> {
    let words = |material: &crate::import::level::outline::UsedMaterial| {
        let names: Vec<&str> = material.objects.iter().map(|object| &*level.objects[*object as usize].name).collect();
        format!("{} {:?}: {}", material.name, material.color.map(|color| color.0), names.join(" "))
    };
    level.outline.materials.iter().map(words).collect()
}

/// A garden with a tree of two parts, a gate, a lamp without a mesh and a camera.
fn garden() -> Maker {
    let mut maker = Maker::new();
    let square = maker.square();
    let [bark, leaf] = [json!([0.5, 0.25, 0.0, 1.0]), json!([1.0, 1.0, 1.0, 1.0])]
        .map(|factor| json!({ "pbrMetallicRoughness": { "baseColorFactor": factor } }));
    maker.json["materials"] = json!([bark, leaf, { "name": "unused" }]);
    maker.json["materials"][0]["name"] = json!("bark");
    maker.json["meshes"][square]["primitives"][0]["material"] = json!(0);
    let mut second = maker.json["meshes"][square]["primitives"][0].clone();
    second["material"] = json!(1);
    let first = maker.json["meshes"][square]["primitives"][0].clone();
    maker.add("meshes", json!({ "primitives": [first, second] }));
    maker.add("cameras", json!({ "type": "perspective", "perspective": { "yfov": 1.0, "znear": 0.1 } }));
    maker.json["nodes"] = json!([
        { "name": "Garden", "children": [1, 2, 5] },
        { "name": "Tree", "children": [3, 4] },
        { "name": "Gate", "mesh": 0 },
        { "name": "Trunk", "mesh": 0 },
        { "name": "Leaves", "mesh": 1 },
        { "name": "Lamp", "children": [6] },
        { "name": "Eye", "camera": 0 },
    ]);
    maker
}

#[test]
fn the_nodes_of_a_gltf_group_their_parts() {
    let level = garden().level();
    assert_eq!(written(&level), "Garden(Tree(Trunk Leaves) Gate Lamp(Eye))");
    let [garden, tree, _] = &level.outline.groups[..] else { panic!("{:?}", level.outline) };
    assert_eq!((garden.parts.clone(), tree.parts.clone()), (0..4, 0..2));
    let path: Vec<&str> = level.outline.path(Some(1)).collect();
    assert_eq!(path, ["Tree", "Garden"]);
    assert_eq!(materials(&level), ["bark Some([188, 137, 0]): Gate Trunk Leaves", "material 1 None: Leaves"]);
    let leaves = level.objects.iter().position(|object| &*object.name == "Leaves").unwrap();
    assert_eq!(level.outline.materials_of(u32::try_from(leaves).unwrap()).collect::<Vec<_>>(), [0, 1]);
}

#[test]
fn only_the_scene_that_is_read_has_groups() {
    let mut maker = garden();
    maker.json["scenes"] = json!([{ "nodes": [1] }, { "nodes": [0] }]);
    assert_eq!(written(&maker.level()), "Tree(Trunk Leaves)");
    // A node outside the scene is no parent of one inside.
    maker.json["scenes"] = json!([{ "nodes": [1, 2] }]);
    assert_eq!(written(&maker.level()), "Tree(Trunk Leaves) Gate");
}

#[test]
fn names_may_be_missing_equal_or_hostile() {
    let mut maker = garden();
    maker.json["nodes"][1].as_object_mut().unwrap().remove("name");
    maker.json["nodes"][0]["name"] = json!("\u{202e}a\n\u{0}");
    maker.json["nodes"][3]["name"] = json!("Gate");
    maker.json["materials"][0]["name"] = json!("  ");
    let level = maker.level();
    assert_eq!(written(&level), "\u{202e}a\n\u{0}(node 1(Gate#2 Leaves) Gate Lamp(Eye))");
    assert_eq!(&*level.outline.materials[0].name, "material 0");
}

#[test]
fn several_objects_of_one_node_are_a_group() {
    let mut maker = garden();
    let moves: Vec<u8> =
        [[0.0_f32; 3], [2.0, 0.0, 0.0], [4.0, 0.0, 0.0]].as_flattened().iter().flat_map(|x| x.to_le_bytes()).collect();
    let translations = maker.accessor("VEC3", FLOAT, 3, &moves);
    maker.json["nodes"][2]["extensions"] =
        json!({ "EXT_mesh_gpu_instancing": { "attributes": { "TRANSLATION": translations } } });
    assert_eq!(written(&maker.level()), "Garden(Tree(Trunk Leaves) Gate(Gate Gate#2 Gate#3) Lamp(Eye))");
}

#[test]
fn a_flat_file_has_no_groups() {
    let mut maker = garden();
    maker.json["nodes"] = json!([{ "name": "a", "mesh": 0 }, { "name": "b", "mesh": 0 }, { "name": "joint" }]);
    let level = maker.level();
    assert_eq!((written(&level), level.outline.groups.len()), (String::new(), 0));
    assert_eq!(level.outline.materials.len(), 1);
}

#[test]
fn a_chain_of_100_000_nodes_is_read() {
    const COUNT: usize = 100_000;
    let mut maker = garden();
    let below = |i: usize| if i + 1 < COUNT { json!({ "children": [i + 1] }) } else { json!({ "mesh": 0 }) };
    maker.json["nodes"] = (0..COUNT).map(below).collect();
    let outline = maker.level().outline;
    assert_eq!((outline.groups.len(), outline.parts.len()), (COUNT - 1, 1));
    assert_eq!(outline.groups.last().unwrap().depth as usize, COUNT - 2);
    assert_eq!(outline.path(outline.parts[0].group).count(), COUNT - 1);
}

#[test]
fn a_cycle_is_an_error_as_before() {
    let mut maker = garden();
    maker.json["nodes"][4]["children"] = json!([0]);
    let error = maker.read().unwrap_err().to_string();
    assert!(error.contains("descendant of itself"), "{error}");
}

#[test]
fn an_object_of_an_obj_groups_what_follows() {
    let points = "v 0 0 0\nv 1 0 0\nv 1 1 0\nv 0 1 0\n";
    let read = |lines: &str| read_as("car.obj", format!("{points}{lines}").as_bytes()).unwrap();
    let level = read("o Car\ng body\nusemtl red\nf 1 2 3\ng wheel\nf 1 3 4\nusemtl tyre\nf 2 3 4\no Road\nf 1 2 4\n");
    assert_eq!(written(&level), "Car(body wheel) Road");
    assert_eq!(materials(&level), ["red None: body wheel", "tyre None: wheel Road"]);
    let level = read("f 1 2 3\no Car\nf 1 2 4\ng wheel\nf 1 3 4\ng\nf 2 3 4\n");
    assert_eq!(written(&level), "car Car(Car wheel default)");
    // The first line that names a group decides, because groups are identified by their names.
    let level = read("o A\ng x\nf 1 2 3\no B\ng x\nf 1 3 4\ng A\nf 2 3 4\n");
    assert_eq!(written(&level), "A(A x)");
    // Files of groups or of objects alone are flat lists, also when the object has no faces.
    for lines in ["g a\nf 1 2 3\ng b\nf 1 3 4\n", "o a\nf 1 2 3\no b\nf 1 3 4\no c\n", "g a\nf 1 2 3\no b\ng c\n"] {
        assert_eq!(read(lines).outline.groups.len(), 0, "{lines}");
    }
}

#[test]
fn materials_of_an_obj_have_the_colours_of_its_library() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("a.mtl"), "newmtl red\nKd 1 0 0\nnewmtl unused\nKd 0 1 0\n").unwrap();
    let text = "mtllib a.mtl\nv 0 0 0\nv 1 0 0\nv 1 1 0\nusemtl red\nf 1 2 3\nf 3 2 1\n";
    fs::write(folder.path().join("a.obj"), text).unwrap();
    assert_eq!(materials(&read_in(folder.path(), "a.obj").unwrap()), ["red Some([255, 0, 0]): a"]);
}

#[test]
fn groups_and_materials_count_against_the_budget() {
    use crate::import::level::outline::{Nodes, walk};
    use crate::import::level::work::LevelWork;
    let progress = Progress::default();
    let of = |bytes: u64| {
        let (parents, name) = ([None, Some(0), Some(0)], "x".repeat(100));
        let budget = Budget::new(bytes);
        let work = LevelWork::new(&progress, &budget);
        let order = walk(&parents);
        let nodes = Nodes { order: &order, parents: &parents };
        let mut outline = Outline::of(&nodes, |_| (&*name).into(), [&[1, 2], &[]], &work)?;
        outline.add_materials(1, |_| (&*name, None), &[[0].into(), [0].into()], &work)?;
        Ok::<_, crate::import::level::error::LevelError>((outline, work.take_kept().bytes()))
    };
    let (outline, kept) = of(1 << 20).unwrap();
    assert_eq!((outline.groups.len(), outline.materials[0].objects.len()), (1, 2));
    assert!(kept >= 200, "both names: {kept}");
    assert!(of(100).is_err());
}
