//! A file with an animated character, for benchmarks: a tube of 10,000 triangles with twenty joints in a row.

use std::f32::consts::TAU;
use std::fs;
use std::io;
use std::path::Path;

use serde_json::{Value, json};

/// Vertices around a ring.
const AROUND: u16 = 50;
/// Squares from one end to the other.
const LONG: u16 = 100;
const JOINTS: u16 = 20;
/// Metres.
const HEIGHT: f32 = 1.8;
/// Seconds, with a key each tenth.
const DURATION: u8 = 1;

/// Component types of glTF.
const U16: u32 = 5123;
const U32: u32 = 5125;
const F32: u32 = 5126;

/// The buffer of the file with its views and accessors.
#[derive(Default)]
struct Buffer {
    bytes: Vec<u8>,
    views: Vec<Value>,
    accessors: Vec<Value>,
}

impl Buffer {
    /// The index of a new accessor of `count` elements.
    fn add<const N: usize>(&mut self, kind: &str, component: u32, count: usize, numbers: Vec<[u8; N]>) -> usize {
        let start = self.bytes.len();
        self.bytes.extend(numbers.into_flattened());
        self.views.push(json!({ "buffer": 0, "byteOffset": start, "byteLength": self.bytes.len() - start }));
        let view = self.views.len() - 1;
        self.accessors.push(json!({ "bufferView": view, "componentType": component, "count": count, "type": kind }));
        self.accessors.len() - 1
    }

    fn floats<const N: usize>(&mut self, kind: &str, items: &[[f32; N]]) -> usize {
        self.add(kind, F32, items.len(), items.as_flattened().iter().map(|x| x.to_le_bytes()).collect())
    }
}

/// Writes `character.gltf` and its buffer into a folder. Its animation is `bend`.
pub(crate) fn write(folder: &Path) -> io::Result<()> {
    let rings = || (0..=LONG).flat_map(|ring| (0..AROUND).map(move |i| (ring, i)));
    let height = |ring: u16| HEIGHT * f32::from(ring) / f32::from(LONG);
    let place = |(ring, i): (u16, u16)| {
        let turn = TAU * f32::from(i) / f32::from(AROUND);
        let radius = 0.2 + 0.05 * libm::sinf(9.0 * height(ring));
        [radius * libm::cosf(turn), height(ring), -radius * libm::sinf(turn)]
    };
    let positions: Vec<[f32; 3]> = rings().map(place).collect();
    let squares = (0..LONG).flat_map(|ring| (0..AROUND).map(move |i| (ring, i)));
    let triangles: Vec<[u32; 3]> = squares
        .flat_map(|(ring, i)| {
            let at = |ring: u16, i: u16| u32::from(ring) * u32::from(AROUND) + u32::from(i % AROUND);
            let [a, b, c, d] = [at(ring, i), at(ring, i + 1), at(ring + 1, i + 1), at(ring + 1, i)];
            [[a, b, c], [a, c, d]]
        })
        .collect();
    // Four joints in a row, of which the middle ones move the vertex most.
    let first = |ring: u16| (u32::from(ring) * u32::from(JOINTS - 4) / u32::from(LONG)).try_into().unwrap_or(0_u16);
    let joints = rings().flat_map(|(ring, _)| (0..4).map(move |i| (first(ring) + i).to_le_bytes())).collect();
    let weights = vec![[0.125_f32, 0.375, 0.375, 0.125]; positions.len()];
    let step = HEIGHT / f32::from(JOINTS);
    let inverse_bind = |joint: u16| {
        let mut matrix = [1.0, 0., 0., 0., 0., 1., 0., 0., 0., 0., 1., 0., 0., 0., 0., 1.];
        matrix[13] = -step * f32::from(joint);
        matrix
    };
    let keys = || (0..=10 * DURATION).map(|key| f32::from(key) * 0.1);
    let times: Vec<[f32; 1]> = keys().map(|time| [time]).collect();

    let mut buffer = Buffer::default();
    let position = buffer.floats("VEC3", &positions);
    buffer.accessors[position]["min"] = json!([-0.25, 0, -0.25]);
    buffer.accessors[position]["max"] = json!([0.25, HEIGHT, 0.25]);
    let indices = triangles.as_flattened().iter().map(|i| i.to_le_bytes()).collect();
    let indices = buffer.add("SCALAR", U32, triangles.len() * 3, indices);
    let joints = buffer.add::<2>("VEC4", U16, positions.len(), joints);
    let weights = buffer.floats("VEC4", &weights);
    let inverse_binds = buffer.floats("MAT4", &(0..JOINTS).map(inverse_bind).collect::<Vec<_>>());
    let input = buffer.floats("SCALAR", &times);
    buffer.accessors[input]["min"] = json!([0]);
    buffer.accessors[input]["max"] = json!([DURATION]);
    let outputs: Vec<usize> = (0..JOINTS)
        .map(|joint| {
            // It bends to and fro by at most 4° about an axis that turns from joint to joint.
            let axis = f32::from(joint) * 0.4;
            let turn = |time: f32| {
                let half = 0.035 * libm::sinf(TAU * time + 0.3 * f32::from(joint));
                let sine = libm::sinf(half);
                [sine * libm::cosf(axis), 0.0, sine * libm::sinf(axis), libm::cosf(half)]
            };
            buffer.floats("VEC4", &keys().map(turn).collect::<Vec<_>>())
        })
        .collect();

    let joint = |i: u16| {
        let above = if i == 0 { 0.0 } else { step };
        let children = if i + 1 < JOINTS { vec![i + 2] } else { Vec::new() };
        let mut node = json!({ "name": format!("joint {i}"), "translation": [0, above, 0] });
        if !children.is_empty() {
            node["children"] = json!(children);
        }
        node
    };
    let body = json!({ "name": "body", "mesh": 0, "skin": 0 });
    let nodes: Vec<Value> = std::iter::once(body).chain((0..JOINTS).map(joint)).collect();
    let samplers: Vec<Value> = outputs.iter().map(|output| json!({ "input": input, "output": output })).collect();
    let channel = |i: u16| json!({ "sampler": i, "target": { "node": i + 1, "path": "rotation" } });
    let file = json!({
        "asset": { "version": "2.0" }, "scene": 0, "scenes": [{ "nodes": [0, 1] }], "nodes": nodes,
        "meshes": [{ "primitives": [{ "attributes": { "POSITION": position, "JOINTS_0": joints, "WEIGHTS_0": weights },
            "indices": indices }] }],
        "skins": [{ "joints": (1..=JOINTS).collect::<Vec<_>>(), "inverseBindMatrices": inverse_binds }],
        "animations": [{ "name": "bend", "samplers": samplers, "channels": (0..JOINTS).map(channel).collect::<Vec<_>>() }],
        "buffers": [{ "uri": "character.bin", "byteLength": buffer.bytes.len() }],
        "bufferViews": buffer.views, "accessors": buffer.accessors,
    });
    fs::write(folder.join("character.bin"), &buffer.bytes)?;
    fs::write(folder.join("character.gltf"), file.to_string())
}
