//! The accessors of a file that is copied: their numbers, and new ones at the end of its bytes.

use serde_json::{Map, Value, json};

use super::chunks::Chunks;

/// The targets of OpenGL for the bytes of vertices and of indices.
pub(super) const VERTICES: u32 = 34962;
pub(super) const INDICES: u32 = 34963;

impl Chunks {
    /// Adds bytes for a target. Returns the index of their view.
    pub(super) fn add_view(&mut self, bytes: Vec<u8>, target: u32) -> Result<usize, String> {
        self.binary.resize(self.binary.len().next_multiple_of(4), 0);
        let (offset, length) = (self.binary.len(), bytes.len());
        self.binary.extend(bytes);
        self.push("bufferViews", json!({ "buffer": 0, "byteOffset": offset, "byteLength": length, "target": target }))
    }

    /// Adds an entry to a list of the file. Returns its index.
    pub(super) fn push(&mut self, list: &str, entry: Value) -> Result<usize, String> {
        let list =
            self.json.get_mut(list).and_then(Value::as_array_mut).ok_or_else(|| format!("`{list}` is no list"))?;
        list.push(entry);
        Ok(list.len() - 1)
    }

    /// The numbers of an accessor of scalars (one lane) or vectors of three or four.
    pub(super) fn numbers(&self, accessor: usize, lanes: usize) -> Result<Vec<f64>, String> {
        let written = self.entry("accessors", accessor)?;
        let number = |of: &Map<String, Value>, key: &str| {
            of.get(key).and_then(Value::as_u64).and_then(|n| usize::try_from(n).ok())
        };
        let broken = || format!("accessors[{accessor}] does not lie in the buffers of the file");
        let kind = match lanes {
            1 => "SCALAR",
            3 => "VEC3",
            _ => "VEC4",
        };
        if written.contains_key("sparse") || written.get("type").and_then(Value::as_str) != Some(kind) {
            return Err(format!("accessors[{accessor}] is sparse or not of type {kind}"));
        }
        let view = self.entry("bufferViews", number(written, "bufferView").ok_or_else(broken)?)?;
        if view.contains_key("extensions") {
            return Err(format!("accessors[{accessor}] is compressed; export the level without compression"));
        }
        if number(view, "buffer") != Some(0) {
            return Err(broken());
        }
        let component = number(written, "componentType").unwrap_or(0);
        let size = match component {
            5120 | 5121 => 1,
            5122 | 5123 => 2,
            5125 | 5126 => 4,
            _ => return Err(format!("accessors[{accessor}] has the component type {component}")),
        };
        let unit = match (written.get("normalized").and_then(Value::as_bool), component) {
            (Some(true), 5120) => f64::from(i8::MAX),
            (Some(true), 5121) => f64::from(u8::MAX),
            (Some(true), 5122) => f64::from(i16::MAX),
            (Some(true), 5123) => f64::from(u16::MAX),
            _ => 1.0,
        };
        let count = number(written, "count").ok_or_else(broken)?;
        let stride = number(view, "byteStride").unwrap_or(lanes * size);
        let start = number(view, "byteOffset").unwrap_or(0).checked_add(number(written, "byteOffset").unwrap_or(0));
        // All vertices must lie in the chunk before memory is reserved for them.
        let last = count.checked_sub(1).map_or(Some(0), |last| last.checked_mul(stride)?.checked_add(lanes * size));
        let end = start.zip(last).and_then(|(start, last)| start.checked_add(last));
        let (start, _) = start.zip(end.filter(|end| *end <= self.binary.len())).ok_or_else(broken)?;
        if count > self.binary.len() {
            return Err(broken());
        }
        let mut numbers = Vec::with_capacity(count * lanes);
        for vertex in 0..count {
            for lane in 0..lanes {
                let at = start + vertex * stride + lane * size;
                let number = match (component, &self.binary[at..at + size]) {
                    (5120, &[a]) => f64::from(i8::from_le_bytes([a])),
                    (5121, &[a]) => f64::from(a),
                    (5122, &[a, b]) => f64::from(i16::from_le_bytes([a, b])),
                    (5123, &[a, b]) => f64::from(u16::from_le_bytes([a, b])),
                    (5125, &[a, b, c, d]) => f64::from(u32::from_le_bytes([a, b, c, d])),
                    (5126, &[a, b, c, d]) => f64::from(f32::from_le_bytes([a, b, c, d])),
                    _ => 0.0,
                };
                // −128 and −32768 stand for −1 (glTF 2.0, 3.11).
                numbers.push(if unit > 1.0 { (number / unit).max(-1.0) } else { number });
            }
        }
        Ok(numbers)
    }

    fn entry(&self, list: &str, index: usize) -> Result<&Map<String, Value>, String> {
        let entry = self.json.get(list).and_then(|list| list.get(index)).and_then(Value::as_object);
        entry.ok_or_else(|| format!("{list}[{index}] does not exist"))
    }
}
