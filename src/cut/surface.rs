//! The appearance of a half: that of the mesh, with new vertices between those of an edge.

use std::collections::HashMap;
use std::sync::Arc;

use super::{Half, Source};
use crate::surface::{Material, Part, Surface, Vertex};

/// The surface of a half of a mesh. `triangles` are those of the mesh, and `welded` the same ones as they were cut. Caps have
/// the material of the first part without its textures. All materials are double-sided: a cut shows the inside.
pub fn surface(mesh: &Surface, triangles: &[[u32; 3]], welded: &[[u32; 3]], half: &Half) -> Surface {
    let mut found = Halved { mesh, surface: Surface::default(), known: HashMap::new() };
    let mut places: HashMap<[u32; 3], (usize, [u32; 3])> = HashMap::with_capacity(triangles.len());
    for (part, Part { triangles, material }) in mesh.parts.iter().enumerate() {
        let material = Arc::new(Material { is_double_sided: true, ..Material::clone(material) });
        found.surface.parts.push(Part { triangles: Vec::new(), material });
        for &corners in triangles {
            places.insert(corners.map(|vertex| mesh.vertices[vertex as usize].position), (part, corners));
        }
    }
    for (corners, &parent) in half.triangles.iter().zip(&half.parents) {
        let (written, as_cut) = (triangles[parent as usize], welded[parent as usize]);
        let Some(&(part, vertices)) = places.get(&written) else { continue };
        let own = |vertex: u32| as_cut.iter().position(|&other| other == vertex).map(|corner| vertices[corner]);
        let corners = corners.map(|vertex| found.vertex(vertex, half.vertices[vertex as usize], own));
        if let [Some(a), Some(b), Some(c)] = corners {
            found.surface.parts[part].triangles.push([a, b, c]);
        }
    }
    found.cap(half);
    found.surface.parts.retain(|part| !part.triangles.is_empty());
    found.surface
}

/// The surface of a half while its triangles are added.
struct Halved<'m> {
    mesh: &'m Surface,
    surface: Surface,
    /// The new vertex for a vertex of the half and the one or two surface vertices from which it comes.
    known: HashMap<(u32, [u32; 2]), u32>,
}

impl Halved<'_> {
    /// The surface vertex of a vertex of the half. `own` gives that of a corner of the triangle.
    fn vertex(&mut self, vertex: u32, source: Source, own: impl Fn(u32) -> Option<u32>) -> Option<u32> {
        let (ends, t) = match source {
            Source::Vertex(at) => ([own(at)?; 2], 0.0),
            Source::Edge { from, to, t } => ([own(from)?, own(to)?], t),
        };
        if let Some(&known) = self.known.get(&(vertex, ends)) {
            return Some(known);
        }
        let [a, b] = ends.map(|end| self.mesh.vertices[end as usize]);
        #[expect(clippy::cast_possible_truncation, reason = "attributes are f32")]
        let t = t as f32;
        let made = Vertex {
            position: vertex,
            normal: a.normal.lerp(b.normal, t).normalize_or_zero(),
            uv: std::array::from_fn(|set| a.uv[set].lerp(b.uv[set], t)),
            color: std::array::from_fn(|lane| a.color[lane] + (b.color[lane] - a.color[lane]) * t),
        };
        let index = self.push(made)?;
        self.known.insert((vertex, ends), index);
        Some(index)
    }

    fn push(&mut self, vertex: Vertex) -> Option<u32> {
        let index = u32::try_from(self.surface.vertices.len()).ok()?;
        self.surface.vertices.push(vertex);
        Some(index)
    }

    fn cap(&mut self, half: &Half) {
        let caps = half.triangles.get(half.parents.len()..).unwrap_or_default();
        let Some(first) = self.mesh.parts.first().filter(|_| !caps.is_empty()) else { return };
        let Material { base_color, metallic, roughness, .. } = *first.material;
        let is_double_sided = true;
        let material = Arc::new(Material { base_color, metallic, roughness, is_double_sided, ..Material::default() });
        let mut triangles = Vec::with_capacity(caps.len());
        for corners in caps {
            let corners = corners.map(|vertex| self.push(Vertex::plain(vertex)));
            if let [Some(a), Some(b), Some(c)] = corners {
                triangles.push([a, b, c]);
            }
        }
        self.surface.parts.push(Part { triangles, material });
    }
}
