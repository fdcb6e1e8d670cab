//! Materials of levels in pictures: display modes, and textures that cannot be used.

use std::path::Path;

use serde_json::{Value, json};

use crate::commands::{eyeline, fresh};

/// A textured square that faces +Z, with an image and a number of materials and textures of that image.
fn level(image: &str, count: usize) -> Value {
    let materials: Vec<Value> = (0..count)
        .map(|i| json!({ "pbrMetallicRoughness": { "metallicFactor": 0, "baseColorTexture": { "index": i } } }))
        .collect();
    let attributes = json!({ "POSITION": 0, "TEXCOORD_0": 1 });
    let primitives: Vec<Value> =
        (0..count.min(8)).map(|i| json!({ "attributes": attributes, "indices": 2, "material": i })).collect();
    json!({
        "asset": { "version": "2.0" },
        "scenes": [{ "nodes": [0] }],
        "nodes": [{ "name": "wall", "mesh": 0 }],
        "meshes": [{ "primitives": primitives }],
        "materials": materials,
        "textures": vec![json!({ "source": 0 }); count],
        "images": [{ "uri": image }],
        "accessors": [
            { "bufferView": 0, "componentType": 5126, "count": 4, "type": "VEC3" },
            { "bufferView": 1, "componentType": 5126, "count": 4, "type": "VEC2" },
            { "bufferView": 2, "componentType": 5121, "count": 6, "type": "SCALAR" },
        ],
        "bufferViews": [
            { "buffer": 0, "byteLength": 48 },
            { "buffer": 0, "byteOffset": 48, "byteLength": 32 },
            { "buffer": 0, "byteOffset": 80, "byteLength": 6 },
        ],
        "buffers": [{ "byteLength": 86, "uri": "wall.bin" }],
    })
}

fn write(folder: &Path, level: &Value) {
    let numbers = [
        [0.0_f32, 0.0, 0.0, 1.0],
        [0.0, 0.0, 1.0, 1.0],
        [0.0, 0.0, 1.0, 0.0],
        [0.0, 1.0, 1.0, 1.0],
        [1.0, 0.0, 0.0, 0.0],
    ];
    let numbers = numbers.as_flattened().iter().flat_map(|x| x.to_le_bytes());
    std::fs::write(folder.join("wall.bin"), numbers.chain([0, 1, 2, 0, 2, 3]).collect::<Vec<_>>()).unwrap();
    std::fs::write(folder.join("wall.gltf"), level.to_string()).unwrap();
    // The left half is red, the right half green.
    let pixel = |x, _| image::Rgb(if x < 8 { [255, 0, 0] } else { [0, 255, 0] });
    image::RgbImage::from_fn(16, 16, pixel).save(folder.join("halves.png")).unwrap();
}

const SCENE: &str = r#"{ "eyeline": 1, "models": [{ "name": "m", "file": "wall.gltf" }],
    "view": { "eye": [0.5, 0.5, 3], "target": [0.5, 0.5, 0] } }"#;

/// A square that faces +Z from (0, 0, 0) to (1, 1, 0), with the same image; the file and its materials.
fn write_obj(folder: &Path, material: &str) {
    let points = "v 0 0 0\nv 1 0 0\nv 1 1 0\nv 0 1 0\nvt 0 0\nvt 1 0\nvt 1 1\nvt 0 1\n";
    let wall = format!("mtllib wall.mtl\n{points}usemtl wall\nf 1/1 2/2 3/3 4/4\n");
    std::fs::write(folder.join("wall.obj"), wall).unwrap();
    std::fs::write(folder.join("wall.mtl"), format!("newmtl wall\n{material}\n")).unwrap();
    // The left half is red, the right half green; the upper half is solid, the lower half has no alpha.
    let pixel =
        |x, y| image::Rgba([if x < 8 { 255 } else { 0 }, if x < 8 { 0 } else { 255 }, 0, if y < 8 { 255 } else { 0 }]);
    image::RgbaImage::from_fn(16, 16, pixel).save(folder.join("quarters.png")).unwrap();
}

#[test]
fn an_obj_is_drawn_with_the_textures_of_its_materials() {
    let folder = fresh(&[("a.json", &SCENE.replace("wall.gltf", "wall.obj"))]);
    let drawn = |material: &str| {
        write_obj(folder.path(), material);
        let output = eyeline(folder.path(), &["render", "a.json", "-o", "a.png", "--size", "400x400"]);
        let said = String::from_utf8(output.stderr).unwrap();
        assert!(output.status.success(), "{said}");
        let picture = image::open(folder.path().join("a.png")).unwrap().to_rgb8();
        // The upper left, the upper right and the lower left quarter of the wall.
        ([(160, 160), (240, 160), (160, 240)].map(|(x, y)| picture.get_pixel(x, y).0), said)
    };
    let is_red = |[r, g, b]: [u8; 3]| r > 100 && r > 3 * g && r > 3 * b;
    let is_green = |[r, g, b]: [u8; 3]| g > 100 && g > 3 * r && g > 3 * b;
    let ([red, green, low], said) = drawn("Kd 1 1 1\nmap_Kd quarters.png");
    assert!(is_red(red) && is_green(green) && is_red(low), "{red:?} {green:?} {low:?}");
    assert_eq!(said, "");
    let ([red, _, hole], _) = drawn("map_Kd quarters.png\nmap_d quarters.png");
    assert!(is_red(red) && !is_red(hole), "v goes up: {red:?} {hole:?}");
    let ([_, green, _], _) = drawn("Kd 0 0.5 0\nmap_Kd quarters.png");
    assert!(green[1] > 50 && green[1] < 150, "the colours are multiplied: {green:?}");
    let ([faint, ..], _) = drawn("d 0.3\nmap_Kd quarters.png\nmap_d wall.obj");
    assert!(faint[0] < red[0] - 30, "{faint:?} {red:?}");
    assert!(faint[0] > faint[1] + 20, "the front of a translucent material with two sides is drawn: {faint:?}");
    let ([light, dark, _], said) = drawn("Kd 0 0 1\nmap_Kd none.png");
    let is_magenta = light[0] > 150 && light[2] > 150 && light[1] < 60;
    assert!(is_magenta && dark.iter().all(|part| *part < 60), "a checker in place of the image: {light:?} {dark:?}");
    assert!(said.starts_with("warning: wall.mtl:3:8: its texture is not drawn: there is no file `none.png`"), "{said}");
}

/// The colours of the picture on the left and on the right half of the wall, and the messages.
fn drawn(folder: &Path, display: &str) -> ([[u8; 3]; 2], String) {
    let args = ["render", "a.json", "-o", "a.png", "--size", "400x400", "--display", display];
    let output = eyeline(folder, &args);
    let said = String::from_utf8(output.stderr).unwrap();
    assert!(output.status.success(), "{said}");
    let picture = image::open(folder.join("a.png")).unwrap().to_rgb8();
    ([160, 240].map(|x| picture.get_pixel(x, 220).0), said)
}

#[test]
fn a_texture_is_drawn_only_with_materials() {
    let folder = fresh(&[("a.json", SCENE)]);
    write(folder.path(), &level("halves.png", 1));
    let ([left, right], said) = drawn(folder.path(), "material");
    assert!(left[0] > 2 * left[1] && right[1] > 2 * right[0], "{left:?} {right:?}");
    assert_eq!(said, "");
    for display in ["verdict", "clay"] {
        let ([left, right], _) = drawn(folder.path(), display);
        assert!(left.iter().zip(right).all(|(a, b)| a.abs_diff(b) < 16), "{display}: {left:?} {right:?}");
    }
    let ([left, _], _) = drawn(folder.path(), "wireframe");
    assert!(left.iter().all(|channel| *channel < 100), "only edges: {left:?}");
}

#[test]
fn one_image_of_two_thousand_textures_is_read_once() {
    let folder = fresh(&[("a.json", SCENE)]);
    write(folder.path(), &level("halves.png", 2000));
    let started = std::time::Instant::now();
    let ([left, right], said) = drawn(folder.path(), "material");
    assert!(left[0] > 2 * left[1] && right[1] > 2 * right[0], "{left:?} {right:?}");
    assert_eq!(said, "");
    assert!(started.elapsed().as_secs() < 60, "{:?}", started.elapsed());
}

#[test]
fn a_texture_that_cannot_be_used_is_a_located_warning() {
    let folder = fresh(&[("a.json", SCENE)]);
    std::fs::write(folder.path().join("broken.png"), b"\x89PNG\r\n\x1a\nbroken").unwrap();
    std::fs::write(folder.path().join("k.ktx2"), b"\xabKTX 20\xbb\r\n\x1a\n").unwrap();
    for (image, expected) in [
        ("none.png", "there is no file `none.png`"),
        ("broken.png", "`images[0]` is broken or cut off"),
        ("k.ktx2", "`images[0]` is broken or cut off: its Basis Universal texture cannot be decoded"),
    ] {
        write(folder.path(), &level(image, 1));
        let (_, said) = drawn(folder.path(), "material");
        assert!(said.starts_with("warning: wall.gltf:1:") && said.contains(expected), "{said}");
    }
    let mut wrong = level("halves.png", 1);
    wrong["materials"][0]["pbrMetallicRoughness"]["baseColorTexture"]["index"] = json!(7);
    write(folder.path(), &wrong);
    let (_, said) = drawn(folder.path(), "material");
    assert!(said.contains("materials[0]: its texture is not drawn: there is no textures[7]"), "{said}");
}

/// A square from (0, 0, 0) to (1, 1, 0) whose front faces +Z, and the same with a second one that faces -Z.
const SQUARE: &str = "v 0 0 0\nv 1 0 0\nv 1 1 0\nv 0 1 0\nf 1 2 3 4\n";
const BOTH: &str = "v 0 0 0\nv 1 0 0\nv 1 1 0\nv 0 1 0\nf 4 3 2 1\nf 1 2 3 4\n";

#[test]
fn a_red_face_is_a_back_face_of_a_ray() {
    let folder = fresh(&[("square.obj", SQUARE), ("both.obj", BOTH)]);
    let mut mirrored = level("halves.png", 1);
    write(folder.path(), &mirrored);
    mirrored["nodes"][0]["scale"] = json!([-1, 1, 1]);
    mirrored["nodes"][0]["translation"] = json!([1, 0, 0]);
    std::fs::write(folder.path().join("mirrored.gltf"), mirrored.to_string()).unwrap();
    let square = |file: &str, rest: Value| {
        let mut object = json!({ "name": "wall", "shape": { "mesh": { "file": file } } });
        object.as_object_mut().unwrap().extend(rest.as_object().unwrap().clone());
        json!({ "objects": [object] })
    };
    let model = |file: &str| json!({ "models": [{ "name": "m", "file": file }] });
    let things = [
        square("square.obj", json!({})),
        square("square.obj", json!({ "scale": [-1, 1, 1], "position": [1, 0, 0] })),
        square("square.obj", json!({ "scale": [1, 1, -1] })),
        square("square.obj", json!({ "rotation": [0, 1, 0, 0], "position": [1, 0, 0] })),
        square("square.obj", json!({ "rotation": [0, 1, 0, 0], "scale": [-2, 2, 2] })),
        square("both.obj", json!({})),
        model("wall.gltf"),
        model("mirrored.gltf"),
    ];
    let mut seen = std::collections::BTreeSet::new();
    for (number, thing) in things.iter().enumerate() {
        for z in [3.0, -3.0] {
            let mut scene = json!({
                "eyeline": 1,
                "rays": [{ "name": "r", "origin": [0.5, 0.4, z], "direction": [0, 0, -z], "kind": "ray", "back_faces": "cull" }],
                "view": { "eye": [0.5, 0.4, z], "target": [0.5, 0.4, 0] },
            });
            scene.as_object_mut().unwrap().extend(thing.as_object().unwrap().clone());
            std::fs::write(folder.path().join("a.json"), scene.to_string()).unwrap();
            let report = eyeline(folder.path(), &["report", "a.json", "--only", "rays"]);
            let report: Value = serde_json::from_slice(&report.stdout).unwrap();
            let is_front = !report["rays"][0]["nearest"].is_null();
            let args = ["render", "a.json", "-o", "a.png", "--size", "301x301", "--display", "orientation"];
            assert!(eyeline(folder.path(), &args).status.success());
            let picture = image::open(folder.path().join("a.png")).unwrap().to_rgb8();
            // Beside the line of the ray.
            let [r, g, b] = picture.get_pixel(130, 130).0.map(i32::from);
            let color = if b > 2 * r && b > g {
                "blue"
            } else if r > 2 * b && r > 2 * g {
                "red"
            } else {
                "other"
            };
            assert_eq!(color, if is_front { "blue" } else { "red" }, "{number} from {z}: {r} {g} {b}");
            seen.insert((number == 5, color));
        }
    }
    // Of two faces at one place a ray hits the front.
    assert_eq!(seen.into_iter().collect::<Vec<_>>(), [(false, "blue"), (false, "red"), (true, "blue")]);
}

#[test]
fn the_inside_of_a_solid_is_a_back_face() {
    let color = |shape: &str, z: f32| {
        let scene = format!(
            r#"{{ "eyeline": 1, "objects": [{{ "name": "a", "shape": {shape}, "scale": [1, -1, 1] }}],
                "view": {{ "eye": [0, 0, {z}], "target": [0, 0, 0] }} }}"#
        );
        let folder = fresh(&[("a.json", &scene)]);
        let args = ["render", "a.json", "-o", "a.png", "--size", "200x200", "--display", "orientation"];
        assert!(eyeline(folder.path(), &args).status.success());
        let [r, _, b] = image::open(folder.path().join("a.png")).unwrap().to_rgb8().get_pixel(90, 110).0;
        if b > r { "blue" } else { "red" }
    };
    for shape in [
        r#"{ "sphere": { "radius": 2 } }"#,
        r#"{ "box": { "half_extents": [2, 2, 2] } }"#,
        r#"{ "capsule": { "radius": 2, "half_height": 1 } }"#,
        r#"{ "cylinder": { "radius": 2, "half_height": 2 } }"#,
    ] {
        assert_eq!([color(shape, 6.0), color(shape, 0.5)], ["blue", "red"], "{shape}");
    }
}
