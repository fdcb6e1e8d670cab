//! The f64 reference: `Σ wⱼ · (Mⱼ · v)`, term by term, without blending matrices.

use glam::{DMat4, DVec3, Vec3};

use super::influences::Influences;

/// One term of the sum of a vertex.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Term {
    /// The index of the joint in the skin.
    pub joint: u16,
    /// Its weight.
    pub weight: f32,
    /// The vertex as this joint alone moves it, `Mⱼ · v`.
    pub moved: DVec3,
}

/// The terms of a vertex, without those of weight 0. A joint without a matrix counts as a matrix of zeros.
pub fn terms(matrices: &[DMat4], influences: &Influences, vertex: usize, bind: Vec3) -> impl Iterator<Item = Term> {
    influences.of_vertex(vertex).map(move |(joint, weight)| {
        let matrix = matrices.get(usize::from(joint)).copied().unwrap_or(DMat4::ZERO);
        Term { joint, weight, moved: matrix.transform_point3(bind.as_dvec3()) }
    })
}

/// The world position of a vertex: the sum of its terms.
pub fn position(matrices: &[DMat4], influences: &Influences, vertex: usize, bind: Vec3) -> DVec3 {
    terms(matrices, influences, vertex, bind).map(|term| f64::from(term.weight) * term.moved).sum()
}

/// The world position of each vertex; as [`pose`](super::posing::pose), in f64.
pub fn pose(matrices: &[DMat4], influences: &Influences, vertices: &[Vec3]) -> Vec<DVec3> {
    let count = influences.vertices().min(vertices.len());
    let one = |(vertex, &bind): (usize, &Vec3)| position(matrices, influences, vertex, bind);
    vertices[..count].iter().enumerate().map(one).collect()
}
