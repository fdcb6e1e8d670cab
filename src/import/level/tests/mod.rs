//! Features of levels and invalid input, each with a small generated file.

mod bad_input;
mod compressed;
mod elsewhere;
mod gltf;
mod obj;
mod obj_looks;
mod outline;
mod physics;
mod rig;

use std::fs;
use std::path::Path;

use base64::Engine;
use glam::{DVec3, Vec3};
use serde_json::{Value, json};

use super::Level;
use crate::budget::Budget;
use crate::files::LevelFile;
use crate::opacity::Progress;
use crate::scene::SceneError;

/// A glTF in the making: its JSON, and the bytes of its one buffer.
pub(in crate::import) struct Maker {
    pub(in crate::import) json: Value,
    pub(in crate::import) bytes: Vec<u8>,
}

/// glTF's number for a type of components.
pub(in crate::import) const BYTE: u32 = 5120;
pub(in crate::import) const UNSIGNED_BYTE: u32 = 5121;
pub(in crate::import) const SHORT: u32 = 5122;
pub(in crate::import) const UNSIGNED_SHORT: u32 = 5123;
pub(in crate::import) const UNSIGNED_INT: u32 = 5125;
pub(in crate::import) const FLOAT: u32 = 5126;

impl Maker {
    pub(in crate::import) fn new() -> Self {
        Self { json: json!({ "asset": { "version": "2.0" } }), bytes: Vec::new() }
    }

    /// Adds to a list and gives the index there.
    pub(in crate::import) fn add(&mut self, list: &str, item: Value) -> usize {
        if self.json.get(list).is_none() {
            self.json[list] = json!([]);
        }
        let list = self.json[list].as_array_mut().unwrap();
        list.push(item);
        list.len() - 1
    }

    /// A buffer view of these bytes.
    pub(in crate::import) fn view(&mut self, bytes: &[u8]) -> usize {
        let view = json!({ "buffer": 0, "byteOffset": self.bytes.len(), "byteLength": bytes.len() });
        self.bytes.extend_from_slice(bytes);
        self.bytes.resize(self.bytes.len().next_multiple_of(4), 0);
        self.add("bufferViews", view)
    }

    pub(in crate::import) fn accessor(&mut self, kind: &str, component: u32, count: usize, bytes: &[u8]) -> usize {
        let view = self.view(bytes);
        self.add("accessors", json!({ "bufferView": view, "componentType": component, "count": count, "type": kind }))
    }

    pub(in crate::import) fn positions(&mut self, points: &[[f32; 3]]) -> usize {
        let bytes: Vec<u8> = points.as_flattened().iter().flat_map(|x| x.to_le_bytes()).collect();
        self.accessor("VEC3", FLOAT, points.len(), &bytes)
    }

    /// A square in the plane of X and Y from 0 to 1, of two triangles that face +Z; the mesh's index.
    pub(in crate::import) fn square(&mut self) -> usize {
        let positions = self.positions(&[[0.0, 0.0, 0.0], [1.0, 0.0, 0.0], [1.0, 1.0, 0.0], [0.0, 1.0, 0.0]]);
        let indices = self.accessor("SCALAR", UNSIGNED_BYTE, 6, &[0, 1, 2, 0, 2, 3]);
        self.mesh(json!({ "attributes": { "POSITION": positions }, "indices": indices }))
    }

    #[expect(clippy::needless_pass_by_value, reason = "made for the call")]
    pub(in crate::import) fn mesh(&mut self, primitive: Value) -> usize {
        self.add("meshes", json!({ "primitives": [primitive] }))
    }

    /// A node with that mesh.
    pub(in crate::import) fn node(&mut self, name: &str, mesh: usize) -> usize {
        self.add("nodes", json!({ "name": name, "mesh": mesh }))
    }

    /// The JSON with its buffer as a data URI.
    pub(in crate::import) fn text(&self) -> String {
        let mut json = self.json.clone();
        if !self.bytes.is_empty() {
            let data = base64::engine::general_purpose::STANDARD.encode(&self.bytes);
            let uri = format!("data:application/octet-stream;base64,{data}");
            json["buffers"] = json!([{ "byteLength": self.bytes.len(), "uri": uri }]);
        }
        serde_json::to_string_pretty(&json).unwrap()
    }

    /// As a GLB.
    pub(in crate::import) fn glb(&self) -> Vec<u8> {
        let mut json = self.json.clone();
        json["buffers"] = json!([{ "byteLength": self.bytes.len() }]);
        let mut text = json.to_string().into_bytes();
        text.resize(text.len().next_multiple_of(4), b' ');
        let mut glb = Vec::new();
        let word = |n: usize| u32::try_from(n).unwrap().to_le_bytes();
        glb.extend(b"glTF");
        glb.extend(word(2));
        glb.extend(word(12 + 8 + text.len() + 8 + self.bytes.len()));
        glb.extend(word(text.len()));
        glb.extend(b"JSON");
        glb.extend(&text);
        glb.extend(word(self.bytes.len()));
        glb.extend(b"BIN\0");
        glb.extend(&self.bytes);
        glb
    }

    /// Read from a file of its own.
    pub(in crate::import) fn read(&self) -> Result<Level, SceneError> {
        read_as("level.gltf", self.text().as_bytes())
    }

    /// The same where nothing is wrong.
    pub(in crate::import) fn level(&self) -> Level {
        self.read().unwrap_or_else(|error| panic!("{error}\n{}", self.text()))
    }
}

/// A level of that name in an empty folder.
pub(in crate::import) fn read_as(name: &str, bytes: &[u8]) -> Result<Level, SceneError> {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join(name), bytes).unwrap();
    read_in(folder.path(), name)
}

pub(in crate::import) fn read_in(folder: &Path, name: &str) -> Result<Level, SceneError> {
    let read = LevelFile::read(name, &folder.into(), &Budget::default(), &Progress::default());
    read.level().cloned().map_err(Clone::clone)
}

/// The corners of an object's triangles where they stand in the level.
pub(in crate::import) fn corners(level: &Level, object: usize) -> Vec<[Vec3; 3]> {
    let object = &level.objects[object];
    let placed = |corner: Vec3| object.level_from_local.transform_point3(corner.as_dvec3()).as_vec3();
    (0..object.mesh.triangles().len()).map(|i| object.mesh.corners(i).map(placed)).collect()
}

/// What notes say, each with its place: errors first.
pub(in crate::import) fn notes(level: &Level) -> Vec<String> {
    level.faults.iter().map(ToString::to_string).chain(level.notes.iter().map(ToString::to_string)).collect()
}

pub(in crate::import) fn close(a: DVec3, b: [f64; 3]) -> bool {
    a.distance(b.into()) < 1e-6
}
