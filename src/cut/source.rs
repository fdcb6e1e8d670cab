//! Vertices of a half, and what they take from the mesh.

use std::collections::HashMap;
use std::ops::{Add, Mul};

use glam::{DVec3, Vec3};

use crate::skin::{Influences, SkinError};

/// Where a vertex of a half comes from.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum VertexSource {
    /// A vertex of the mesh.
    Vertex(u32),
    /// The point of an edge of the mesh on the plane.
    Edge {
        /// The end with the smaller index.
        from: u32,
        /// The other end.
        to: u32,
        /// The fraction of the way from `from` to `to`, between 0 and 1.
        t: f64,
    },
}

impl VertexSource {
    /// The value of an attribute that is linear along edges, from its value at each vertex of the mesh.
    pub fn mix<T: Mul<f64, Output = T> + Add<Output = T>>(self, at: impl Fn(u32) -> T) -> T {
        match self {
            Self::Vertex(vertex) => at(vertex),
            Self::Edge { from, to, t } => at(from) * (1.0 - t) + at(to) * t,
        }
    }

    /// Whether the cut made it.
    pub fn is_new(self) -> bool {
        matches!(self, Self::Edge { .. })
    }

    /// The position between those of the ends.
    ///
    /// # Panics
    /// When a vertex has no position.
    pub fn position(self, positions: &[DVec3]) -> DVec3 {
        self.mix(|vertex| positions[vertex as usize])
    }
}

/// The joints and weights of the vertices of a half: those of the mesh, and for a new vertex the mean of both ends by
/// `t`. Of that mean the four largest weights are kept, and scaled so that they have the sum of all. A joint of
/// both ends counts once.
///
/// # Errors
/// When a vertex of the mesh has a joint or weight that [`Influences::new`] refuses.
pub fn influences(mesh: &Influences, vertices: &[VertexSource]) -> Result<Influences, SkinError> {
    /// The joints that a new vertex keeps.
    const KEPT: usize = 4;
    let per_vertex = mesh.per_vertex().max(KEPT);
    let mut joints = vec![0; vertices.len() * per_vertex];
    let mut weights = vec![0.0; vertices.len() * per_vertex];
    let rows = joints.chunks_exact_mut(per_vertex).zip(weights.chunks_exact_mut(per_vertex));
    for (source, (joints, weights)) in vertices.iter().zip(rows) {
        let found = match *source {
            VertexSource::Vertex(vertex) => mesh.of_vertex(vertex as usize).collect(),
            VertexSource::Edge { from, to, t } => largest::<KEPT>(mesh, from, to, t),
        };
        for (i, (joint, weight)) in found.into_iter().enumerate() {
            (joints[i], weights[i]) = (joint, weight);
        }
    }
    Influences::new(mesh.joint_count(), per_vertex, joints, weights)
}

/// The largest weights of a point of an edge, largest first, with the sum of all.
#[expect(clippy::cast_possible_truncation, reason = "weights are f32")]
fn largest<const KEPT: usize>(mesh: &Influences, from: u32, to: u32, t: f64) -> Vec<(u16, f32)> {
    let mut all: Vec<(u16, f64)> = Vec::new();
    let ends = [(from, 1.0 - t), (to, t)];
    for (vertex, share) in ends {
        for (joint, weight) in mesh.of_vertex(vertex as usize) {
            let weight = f64::from(weight) * share;
            match all.iter_mut().find(|(other, _)| *other == joint) {
                Some((_, sum)) => *sum += weight,
                None => all.push((joint, weight)),
            }
        }
    }
    let sum: f64 = all.iter().map(|(_, weight)| weight).sum();
    all.sort_by(|a, b| b.1.total_cmp(&a.1).then(a.0.cmp(&b.0)));
    all.truncate(KEPT);
    let kept: f64 = all.iter().map(|(_, weight)| weight).sum();
    let scale = if kept == 0.0 { 1.0 } else { sum / kept };
    all.into_iter().map(|(joint, weight)| (joint, (weight * scale) as f32)).collect()
}

/// The triangles with one index for all vertices that are at the same place and have the same joints and weights: the
/// first of them. −0 is 0. Vertices that no triangle names any more keep their index.
pub fn weld(bind: &[Vec3], influences: Option<&Influences>, triangles: &[[u32; 3]]) -> Vec<[u32; 3]> {
    let mut first_at: HashMap<[u32; 3], Vec<u32>> = HashMap::with_capacity(bind.len());
    let is_same = |a: u32, b: u32| {
        influences.is_none_or(|influences| influences.of_vertex(a as usize).eq(influences.of_vertex(b as usize)))
    };
    let same: Vec<u32> = (0_u32..)
        .zip(bind)
        .map(|(vertex, position)| {
            let others = first_at.entry((*position + Vec3::ZERO).to_array().map(f32::to_bits)).or_default();
            let first = others.iter().copied().find(|other| is_same(*other, vertex));
            first.unwrap_or_else(|| {
                others.push(vertex);
                vertex
            })
        })
        .collect();
    let first = |vertex: u32| same.get(vertex as usize).copied().unwrap_or(vertex);
    triangles.iter().map(|triangle| triangle.map(first)).collect()
}
