//! Every invalid file gives an error with its place, and no panic.

use super::*;

/// A change of a sound level, and what its error says and about which item.
type Case = (&'static str, fn(&mut Maker), &'static str, &'static str);

fn sound() -> Maker {
    let mut maker = Maker::new();
    let square = maker.square();
    maker.node("wall", square);
    maker.add("nodes", json!({ "name": "root", "children": [0] }));
    maker.add("scenes", json!({ "nodes": [1] }));
    maker
}

#[test]
fn every_wrong_index_and_range_is_located() {
    let cases: [Case; 27] = [
        ("no such mesh", |m| m.json["nodes"][0]["mesh"] = json!(9), "meshes[9]", "nodes[0] `wall`"),
        ("no such child", |m| m.json["nodes"][1]["children"] = json!([7]), "nodes[7]", "nodes[1] `root`"),
        ("no such root", |m| m.json["scenes"][0]["nodes"] = json!([7]), "nodes[7]", "scenes[0]"),
        ("no such scene", |m| m.json["scene"] = json!(3), "scenes[3]", ""),
        ("a cycle", |m| m.json["nodes"][0]["children"] = json!([1]), "one parent", "nodes[1] `root`"),
        ("itself", |m| m.json["nodes"][0]["children"] = json!([0]), "one parent", "nodes[0] `wall`"),
        ("twice", |m| m.json["scenes"][0]["nodes"] = json!([1, 0]), "one parent", "nodes[0] `wall`"),
        ("no such accessor", |m| primitive(m)["indices"] = json!(77), "accessors[77]", "meshes[0]"),
        ("a mode of nothing", |m| primitive(m)["mode"] = json!(11), "`mode`", "meshes[0]"),
        ("no such view", |m| m.json["accessors"][0]["bufferView"] = json!(8), "bufferViews[8]", "accessors[0]"),
        ("no such buffer", |m| m.json["bufferViews"][0]["buffer"] = json!(1), "buffers[1]", "bufferViews[0]"),
        (
            "too long a view",
            |m| m.json["bufferViews"][0]["byteLength"] = json!(4_000),
            "byte 0 over 4000",
            "bufferViews[0]",
        ),
        (
            "a view beyond all numbers",
            |m| m.json["bufferViews"][0]["byteOffset"] = json!(u64::MAX),
            "reaches from byte",
            "bufferViews[0]",
        ),
        ("too many elements", |m| m.json["accessors"][0]["count"] = json!(5), "reach to byte 60", "accessors[0]"),
        (
            "4 billion elements",
            |m| m.json["accessors"][0]["count"] = json!(4_294_967_295_u64),
            "reach to byte 51539607540",
            "accessors[0]",
        ),
        (
            "elements beyond all numbers",
            |m| m.json["accessors"][0]["count"] = json!(u64::MAX),
            "further than any buffer",
            "accessors[0]",
        ),
        ("an offset too far", |m| m.json["accessors"][0]["byteOffset"] = json!(4), "reach to byte 52", "accessors[0]"),
        (
            "zeros without end",
            |m| {
                m.json["accessors"][0]["count"] = json!(4_000_000_000_u64);
                m.json["accessors"][0].as_object_mut().unwrap().remove("bufferView");
            },
            "no bytes for them",
            "accessors[0]",
        ),
        ("another type", |m| m.json["accessors"][0]["type"] = json!("VEC2"), "must be VEC3", "accessors[0]"),
        ("a type of nothing", |m| m.json["accessors"][0]["type"] = json!("VEC9"), "must be VEC3", "accessors[0]"),
        (
            "components of nothing",
            |m| m.json["accessors"][0]["componentType"] = json!(1),
            "`componentType`",
            "accessors[0]",
        ),
        (
            "positions of whole numbers",
            |m| m.json["accessors"][0]["componentType"] = json!(UNSIGNED_INT),
            "not UNSIGNED_INT",
            "accessors[0]",
        ),
        (
            "indices with signs",
            |m| m.json["accessors"][1]["componentType"] = json!(BYTE),
            "unsigned integers",
            "accessors[1]",
        ),
        ("too narrow a step", |m| m.json["bufferViews"][0]["byteStride"] = json!(8), "steps by 8", "accessors[0]"),
        ("an index too high", |m| m.bytes[48] = 4, "its index 0 is 4, but accessors[0] has 4", "accessors[1]"),
        (
            "instances of different counts",
            |m| {
                let one = m.positions(&[[0.0; 3]]);
                let attributes = json!({ "TRANSLATION": one, "SCALE": 0 });
                m.json["nodes"][0]["extensions"] = json!({ "EXT_mesh_gpu_instancing": { "attributes": attributes } });
            },
            "different counts",
            "nodes[0] `wall`",
        ),
        ("no such skin", |m| m.json["nodes"][0]["skin"] = json!(0), "skins[0]", "nodes[0] `wall`"),
    ];
    assert_eq!(sound().level().objects.len(), 1);
    for (what, change, words, place) in cases {
        let mut maker = sound();
        change(&mut maker);
        let error = maker.read().err().unwrap_or_else(|| panic!("{what} is read"));
        assert!(error.message.contains(words), "{what}: {error}");
        assert!(error.message.starts_with(place), "{what}: {error}");
        assert_eq!(&*error.file, "level.gltf");
        assert_eq!(error.line > 1, !place.is_empty(), "{what}: {error} is found in the text");
        assert!(!error.render(false).is_empty());
        let error = read_as("level.glb", &maker.glb()).unwrap_err();
        assert!(error.message.contains(words) && error.message.starts_with(place), "{what} in a GLB: {error}");
    }
}

fn primitive(maker: &mut Maker) -> &mut Value {
    &mut maker.json["meshes"][0]["primitives"][0]
}

#[test]
fn sparse_elements_must_be_elements() {
    for (indices, count, words) in [
        ([1_u8, 1], 2, "must ascend"),
        ([3, 1], 2, "must ascend"),
        ([0, 4], 2, "stay below 4"),
        ([0, 1], 3, "reach to byte"),
        ([0, 1], 5, "replaces 5 elements, but it has only 4"),
    ] {
        let mut maker = sound();
        let indices = maker.view(&indices);
        let values = maker.view(&[0; 24]);
        maker.json["accessors"][0]["sparse"] = json!({ "count": count,
            "indices": { "bufferView": indices, "componentType": UNSIGNED_BYTE }, "values": { "bufferView": values } });
        let error = maker.read().unwrap_err();
        assert!(error.message.contains(words) && error.message.starts_with("accessors[0]"), "{error}");
    }
}

#[test]
fn buffers_stay_in_the_root() {
    let outside = tempfile::tempdir().unwrap();
    let folder = outside.path().join("scenes");
    fs::create_dir_all(folder.join("sub")).unwrap();
    let maker = sound();
    for name in ["secret.bin", "scenes/short.bin"] {
        fs::write(outside.path().join(name), if name.contains("short") { &maker.bytes[..8] } else { &maker.bytes })
            .unwrap();
    }
    #[cfg(unix)]
    std::os::unix::fs::symlink(outside.path().join("secret.bin"), folder.join("link.bin")).unwrap();
    let absolute = outside.path().join("secret.bin").display().to_string();
    for (uri, words) in [
        ("../secret.bin", "leaves the root"),
        ("%2e%2e/secret.bin", "leaves the root"),
        ("sub/../../secret.bin", "leaves the root"),
        (&*absolute, "absolute path"),
        ("file:///secret.bin", "no file `file:///secret.bin`"),
        ("https://example.com/a.bin", "no file"),
        ("none.bin", "no file `none.bin`"),
        ("sub", "not a file"),
        ("", "empty"),
        ("%ff.bin", "not UTF-8"),
        ("a%00b", "no file"),
        ("short.bin", "claims 56 bytes, but there are 8"),
        ("data:;base64,AAAA", "claims 56 bytes, but there are 3"),
        ("data:;base64,A*", "no base64"),
        ("data:nothing", "no `,`"),
        #[cfg(unix)]
        ("link.bin", "link that leaves"),
    ] {
        let mut json = maker.json.clone();
        json["buffers"] = json!([{ "byteLength": maker.bytes.len(), "uri": uri }]);
        fs::write(folder.join("a.gltf"), json.to_string()).unwrap();
        let error = read_in(&folder, "a.gltf").unwrap_err();
        assert!(error.message.contains(words), "{uri}: {error}");
        assert!(error.message.starts_with("buffers[0]"), "{uri}: {error}");
    }
    let mut json = maker.json.clone();
    json["buffers"] = json!([{ "byteLength": maker.bytes.len() }]);
    fs::write(folder.join("a.gltf"), json.to_string()).unwrap();
    assert!(read_in(&folder, "a.gltf").unwrap_err().message.contains("names no file"));
}

#[test]
fn a_file_that_is_not_a_gltf_is_refused() {
    let glb = sound().glb();
    let with = |at: usize, bytes: &[u8]| {
        let mut glb = glb.clone();
        glb[at..at + bytes.len()].copy_from_slice(bytes);
        glb
    };
    for (name, bytes, words) in [
        ("a.glb", &b"no glb"[..], "cut off"),
        ("a.glb", b"", "cut off"),
        ("a.glb", b"this is no glb at all, but text", "does not begin with `glTF`"),
        ("a.glb", &with(4, &[1, 0, 0, 0]), "GLB version 1"),
        ("a.glb", &with(8, &[255, 255, 255, 127]), "claims 2147483647 bytes"),
        ("a.glb", &with(12, &[255, 255, 255, 255]), "a chunk claims 4294967295 bytes"),
        ("a.glb", &with(16, b"NOPE"), "it has no JSON"),
        ("a.glb", &glb[..glb.len() - 1], "it has"),
        ("a.gltf", b"", "no glTF"),
        ("a.gltf", b"{", "no glTF: EOF"),
        ("a.gltf", b"[1, 2]", "no glTF"),
        ("a.gltf", b"\xff\xfe", "not UTF-8"),
        ("a.gltf", b"{ \"asset\": {} }", "missing field `version`"),
        ("a.gltf", b"{ \"asset\": { \"version\": \"1.0\" }, \"meshes\": {} }", "glTF `1.0`"),
        ("a.gltf", b"{ \"asset\": { \"version\": \"2.0\", \"minVersion\": \"2.1\" } }", "glTF `2.1`"),
        ("a.gltf", b"{ \"asset\": { \"version\": \"2.0\" }, \"nodes\": [{ \"mesh\": -1 }] }", "no glTF"),
    ] {
        let error = read_as(name, bytes).unwrap_err();
        assert!(error.message.contains(words), "{words}: {error}");
        assert!(error.help.is_some(), "{error}");
    }
    let level = read_as("a.gltf", b"{ \"asset\": { \"version\": \"2.0\" } }").unwrap();
    assert_eq!((level.objects.len(), level.bounds()), (0, None), "an empty one is sound");
    let error = read_as("a.gltf", b"{\n  \"asset\": { \"version\": 2 }\n}").unwrap_err();
    assert_eq!(error.line, 2, "{error}");
}

#[test]
fn depth_and_repetition_take_linear_time_and_memory() {
    // Nested far deeper than any stack.
    let deep = format!(
        "{{ \"asset\": {{ \"version\": \"2.0\" }}, \"extras\": {}1{} }}",
        "[".repeat(200_000),
        "]".repeat(200_000)
    );
    read_as("a.gltf", deep.as_bytes()).map(drop).unwrap_or_default();
    // A chain of nodes as long as a million is walked, not climbed.
    let mut maker = Maker::new();
    let square = maker.square();
    let count = 100_000;
    let mut nodes: Vec<Value> = (1..count).map(|i| json!({ "children": [i] })).collect();
    nodes.push(json!({ "name": "end", "mesh": square }));
    maker.json["nodes"] = Value::Array(nodes);
    assert_eq!(&*maker.level().objects[0].name, "end");
    // The same bytes claimed over and over by other accessors.
    let mut maker = Maker::new();
    let count = 40_000;
    let points = maker.positions(&vec![[0.0; 3]; count]);
    for i in 0..300 {
        let mut accessor = maker.json["accessors"][points].clone();
        accessor["name"] = json!(format!("copy {i}"));
        let accessor = maker.add("accessors", accessor);
        let mesh = maker.mesh(json!({ "attributes": { "POSITION": accessor } }));
        maker.node("n", mesh);
    }
    let error = maker.read().unwrap_err();
    assert!(error.message.contains("far larger than the file"), "{error}");
    // More braces, or lists, than any level has.
    let text = format!("{{ \"asset\": {{ \"version\": \"2.0\" }}, \"extras\": [0{}] }}", ",[]".repeat(2_000_000));
    assert!(read_as("a.gltf", text.as_bytes()).unwrap_err().message.contains("so many objects, lists"));
    let text = format!("{{ \"asset\": {{ \"version\": \"2.0\" }}, \"nodes\": [{{}}{}] }}", ",{}".repeat(2_000_000));
    assert!(read_as("a.gltf", text.as_bytes()).unwrap_err().message.contains("so many objects, lists"));
    let text =
        format!("{{ \"asset\": {{ \"version\": \"2.0\" }}, \"extras\": [[]{}] }}", ",[0,0,0,0]".repeat(1_200_000));
    assert!(read_as("a.gltf", text.as_bytes()).unwrap_err().message.contains("so many objects, lists"), "together");
}

#[test]
fn where_the_same_bytes_are_uncompressed_the_compressed_ones_do_not_count() {
    let mut maker = sound();
    primitive(&mut maker)["extensions"] = json!({ "KHR_draco_mesh_compression": { "bufferView": 0 } });
    maker.json["bufferViews"][0]["extensions"] = json!({ "EXT_meshopt_compression": {} });
    assert_eq!(maker.level().objects.len(), 1);
    maker.json["accessors"][0].as_object_mut().unwrap().remove("bufferView");
    let error = maker.read().unwrap_err();
    assert!(error.message.contains("has a primitive with an invalid KHR_draco_mesh_compression"), "{error}");

    let mut json = maker.json.clone();
    json["accessors"][0]["bufferView"] = json!(0);
    json["buffers"] = json!([{ "byteLength": 56 }]);
    let error = read_as("a.gltf", json.to_string().as_bytes()).unwrap_err();
    assert!(error.message.contains("has an invalid EXT_meshopt_compression"), "{error}");
}

#[test]
fn required_extensions_that_are_not_understood_refuse() {
    let mut maker = sound();
    maker.json["extensionsRequired"] = json!(["KHR_draco_mesh_compression", "EXT_meshopt_compression"]);
    assert_eq!(maker.level().objects.len(), 1);
    maker.json["extensionsRequired"] = json!(["ACME_walls"]);
    let error = maker.read().unwrap_err();
    assert!(error.message.contains("`ACME_walls`") && error.help.is_some(), "{error}");
}

#[test]
fn reading_reports_its_progress() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("a.glb"), sound().glb()).unwrap();
    fs::write(folder.path().join("a.gltf"), sound().text()).unwrap();
    fs::write(folder.path().join("a.obj"), "v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3").unwrap();
    for name in ["a.glb", "a.gltf", "a.obj"] {
        let progress = Progress::default();
        let file = LevelFile::read(name, &folder.path().into(), &Budget::default(), &progress);
        assert!(file.level().is_ok(), "{file:?}");
        assert!(progress.fraction() > 0.97, "{name}: {}, but for headers", progress.fraction());
    }
}

#[test]
fn the_bar_of_several_levels_does_not_go_back() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("a.glb"), sound().glb()).unwrap();
    fs::write(folder.path().join("b.obj"), "v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3").unwrap();
    let progress = Progress::default();
    let files = ["a.glb", "b.obj", "none.glb"].map(|file| (file, Vec::new()));
    let read = LevelFile::read_all(&files, &folder.path().into(), &Budget::default(), &progress);
    assert_eq!(read.iter().map(|file| file.level().is_ok()).collect::<Vec<_>>(), [true, true, false]);
    assert!((0.97..=1.0).contains(&progress.fraction()), "{}", progress.fraction());
    // All of it is known before the first is read.
    let before = Progress::default();
    let work = |bytes| crate::import::level::work::LevelWork::estimating(&before, &Budget::default(), bytes);
    let (first, second) = (work(100), work(300));
    first.expect(100);
    first.advance_by(1, 1);
    let fraction = before.fraction();
    second.expect(300);
    assert!((before.fraction() - fraction).abs() < f32::EPSILON, "{fraction}");
    second.expect(100);
    assert!(before.fraction() < fraction, "what it names comes on top");
}

#[test]
fn reading_can_be_cancelled() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("a.glb"), sound().glb()).unwrap();
    fs::write(folder.path().join("a.obj"), "v 0 0 0").unwrap();
    let progress = Progress::default();
    progress.cancel();
    for name in ["a.glb", "a.obj"] {
        let file = LevelFile::read(name, &folder.path().into(), &Budget::default(), &progress);
        assert!(file.level().unwrap_err().message.contains("cancelled"), "{name}");
    }
}

#[test]
fn cyclic_nodes_are_reported_without_a_scene_too() {
    for (children, index) in
        [(vec![json!([0])], 0), (vec![json!([1]), json!([0])], 0), (vec![json!([]), json!([1])], 1)]
    {
        let mut maker = Maker::new();
        let square = maker.square();
        for children in &children {
            maker.add("nodes", json!({ "mesh": square, "children": children }));
        }
        let error = maker.read().unwrap_err();
        assert!(
            error.message.starts_with(&format!("nodes[{index}]: is a descendant of itself")),
            "{children:?}: {error}"
        );
    }
}

#[test]
fn coordinates_out_of_range_are_reported() {
    let mut maker = sound();
    let mesh = maker.square();
    let far = maker.node("far", mesh);
    maker.json["scenes"][0]["nodes"] = json!([1, far]);
    maker.json["nodes"][far]["translation"] = json!([3e38, 0, 0]);
    maker.json["nodes"][far]["scale"] = json!([3e38, 1, 1]);
    let described = notes(&maker.level());
    assert!(
        described.len() == 1 && described[0].contains("`far`: is not placed: its coordinates exceed"),
        "{described:?}"
    );
    maker.json["nodes"][far]["scale"] = json!([1, 1, 1]);
    assert_eq!(notes(&maker.level()).len(), 0);
}

#[test]
fn an_index_of_more_than_32_bits_is_not_cut_off() {
    let mut maker = Maker::new();
    let square = maker.square();
    maker.add("nodes", json!({ "name": "\"mesh\": \\", "children": [1], "extras": { "id": 99_999_999_999_u64 } }));
    maker.node("wall", square);
    assert_eq!(maker.level().objects.len(), 1, "numbers of others may be as large as they like");
    maker.json["nodes"][1]["mesh"] = json!(1_u64 << 32);
    let error = maker.read().unwrap_err();
    assert!(error.message.contains("4294967296 exceeds the largest index"), "{error}");
    assert!(error.render(false).contains("\"mesh\": 4294967296"), "{}", error.render(false));
    maker.json["nodes"][1]["mesh"] = json!(0);
    maker.json["nodes"][0]["children"] = json!([(1_u64 << 40) + 1]);
    assert!(maker.read().unwrap_err().message.contains("exceeds the largest index"));
}
