//! A copy of a glTF or GLB whose meshes are repaired.
//!
//! A mesh is repaired as a whole: an edge between two primitives is not open. Of a primitive that changed, the indices are a new
//! accessor at the end of the bytes, and so are positions of which vertices moved. What was there stays, so that no other
//! part of the file moves. A primitive of strips or fans whose triangles change becomes one of triangles.

use serde_json::{Value, json};

use glam::Vec3;

use super::chunk_accessors::{INDICES, VERTICES};
use super::chunks::Chunks;
use crate::geometry::mesh::repair::{MeshRepair, RepairedMesh, repair_mesh};

/// Modes of primitives with triangles.
const TRIANGLES: u64 = 4;
const STRIP: u64 = 5;
const FAN: u64 = 6;

/// Repairs the meshes of a glTF or GLB. Returns them with their names, in the order of the file.
///
/// # Errors
/// When positions or indices are compressed, or are not in the buffers of the file: in one sentence.
pub(crate) fn repair_meshes(chunks: &mut Chunks, how: MeshRepair) -> Result<Vec<(String, RepairedMesh)>, String> {
    let mut meshes = Vec::new();
    let count = chunks.json.get("meshes").and_then(Value::as_array).map_or(0, Vec::len);
    for number in 0..count {
        let written = &chunks.json["meshes"][number];
        let name =
            written.get("name").and_then(Value::as_str).map_or_else(|| format!("meshes[{number}]"), str::to_owned);
        let mesh = GltfMesh::read(chunks, number).map_err(|why| format!("meshes[{number}]: {why}"))?;
        if mesh.triangles.is_empty() {
            continue;
        }
        let result = repair_mesh(&mesh.positions, &mesh.triangles, how);
        mesh.write(chunks, number, &result)?;
        meshes.push((name, result));
    }
    Ok(meshes)
}

/// The triangles of the primitives of a mesh.
struct GltfMesh {
    positions: Vec<Vec3>,
    /// Each accessor of positions, with its first vertex in `positions`.
    accessors: Vec<(usize, u32)>,
    /// Of each primitive with triangles: its index in the mesh, and the first vertex of its positions.
    primitives: Vec<(usize, u32)>,
    /// Each with the index of its primitive in `primitives`.
    triangles: Vec<([u32; 3], u32)>,
}

impl GltfMesh {
    fn read(chunks: &Chunks, number: usize) -> Result<Self, String> {
        let mut mesh =
            Self { positions: Vec::new(), accessors: Vec::new(), primitives: Vec::new(), triangles: Vec::new() };
        let primitives = chunks.json["meshes"][number].get("primitives").and_then(Value::as_array);
        for (index, primitive) in primitives.into_iter().flatten().enumerate() {
            mesh.add(chunks, index, primitive).map_err(|why| format!("primitives[{index}]: {why}"))?;
        }
        Ok(mesh)
    }

    fn add(&mut self, chunks: &Chunks, index: usize, primitive: &Value) -> Result<(), String> {
        let mode = primitive.get("mode").map_or(Some(TRIANGLES), Value::as_u64);
        let mode = mode.filter(|mode| (TRIANGLES..=FAN).contains(mode));
        let positions = primitive.get("attributes").and_then(|attributes| attributes.get("POSITION"));
        let (Some(mode), Some(accessor)) = (mode, positions.and_then(as_index)) else { return Ok(()) };
        if primitive.get("extensions").is_some_and(|all| all.get("KHR_draco_mesh_compression").is_some()) {
            return Err("its data are compressed; export it without compression".to_owned());
        }
        let known = self.accessors.iter().find(|(known, _)| *known == accessor).map(|(_, first)| *first);
        let first = if let Some(first) = known {
            first
        } else {
            let first = u32::try_from(self.positions.len()).map_err(|_many| "it has too many vertices")?;
            let read = chunks.numbers(accessor, 3)?;
            #[expect(clippy::cast_possible_truncation, reason = "positions are f32")]
            self.positions
                .extend(read.chunks_exact(3).map(|place| Vec3::new(place[0] as f32, place[1] as f32, place[2] as f32)));
            self.accessors.push((accessor, first));
            first
        };
        let count = self.count_of(first);
        let vertices: Vec<u32> = match primitive.get("indices") {
            None => (0..count).collect(),
            Some(written) => {
                let read = chunks.numbers(as_index(written).ok_or("its `indices` are no index")?, 1)?;
                #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "whole numbers of 32 bits")]
                let read = read.into_iter().map(|vertex| vertex as u32).collect();
                read
            }
        };
        if let Some(vertex) = vertices.iter().find(|vertex| **vertex >= count) {
            return Err(format!("a triangle names vertex {vertex}, but there are {count}"));
        }
        let group = u32::try_from(self.primitives.len()).map_err(|_many| "it has too many primitives")?;
        self.primitives.push((index, first));
        let corner = |i: usize| first + vertices[i];
        let triangle: Box<dyn Fn(usize) -> [u32; 3]> = match mode {
            STRIP => Box::new(|i| [corner(i), corner(i + 1 + i % 2), corner(i + 2 - i % 2)]),
            FAN => Box::new(|i| [corner(i + 1), corner(i + 2), corner(0)]),
            _ => Box::new(|i| [corner(3 * i), corner(3 * i + 1), corner(3 * i + 2)]),
        };
        let triangles = if mode == TRIANGLES { vertices.len() / 3 } else { vertices.len().saturating_sub(2) };
        self.triangles.extend((0..triangles).map(|i| (triangle(i), group)));
        Ok(())
    }

    /// The number of vertices of the positions that begin there.
    fn count_of(&self, first: u32) -> u32 {
        let end = self.accessors.iter().map(|(_, other)| *other).filter(|other| *other > first).min();
        end.unwrap_or(u32::try_from(self.positions.len()).unwrap_or(u32::MAX)) - first
    }

    fn write(&self, chunks: &mut Chunks, number: usize, result: &RepairedMesh) -> Result<(), String> {
        let mut moved: Vec<(usize, usize)> = Vec::new();
        for &(accessor, first) in &self.accessors {
            let range = first as usize..(first + self.count_of(first)) as usize;
            let bits = |places: &[Vec3]| {
                places.iter().flat_map(|place| place.to_array().map(f32::to_bits)).collect::<Vec<_>>()
            };
            if bits(&self.positions[range.clone()]) != bits(&result.positions[range.clone()]) {
                moved.push((accessor, chunks.add_positions(&result.positions[range])?));
            }
        }
        let mut emptied = Vec::new();
        for (group, &(index, first)) in (0..).zip(&self.primitives) {
            let before = self.triangles.iter().filter(|(_, of)| *of == group).map(|(corners, _)| *corners);
            let after: Vec<[u32; 3]> = result
                .triangles
                .iter()
                .filter(|triangle| triangle.group == group)
                .map(|triangle| triangle.corners)
                .collect();
            let is_same = before.eq(after.iter().copied());
            if after.is_empty() && !is_same {
                emptied.push(index);
                continue;
            }
            let indices = if is_same { None } else { Some(chunks.add_indices(&after, first)?) };
            let primitive = &mut chunks.json["meshes"][number]["primitives"][index];
            if let Some(indices) = indices {
                primitive["indices"] = json!(indices);
                primitive["mode"] = json!(TRIANGLES);
            }
            let positions = &mut primitive["attributes"]["POSITION"];
            if let Some((_, new)) = moved.iter().find(|(old, _)| positions.as_u64() == Some(*old as u64)) {
                *positions = json!(new);
            }
        }
        // A mesh must have a primitive: the last one stays, also without a sound triangle.
        let Some(primitives) = chunks.json["meshes"][number]["primitives"].as_array_mut() else { return Ok(()) };
        for index in emptied.into_iter().rev() {
            if primitives.len() > 1 {
                primitives.remove(index);
            }
        }
        Ok(())
    }
}

fn as_index(value: &Value) -> Option<usize> {
    value.as_u64().and_then(|index| usize::try_from(index).ok())
}

impl Chunks {
    /// Adds an accessor of positions. Returns its index.
    fn add_positions(&mut self, places: &[Vec3]) -> Result<usize, String> {
        let bytes = places.iter().flat_map(|place| place.to_array().map(f32::to_le_bytes)).flatten().collect();
        let view = self.add_view(bytes, VERTICES)?;
        let finite = places.iter().filter(|place| place.is_finite());
        let (min, max) =
            finite.fold((Vec3::INFINITY, Vec3::NEG_INFINITY), |(min, max), place| (min.min(*place), max.max(*place)));
        let mut accessor = json!({ "bufferView": view, "componentType": 5126, "count": places.len(), "type": "VEC3" });
        if min.is_finite() {
            accessor["min"] = json!(min.to_array());
            accessor["max"] = json!(max.to_array());
        }
        self.push("accessors", accessor)
    }

    /// Adds an accessor of the indices of triangles. Returns its index.
    fn add_indices(&mut self, triangles: &[[u32; 3]], first: u32) -> Result<usize, String> {
        let bytes = triangles.as_flattened().iter().flat_map(|vertex| (vertex - first).to_le_bytes()).collect();
        let view = self.add_view(bytes, INDICES)?;
        let accessor =
            json!({ "bufferView": view, "componentType": 5125, "count": 3 * triangles.len(), "type": "SCALAR" });
        self.push("accessors", accessor)
    }
}
