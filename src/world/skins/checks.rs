//! What is wrong with the weights of a skin, and with its pose.

use super::skin_at::SkinAt;
use crate::skin::{StrayWeight, StretchedEdge, stray_weights, stretched_edges};

/// The joints of a vertex that a renderer has: glTF asks programs to support one set of four (glTF 2.0, section 3.7.2.1).
pub const USUAL_INFLUENCES: usize = 4;

impl SkinAt {
    /// The vertices with stray weights, ascending. They depend on the file alone, and are searched once.
    pub fn stray_weights(&self) -> &[StrayWeight] {
        let search = || {
            let Some(skinned) = self.skinned() else { return Vec::new() };
            let parents: Vec<Option<usize>> = self.bones().iter().map(|bone| bone.parent).collect();
            let bind = &self.rigged.bind;
            stray_weights(&skinned.influences, &parents, bind.positions(), bind.triangles())
        };
        self.rigged.stray.get_or_init(search)
    }

    /// The edges that the pose stretches, the most stretched one first; none of a mesh that is shown as modelled.
    pub fn stretched_edges(&self) -> Vec<StretchedEdge> {
        if self.is_bind {
            return Vec::new();
        }
        let (bind, matrices) = (self.bind(), self.matrices());
        stretched_edges(&bind, &self.posed(&bind, &matrices), self.rigged.bind.triangles())
    }

    /// The vertices without a weight, ascending: no joint moves them.
    pub fn unweighted(&self) -> Vec<u32> {
        self.vertices_with(|count| count == 0)
    }

    /// The vertices with more joints than [`USUAL_INFLUENCES`], ascending.
    pub fn crowded(&self) -> Vec<u32> {
        self.vertices_with(|count| count > USUAL_INFLUENCES)
    }

    /// The vertices with such a number of joints, ascending.
    fn vertices_with(&self, is_wanted: impl Fn(usize) -> bool) -> Vec<u32> {
        let Some(skinned) = self.skinned() else { return Vec::new() };
        let vertices = (0..).take(skinned.influences.vertices());
        vertices.filter(|vertex: &u32| is_wanted(skinned.influences.of_vertex(*vertex as usize).count())).collect()
    }
}
