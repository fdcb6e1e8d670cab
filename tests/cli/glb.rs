//! GLB files of lessons, which have too many numbers for manual writing: `figure.rs` and `jellyfish.rs` generate them.

use std::path::Path;

use glam::DVec3;
use serde_json::{Value, json};

/// A GLB in the making.
pub(crate) struct Glb {
    pub(crate) json: Value,
    bytes: Vec<u8>,
}

impl Glb {
    pub(crate) fn new() -> Self {
        let mut json = json!({ "asset": { "version": "2.0", "generator": "eyeline" }, "scene": 0 });
        for list in ["bufferViews", "accessors", "animations", "nodes"] {
            json[list] = json!([]);
        }
        Self { json, bytes: Vec::new() }
    }

    pub(crate) fn push(&mut self, list: &str, item: Value) -> usize {
        let list = self.json[list].as_array_mut().unwrap();
        list.push(item);
        list.len() - 1
    }

    pub(crate) fn accessor(
        &mut self,
        kind: &str,
        component: u32,
        count: usize,
        bytes: &[u8],
        range: Option<[Value; 2]>,
    ) -> usize {
        let view =
            self.push("bufferViews", json!({ "buffer": 0, "byteOffset": self.bytes.len(), "byteLength": bytes.len() }));
        self.bytes.extend_from_slice(bytes);
        self.bytes.resize(self.bytes.len().next_multiple_of(4), 0);
        let mut accessor = json!({ "bufferView": view, "componentType": component, "count": count, "type": kind });
        if let Some([min, max]) = range {
            (accessor["min"], accessor["max"]) = (min, max);
        }
        self.push("accessors", accessor)
    }

    pub(crate) fn floats(&mut self, kind: &str, lanes: usize, numbers: &[f64], range: Option<[Value; 2]>) -> usize {
        #[expect(clippy::cast_possible_truncation, reason = "a GLB has f32")]
        let bytes: Vec<u8> = numbers.iter().flat_map(|x| (*x as f32).to_le_bytes()).collect();
        self.accessor(kind, 5126, numbers.len() / lanes, &bytes, range)
    }

    /// Positions of vertices, with their least and greatest coordinates.
    pub(crate) fn positions(&mut self, positions: &[DVec3]) -> usize {
        let ends = positions
            .iter()
            .fold([DVec3::INFINITY, DVec3::NEG_INFINITY], |[min, max], at| [min.min(*at), max.max(*at)]);
        self.floats("VEC3", 3, &flat(positions), Some(ends.map(|end| json!(end.to_array().map(short)))))
    }

    /// The corners of triangles.
    pub(crate) fn indices(&mut self, triangles: &[[u16; 3]]) -> usize {
        let bytes: Vec<u8> = triangles.as_flattened().iter().flat_map(|i| i.to_le_bytes()).collect();
        self.accessor("SCALAR", 5123, triangles.len() * 3, &bytes, None)
    }

    /// The inverse bind matrices of joints that are not turned.
    pub(crate) fn inverse_binds(&mut self, places: impl Iterator<Item = [f64; 3]>) -> usize {
        let matrices = places.flat_map(|[x, y, z]| [1., 0., 0., 0., 0., 1., 0., 0., 0., 0., 1., 0., -x, -y, -z, 1.]);
        self.floats("MAT4", 16, &matrices.collect::<Vec<_>>(), None)
    }

    pub(crate) fn written(mut self) -> Vec<u8> {
        self.json["buffers"] = json!([{ "byteLength": self.bytes.len() }]);
        let mut text = self.json.to_string().into_bytes();
        text.resize(text.len().next_multiple_of(4), b' ');
        let word = |n: usize| u32::try_from(n).unwrap().to_le_bytes();
        let mut glb = b"glTF".to_vec();
        glb.extend([word(2), word(28 + text.len() + self.bytes.len()), word(text.len())].concat());
        glb.extend(b"JSON");
        glb.extend(text);
        glb.extend(word(self.bytes.len()));
        glb.extend(b"BIN\0");
        glb.extend(self.bytes);
        glb
    }
}

/// Five digits after the point: the same on every machine.
pub(crate) fn short(x: f64) -> f64 {
    (x * 1e5).round() / 1e5 + 0.0
}

/// The coordinates of vectors, with five digits after the point.
pub(crate) fn flat(vectors: &[DVec3]) -> Vec<f64> {
    vectors.iter().flat_map(|at| at.to_array().map(short)).collect()
}

/// The mean of the normals of the triangles around each vertex.
pub(crate) fn normals(positions: &[DVec3], triangles: &[[u16; 3]]) -> Vec<DVec3> {
    let mut normals = vec![DVec3::ZERO; positions.len()];
    for corners in triangles {
        let [a, b, c] = corners.map(|corner| positions[usize::from(corner)]);
        for &corner in corners {
            normals[usize::from(corner)] += (b - a).cross(c - a);
        }
    }
    normals.into_iter().map(DVec3::normalize_or_zero).collect()
}

/// Compares a file of `scenes/` with what is generated, or writes it.
pub(crate) fn compare(name: &str, made: &[u8]) {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("scenes").join(name);
    if std::env::var_os("UPDATE_SCENES").is_some() {
        std::fs::write(&path, made).unwrap();
    }
    assert!(std::fs::read(&path).is_ok_and(|found| found == made), "{name} is not what is generated");
}
