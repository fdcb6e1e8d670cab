//! Levels: for any bytes, reading ends in a level or in a located error. OBJ is read as `tobj` reads it.

use std::fmt::Write as _;
use std::fs;
use std::path::Path;

use eyeline::budget::Budget;
use eyeline::files::LevelFile;
use eyeline::opacity::Progress;
use eyeline::scene::SceneError;
use eyeline::world::World;
use glam::Vec3;
use serde_json::{Value, json};

use crate::random::Random;

/// A glTF with all features that the reader supports: strips, sparse elements, instances, a skin, a camera, textures.
fn gltf(random: &mut Random) -> (Value, Vec<u8>) {
    let mut bytes = Vec::new();
    let mut views = Vec::new();
    let mut view = |data: &[u8]| {
        views.push(json!({ "buffer": 0, "byteOffset": bytes.len(), "byteLength": data.len() }));
        bytes.extend_from_slice(data);
        bytes.resize(bytes.len().next_multiple_of(4), 0);
        views.len() - 1
    };
    let points: Vec<u8> = (0..36).flat_map(|_| random.within(-9.0, 9.0).to_le_bytes()).collect();
    let points = view(&points);
    let indices = view(&[0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11]);
    let matrix: Vec<u8> = glam::Mat4::IDENTITY.to_cols_array().iter().flat_map(|x| x.to_le_bytes()).collect();
    let matrix = view(&matrix);
    let sparse = view(&[1, 7]);
    let json = json!({
        "asset": { "version": "2.0" },
        "scene": 0,
        "scenes": [{ "nodes": [0, 3] }],
        "nodes": [
            { "name": "root", "children": [1, 2], "rotation": [0, 0.6, 0, 0.8] },
            { "mesh": 0, "skin": 0, "matrix": [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, -1, 0, 3, 4, 5, 1] },
            { "name": "many", "mesh": 1, "scale": [1, 2, 3], "extensions": { "EXT_mesh_gpu_instancing":
                { "attributes": { "TRANSLATION": 0, "SCALE": 2 } } } },
            { "camera": 0 },
        ],
        "cameras": [{ "type": "perspective", "perspective": { "yfov": 1, "znear": 0.1 } }],
        "meshes": [
            { "primitives": [{ "attributes": { "POSITION": 0 }, "indices": 1, "mode": 5, "material": 0 }] },
            { "primitives": [{ "attributes": { "POSITION": 2 } }, { "attributes": { "POSITION": 0 }, "mode": 6 }] },
        ],
        "materials": [{ "alphaMode": "MASK", "pbrMetallicRoughness": { "baseColorTexture": { "index": 0 } } }],
        "textures": [{ "source": 0 }],
        "images": [{ "bufferView": 3 }],
        "skins": [{ "joints": [0], "inverseBindMatrices": 3 }],
        "accessors": [
            { "bufferView": points, "componentType": 5126, "count": 12, "type": "VEC3" },
            { "bufferView": indices, "componentType": 5121, "count": 12, "type": "SCALAR" },
            { "bufferView": points, "componentType": 5126, "count": 12, "type": "VEC3", "sparse": { "count": 2,
                "indices": { "bufferView": sparse, "componentType": 5121 }, "values": { "bufferView": points } } },
            { "bufferView": matrix, "componentType": 5126, "count": 1, "type": "MAT4" },
        ],
        "bufferViews": views,
        "buffers": [{ "byteLength": bytes.len() }],
    });
    (json, bytes)
}

fn glb(json: &str, bytes: &[u8]) -> Vec<u8> {
    let word = |n: usize| u32::try_from(n).unwrap_or(u32::MAX).to_le_bytes();
    let mut text = json.as_bytes().to_vec();
    text.resize(text.len().next_multiple_of(4), b' ');
    let total = 12 + 8 + text.len() + 8 + bytes.len();
    let parts = [b"glTF", &word(2)[..], &word(total), &word(text.len()), b"JSON", &text, &word(bytes.len()), b"BIN\0"];
    [&parts.concat(), bytes].concat()
}

/// Numbers that cause errors where checks are missing.
const EXTREMES: [&str; 14] = [
    "0",
    "1",
    "-1",
    "3",
    "255",
    "65535",
    "4294967295",
    "4294967296",
    "18446744073709551615",
    "1e300",
    "-1e39",
    "1e-45",
    "null",
    "\"x\"",
];

/// The text with some of its numbers replaced.
pub(crate) fn with_other_numbers(text: &str, random: &mut Random) -> String {
    let starts: Vec<usize> = text
        .char_indices()
        .filter(|&(i, c)| c.is_ascii_digit() && !text[..i].ends_with(|c: char| c.is_ascii_digit() || c == '.'))
        .map(|(i, _)| i)
        .collect();
    let mut text = text.to_owned();
    let mut chosen: Vec<usize> = (0..=random.below(2)).map(|_| starts[random.below(starts.len())]).collect();
    chosen.sort_unstable();
    chosen.dedup();
    for start in chosen.into_iter().rev() {
        let end = text[start..].find(|c: char| !c.is_ascii_digit()).map_or(text.len(), |end| start + end);
        text.replace_range(start..end, EXTREMES[random.below(EXTREMES.len())]);
    }
    text
}

/// Changes, removes or duplicates some bytes.
pub(crate) fn with_other_bytes(bytes: &mut Vec<u8>, random: &mut Random) {
    for _ in 0..=random.below(4) {
        let at = random.below(bytes.len().max(1));
        match random.below(4) {
            _ if bytes.is_empty() => bytes.push(0),
            0 => bytes.truncate(at),
            1 => drop(bytes.remove(at)),
            2 => bytes.insert(at, b"0-/.{}[]\",\n\\\0\xff"[random.below(14)]),
            _ => bytes[at] = u8::try_from(random.below(256)).unwrap_or(0),
        }
    }
}

/// Reads a level, and accesses everything that was read.
pub(crate) fn read(folder: &Path, name: &str, bytes: &[u8]) -> Result<usize, SceneError> {
    fs::write(folder.join(name), bytes).expect("a file");
    let file = LevelFile::read(name, &folder.into(), &Budget::default(), &Progress::default());
    match file.level() {
        Ok(level) => {
            let _bounds = level.bounds();
            for object in &level.objects {
                assert!(level.find(&object.name).is_some());
                assert!(object.mesh.triangles().len() < 1_000_000);
            }
            let _whole = file.mesh(None);
            Ok(level.objects.len())
        }
        Err(error) => {
            assert!(!error.message.is_empty() && !error.render(false).is_empty());
            Err(error.clone())
        }
    }
}

#[test]
fn any_gltf_is_a_level_or_a_located_error() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut random = Random::new(7);
    let (mut sound, mut refused) = (0, 0);
    for case in 0..3000 {
        let (json, mut bytes) = gltf(&mut random);
        let mut text = json.to_string();
        if case == 0 {
            assert_eq!(read(folder.path(), "a.glb", &glb(&text, &bytes)).expect("sound"), 13, "1 and 12 instances");
        }
        let is_text = random.below(2) == 0;
        match random.below(3) {
            0 => text = with_other_numbers(&text, &mut random),
            1 => with_other_bytes(&mut bytes, &mut random),
            _ => {
                let mut other = text.into_bytes();
                with_other_bytes(&mut other, &mut random);
                text = String::from_utf8_lossy(&other).into_owned();
            }
        }
        let result = if is_text {
            text = text.replace("\"byteLength\":", "\"uri\":\"a.bin\",\"byteLength\":");
            fs::write(folder.path().join("a.bin"), &bytes).expect("a file");
            read(folder.path(), "a.gltf", text.as_bytes())
        } else {
            let mut file = glb(&text, &bytes);
            if random.below(4) == 0 {
                with_other_bytes(&mut file, &mut random);
            }
            read(folder.path(), "a.glb", &file)
        };
        match result {
            Ok(_) => sound += 1,
            Err(_) => refused += 1,
        }
    }
    assert!(sound > 100 && refused > 100, "{sound} sound, {refused} refused");
}

/// Points, and faces of three corners or more in groups.
fn obj(random: &mut Random, most_corners: usize) -> String {
    let mut text = String::from("mtllib none.mtl\n");
    let count = 3 + random.below(9);
    for _ in 0..count {
        let [x, y, z] = [0; 3].map(|_| random.within(-9.0, 9.0));
        writeln!(text, "v {x} {y} {z}").expect("a line");
    }
    for face in 0..=random.below(6) {
        if random.below(3) == 0 {
            writeln!(text, "{} part {}", ["o", "g"][random.below(2)], face).expect("a line");
        }
        let corners = 3 + random.below(most_corners - 2);
        let corner = |random: &mut Random| {
            let index = random.below(count);
            if random.below(3) == 0 { format!("-{}", count - index) } else { format!("{}", index + 1) }
        };
        let corners: Vec<String> = (0..corners).map(|_| corner(random)).collect();
        writeln!(text, "f {}", corners.join(" ")).expect("a line");
    }
    text
}

#[test]
fn any_obj_is_a_level_or_a_located_error() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut random = Random::new(11);
    for _ in 0..3000 {
        let text = obj(&mut random, 5);
        let mut bytes = if random.below(2) == 0 { with_other_numbers(&text, &mut random) } else { text }.into_bytes();
        if random.below(2) == 0 {
            with_other_bytes(&mut bytes, &mut random);
        }
        if let Err(error) = read(folder.path(), "a.obj", &bytes) {
            assert!(error.line <= bytes.split(|byte| *byte == b'\n').count(), "{error}");
        }
    }
}

/// The corners of all triangles by group.
pub(crate) type Triangles = Vec<(String, Vec<[Vec3; 3]>)>;

pub(crate) fn by_us(folder: &Path, name: &str) -> Triangles {
    let file = LevelFile::read(name, &folder.into(), &Budget::default(), &Progress::default());
    let level = file.level().expect("a level");
    let triangles = |mesh: &eyeline::geometry::Mesh| (0..mesh.triangles().len()).map(|i| mesh.corners(i)).collect();
    level.objects.iter().map(|object| (object.name.to_string(), triangles(&object.mesh))).collect()
}

fn by_tobj(path: &Path) -> Triangles {
    let options = tobj::LoadOptions { triangulate: true, ..tobj::LoadOptions::default() };
    let (models, _) = tobj::load_obj(path, &options).expect("an OBJ");
    let mut all = Triangles::new();
    for tobj::Model { mesh, name } in models {
        let corner = |i: &u32| Vec3::from_slice(&mesh.positions[3 * *i as usize..]);
        let triangles = mesh.indices.chunks_exact(3).map(|i| [corner(&i[0]), corner(&i[1]), corner(&i[2])]);
        all.push((name, triangles.collect()));
    }
    all
}

#[test]
fn obj_is_read_as_tobj_reads_it() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut random = Random::new(13);
    for case in 0..500 {
        // `tobj` triangulates every polygon as a fan, so for polygons only the number of triangles is the same.
        let most_corners = [3, 5][case % 2];
        let text = obj(&mut random, most_corners);
        fs::write(folder.path().join("a.obj"), &text).expect("a file");
        let (ours, theirs) = (by_us(folder.path(), "a.obj"), by_tobj(&folder.path().join("a.obj")));
        let triangles = |all: &Triangles| all.iter().map(|(_, triangles)| triangles.clone()).collect::<Vec<_>>();
        if most_corners == 3 {
            assert_eq!(triangles(&ours), triangles(&theirs), "{text}");
        } else {
            let counts = |all: &Triangles| all.iter().map(|(_, triangles)| triangles.len()).collect::<Vec<_>>();
            assert_eq!(counts(&ours), counts(&theirs), "{text}");
        }
    }
    let levels = Path::new(env!("CARGO_MANIFEST_DIR")).join("../shared/levels");
    for name in ["teapot.obj", "bunny.obj", "cornellbox_suzanne.obj"] {
        if levels.join(name).is_file() {
            let triangles = |all: Triangles| all.into_iter().map(|(_, triangles)| triangles).collect::<Vec<_>>();
            let (ours, theirs) = (triangles(by_us(&levels, name)), triangles(by_tobj(&levels.join(name))));
            assert!(ours == theirs, "{name}");
        }
    }
}

#[test]
fn any_scene_of_levels_is_answered_or_refused() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut random = Random::new(17);
    let (json, bytes) = gltf(&mut random);
    fs::write(folder.path().join("a.glb"), glb(&json.to_string(), &bytes)).expect("a file");
    let text = r#"{ "eyeline": 1, "select": ["m/many#2"], "octree": {},
        "models": [{ "name": "m", "file": "a.glb", "position": [1, 2, 3], "rotation": [0, 1, 0, 1], "layers": [1] },
            { "name": "n", "file": "a.glb", "scale": [1, -2, 3] }],
        "objects": [{ "name": "o", "shape": { "mesh": { "file": "a.glb", "node": "many" } }, "scale": [2, 1, 1] }],
        "cameras": [{ "name": "c", "attach": "m/many", "far": 50 }],
        "rays": [{ "name": "r", "origin": [0, 9, 0], "direction": [0, -1, 0.1] }],
        "images": [{ "name": "i", "file": "a.glb", "texture": 0 }] }"#;
    let parsed = eyeline::files::parse(text, "a.json", Some(folder.path())).expect("sound");
    assert_eq!(World::at(&parsed.scene, &parsed.files, 0).objects.len(), 27);
    for _ in 0..400 {
        let mut text = if random.below(2) == 0 { with_other_numbers(text, &mut random) } else { text.to_owned() };
        if random.below(3) == 0 {
            let mut bytes = text.into_bytes();
            with_other_bytes(&mut bytes, &mut random);
            text = String::from_utf8_lossy(&bytes).into_owned();
        }
        if let Ok(loaded) = eyeline::files::parse(&text, "a.json", Some(folder.path())) {
            let world = World::at(&loaded.scene, &loaded.files, 0);
            let _report = eyeline::report::Report::of(&world);
        }
    }
}
