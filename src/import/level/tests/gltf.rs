//! glTF: one file for each feature.

use super::*;

/// The corners of both triangles of the maker's square.
fn square_corners() -> Vec<[Vec3; 3]> {
    let [a, b, c, d] = [Vec3::ZERO, Vec3::X, Vec3::new(1.0, 1.0, 0.0), Vec3::Y];
    vec![[a, b, c], [a, c, d]]
}

#[test]
fn a_level_is_the_same_from_text_chunk_and_file() {
    let mut maker = Maker::new();
    let square = maker.square();
    maker.node("wall", square);
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name);
    fs::create_dir(path("sub dir")).unwrap();
    fs::write(path("a.gltf"), maker.text()).unwrap();
    fs::write(path("a.glb"), maker.glb()).unwrap();
    // With a byte order mark, and a file beside it by a name that needs escapes.
    let mut json = maker.json.clone();
    json["buffers"] = json!([{ "byteLength": maker.bytes.len(), "uri": "b%C3%A4%20%23.bin" }]);
    fs::write(path("sub dir/bä #.bin"), &maker.bytes).unwrap();
    fs::write(path("sub dir/a.gltf"), format!("\u{feff}{json}")).unwrap();
    // The first bytes decide the format, not the name.
    fs::write(path("b.gltf"), maker.glb()).unwrap();
    for name in ["a.gltf", "a.glb", "sub dir/a.gltf", "b.gltf"] {
        let level = read_in(folder.path(), name).unwrap();
        assert_eq!(&*level.objects[0].name, "wall", "{name}");
        assert_eq!(corners(&level, 0), square_corners(), "{name}");
        assert_eq!(notes(&level), [""; 0], "{name}");
        assert_eq!((level.counts.meshes, level.counts.triangles, level.counts.placed_triangles), (1, 2, 2));
    }
}

#[test]
fn indices_of_all_kinds_strips_and_fans() {
    let points = [[0.0, 0.0, 0.0], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [1.0, 1.0, 0.0], [0.0, 2.0, 0.0]];
    let list = [0_u32, 1, 2, 2, 1, 3];
    let bytes = |width: usize, list: &[u32]| -> Vec<u8> {
        list.iter().flat_map(|i| i.to_le_bytes()[..width].to_vec()).collect()
    };
    for (component, width) in [(UNSIGNED_BYTE, 1), (UNSIGNED_SHORT, 2), (UNSIGNED_INT, 4)] {
        for (mode, list, triangles) in [
            (4, &list[..], vec![[0, 1, 2], [2, 1, 3]]),
            // glTF 2.0, section 3.7.2.1: every other triangle of a strip turns the other way round.
            (5, &[0, 1, 2, 3, 4], vec![[0, 1, 2], [1, 3, 2], [2, 3, 4]]),
            (6, &[0, 1, 3, 4], vec![[1, 3, 0], [3, 4, 0]]),
        ] {
            let mut maker = Maker::new();
            let positions = maker.positions(&points);
            let indices = maker.accessor("SCALAR", component, list.len(), &bytes(width, list));
            let primitive = json!({ "attributes": { "POSITION": positions }, "indices": indices, "mode": mode });
            let mesh = maker.mesh(primitive);
            maker.node("n", mesh);
            assert_eq!(maker.level().objects[0].mesh.triangles(), triangles, "mode {mode} of {width} bytes");
        }
    }
    // Without indices, in the order of the vertices. Left-over vertices are reported.
    let mut maker = Maker::new();
    let positions = maker.positions(&points);
    let mesh = maker.mesh(json!({ "attributes": { "POSITION": positions } }));
    maker.node("n", mesh);
    let level = maker.level();
    assert_eq!(level.objects[0].mesh.triangles(), [[0, 1, 2]]);
    assert!(notes(&level)[0].contains("left over"), "{:?}", notes(&level));
}

#[test]
fn sparse_elements_take_the_place_of_others() {
    let mut maker = Maker::new();
    let square = maker.square();
    maker.node("n", square);
    let indices = maker.view(&[1, 0, 3, 0]);
    let values: Vec<u8> = [5.0_f32, 0.0, 0.0, 0.0, 7.0, 0.0].iter().flat_map(|x| x.to_le_bytes()).collect();
    let values = maker.view(&values);
    let sparse = json!({ "count": 2, "indices": { "bufferView": indices, "componentType": UNSIGNED_SHORT },
        "values": { "bufferView": values } });
    maker.json["accessors"][0]["sparse"] = sparse;
    let expected = [[0.0, 0.0], [5.0, 0.0], [1.0, 1.0], [0.0, 7.0]].map(|[x, y]| Vec3::new(x, y, 0.0));
    assert_eq!(maker.level().objects[0].mesh.positions(), expected);
    // Without a buffer view all others are zero.
    maker.json["accessors"][0].as_object_mut().unwrap().remove("bufferView");
    let expected = [[0.0, 0.0], [5.0, 0.0], [0.0, 0.0], [0.0, 7.0]].map(|[x, y]| Vec3::new(x, y, 0.0));
    assert_eq!(maker.level().objects[0].mesh.positions(), expected);
}

#[test]
fn interleaved_and_quantized_positions() {
    let mut maker = Maker::new();
    // x, y, z as normalised signed shorts, then two bytes that belong to something else.
    let vertices = [[-32768_i16, 0, 0, 9], [32767, 0, 0, 9], [0, 16384, 0, 9]];
    let bytes: Vec<u8> = vertices.as_flattened().iter().flat_map(|x| x.to_le_bytes()).collect();
    let accessor = maker.accessor("VEC3", SHORT, 3, &bytes);
    maker.json["accessors"][accessor]["normalized"] = json!(true);
    maker.json["bufferViews"][0]["byteStride"] = json!(8);
    maker.json["extensionsRequired"] = json!(["KHR_mesh_quantization"]);
    let mesh = maker.mesh(json!({ "attributes": { "POSITION": accessor } }));
    maker.node("n", mesh);
    let positions = maker.level().objects[0].mesh.positions().to_vec();
    assert_eq!(positions, [Vec3::NEG_X, Vec3::X, Vec3::new(0.0, 16384.0 / 32767.0, 0.0)]);
    for (component, bytes, expected) in [
        (BYTE, vec![0x80, 1, 2, 0, 127, 0, 0, 0, 1], [[-128.0, 1.0, 2.0], [0.0, 127.0, 0.0], [0.0, 0.0, 1.0]]),
        (UNSIGNED_BYTE, vec![255, 1, 2, 0, 127, 0, 0, 0, 1], [[255.0, 1.0, 2.0], [0.0, 127.0, 0.0], [0.0, 0.0, 1.0]]),
    ] {
        let mut maker = Maker::new();
        let accessor = maker.accessor("VEC3", component, 3, &bytes);
        let mesh = maker.mesh(json!({ "attributes": { "POSITION": accessor } }));
        maker.node("n", mesh);
        assert_eq!(maker.level().objects[0].mesh.positions(), expected.map(Vec3::from), "{component}");
    }
}

#[test]
fn nodes_stand_where_their_parents_put_them() {
    let mut maker = Maker::new();
    let square = maker.square();
    let half = std::f64::consts::FRAC_1_SQRT_2;
    // Turned by 90° about Y, twice as large, moved: +X goes to −Z.
    maker.add(
        "nodes",
        json!({ "name": "parent", "children": [2], "translation": [10, 0, 0],
        "rotation": [0, half, 0, half], "scale": [2, 2, 2] }),
    );
    maker.add("nodes", json!({ "name": "free", "mesh": square, "scale": [-1, 1, 1] }));
    maker.add(
        "nodes",
        json!({ "name": "child", "mesh": square, "matrix":
        [1, 0, 0, 0, 0.5, 1, 0, 0, 0, 0, 1, 0, 3, 0, 0, 1] }),
    );
    maker.add("scenes", json!({ "nodes": [0, 1] }));
    let level = maker.level();
    let names: Vec<&str> = level.objects.iter().map(|object| &*object.name).collect();
    assert_eq!(names, ["free", "child"], "in the order of the file");
    let at = |object: usize, point: [f64; 3]| level.objects[object].level_from_local.transform_point3(point.into());
    assert!(close(at(0, [1.0, 1.0, 0.0]), [-1.0, 1.0, 0.0]), "mirrored");
    assert!(close(at(1, [0.0; 3]), [10.0, 0.0, -6.0]));
    assert!(close(at(1, [0.0, 1.0, 0.0]), [10.0, 2.0, -7.0]), "sheared");
    assert!(std::sync::Arc::ptr_eq(&level.objects[0].mesh, &level.objects[1].mesh), "one mesh for both");
    assert_eq!((level.counts.triangles, level.counts.placed_triangles), (2, 4));
    let bounds = level.bounds().unwrap();
    assert!((bounds.min.x + 1.0).abs() < 1e-6 && (bounds.max.x - 10.0).abs() < 1e-5, "{bounds:?}");
}

#[test]
fn which_scene_is_read() {
    let square = |maker: &mut Maker| {
        let square = maker.square();
        maker.node("a", square);
        maker.node("b", square);
        maker.add("nodes", json!({ "name": "c", "children": [1] }));
    };
    for (scenes, scene, expected, noted) in [
        (json!([]), None, &["a", "b"][..], false),
        (json!([{ "nodes": [0] }]), None, &["a"], false),
        (json!([{ "nodes": [0] }, { "nodes": [2] }]), Some(1), &["b"], true),
        (json!([{ "nodes": [0] }, { "nodes": [2] }]), None, &["a"], true),
        (json!([{}]), Some(0), &[], false),
    ] {
        let mut maker = Maker::new();
        square(&mut maker);
        maker.json["scenes"] = scenes.clone();
        if let Some(scene) = scene {
            maker.json["scene"] = json!(scene);
        }
        let level = maker.level();
        let names: Vec<&str> = level.objects.iter().map(|object| &*object.name).collect();
        assert_eq!(names, expected, "{scenes} {scene:?}");
        assert_eq!(notes(&level).iter().any(|note| note.contains("2 scenes")), noted, "{scenes}");
    }
}

#[test]
fn names_are_kept_and_made_unique() {
    let mut maker = Maker::new();
    let square = maker.square();
    let brick = maker.square();
    maker.json["meshes"][brick]["name"] = json!("brick");
    for (name, mesh) in [("a", square), ("a", square), ("", square), (" ", brick), ("a#2", brick), ("x/y", brick)] {
        maker.node(name, mesh);
    }
    maker.add("nodes", json!({ "mesh": square }));
    let camera = maker.add(
        "cameras",
        json!({ "type": "orthographic",
        "orthographic": { "xmag": 2, "ymag": 1, "znear": 0, "zfar": 9 } }),
    );
    maker.add("nodes", json!({ "name": "a", "camera": camera }));
    let level = maker.level();
    let names: Vec<&str> = level.objects.iter().map(|object| &*object.name).collect();
    assert_eq!(names, ["a", "a#2", "node 2", "brick", "a#2#2", "x/y", "node 6"]);
    assert_eq!(&*level.cameras[0].name, "a#3");
    assert_eq!(level.find("x/y"), Some(super::super::Named::Object(5)));
    assert_eq!(level.find("a#3"), Some(super::super::Named::Camera(0)));
    assert_eq!(level.find("b"), None);
}

#[test]
fn cameras_see_as_they_are_written() {
    let mut maker = Maker::new();
    let mut camera = |json: Value, translation: Value| {
        let camera = maker.add("cameras", json);
        maker.add("nodes", json!({ "camera": camera, "translation": translation }));
    };
    let perspective = json!({ "yfov": 1.0, "znear": 0.5, "zfar": 20, "aspectRatio": 2 });
    camera(json!({ "type": "perspective", "perspective": perspective, "name": "eye" }), json!([1, 2, 3]));
    camera(json!({ "type": "perspective", "perspective": { "yfov": 1.0, "znear": 0.5 } }), json!([0, 0, 0]));
    camera(
        json!({ "type": "orthographic", "orthographic": { "xmag": 3, "ymag": 2, "znear": 0, "zfar": 9 } }),
        json!([0, 0, 0]),
    );
    for wrong in [
        json!({ "yfov": 4, "znear": 1 }),
        json!({ "yfov": 1, "znear": 0 }),
        json!({ "yfov": 1, "znear": 2, "zfar": 1 }),
        json!({ "yfov": 1, "znear": 1, "zfar": 1e300 }),
    ] {
        camera(json!({ "type": "perspective", "perspective": wrong }), json!([0, 0, 0]));
    }
    camera(json!({ "type": "fisheye" }), json!([0, 0, 0]));
    let level = maker.level();
    let cameras = &level.cameras;
    assert_eq!(cameras.len(), 3);
    assert_eq!(&*cameras[0].name, "eye");
    let one_radian = 1.0_f32.to_degrees();
    assert_eq!(cameras[0].projection, crate::scene::Projection::Perspective { fov_y: one_radian, aspect: 2.0 });
    let planes = [cameras[0].near, cameras[0].far, cameras[1].far];
    assert_eq!(planes.map(f32::to_bits), [0.5, 20.0, f32::INFINITY].map(f32::to_bits), "{planes:?}");
    assert!(close(cameras[0].level_from_local.translation, [1.0, 2.0, 3.0]));
    assert_eq!(cameras[2].projection, crate::scene::Projection::Orthographic { height: 4.0, aspect: 1.5 });
    let described = notes(&level).join("\n");
    assert!(described.contains("5 times") && !described.contains("far plane"), "{described}");
}

#[test]
fn instances_are_objects_that_share_a_mesh() {
    let mut maker = Maker::new();
    let square = maker.square();
    let node = maker.node("tree", square);
    let translations = maker.positions(&[[1.0, 0.0, 0.0], [2.0, 0.0, 0.0], [3.0, 0.0, 0.0]]);
    // Half a turn about Y, as normalised bytes.
    let turns = maker.accessor("VEC4", BYTE, 3, &[0, 0, 0, 127, 0, 127, 0, 0, 0, 0, 0, 127]);
    maker.json["accessors"][turns]["normalized"] = json!(true);
    let scales = maker.positions(&[[1.0, 1.0, 1.0], [1.0, 1.0, 1.0], [2.0, 0.0, 2.0]]);
    let attributes = json!({ "TRANSLATION": translations, "ROTATION": turns, "SCALE": scales, "_ID": 99 });
    maker.json["nodes"][node]["extensions"] = json!({ "EXT_mesh_gpu_instancing": { "attributes": attributes } });
    maker.json["nodes"][node]["translation"] = json!([0, 5, 0]);
    maker.json["extensionsRequired"] = json!(["EXT_mesh_gpu_instancing"]);
    let level = maker.level();
    let names: Vec<&str> = level.objects.iter().map(|object| &*object.name).collect();
    assert_eq!(names, ["tree", "tree#2"], "the third has no height");
    assert!(close(level.objects[1].level_from_local.transform_point3(DVec3::X), [1.0, 5.0, 0.0]));
    assert!(notes(&level)[0].contains("`tree`: is not placed"), "{:?}", notes(&level));
    assert_eq!((level.counts.triangles, level.counts.placed_triangles), (2, 4));
}

#[test]
fn several_primitives_are_one_mesh_in_the_colour_of_most_triangles() {
    let mut maker = Maker::new();
    let square = maker.square();
    let positions = maker.positions(&[[0.0, 0.0, 5.0], [1.0, 0.0, 5.0], [0.0, 1.0, 5.0]]);
    let lines = maker.accessor("SCALAR", UNSIGNED_BYTE, 2, &[0, 1]);
    let more = [
        json!({ "attributes": { "POSITION": 0 }, "indices": 1, "material": 1 }),
        json!({ "attributes": { "POSITION": positions }, "indices": lines, "mode": 1, "material": 1 }),
        json!({ "attributes": {} }),
        json!({ "attributes": { "POSITION": positions }, "material": 0 }),
    ];
    maker.json["meshes"][square]["primitives"][0]["material"] = json!(1);
    maker.json["meshes"][square]["primitives"].as_array_mut().unwrap().extend(more);
    let color = |r: f64, g: f64, b: f64| json!({ "pbrMetallicRoughness": { "baseColorFactor": [r, g, b, 1] } });
    maker.json["materials"] = json!([color(0.0, 1.0, 0.0), color(1.0, 0.5, 0.0)]);
    maker.node("n", square);
    let level = maker.level();
    let mesh = &level.objects[0].mesh;
    assert_eq!(mesh.triangles(), [[0, 1, 2], [0, 2, 3], [0, 1, 2], [0, 2, 3], [4, 5, 6]]);
    assert_eq!(mesh.positions().len(), 7, "what both use is there once");
    assert_eq!(level.objects[0].color.map(String::from).as_deref(), Some("#ffbc00"), "sRGB of a half is 188");
    let described = notes(&level).join("\n");
    assert!(
        described.contains("points or lines is left out") && described.contains("without POSITION is left out"),
        "{described}"
    );
    assert!(level.notes.iter().all(|note| note.line > 1), "found in the text: {described}");
}

#[test]
fn of_a_long_shared_list_each_mesh_has_what_it_uses() {
    let mut maker = Maker::new();
    let points: Vec<[f32; 3]> = (0..100_u8).map(|i| [f32::from(i), f32::from(i % 3), f32::from(i % 7)]).collect();
    let positions = maker.positions(&points);
    let indices = maker.accessor("SCALAR", UNSIGNED_BYTE, 6, &[90, 7, 50, 7, 91, 50]);
    let mesh = maker.mesh(json!({ "attributes": { "POSITION": positions }, "indices": indices }));
    maker.node("n", mesh);
    let level = maker.level();
    let mesh = &level.objects[0].mesh;
    assert_eq!(mesh.positions().len(), 4);
    let expected = [[90, 7, 50], [7, 91, 50]].map(|corners| corners.map(|i: usize| Vec3::from(points[i])));
    assert_eq!([mesh.corners(0), mesh.corners(1)], expected);
}

#[test]
fn values_that_are_not_finite_are_counted_and_reported() {
    let mut maker = Maker::new();
    let positions = maker.positions(&[[0.0, 0.0, 0.0], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [f32::NAN, 0.0, 0.0]]);
    let indices = maker.accessor("SCALAR", UNSIGNED_BYTE, 6, &[0, 1, 3, 0, 1, 2]);
    let mesh = maker.mesh(json!({ "attributes": { "POSITION": positions }, "indices": indices }));
    maker.node("n", mesh);
    let infinite = maker.positions(&[[f32::INFINITY; 3]; 3]);
    let nothing = maker.mesh(json!({ "attributes": { "POSITION": infinite } }));
    maker.node("nothing", nothing);
    maker.add("nodes", json!({ "name": "far", "mesh": mesh, "translation": [1e300, 0, 0] }));
    let level = maker.level();
    assert_eq!(level.objects.len(), 1);
    assert_eq!(level.objects[0].mesh.triangles().len(), 2);
    let described = notes(&level).join("\n");
    for part in
        ["accessors[0]: 4 vertices are not finite", "meshes[1]: the mesh is left out", "nodes[2] `far`: is not placed"]
    {
        assert!(described.contains(part), "{described}");
    }
}

#[test]
fn unsupported_extensions_are_reported() {
    let mut maker = Maker::new();
    let square = maker.square();
    maker.node("n", square);
    maker.json["extensionsUsed"] = json!(["KHR_materials_unlit", "ACME_walls", "MSFT_lod"]);
    let described = notes(&maker.level());
    assert_eq!(described.len(), 2, "{described:?}");
    assert!(described[0].contains("ACME_walls") && described[1].contains("MSFT_lod"), "{described:?}");
    maker.json["extensionsRequired"] = json!(["KHR_lights_punctual"]);
    assert_eq!(maker.level().objects.len(), 1);
}

#[test]
fn textures_with_alpha_are_found() {
    let png = |image: image::DynamicImage| {
        let mut bytes = std::io::Cursor::new(Vec::new());
        image.write_to(&mut bytes, image::ImageFormat::Png).unwrap();
        bytes.into_inner()
    };
    let mut maker = Maker::new();
    let leaf = maker.view(&png(image::DynamicImage::new_rgba8(3, 2)));
    let wall = maker.view(&png(image::DynamicImage::new_rgb8(3, 2)));
    maker.json["images"] = json!([{ "bufferView": leaf, "mimeType": "image/png", "name": "leaf" },
        { "bufferView": wall, "mimeType": "image/png" }, { "uri": "my%20fence%231.png" }, { "uri": "none.png" }]);
    maker.json["textures"] = json!([{ "source": 0 }, { "source": 1 }, { "source": 2 }, { "source": 3 }, {}]);
    let material = |texture: usize, mode: &str| json!({ "alphaMode": mode, "pbrMetallicRoughness": { "baseColorTexture": { "index": texture } } });
    maker.json["materials"] = json!([
        material(2, "BLEND"),
        material(0, "MASK"),
        material(1, "MASK"),
        material(0, "OPAQUE"),
        material(3, "MASK"),
        material(4, "MASK")
    ]);
    maker.json["materials"][1]["alphaCutoff"] = json!(0.25);
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("a.gltf"), maker.text()).unwrap();
    fs::write(folder.path().join("my fence#1.png"), png(image::DynamicImage::new_rgba8(8, 8))).unwrap();
    let level = read_in(folder.path(), "a.gltf").unwrap();
    let found: Vec<_> = level.textures.iter().map(|t| (&*t.name, t.image, t.size, t.cutoff)).collect();
    assert_eq!(found, [("leaf", 0, [3, 2], Some(0.25)), ("my fence#1", 2, [8, 8], None)]);
    let described = notes(&level).join("\n");
    assert!(
        described.contains("no file `none.png`") && described.contains("only in an unsupported extension"),
        "{described}"
    );
    for (index, size) in [(0, Some([3, 2])), (1, Some([3, 2])), (2, Some([8, 8])), (3, None), (9, None)] {
        let read = crate::files::ImageFile::read(&format!("a.gltf\0{index}"), &folder.path().into());
        let read = read.bitmap().cloned();
        assert_eq!(read.as_ref().ok().map(|bitmap| bitmap.size()), size, "{index}: {read:?}");
    }
}
