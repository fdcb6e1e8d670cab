//! Compressed levels against the same level without compression.
//!
//! `sheet/plain.glb` is a bent lattice of 5 × 5 vertices, which eyeline's authors generated. glTF-Transform 4.5.1, with the decoders and
//! encoders of Google and of Arseny Kapoulkine, wrote the other files from it: `draco`, `draco --method sequential`, and
//! `meshopt --level high`.

use std::panic::{AssertUnwindSafe, catch_unwind};

use glam::Vec3;
use serde_json::{Value, json};

use super::{Maker, notes, read_as};
use crate::import::level::Level;

const PLAIN: &[u8] = include_bytes!("sheet/plain.glb");
const COMPRESSED: [(&str, &[u8]); 3] = [
    ("draco", include_bytes!("sheet/draco.glb")),
    ("sequential draco", include_bytes!("sheet/draco_sequential.glb")),
    ("meshopt", include_bytes!("sheet/meshopt.glb")),
];

/// A corner of a triangle in the space of the level: position, normal, texture coordinates and colour.
type Corner = (Vec3, Vec3, [f32; 2], [f32; 4]);

/// The triangles of the only object, each from its least corner, in order.
fn triangles(level: &Level) -> Vec<[Corner; 3]> {
    let object = &level.objects[0];
    let from_local = object.level_from_local;
    let surface = object.mesh.surface().unwrap();
    let corner = |vertex: u32| {
        let vertex = surface.vertices[vertex as usize];
        let position = object.mesh.positions()[vertex.position as usize];
        let position = from_local.transform_point3(position.as_dvec3()).as_vec3();
        (position, vertex.normal, vertex.uv[0].to_array(), vertex.color)
    };
    #[expect(clippy::cast_possible_truncation, reason = "a few metres")]
    let key = |corner: &Corner| corner.0.to_array().map(|x| (x * 100.0).round() as i32);
    let all = surface.parts.iter().flat_map(|part| &part.triangles);
    let mut all: Vec<[Corner; 3]> = all
        .map(|corners| {
            let mut corners = corners.map(corner);
            let least = (0..3).min_by_key(|&at| key(&corners[at])).unwrap();
            corners.rotate_left(least);
            corners
        })
        .collect();
    all.sort_by_key(|corners| corners.each_ref().map(key));
    all
}

#[test]
fn a_compressed_level_has_the_triangles_of_the_plain_one() {
    let plain = triangles(&read_as("plain.glb", PLAIN).unwrap());
    assert_eq!(plain.len(), 32);
    for (name, bytes) in COMPRESSED {
        let level = read_as("level.glb", bytes).unwrap_or_else(|error| panic!("{name}: {error}"));
        assert_eq!(notes(&level), Vec::<String>::new(), "{name}");
        let found = triangles(&level);
        assert_eq!(found.len(), plain.len(), "{name}");
        for (found, plain) in found.iter().flatten().zip(plain.iter().flatten()) {
            // 14 bits of a metre, 8 bits of a unit vector, 10 bits of a texture.
            assert!(found.0.distance(plain.0) < 1e-3, "{name}: {found:?} for {plain:?}");
            assert!(found.1.distance(plain.1) < 0.02, "{name}: {found:?} for {plain:?}");
            assert!((0..2).all(|i| (found.2[i] - plain.2[i]).abs() < 2e-3), "{name}: {found:?} for {plain:?}");
            assert!((0..4).all(|i| (found.3[i] - plain.3[i]).abs() < 1e-3), "{name}: {found:?} for {plain:?}");
        }
    }
}

/// Each byte of the compressed part is changed, and the file is cut off at each byte. None of it panics.
#[test]
fn broken_compression_is_an_error_or_another_mesh() {
    let read = |name: &str, bytes: &[u8], what: &str| {
        let read = catch_unwind(AssertUnwindSafe(|| read_as("level.glb", bytes).map(drop)));
        let read = read.unwrap_or_else(|_| panic!("{name} panics with {what}"));
        read.err().map(|error| error.message)
    };
    for (name, bytes) in COMPRESSED {
        let json_end = 20 + u32::from_le_bytes(bytes[12..16].try_into().unwrap()) as usize;
        let mut errors = 0;
        for at in json_end + 8..bytes.len() {
            for change in [1, 0x80, 0xff] {
                let mut broken = bytes.to_vec();
                broken[at] ^= change;
                errors += usize::from(read(name, &broken, &format!("byte {at} ^ {change}")).is_some());
            }
        }
        assert!(errors > 0, "{name}: no change is an error");
    }
}

/// The JSON of a GLB, changed.
fn with_json(bytes: &[u8], change: impl FnOnce(&mut Value)) -> Vec<u8> {
    let json_end = 20 + u32::from_le_bytes(bytes[12..16].try_into().unwrap()) as usize;
    let json = serde_json::from_slice(&bytes[20..json_end]).unwrap();
    let mut maker = Maker { json, bytes: bytes[json_end + 8..].to_vec() };
    change(&mut maker.json);
    let buffers = maker.json["buffers"].clone();
    let mut glb = maker.glb();
    // `Maker` writes one buffer.
    let text = maker.json.to_string();
    if buffers.as_array().unwrap().len() > 1 {
        let mut text = text.into_bytes();
        text.resize(text.len().next_multiple_of(4), b' ');
        let word = |n: usize| u32::try_from(n).unwrap().to_le_bytes();
        glb = [
            b"glTF".as_slice(),
            &word(2),
            &word(12 + 8 + text.len() + 8 + maker.bytes.len()),
            &word(text.len()),
            b"JSON",
        ]
        .concat();
        glb.extend(text);
        glb.extend(word(maker.bytes.len()));
        glb.extend(b"BIN\0");
        glb.extend(&maker.bytes);
    }
    glb
}

#[test]
fn wrong_descriptions_of_compression_are_located_errors() {
    let meshopt = |key: &'static str, value: Value| {
        with_json(COMPRESSED[2].1, move |json| {
            json["bufferViews"][3]["extensions"]["EXT_meshopt_compression"][key] = value;
        })
    };
    let draco = |change: fn(&mut Value)| {
        with_json(COMPRESSED[0].1, move |json| {
            change(&mut json["meshes"][0]["primitives"][0]["extensions"]["KHR_draco_mesh_compression"]);
        })
    };
    for (bytes, expected) in [
        (meshopt("mode", json!("WORDS")), "its compression has the mode `WORDS`, which is unknown"),
        (meshopt("filter", json!("BLUR")), "its compression has the filter `BLUR`, which is unknown"),
        (
            meshopt("byteStride", json!(6)),
            "its meshopt compression has a `byteStride` that its mode or filter does not allow",
        ),
        (meshopt("count", json!(-1)), "has an invalid EXT_meshopt_compression"),
        (meshopt("count", json!(u64::MAX / 64)), "of memory, but"),
        (
            meshopt("byteLength", json!(1_000_000)),
            "its compressed bytes reach from byte 180 over 1000000, but buffers[0] has",
        ),
        (meshopt("buffer", json!(7)), "refers to buffers[7]"),
        (draco(|draco| draco["bufferView"] = json!(9)), "refers to bufferViews[9]"),
        (draco(|draco| draco["attributes"]["POSITION"] = json!(40)), "has no attribute 40, which accessors["),
        (
            draco(|draco| draco["bufferView"] = json!("no")),
            "has a primitive with an invalid KHR_draco_mesh_compression",
        ),
    ] {
        let error = read_as("level.glb", &bytes).unwrap_err();
        assert!(error.message.contains(expected), "{expected}: {error}");
    }
}

#[test]
fn counts_of_accessors_that_draco_changed_are_those_of_the_mesh() {
    let bytes = with_json(COMPRESSED[0].1, |json| {
        for accessor in 1..=4 {
            json["accessors"][accessor]["count"] = json!(20);
        }
        json["meshes"][0]["primitives"][0].as_object_mut().unwrap().remove("indices");
    });
    let level = read_as("level.glb", &bytes).unwrap();
    assert_eq!(level.objects[0].mesh.triangles().len(), 32);
    let notes = notes(&level);
    assert!(notes[0].contains("its `count` is 20, but the compressed mesh has 25 vertices"), "{notes:?}");
    let huge = with_json(COMPRESSED[0].1, |json| json["accessors"][1]["count"] = json!(u32::MAX));
    assert!(read_as("level.glb", &huge).unwrap_err().message.contains("of memory, but"));
}
