//! The surface of a mesh: vertices, and the triangles of each material.

use std::sync::Arc;

use glam::{DAffine3, Vec3};

use super::material::Material;
use super::vertex::Vertex;

/// Vertices with their attributes, and the triangles of each material.
#[derive(Clone, Debug, Default)]
pub struct Surface {
    /// The vertices of all parts.
    pub vertices: Vec<Vertex>,
    /// The triangles by material. Together they are the triangles of the mesh.
    pub parts: Vec<Part>,
}

/// Triangles with one material.
#[derive(Clone, Debug)]
pub struct Part {
    /// Indices of surface vertices.
    pub triangles: Vec<[u32; 3]>,
    /// Their material.
    pub material: Arc<Material>,
}

impl Surface {
    /// The bytes of so many vertices and triangles in memory, and again in GPU memory.
    pub fn bytes(vertices: usize, triangles: usize) -> usize {
        2 * (vertices * size_of::<Vertex>() + triangles * size_of::<[u32; 3]>())
    }

    /// The material of a triangle of the mesh, by its number there and the indices of its corners; `None` for a triangle that
    /// no part has.
    pub fn material_of(&self, triangle: usize, corners: [u32; 3]) -> Option<&Arc<Material>> {
        let places = |part: &Part, index: usize| {
            let triangle = part.triangles.get(index)?;
            Some(triangle.map(|vertex| self.vertices.get(vertex as usize).map_or(u32::MAX, |vertex| vertex.position)))
        };
        // In most meshes the parts are one after the other.
        let mut first = 0;
        for part in &self.parts {
            let index = triangle.checked_sub(first);
            if index.and_then(|index| places(part, index)) == Some(corners) {
                return Some(&part.material);
            }
            first += part.triangles.len();
        }
        let has_it = |part: &&Part| (0..part.triangles.len()).any(|index| places(part, index) == Some(corners));
        self.parts.iter().find(has_it).map(|part| &part.material)
    }

    /// The number of triangles of all parts.
    pub fn triangle_count(&self) -> usize {
        self.parts.iter().map(|part| part.triangles.len()).sum()
    }

    /// Adds another surface, whose mesh was placed by `matrix` and has its positions from `first` on. If the matrix mirrors,
    /// the order of corners is reversed, so that front faces stay front faces.
    pub fn append(&mut self, other: &Self, matrix: &DAffine3, first: u32) {
        let base = u32::try_from(self.vertices.len()).unwrap_or(u32::MAX);
        let is_mirrored = matrix.matrix3.determinant() < 0.0;
        let turn = matrix.matrix3.inverse().transpose().as_mat3();
        self.vertices.extend(other.vertices.iter().map(|vertex| Vertex {
            position: vertex.position.saturating_add(first),
            normal: (turn * vertex.normal).normalize_or_zero(),
            ..*vertex
        }));
        for part in &other.parts {
            let moved = part.triangles.iter().map(|triangle| {
                let [a, b, c] = triangle.map(|corner| corner.saturating_add(base));
                if is_mirrored { [a, c, b] } else { [a, b, c] }
            });
            match self.parts.iter_mut().find(|known| Arc::ptr_eq(&known.material, &part.material)) {
                Some(known) => known.triangles.extend(moved),
                None => {
                    self.parts.push(Part { triangles: moved.collect(), material: Arc::clone(&part.material) });
                }
            }
        }
    }

    /// The same surface on a mesh whose vertices moved. `normal` gives the new normal of a mesh vertex, from its index and its
    /// normal before; the result need not have unit length.
    #[must_use]
    pub fn posed(&self, mut normal: impl FnMut(u32, Vec3) -> Vec3) -> Self {
        let turned = |vertex: &Vertex| Vertex {
            normal: if vertex.normal == Vec3::ZERO {
                Vec3::ZERO
            } else {
                normal(vertex.position, vertex.normal).normalize_or_zero()
            },
            ..*vertex
        };
        Self { vertices: self.vertices.iter().map(turned).collect(), parts: self.parts.clone() }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_appended_surface_moves_with_its_mesh_and_shares_its_materials() {
        let material = Arc::new(Material::default());
        let vertices = vec![
            Vertex { normal: Vec3::X, ..Vertex::plain(0) },
            Vertex { normal: Vec3::X, ..Vertex::plain(1) },
            Vertex::plain(2),
        ];
        let one = Surface { vertices, parts: vec![Part { triangles: vec![[0, 1, 2]], material }] };
        let mut all = Surface::default();
        all.append(&one, &DAffine3::IDENTITY, 0);
        all.append(&one, &DAffine3::from_scale(glam::DVec3::new(-2.0, 1.0, 1.0)), 3);
        assert_eq!(all.parts.len(), 1, "one material");
        assert_eq!(all.parts[0].triangles, [[0, 1, 2], [3, 5, 4]], "the mirrored one is reversed");
        assert_eq!(all.vertices.iter().map(|vertex| vertex.position).collect::<Vec<_>>(), [0, 1, 2, 3, 4, 5]);
        assert_eq!((all.vertices[3].normal, all.vertices[5].normal), (-Vec3::X, Vec3::ZERO));
        let posed = all.posed(|_, normal| 3.0 * Vec3::new(0.0, normal.x, 0.0));
        assert_eq!((posed.vertices[0].normal, posed.vertices[2].normal), (Vec3::Y, Vec3::ZERO));
    }
}
