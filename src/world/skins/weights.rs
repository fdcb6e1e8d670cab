//! The sums of the weights of a skin, and where vertices would be if their weights were normalised.

use glam::{DMat4, DVec3, Vec3};

use super::skin_at::SkinAt;
use crate::skin::exact;

/// The sums of the weights of a skin, at a tick.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct WeightSums {
    /// The number of vertices whose weights do not add up to 1.
    pub off: usize,
    /// Of these, the vertex that would move furthest if its weights were normalised; `None` without any.
    pub worst: Option<NormalizedVertex>,
}

impl WeightSums {
    /// How far the worst vertex would move, metres; 0 without one.
    pub fn displacement(&self) -> f64 {
        self.worst.map_or(0.0, |worst| worst.moved())
    }
}

/// A vertex, and where it would be if its weights were normalised. All is where the joints move the vertex, also for a mesh
/// that is shown as modelled: in its bind pose no weight moves a vertex.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct NormalizedVertex {
    /// Its index in the mesh.
    pub vertex: usize,
    /// The sum of its weights.
    pub sum: f64,
    /// Its position in world space.
    pub at: DVec3,
    /// Its position if its weights added up to 1. Weights that add up to 0 cannot be scaled: then it is where the node of the
    /// mesh puts the vertex as modelled.
    pub normalized: DVec3,
}

impl NormalizedVertex {
    /// How far it would move, metres.
    pub fn moved(&self) -> f64 {
        self.at.distance(self.normalized)
    }
}

impl SkinAt {
    /// A vertex with normalised weights; `None` for a vertex that the mesh does not have. `bind` and `matrices` are those of
    /// this skin.
    pub fn normalized(&self, vertex: usize, bind: &[Vec3], matrices: &[DMat4]) -> Option<NormalizedVertex> {
        let (influences, modelled) = (&self.skinned()?.influences, *bind.get(vertex)?);
        let terms = exact::terms(matrices, influences, vertex, modelled);
        let (sum, at) = terms.fold((0.0, DVec3::ZERO), |(sum, posed), term| {
            (sum + f64::from(term.weight), posed + f64::from(term.weight) * term.moved)
        });
        let by_node = || self.world_from_node().transform_point3(modelled.as_dvec3());
        let normalized = if sum == 0.0 { by_node() } else { at / sum };
        Some(NormalizedVertex { vertex, sum, at, normalized })
    }

    /// Of some vertices the one that would move furthest if its weights were normalised, the first of several; `None` without
    /// any.
    pub fn worst_of(&self, vertices: &[u32]) -> Option<NormalizedVertex> {
        if vertices.is_empty() {
            return None;
        }
        let (bind, matrices) = (self.bind(), self.matrices());
        let found = vertices.iter().filter_map(|&vertex| self.normalized(vertex as usize, &bind, &matrices));
        found.reduce(|a, b| if b.moved() > a.moved() { b } else { a })
    }

    /// The sums of the weights.
    pub fn weights(&self) -> WeightSums {
        let Some(skinned) = self.skinned() else { return WeightSums::default() };
        WeightSums { off: skinned.off.len(), worst: self.worst_of(&skinned.off) }
    }
}
