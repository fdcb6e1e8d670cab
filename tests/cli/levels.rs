//! Levels from other programs: opened directly, imported, placed in scenes, and refused.

use std::path::Path;

use serde_json::{Value, json};

use crate::commands::{eyeline, fresh, names};

/// Two walls, one of them mirrored, and a camera, as a text that contains its bytes.
fn gltf() -> Value {
    json!({
        "asset": { "version": "2.0" },
        "scenes": [{ "nodes": [0, 1, 2] }],
        "nodes": [
            { "name": "wall", "mesh": 0, "translation": [0, 0, -5] },
            { "name": "wall", "mesh": 0, "translation": [4, 0, -5], "scale": [-1, 1, 1] },
            { "name": "eye", "camera": 0, "translation": [0.5, 0.5, 0] },
        ],
        "cameras": [{ "type": "perspective", "perspective": { "yfov": 0.5, "aspectRatio": 1, "znear": 1, "zfar": 20 } }],
        "materials": [{ "pbrMetallicRoughness": { "baseColorFactor": [1, 0, 0, 1] } }],
        "meshes": [{ "primitives": [{ "attributes": { "POSITION": 0 }, "indices": 1, "material": 0 }] }],
        "accessors": [
            { "bufferView": 0, "componentType": 5126, "count": 4, "type": "VEC3" },
            { "bufferView": 1, "componentType": 5121, "count": 6, "type": "SCALAR" },
        ],
        "bufferViews": [
            { "buffer": 0, "byteLength": 48 },
            { "buffer": 0, "byteOffset": 48, "byteLength": 6 },
        ],
        "buffers": [{ "byteLength": 54, "uri": "walls.bin" }],
    })
}

/// A square from 0 to 1 in X and Y, facing +Z.
fn bytes() -> Vec<u8> {
    let corners = [[0.0_f32, 0.0, 0.0], [1.0, 0.0, 0.0], [1.0, 1.0, 0.0], [0.0, 1.0, 0.0]];
    let positions = corners.as_flattened().iter().flat_map(|x| x.to_le_bytes());
    positions.chain([0, 1, 2, 0, 2, 3]).collect()
}

fn write(folder: &Path, gltf: &Value) {
    std::fs::write(folder.join("walls.gltf"), serde_json::to_string_pretty(gltf).unwrap()).unwrap();
    std::fs::write(folder.join("walls.bin"), bytes()).unwrap();
}

fn report(folder: &Path, file: &str) -> (Value, String) {
    let output = eyeline(folder, &["report", file]);
    let is_whole = !String::from_utf8_lossy(&output.stderr).contains("error: ");
    assert_eq!(output.status.code(), Some(if is_whole { 0 } else { 2 }), "{output:?}");
    (serde_json::from_slice(&output.stdout).unwrap(), String::from_utf8(output.stderr).unwrap())
}

#[test]
fn a_level_answers_directly_and_imported_alike() {
    let folder = fresh(&[]);
    let path = folder.path();
    write(path, &gltf());
    let output = eyeline(path, &["import", "walls.gltf", "-o", "scene.json"]);
    assert!(output.status.success() && output.stdout.is_empty() && output.stderr.is_empty(), "{output:?}");
    assert_eq!(names(path), ["scene.json", "walls.bin", "walls.gltf"]);
    let scene: Value = serde_json::from_slice(&std::fs::read(path.join("scene.json")).unwrap()).unwrap();
    assert_eq!(scene["models"], json!([{ "name": "walls", "file": "walls.gltf" }]));
    assert!(scene["view"]["eye"].is_array(), "{scene}");
    let (mut direct, said) = report(path, "walls.gltf");
    assert_eq!(said, "");
    let (mut imported, _) = report(path, "scene.json");
    assert_eq!((direct["scene"].take(), imported["scene"].take()), (json!("walls.gltf"), json!("scene.json")));
    assert_eq!(direct, imported);
    let answers = &direct["frusta"][0];
    assert_eq!(answers["camera"], "walls/eye");
    let printed: Vec<_> =
        answers["objects"].as_array().unwrap().iter().map(|o| (&o["object"], &o["verdict"])).collect();
    assert_eq!(printed, [(&json!("walls/wall"), &json!("inside")), (&json!("walls/wall#2"), &json!("outside"))]);
    assert_eq!(answers["objects"][1]["aabb"], json!({ "min": [3.0, 0.0, -5.0], "max": [4.0, 1.0, -5.0] }));
    for args in [&["explain", "walls.gltf", "walls/eye", "walls/wall"][..], &["explain", "scene.json", "walls/wall#2"]]
    {
        let output = eyeline(path, args);
        assert!(output.status.success() && !output.stdout.is_empty(), "{output:?}");
    }
    let output = eyeline(path, &["render", "walls.gltf", "-o", "walls.png", "--size", "64x48"]);
    assert!(output.status.success(), "{output:?}");
    // It overwrites the file, as render does.
    assert!(eyeline(path, &["import", "walls.gltf", "-o", "scene.json"]).status.success());
}

#[test]
fn objects_of_models_come_after_the_scene_s_own_and_can_be_named() {
    let folder = fresh(&[(
        "a.json",
        r#"{ "eyeline": 1, "select": ["aim", "house/wall#2"],
            "objects": [{ "name": "ball", "shape": { "sphere": { "radius": 1 } }, "position": [0, 0, 50] },
                { "name": "sign", "shape": { "mesh": { "file": "walls.gltf", "node": "wall" } }, "position": [0, 9, 0] },
                { "name": "both", "shape": { "mesh": { "file": "walls.gltf" } }, "position": [0, 20, 0] }],
            "models": [{ "name": "house", "file": "walls.gltf", "position": [0, 0, -10], "scale": [2, 2, 2],
                "rotation": [0, 1, 0, 0], "layers": [3] }],
            "cameras": [{ "name": "on wall", "attach": "house/wall" }],
            "rays": [{ "name": "aim", "origin": [-7, 1, 9], "direction": [0, 0, -1] },
                { "name": "back", "origin": [-7, 1, -9], "direction": [0, 0, 1] },
                { "name": "masked", "origin": [-7, 1, 9], "direction": [0, 0, -1], "mask": [0] }] }"#,
    )]);
    write(folder.path(), &gltf());
    let (report, said) = report(folder.path(), "a.json");
    assert_eq!(said, "");
    let cameras: Vec<&Value> = report["frusta"].as_array().unwrap().iter().map(|camera| &camera["camera"]).collect();
    assert_eq!(cameras, ["on wall", "house/eye"]);
    let objects: Vec<&Value> =
        report["frusta"][0]["objects"].as_array().unwrap().iter().map(|object| &object["object"]).collect();
    assert_eq!(objects, ["ball", "sign", "both", "house/wall", "house/wall#2"]);
    let both = &report["frusta"][0]["objects"][2]["aabb"];
    assert_eq!(both, &json!({ "min": [0.0, 20.0, -5.0], "max": [4.0, 21.0, -5.0] }));
    // Rotated by 180° about Y and twice as large: the second wall is at x −8 to −6, z 0.
    let rays = report["rays"].as_array().unwrap();
    assert_eq!(rays[0]["nearest"]["object"], "house/wall#2", "{}", rays[0]);
    for ray in [0, 1] {
        let answer = &rays[ray]["objects"][4];
        assert_eq!((&answer["hit"], &answer["t"]), (&json!(true), &json!(9.0)), "{answer}");
        // The level's walls face +Z, which is −Z after the rotation. A mirrored wall faces the same side as before.
        assert!((answer["normal"][2].as_f64().unwrap() + 1.0).abs() < 1e-6, "{answer}");
        assert!(answer["feature"].as_str().unwrap().starts_with("triangle "), "{answer}");
    }
    assert_eq!(rays[2]["objects"][4]["reason"], "masked");
}

#[test]
fn names_in_models_are_checked_after_the_file_is_read() {
    let folder = fresh(&[]);
    write(folder.path(), &gltf());
    for (rest, words) in [
        (r#""cameras": [{ "name": "c", "attach": "house/door" }]"#, "no object named `house/door`"),
        (r#""cameras": [{ "name": "c", "attach": "house/eye" }]"#, "`house/eye` is a camera, not an object"),
        (r#""cameras": [{ "name": "c", "attach": "house/wal" }]"#, "did you mean `house/wall`?"),
        (r#""select": ["house/door"]"#, "named `house/door`"),
        (
            r#""objects": [{ "name": "house/wall", "shape": { "sphere": { "radius": 1 } } }]"#,
            "is taken by an object of a model",
        ),
        (
            r#""agents": [{ "name": "g", "tree": { "condition": { "sees": { "object": "house/none" } } } }]"#,
            "no object named `house/none`",
        ),
    ] {
        let text = format!(r#"{{ "eyeline": 1, "models": [{{ "name": "house", "file": "walls.gltf" }}], {rest} }}"#);
        std::fs::write(folder.path().join("a.json"), &text).unwrap();
        let output = eyeline(folder.path(), &["report", "a.json"]);
        let said = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(2), "{rest}: {said}");
        assert!(said.contains(words) && said.contains("a.json:1:"), "{rest}: {said}");
    }
    // Agents see the objects of a model, with a camera of the model.
    let text = r#"{ "eyeline": 1, "models": [{ "name": "house", "file": "walls.gltf" }],
        "agents": [{ "name": "g", "camera": "house/eye", "body": "house/wall#2", "tree": { "sequence": { "children": [
            { "condition": { "sees": { "object": "house/wall" } } },
            { "action": { "move_to": { "point": [4, 3, -5], "speed": 60, "within": 0.01 } } }] } } }] }"#;
    std::fs::write(folder.path().join("a.json"), text).unwrap();
    let output = eyeline(folder.path(), &["report", "a.json", "--tick", "10"]);
    assert!(output.status.success(), "{output:?}");
    let report: Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!(report["agents"][0]["status"], "success", "{report}");
    let height = report["frusta"][0]["objects"][1]["aabb"]["min"][1].as_f64().unwrap();
    assert!((height - 3.0).abs() < 0.011, "the body went up by 3 m but for what is near enough: {height}");
}

#[test]
fn alpha_textures_become_images_beside_the_level() {
    let folder = fresh(&[]);
    let leaf = image::RgbaImage::from_fn(8, 4, |x, _| image::Rgba([0, 90, 0, if x < 4 { 255 } else { 0 }]));
    let mut png = std::io::Cursor::new(Vec::new());
    image::DynamicImage::ImageRgba8(leaf).write_to(&mut png, image::ImageFormat::Png).unwrap();
    let (mut gltf, mut buffer, png) = (gltf(), bytes(), png.into_inner());
    buffer.resize(56, 0);
    gltf["bufferViews"].as_array_mut().unwrap().push(json!({ "buffer": 0, "byteOffset": 56, "byteLength": png.len() }));
    buffer.extend(&png);
    gltf["buffers"][0]["byteLength"] = json!(buffer.len());
    gltf["images"] = json!([{ "bufferView": 2, "mimeType": "image/png", "name": "leaf" }]);
    gltf["textures"] = json!([{ "source": 0 }]);
    let coordinates = json!({ "bufferView": 0, "componentType": 5126, "count": 4, "type": "VEC2" });
    gltf["accessors"].as_array_mut().unwrap().push(coordinates);
    gltf["meshes"][0]["primitives"][0]["attributes"]["TEXCOORD_0"] = json!(2);
    gltf["materials"][0] = json!({ "alphaMode": "MASK", "alphaCutoff": 0.25,
        "pbrMetallicRoughness": { "baseColorTexture": { "index": 0 } } });
    write(folder.path(), &gltf);
    std::fs::write(folder.path().join("walls.bin"), &buffer).unwrap();
    let output = eyeline(folder.path(), &["import", "walls.gltf", "-o", "a.json"]);
    assert!(output.status.success(), "{output:?}");
    let scene: Value = serde_json::from_slice(&std::fs::read(folder.path().join("a.json")).unwrap()).unwrap();
    let image = &scene["images"][0];
    assert_eq!(
        (&image["name"], &image["file"], &image["texture"]),
        (&json!("walls/leaf"), &json!("walls.gltf"), &json!(0))
    );
    assert_eq!((&image["divisions"], &image["threshold"]), (&json!([8, 4]), &json!(0.25)));
    assert!(image["position"][0].as_f64().unwrap() > 4.0, "beside the level: {image}");
    let (report, said) = report(folder.path(), "a.json");
    assert_eq!(said, "");
    assert_eq!(report["images"][0]["solid"][0], json!([true, true, true, true, false, false, false, false]));
    std::fs::write(
        folder.path().join("b.json"),
        r#"{ "eyeline": 1, "images": [{ "name": "i", "file": "walls.gltf",
        "texture": 7 }] }"#,
    )
    .unwrap();
    let (_, said) = self::report(folder.path(), "b.json");
    assert!(said.contains("refers to images[7], but the length of `images` is 1"), "{said}");
}

#[test]
fn a_broken_level_is_refused_and_does_not_fail_a_scene() {
    let folder = fresh(&[]);
    let path = folder.path();
    for (change, words) in [
        (json!({ "accessors": [] }), "refers to accessors[0], but the length of `accessors` is 0"),
        (json!({ "buffers": [{ "byteLength": 54, "uri": "none.bin" }] }), "buffers[0]: there is no file `none.bin`"),
        (json!({ "buffers": [{ "byteLength": 54, "uri": "../walls.bin" }] }), "leaves the root"),
        (json!({ "nodes": [{ "children": [0] }] }), "a node has one parent"),
        (json!({ "asset": { "version": "1.1" } }), "this is glTF `1.1`"),
        (json!({ "extensionsRequired": ["ACME_walls"] }), "it requires the extension `ACME_walls`"),
    ] {
        let mut gltf = gltf();
        for (key, value) in change.as_object().unwrap() {
            gltf[key] = value.clone();
        }
        if change.get("nodes").is_some() {
            gltf["scenes"][0]["nodes"] = json!([0]);
        }
        write(path, &gltf);
        let before = names(path);
        for args in [
            &["report", "walls.gltf"][..],
            &["render", "walls.gltf", "-o", "a.png"],
            &["explain", "walls.gltf", "walls/wall"],
            &["import", "walls.gltf", "-o", "a.json"],
            &["walls.gltf"],
        ] {
            let output = eyeline(path, args);
            let said = String::from_utf8(output.stderr).unwrap();
            assert_eq!(output.status.code(), Some(2), "{args:?}: {said}");
            assert!(said.contains(words) && said.contains("walls.gltf:"), "{args:?}: {said}");
            assert_eq!(names(path), before, "{args:?}");
        }
        std::fs::write(
            path.join("scene.json"),
            r#"{ "eyeline": 1, "select": ["m/wall"], "models": [{ "name": "m", "file": "walls.gltf" }],
                "cameras": [{ "name": "c", "attach": "m/wall" }, { "name": "free" }],
                "objects": [{ "name": "o", "shape": { "sphere": { "radius": 1 } } },
                    { "name": "mesh", "shape": { "mesh": { "file": "walls.gltf" } } }] }"#,
        )
        .unwrap();
        let (report, said) = report(path, "scene.json");
        assert!(said.contains(words), "{said}");
        let frusta = &report["frusta"];
        assert!(frusta[0]["error"].as_str().unwrap().contains("`m/wall`, which could not be placed"), "{frusta}");
        let objects = frusta[1]["objects"].as_array().unwrap();
        assert_eq!(objects[0]["object"], "o", "all else is answered");
        assert!(objects[1]["object"] == "mesh" && objects[1]["error"].is_string(), "{frusta}");
        assert_eq!((objects.len(), &report["models"][0]["model"]), (2, &"m".into()));
        let output = eyeline(path, &["render", "scene.json", "-o", "scene.png", "--size", "32x32"]);
        assert_eq!(output.status.code(), Some(2), "{output:?}");
        std::fs::remove_file(path.join("scene.png")).unwrap();
        std::fs::remove_file(path.join("scene.json")).unwrap();
    }
    write(path, &gltf());
    std::fs::write(
        path.join("scene.json"),
        r#"{ "eyeline": 1, "objects": [{ "name": "a", "shape": { "mesh": { "file": "walls.gltf", "node": "wal" } } }] }"#,
    )
    .unwrap();
    let output = eyeline(path, &["report", "scene.json"]);
    let said = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(2), "{said}");
    assert!(said.contains("no node `wal`; did you mean `wall`?") && said.contains("scene.json:1:"), "{said}");
}

#[test]
fn import_is_limited_to_the_root_and_to_scene_files() {
    let folder = fresh(&[("note.md", "a text")]);
    let path = folder.path();
    std::fs::create_dir_all(path.join("levels/deep")).unwrap();
    std::fs::create_dir(path.join("elsewhere")).unwrap();
    write(&path.join("levels/deep"), &gltf());
    let level = "levels/deep/walls.gltf";
    for (args, words) in [
        (["import", level, "-o", "elsewhere/a.json"], "is not inside the root"),
        (["import", "none.glb", "-o", "a.json"], "cannot read none.glb"),
        (["import", level, "-o", "nowhere/a.json"], "cannot write into nowhere"),
        (["import", "note.md", "-o", "a.json"], "note.md"),
        (["import", level, "-o", "a.png"], "not a valid name for a scene"),
        (["import", level, "-o", level], "not a valid name for a scene"),
        (["import", level, "-o", "levels"], "folder"),
    ] {
        let output = eyeline(path, &args);
        let said = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(2), "{args:?}: {said}");
        assert!(said.contains(words), "{args:?}: {said}");
        assert_eq!(names(path), ["elsewhere", "levels", "note.md"], "{args:?}");
    }
    assert!(eyeline(path, &["import", level, "-o", "a.json"]).status.success());
    let scene: Value = serde_json::from_slice(&std::fs::read(path.join("a.json")).unwrap()).unwrap();
    assert_eq!(scene["models"][0]["file"], level);
    assert!(report(path, "a.json").1.is_empty());
}

#[test]
fn levels_of_other_programs_have_answers_and_correct_warnings() {
    let levels = Path::new(env!("CARGO_MANIFEST_DIR")).join("../shared/levels");
    if !levels.is_dir() {
        return;
    }
    for (file, warnings) in [
        ("town.glb", 0),
        ("terrain.glb", 0),
        ("duck.glb", 0),
        ("fox_skinned.glb", 0),
        ("cesium_man_skinned.glb", 0),
        ("teapot.obj", 0),
        ("bunny.obj", 0),
        ("cornellbox_suzanne.obj", 1),
    ] {
        let output = eyeline(&levels, &["report", file]);
        let said = String::from_utf8(output.stderr).unwrap();
        assert!(output.status.success(), "{file}: {said}");
        assert_eq!(said.lines().count(), warnings, "{file}: {said}");
    }
}
