//! The surfaces of an OBJ's groups: each distinct combination of position, texture coordinates and normal is a vertex.

use std::collections::HashMap;
use std::sync::Arc;

use glam::{Vec2, Vec3};

use super::corners::{Attributes, Corner, NONE};
use crate::import::level::error::Result;
use crate::import::level::work::LevelWork;
use crate::parallel;
use crate::surface::{Material, Part, Surface, Vertex, linear_color};

/// The triangles of a group, by the vertices of its mesh.
pub(super) struct Shape<'g> {
    pub(super) triangles: &'g [[u32; 3]],
    /// The corners of the triangles; empty when all are plain.
    pub(super) corners: &'g [[Corner; 3]],
    /// How many triangles one after the other have which material.
    pub(super) runs: &'g [(Option<usize>, usize)],
    /// The index in the file of each vertex of the mesh; empty when that is the same.
    pub(super) used: &'g [u32],
    /// The number of vertices of the mesh.
    pub(super) vertices: usize,
}

/// A vertex: the position in the mesh, texture coordinates and normal in the file.
type CornerKey = (u32, u32, u32);

/// The surface of a group. `material` gives that of triangles.
///
/// # Errors
/// When there is no memory for it.
pub(super) fn surface(
    shape: &Shape,
    attributes: &Attributes,
    material: impl Fn(Option<usize>) -> Arc<Material>,
    work: &LevelWork,
) -> Result<Surface> {
    let plain = |vertex: u32| {
        let in_file = shape.used.get(vertex as usize).copied().unwrap_or(vertex);
        let color = attributes.colors.get(in_file as usize).copied().unwrap_or([u8::MAX; 3]);
        Vertex { color: linear_color(color), ..Vertex::plain(vertex) }
    };
    let (vertices, triangles) = if shape.corners.is_empty() {
        work.keep(Surface::bytes(shape.vertices, shape.triangles.len()) as u64)?;
        ((0..).take(shape.vertices).map(plain).collect(), shape.triangles.to_vec())
    } else {
        split(shape, attributes, plain, work)?
    };
    let (mut parts, mut part_of) = (Vec::<Part>::new(), HashMap::new());
    let mut begin = 0;
    for &(of, count) in shape.runs {
        let (material, some) = (material(of), &triangles[begin..begin + count]);
        begin += count;
        let part = *part_of.entry(Arc::as_ptr(&material)).or_insert(parts.len());
        match parts.get_mut(part) {
            Some(part) => part.triangles.extend_from_slice(some),
            None => parts.push(Part { triangles: some.to_vec(), material }),
        }
    }
    Ok(Surface { vertices, parts })
}

/// The vertices in the order of their positions, and the triangles of these.
fn split(
    shape: &Shape,
    attributes: &Attributes,
    plain: impl Fn(u32) -> Vertex,
    work: &LevelWork,
) -> Result<(Vec<Vertex>, Vec<[u32; 3]>)> {
    // The keys of all corners twice, their places, and the first key of each position.
    let corners = shape.triangles.len() * 3 * (2 * size_of::<CornerKey>() + size_of::<u32>());
    let _memory = work.borrow((corners + (shape.vertices + 1) * size_of::<usize>()) as u64)?;
    let existing = |index: u32, count: usize| if (index as usize) < count { index } else { NONE };
    let key = |position: u32, Corner { uv, normal }: Corner| -> CornerKey {
        (position, existing(uv, attributes.uvs.len()), existing(normal, attributes.normals.len()))
    };
    let corners = shape.triangles.as_flattened().iter().zip(shape.corners.as_flattened());
    let mut keys: Vec<CornerKey> = corners.map(|(&position, &corner)| key(position, corner)).collect();
    let of_corners = keys.clone();
    parallel::sort_unstable(&mut keys);
    keys.dedup();
    work.keep(Surface::bytes(keys.len(), shape.triangles.len()) as u64)?;
    // The first key of each position.
    let mut starts = vec![0; shape.vertices + 1];
    for (position, ..) in &keys {
        starts[*position as usize + 1] += 1;
    }
    for vertex in 0..shape.vertices {
        starts[vertex + 1] += starts[vertex];
    }
    let place = |key: &CornerKey| {
        let (first, end): (usize, usize) = (starts[key.0 as usize], starts[key.0 as usize + 1]);
        let at = first + keys[first..end].binary_search(key).unwrap_or(0);
        u32::try_from(at).unwrap_or(u32::MAX)
    };
    let places: Vec<u32> = parallel::map(of_corners.len(), |i| place(&of_corners[i]));
    let triangles = places.as_chunks().0.to_vec();
    let vertex = |&(position, uv, normal): &CornerKey| {
        let uv = attributes.uvs.get(uv as usize).copied().unwrap_or(Vec2::ZERO);
        let normal = attributes.normals.get(normal as usize).copied().unwrap_or(Vec3::ZERO).normalize_or_zero();
        Vertex { normal, uv: [uv; 2], ..plain(position) }
    };
    Ok((keys.iter().map(vertex).collect(), triangles))
}
