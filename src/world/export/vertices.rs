//! A mesh as vertices with attributes, for each material.

use std::sync::Arc;

use glam::{Affine2, Vec2, Vec3};
use serde_json::{Map, Value, json};

use super::container::{GlbContainer, GlbUse, VEC2, VEC3, VEC4};
use super::look::{LookWriter, Textured};
use crate::geometry::Mesh;
use crate::import::level::Morph;
use crate::skin::Influences;
use crate::surface::{Material, Surface, Vertex};

/// Weights that add up to 1 but for so much are scaled to add up to 1: rounding is not a fault of the mesh.
const ROUNDING: f64 = 1e-5;

/// Writes the primitives of a mesh.
pub(super) fn primitives(
    file: &mut GlbContainer,
    look: &mut LookWriter,
    mesh: &Mesh,
    influences: Option<&Influences>,
    morph: Option<&Morph>,
) -> Vec<Value> {
    let plain = || Surface {
        vertices: (0..u32::try_from(mesh.positions().len()).unwrap_or(u32::MAX)).map(Vertex::plain).collect(),
        parts: vec![crate::surface::Part {
            triangles: mesh.triangles().to_vec(),
            material: Arc::new(Material::default()),
        }],
    };
    let own = mesh.surface().cloned().unwrap_or_else(|| Arc::new(plain()));
    let parts = own.parts.iter().filter(|part| !part.triangles.is_empty());
    parts
        .map(|part| {
            let (vertices, indices) = vertices(mesh, &own.vertices, &part.triangles);
            let material = look.material(file, &part.material);
            let mut attributes = attributes(file, mesh, &vertices, &material);
            if let Some(influences) = influences {
                joints(file, &mut attributes, &vertices, influences);
            }
            let mut primitive = json!({
                "attributes": attributes,
                "indices": file.indices(&indices),
                "material": material.index,
            });
            if let Some(morph) = morph {
                primitive["targets"] = targets(file, &vertices, morph);
            }
            primitive
        })
        .collect()
}

/// The vertices of triangles, and the indices of their corners. A corner without a normal gets a vertex of its own, with the
/// normal of the triangle.
fn vertices(mesh: &Mesh, all: &[Vertex], triangles: &[[u32; 3]]) -> (Vec<Vertex>, Vec<u32>) {
    let mut known = vec![u32::MAX; all.len()];
    let (mut vertices, mut indices) = (Vec::new(), Vec::with_capacity(triangles.len() * 3));
    for triangle in triangles {
        let corners = triangle.map(|corner| all[corner as usize]);
        let [a, b, c] = corners.map(|corner| mesh.positions()[corner.position as usize]);
        let flat = (b - a).cross(c - a).try_normalize().unwrap_or(Vec3::Y);
        for (index, corner) in triangle.iter().zip(corners) {
            let normal = corner.normal.try_normalize();
            let seen = &mut known[*index as usize];
            if normal.is_none() || *seen == u32::MAX {
                let new = u32::try_from(vertices.len()).unwrap_or(u32::MAX);
                vertices.push(Vertex { normal: normal.unwrap_or(flat), ..corner });
                indices.push(new);
                if normal.is_some() {
                    *seen = new;
                }
            } else {
                indices.push(*seen);
            }
        }
    }
    (vertices, indices)
}

fn attributes(file: &mut GlbContainer, mesh: &Mesh, vertices: &[Vertex], material: &Textured) -> Map<String, Value> {
    let mut attributes = Map::new();
    let positions: Vec<f32> =
        vertices.iter().flat_map(|vertex| mesh.positions()[vertex.position as usize].to_array()).collect();
    attributes.insert("POSITION".into(), json!(file.floats(&positions, VEC3, GlbUse::Vertices, true)));
    let normals: Vec<f32> = vertices.iter().flat_map(|vertex| vertex.normal.to_array()).collect();
    attributes.insert("NORMAL".into(), json!(file.floats(&normals, VEC3, GlbUse::Vertices, false)));
    for (n, (set, transform)) in material.coordinates.iter().enumerate() {
        let of = |vertex: &Vertex| transformed(*transform, vertex.uv[usize::from(*set).min(1)]).to_array();
        let coordinates: Vec<f32> = vertices.iter().flat_map(of).collect();
        attributes.insert(format!("TEXCOORD_{n}"), json!(file.floats(&coordinates, VEC2, GlbUse::Vertices, false)));
    }
    if vertices.iter().any(|vertex| vertex.color.iter().any(|part| part.to_bits() != 1.0_f32.to_bits())) {
        let colors: Vec<f32> =
            vertices.iter().flat_map(|vertex| vertex.color.map(|part| part.clamp(0.0, 1.0))).collect();
        attributes.insert("COLOR_0".into(), json!(file.floats(&colors, VEC4, GlbUse::Vertices, false)));
    }
    attributes
}

fn transformed(transform: Affine2, uv: Vec2) -> Vec2 {
    transform.transform_point2(uv)
}

/// Sets of joints and weights. A joint without weight is 0, as glTF recommends.
fn joints(file: &mut GlbContainer, attributes: &mut Map<String, Value>, vertices: &[Vertex], influences: &Influences) {
    let of = |vertex: &Vertex| {
        let mut all: Vec<(u16, f64)> = Vec::new();
        let weighted = influences.of_vertex(vertex.position as usize).filter(|(_, weight)| *weight != 0.0);
        for (joint, weight) in weighted {
            match all.iter_mut().find(|(known, _)| *known == joint) {
                Some((_, known)) => *known += f64::from(weight),
                None => all.push((joint, f64::from(weight))),
            }
        }
        let sum: f64 = all.iter().map(|(_, weight)| weight).sum();
        let scale = if (sum - 1.0).abs() < ROUNDING { 1.0 / sum } else { 1.0 };
        #[expect(clippy::cast_possible_truncation, reason = "weights are f32")]
        let scaled = move |(joint, weight): (u16, f64)| (joint, (weight * scale) as f32);
        all.into_iter().map(scaled).collect::<Vec<_>>()
    };
    let all: Vec<Vec<(u16, f32)>> = vertices.iter().map(of).collect();
    let most = all.iter().map(Vec::len).max().unwrap_or(0).max(1);
    for set in 0..most.div_ceil(4) {
        let lane = |of: &Vec<(u16, f32)>, i: usize| of.get(4 * set + i).copied().unwrap_or((0, 0.0));
        let joints: Vec<u16> = all.iter().flat_map(|of| [0, 1, 2, 3].map(|i| lane(of, i).0)).collect();
        let weights: Vec<f32> = all.iter().flat_map(|of| [0, 1, 2, 3].map(|i| lane(of, i).1)).collect();
        attributes.insert(format!("JOINTS_{set}"), json!(file.joints(&joints)));
        let weights = file.floats(&weights, VEC4, GlbUse::Vertices, false);
        attributes.insert(format!("WEIGHTS_{set}"), json!(weights));
    }
}

fn targets(file: &mut GlbContainer, vertices: &[Vertex], morph: &Morph) -> Value {
    let mut all = Vec::with_capacity(morph.targets.len());
    for (target, normals) in morph.targets.iter().zip(&morph.normals) {
        let of = |offsets: &[Vec3]| -> Vec<f32> {
            let offset = |vertex: &Vertex| offsets.get(vertex.position as usize).copied().unwrap_or_default();
            vertices.iter().flat_map(|vertex| offset(vertex).to_array()).collect()
        };
        let mut entry = json!({ "POSITION": file.floats(&of(target), VEC3, GlbUse::Vertices, true) });
        if !normals.is_empty() {
            entry["NORMAL"] = json!(file.floats(&of(normals), VEC3, GlbUse::Vertices, false));
        }
        all.push(entry);
    }
    Value::Array(all)
}
