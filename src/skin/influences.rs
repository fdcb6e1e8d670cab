//! The joints of each vertex, with their weights.

use super::error::SkinError;

/// The joints and weights of all vertices: those of a vertex lie together, the same number for each vertex. A joint
/// with weight 0 does not move the vertex.
#[derive(Clone, Debug, PartialEq)]
pub struct Influences {
    per_vertex: usize,
    joints: Vec<u16>,
    weights: Vec<f32>,
    joint_count: usize,
}

impl Influences {
    /// The influences of the vertices of a skin with `joint_count` joints. `joints` and `weights` have `per_vertex`
    /// entries for each vertex; glTF has 4 for each set `JOINTS_n`, `WEIGHTS_n`.
    ///
    /// # Errors
    ///
    /// If `joints` and `weights` differ in length or are no multiple of `per_vertex`, a joint with a weight does not
    /// exist, or a weight is not finite.
    pub fn new(
        joint_count: usize,
        per_vertex: usize,
        mut joints: Vec<u16>,
        weights: Vec<f32>,
    ) -> Result<Self, SkinError> {
        let vertices = joints.len().checked_div(per_vertex).unwrap_or(0);
        let expected = vertices * per_vertex;
        if joints.len() != expected || weights.len() != expected {
            return Err(SkinError::CountOfValues { expected, found: weights.len().max(joints.len()) });
        }
        for (i, (joint, weight)) in joints.iter_mut().zip(&weights).enumerate() {
            let vertex = i / per_vertex;
            if !weight.is_finite() {
                return Err(SkinError::BadWeight(vertex));
            }
            if usize::from(*joint) >= joint_count {
                if *weight != 0.0 {
                    return Err(SkinError::JointOutOfRange { vertex, joint: *joint, joints: joint_count });
                }
                *joint = 0;
            }
        }
        Ok(Self { per_vertex, joints, weights, joint_count })
    }

    /// Influences of each vertex, those of weight 0 included.
    pub fn per_vertex(&self) -> usize {
        self.per_vertex
    }

    /// The number of joints of the skin.
    pub fn joint_count(&self) -> usize {
        self.joint_count
    }

    /// The number of vertices.
    pub fn vertices(&self) -> usize {
        self.joints.len().checked_div(self.per_vertex).unwrap_or(0)
    }

    /// The joints of all vertices.
    pub fn joints(&self) -> &[u16] {
        &self.joints
    }

    /// The weights of all vertices.
    pub fn weights(&self) -> &[f32] {
        &self.weights
    }

    /// The joints of a vertex with their weights, without those of weight 0. Nothing for a vertex out of range.
    pub fn of_vertex(&self, vertex: usize) -> impl Iterator<Item = (u16, f32)> {
        let range = vertex.saturating_mul(self.per_vertex)..vertex.saturating_add(1).saturating_mul(self.per_vertex);
        let joints = self.joints.get(range.clone()).unwrap_or_default();
        let weights = self.weights.get(range).unwrap_or_default();
        joints.iter().copied().zip(weights.iter().copied()).filter(|(_, weight)| *weight != 0.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn joints_out_of_range_are_refused_if_they_have_a_weight() {
        let influences = Influences::new(2, 2, vec![0, 9, 1, 0], vec![1.0, 0.0, 0.5, 0.5]).unwrap();
        assert_eq!(influences.of_vertex(0).collect::<Vec<_>>(), [(0, 1.0)]);
        assert_eq!(influences.of_vertex(1).collect::<Vec<_>>(), [(1, 0.5), (0, 0.5)]);
        assert_eq!(influences.of_vertex(2).count(), 0);
        let found = Influences::new(2, 2, vec![0, 1, 2, 0], vec![0.5; 4]);
        assert_eq!(found, Err(SkinError::JointOutOfRange { vertex: 1, joint: 2, joints: 2 }));
    }

    #[test]
    fn weights_must_be_finite_and_as_many_as_joints() {
        assert_eq!(Influences::new(1, 1, vec![0, 0], vec![1.0, f32::NAN]), Err(SkinError::BadWeight(1)));
        let found = Influences::new(1, 2, vec![0, 0, 0], vec![1.0; 3]);
        assert_eq!(found, Err(SkinError::CountOfValues { expected: 2, found: 3 }));
        assert_eq!(Influences::new(1, 0, Vec::new(), Vec::new()).unwrap().vertices(), 0);
    }
}
