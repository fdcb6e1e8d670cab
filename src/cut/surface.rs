//! The appearance of a half: that of the mesh, with new vertices between those of an edge.

use std::collections::HashMap;
use std::sync::Arc;

use glam::{DVec3, Vec3};

use super::halves::Half;
use super::source::VertexSource;
use crate::geometry::Mesh;
use crate::surface::{Material, Part, Surface, Vertex};

/// The surface of a half of a mesh. `whole` is the mesh, and `welded` has its triangles as they were cut. Caps have the
/// material of the first part without its textures. All materials are double-sided: a cut shows the inside.
pub fn surface(mesh: &Surface, whole: &Mesh, welded: &[[u32; 3]], half: &Half) -> Surface {
    let (positions, triangles) = (whole.positions(), whole.triangles());
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
        let places = written.map(|vertex| positions[vertex as usize].as_dvec3());
        let corners = corners.map(|vertex| {
            let source = half.vertices[vertex as usize];
            let shares = shares(source, as_cut)
                .unwrap_or_else(|| barycentric(places, source.mix(|vertex| positions[vertex as usize].as_dvec3())));
            found.vertex(vertex, vertices, shares)
        });
        if let [Some(a), Some(b), Some(c)] = corners {
            found.surface.parts[part].triangles.push([a, b, c]);
        }
    }
    found.cap(half);
    found.surface.parts.retain(|part| !part.triangles.is_empty());
    found.surface
}

/// What a vertex takes from each corner of the triangle; `None` when it is on none of the triangle's edges, because new
/// vertices were merged.
fn shares(source: VertexSource, triangle: [u32; 3]) -> Option<[f64; 3]> {
    let corner = |vertex: u32| triangle.iter().position(|&other| other == vertex);
    let mut shares = [0.0; 3];
    match source {
        VertexSource::Vertex(vertex) => shares[corner(vertex)?] = 1.0,
        VertexSource::Edge { from, to, t } => (shares[corner(from)?], shares[corner(to)?]) = (1.0 - t, t),
    }
    Some(shares)
}

/// The barycentric coordinates of the nearest point of the triangle's plane; the first corner's for a triangle without area.
fn barycentric([a, b, c]: [DVec3; 3], place: DVec3) -> [f64; 3] {
    let normal = (b - a).cross(c - a);
    let length = normal.length_squared();
    if length == 0.0 {
        return [1.0, 0.0, 0.0];
    }
    let share = |from: DVec3, to: DVec3| (from - place).cross(to - place).dot(normal) / length;
    [share(b, c), share(c, a), share(a, b)]
}

/// The surface of a half while its triangles are added.
struct Halved<'m> {
    mesh: &'m Surface,
    surface: Surface,
    /// The new vertex for a vertex of the half and the corners from which it comes; `u32::MAX` without a share.
    known: HashMap<(u32, [u32; 3]), u32>,
}

impl Halved<'_> {
    /// The surface vertex of a vertex of the half: the mean of the corners of its triangle by `shares`.
    fn vertex(&mut self, vertex: u32, corners: [u32; 3], shares: [f64; 3]) -> Option<u32> {
        let mut ends: Vec<(u32, f64)> = corners.into_iter().zip(shares).filter(|(_, share)| *share != 0.0).collect();
        ends.sort_unstable_by_key(|(corner, _)| *corner);
        let corner = |i: usize| ends.get(i).map_or(u32::MAX, |(corner, _)| *corner);
        let key = (vertex, [corner(0), corner(1), corner(2)]);
        if let Some(&known) = self.known.get(&key) {
            return Some(known);
        }
        #[expect(clippy::cast_possible_truncation, reason = "attributes are f32")]
        let ends: Vec<(&Vertex, f32)> =
            ends.iter().map(|(end, share)| (&self.mesh.vertices[*end as usize], *share as f32)).collect();
        let made = Vertex {
            position: vertex,
            normal: ends.iter().map(|(end, share)| end.normal * *share).sum::<Vec3>().normalize_or_zero(),
            uv: std::array::from_fn(|set| ends.iter().map(|(end, share)| end.uv[set] * *share).sum()),
            color: std::array::from_fn(|lane| ends.iter().map(|(end, share)| end.color[lane] * *share).sum()),
        };
        let index = self.push(made)?;
        self.known.insert(key, index);
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
