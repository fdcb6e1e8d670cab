//! A vertex of a surface, with its attributes.

use glam::{Vec2, Vec3};

/// A vertex of a surface.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Vertex {
    /// The index of its position in the mesh.
    pub position: u32,
    /// The unit normal in local space; zero where the file has none, and the triangle is flat.
    pub normal: Vec3,
    /// The texture coordinates of sets 0 and 1.
    pub uv: [Vec2; 2],
    /// The colour by which the base colour is multiplied, linear with alpha.
    pub color: [f32; 4],
}

impl Vertex {
    /// A vertex without normal, texture coordinates and colour.
    pub fn plain(position: u32) -> Self {
        Self { position, normal: Vec3::ZERO, uv: [Vec2::ZERO; 2], color: [1.0; 4] }
    }
}
