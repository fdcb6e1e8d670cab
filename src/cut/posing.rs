//! Where joints move the vertices of the halves of a skinned mesh.

use std::sync::Arc;

use glam::{DMat4, DVec3, Vec3};

use super::source::{VertexSource, influences};
use crate::skin::{Influences, exact};

/// The joints of a skinned mesh, at the time of its cut.
///
/// A new vertex is on the edge between the posed ends, by its `t`, only for the cut. It is stored as modelled, with its own
/// weights, and the joints move it by these. With at most four joints, and weights that add up to 1:
///
/// ```text
/// posed(t) = Σ wⱼ(t) Mⱼ v(t),   wⱼ(t) = (1 − t) wⱼ(a) + t wⱼ(b),   v(t) = (1 − t) a + t b
/// posed(t) − ((1 − t) posed(a) + t posed(b)) = −t (1 − t) Σ (wⱼ(b) − wⱼ(a)) Mⱼ (b − a)
/// ```
///
/// So it is off the edge, and in general off the plane, where both ends have different weights and the joints turn.
#[derive(Clone, Debug, PartialEq)]
pub struct Posing {
    /// The names of the joints.
    pub joints: Vec<Arc<str>>,
    /// From the space of the mesh to world space, for each joint.
    pub matrices: Vec<DMat4>,
    /// The joints and weights of the vertices of the mesh.
    pub influences: Arc<Influences>,
    /// The vertices of the mesh as modelled, with their morph targets.
    pub bind: Vec<Vec3>,
}

impl Posing {
    /// A vertex of a half as modelled. It is rounded to f32, as the half stores it.
    ///
    /// # Panics
    /// When the mesh does not have a vertex of `source`.
    pub fn modelled(&self, source: VertexSource) -> Vec3 {
        source.mix(|vertex| self.bind[vertex as usize].as_dvec3()).as_vec3()
    }

    /// The joints that move a vertex of a half, with their weights; a new vertex has those that [`influences`] keeps.
    pub fn weights(&self, source: VertexSource) -> Vec<(u16, f32)> {
        match source {
            VertexSource::Vertex(vertex) => self.influences.of_vertex(vertex as usize).collect(),
            VertexSource::Edge { .. } => match influences(&self.influences, &[source]) {
                Ok(found) => found.of_vertex(0).collect(),
                Err(_) => Vec::new(),
            },
        }
    }

    /// The positions of vertices of a half in world space. `None` when a weight of the mesh is refused, see [`influences`].
    ///
    /// # Panics
    /// When the mesh does not have a vertex of `sources`.
    pub fn pose(&self, sources: &[VertexSource]) -> Option<Vec<DVec3>> {
        let influences = influences(&self.influences, sources).ok()?;
        let modelled: Vec<Vec3> = sources.iter().map(|source| self.modelled(*source)).collect();
        Some(exact::pose(&self.matrices, &influences, &modelled))
    }

    /// The name of a joint, empty for one that the skin does not have.
    pub fn name(&self, joint: u16) -> Arc<str> {
        self.joints.get(usize::from(joint)).cloned().unwrap_or_default()
    }
}
