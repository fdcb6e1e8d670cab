//! The lists and the bytes of a GLB that is written (glTF 2.0, section 4.4).

use serde_json::{Map, Value, json};

const MAGIC: &[u8; 4] = b"glTF";
const JSON: u32 = 0x4e4f_534a;
const BIN: u32 = 0x004e_4942;

/// What the bytes of a view are used for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum GlbUse {
    Vertices,
    Indices,
    Other,
}

/// The type of the elements of an accessor.
#[derive(Clone, Copy, Debug)]
pub(super) struct GlbElement {
    /// Such as `VEC3`.
    pub(super) word: &'static str,
    /// Numbers of an element.
    pub(super) lanes: usize,
}

pub(super) const SCALAR: GlbElement = GlbElement { word: "SCALAR", lanes: 1 };
pub(super) const VEC2: GlbElement = GlbElement { word: "VEC2", lanes: 2 };
pub(super) const VEC3: GlbElement = GlbElement { word: "VEC3", lanes: 3 };
pub(super) const VEC4: GlbElement = GlbElement { word: "VEC4", lanes: 4 };
pub(super) const MAT4: GlbElement = GlbElement { word: "MAT4", lanes: 16 };

/// A GLB while it is made.
#[derive(Debug, Default)]
pub(super) struct GlbContainer {
    lists: Map<String, Value>,
    extensions: Vec<&'static str>,
    bytes: Vec<u8>,
}

impl GlbContainer {
    /// Adds an entry to a list. Returns its index.
    pub(super) fn push(&mut self, list: &str, entry: Value) -> usize {
        let list = self.lists.entry(list).or_insert_with(|| json!([]));
        let Some(list) = list.as_array_mut() else { return 0 };
        list.push(entry);
        list.len() - 1
    }

    /// Names an extension that the file uses.
    pub(super) fn use_extension(&mut self, name: &'static str) {
        if !self.extensions.contains(&name) {
            self.extensions.push(name);
        }
    }

    /// Adds bytes. Returns the index of their view.
    pub(super) fn view(&mut self, bytes: &[u8], of: GlbUse) -> usize {
        self.bytes.resize(self.bytes.len().next_multiple_of(4), 0);
        let mut view = json!({ "buffer": 0, "byteOffset": self.bytes.len(), "byteLength": bytes.len() });
        match of {
            GlbUse::Vertices => view["target"] = json!(34962),
            GlbUse::Indices => view["target"] = json!(34963),
            GlbUse::Other => {}
        }
        self.bytes.extend(bytes);
        self.push("bufferViews", view)
    }

    /// Adds an accessor of floats. With `has_range` it has their least and greatest values. Returns its index.
    pub(super) fn floats(&mut self, values: &[f32], element: GlbElement, of: GlbUse, has_range: bool) -> usize {
        let bytes: Vec<u8> = values.iter().flat_map(|value| value.to_le_bytes()).collect();
        let view = self.view(&bytes, of);
        let count = values.len() / element.lanes;
        let mut accessor = json!({ "bufferView": view, "componentType": 5126, "count": count, "type": element.word });
        if has_range {
            let fold = |start: f32, of: fn(f32, f32) -> f32| -> Vec<f32> {
                let lane = |lane: usize| values.iter().skip(lane).step_by(element.lanes).copied().fold(start, of);
                (0..element.lanes).map(lane).collect()
            };
            accessor["min"] = json!(fold(f32::INFINITY, f32::min));
            accessor["max"] = json!(fold(f32::NEG_INFINITY, f32::max));
        }
        self.push("accessors", accessor)
    }

    /// Adds an accessor of joints. Returns its index.
    pub(super) fn joints(&mut self, joints: &[u16]) -> usize {
        let bytes: Vec<u8> = joints.iter().flat_map(|joint| joint.to_le_bytes()).collect();
        let view = self.view(&bytes, GlbUse::Vertices);
        let count = joints.len() / 4;
        self.push("accessors", json!({ "bufferView": view, "componentType": 5123, "count": count, "type": "VEC4" }))
    }

    /// Adds an accessor of indices. Returns its index.
    pub(super) fn indices(&mut self, indices: &[u32]) -> usize {
        let bytes: Vec<u8> = indices.iter().flat_map(|index| index.to_le_bytes()).collect();
        let view = self.view(&bytes, GlbUse::Indices);
        let count = indices.len();
        self.push("accessors", json!({ "bufferView": view, "componentType": 5125, "count": count, "type": "SCALAR" }))
    }

    /// The bytes of the file, whose scene has these nodes. `None` when it would be longer than 4 GiB.
    pub(super) fn write(mut self, roots: &[usize]) -> Option<Vec<u8>> {
        let mut json = json!({ "asset": { "version": "2.0", "generator": "eyeline" } });
        if !self.extensions.is_empty() {
            json["extensionsUsed"] = json!(self.extensions);
        }
        json["scene"] = json!(0);
        json["scenes"] = json!([{ "nodes": roots }]);
        self.bytes.resize(self.bytes.len().next_multiple_of(4), 0);
        json["buffers"] = json!([{ "byteLength": self.bytes.len() }]);
        if let Some(json) = json.as_object_mut() {
            json.extend(self.lists);
        }
        let mut text = json.to_string().into_bytes();
        text.resize(text.len().next_multiple_of(4), b' ');
        let total = u32::try_from(12 + 8 + text.len() + 8 + self.bytes.len()).ok()?;
        let mut file = [&MAGIC[..], &2_u32.to_le_bytes(), &total.to_le_bytes()].concat();
        for (kind, chunk) in [(JSON, text), (BIN, self.bytes)] {
            file.extend(u32::try_from(chunk.len()).ok()?.to_le_bytes());
            file.extend(kind.to_le_bytes());
            file.extend(chunk);
        }
        Some(file)
    }
}
