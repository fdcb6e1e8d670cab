//! Surfaces of triangles, as levels are made of.
//!
//! Corners counter-clockwise seen from outside. Triangles keep the order of their file, which is how answers call them;
//! those with a corner that is not finite stay in the count and are met by nothing.

use glam::Vec3;

use super::Aabb;

/// Triangles in local space; shared by everything that stands in the scene with that shape.
#[derive(Clone, Debug, PartialEq)]
pub struct Mesh {
    positions: Vec<Vec3>,
    triangles: Vec<[u32; 3]>,
    bounds: Aabb,
}

/// Why corners and triangles make no mesh.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum MeshError {
    /// A triangle names a corner that is not there.
    #[error("triangle {triangle} names vertex {vertex}, but there are {vertices}")]
    NoSuchVertex {
        /// In file order, from 0.
        triangle: usize,
        /// What it names.
        vertex: u32,
        /// How many there are.
        vertices: usize,
    },
    /// Nothing is left to meet.
    #[error("no triangle has finite corners")]
    Empty,
}

impl Mesh {
    /// A mesh of indexed triangles.
    ///
    /// # Errors
    /// When a triangle names a vertex that is not there, or when no triangle has finite corners.
    pub fn new(positions: Vec<Vec3>, triangles: Vec<[u32; 3]>) -> Result<Self, MeshError> {
        let vertices = positions.len();
        for (triangle, corners) in triangles.iter().enumerate() {
            if let Some(&vertex) = corners.iter().find(|&&vertex| vertex as usize >= vertices) {
                return Err(MeshError::NoSuchVertex { triangle, vertex, vertices });
            }
        }
        let corners = |triangle: &[u32; 3]| triangle.map(|vertex| positions[vertex as usize]);
        let finite = triangles.iter().map(corners).filter(|corners| corners.iter().all(|corner| corner.is_finite()));
        let bounds = finite
            .flatten()
            .map(|corner| Aabb { min: corner, max: corner })
            .reduce(|a, b| a.union(&b))
            .ok_or(MeshError::Empty)?;
        Ok(Self { positions, triangles, bounds })
    }

    /// All vertices, as given.
    pub fn positions(&self) -> &[Vec3] {
        &self.positions
    }

    /// Indices into the positions, in file order.
    pub fn triangles(&self) -> &[[u32; 3]] {
        &self.triangles
    }

    /// The corners of a triangle, which may not be finite.
    ///
    /// # Panics
    /// When there is no such triangle.
    pub fn corners(&self, triangle: usize) -> [Vec3; 3] {
        self.triangles[triangle].map(|vertex| self.positions[vertex as usize])
    }

    /// The box around all triangles with finite corners, in local space.
    pub fn bounds(&self) -> Aabb {
        self.bounds
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_mesh_names_what_is_wrong_with_it() {
        let square = vec![Vec3::ZERO, Vec3::X, Vec3::Y, Vec3::NAN];
        let error = Mesh::new(square.clone(), vec![[0, 1, 2], [0, 1, u32::MAX]]).unwrap_err();
        assert_eq!(error.to_string(), "triangle 1 names vertex 4294967295, but there are 4");
        assert_eq!(Mesh::new(square.clone(), vec![[0, 1, 3]]), Err(MeshError::Empty));
        let mesh = Mesh::new(square, vec![[0, 1, 3], [0, 1, 2]]).unwrap();
        assert_eq!((mesh.bounds().min, mesh.bounds().max), (Vec3::ZERO, Vec3::new(1.0, 1.0, 0.0)));
    }
}
