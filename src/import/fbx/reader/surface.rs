//! The surface of a mesh of an FBX: each distinct combination of position, normal, texture coordinates and colour is a vertex.

use std::collections::HashMap;
use std::sync::Arc;

use glam::{Vec2, Vec3};
use ufbx::Mesh;

use super::convert::{single, uv};
use crate::import::level::error::{LevelPlace, Result};
use crate::import::level::notes::{NoteKind, Notes};
use crate::import::level::work::LevelWork;
use crate::surface::{Material, Part, Surface, Vertex, linear};

/// The surface of a mesh before its materials are read.
pub(super) struct RawSurface {
    vertices: Vec<Vertex>,
    /// The triangles of each slot, in the order of the mesh.
    slots: Vec<(usize, Vec<[u32; 3]>)>,
}

/// What a vertex is made of: its position, and the numbers of its normal, of its two sets of texture coordinates and of its colour.
type AttributeKey = [u32; 5];

/// The names of the attributes in notes.
const ATTRIBUTES: [&str; 4] = ["the normals", "the first UV set", "the second UV set", "the colours"];

/// The bytes of a corner while vertices are joined: its key with its number in a table that is up to half empty.
const CORNER: usize = 4 * size_of::<(AttributeKey, u32)>();

impl RawSurface {
    /// The surface of triangles, given for each slot of a material as three numbers among the corners of the file.
    ///
    /// # Errors
    /// When there is no memory for it.
    pub(super) fn of(
        mesh: &Mesh,
        slots: &[(usize, Vec<[u32; 3]>)],
        place: &LevelPlace,
        notes: &mut Notes,
        work: &LevelWork,
    ) -> Result<Self> {
        let triangles: usize = slots.iter().map(|(_, triangles)| triangles.len()).sum();
        let _memory = work.borrow((3 * triangles).saturating_mul(CORNER + size_of::<Vertex>()) as u64)?;
        let second = mesh.uv_sets.get(1).map(|set| &set.vertex_uv);
        let key = |corner: u32| -> AttributeKey {
            let at = corner as usize;
            let number = |list: &[u32]| list.get(at).copied().unwrap_or(u32::MAX);
            [
                number(&mesh.vertex_indices),
                number(&mesh.vertex_normal.indices),
                number(&mesh.vertex_uv.indices),
                second.map_or(u32::MAX, |set| number(&set.indices)),
                number(&mesh.vertex_color.indices),
            ]
        };
        let mut known: HashMap<AttributeKey, u32> = HashMap::new();
        let mut keys: Vec<AttributeKey> = Vec::new();
        let mut vertex = |corner: u32| {
            let key = key(corner);
            *known.entry(key).or_insert_with(|| {
                keys.push(key);
                u32::try_from(keys.len() - 1).unwrap_or(u32::MAX)
            })
        };
        let joined: Vec<(usize, Vec<[u32; 3]>)> = slots
            .iter()
            .map(|(slot, triangles)| (*slot, triangles.iter().map(|corners| corners.map(&mut vertex)).collect()))
            .collect();
        work.keep(Surface::bytes(keys.len(), triangles) as u64)?;
        let mut not_finite = [0; ATTRIBUTES.len()];
        let vertices = keys.iter().map(|key| made(mesh, *key, &mut not_finite)).collect();
        for (name, count) in ATTRIBUTES.into_iter().zip(not_finite) {
            notes.add_many(NoteKind::NotFiniteAttribute(name), place.clone(), count);
        }
        Ok(Self { vertices, slots: joined })
    }

    /// The surface with the material of each slot.
    pub(super) fn finish(self, material: impl Fn(usize) -> Arc<Material>) -> Arc<Surface> {
        let mut parts: Vec<Part> = Vec::new();
        for (slot, mut triangles) in self.slots {
            let material = material(slot);
            match parts.iter_mut().find(|part| Arc::ptr_eq(&part.material, &material)) {
                Some(part) => part.triangles.append(&mut triangles),
                None => parts.push(Part { triangles, material }),
            }
        }
        Arc::new(Surface { vertices: self.vertices, parts })
    }
}

/// A vertex. An attribute that is not finite is left out and counted.
#[expect(clippy::cast_possible_truncation, reason = "colours are single numbers")]
fn made(mesh: &Mesh, key: AttributeKey, not_finite: &mut [usize; ATTRIBUTES.len()]) -> Vertex {
    let [position, normal, first, second, color] = key.map(|number| number as usize);
    let second_set = mesh.uv_sets.get(1).map(|set| &set.vertex_uv);
    let mut counted = |attribute: usize, is_finite: bool| {
        not_finite[attribute] += usize::from(!is_finite);
        is_finite
    };
    let normal = mesh.vertex_normal.values.get(normal).map_or(Vec3::ZERO, |normal| single(*normal));
    let normal = if counted(0, normal.is_finite()) { normal.normalize_or_zero() } else { Vec3::ZERO };
    let uvs = [
        mesh.vertex_uv.values.get(first).map_or(Vec2::ZERO, |at| uv(*at)),
        second_set.and_then(|set| set.values.get(second)).map_or(Vec2::ZERO, |at| uv(*at)),
    ];
    let uv = [0, 1].map(|set| if counted(1 + set, uvs[set].is_finite()) { uvs[set] } else { Vec2::ZERO });
    let color = mesh.vertex_color.values.get(color).map_or([1.0; 4], |c| [c.x, c.y, c.z, c.w].map(|part| part as f32));
    let is_finite = counted(3, color.iter().all(|part| part.is_finite()));
    let [r, g, b, alpha] = if is_finite { color.map(|part| part.clamp(0.0, 1.0)) } else { [1.0; 4] };
    let position = u32::try_from(position).unwrap_or(u32::MAX);
    Vertex { position, normal, uv, color: [linear(r), linear(g), linear(b), alpha] }
}
