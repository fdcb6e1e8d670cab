//! The skins of an FBX: joints with their matrices, and the weights of vertices.
//!
//! Programs that read FBX divide the weights of a vertex by their sum, and a vertex without weights moves with its node. Here the
//! weights are divided when they are read, and the node becomes one more joint for vertices without weights.

use std::sync::Arc;

use glam::DMat4;
use ufbx::{Mesh, SkinDeformer, SkinningMethod};

use super::convert::affine;
use super::nodes::{FbxNodes, number_of};
use crate::import::level::error::{LevelPlace, Result};
use crate::import::level::notes::{NoteKind, Notes};
use crate::import::level::rig::{NamedSkin, Skinned};
use crate::import::level::work::LevelWork;
use crate::skin::{Influences, Skin};

/// The most joints of a skin.
const MOST_JOINTS: usize = 1 << 16;
/// The tolerance of glTF for the sum of float weights, for each weight that is not 0 (glTF 2.0, section 3.7.3.3).
const TOLERANCE: f64 = 2e-7;

/// The skin of a mesh at a node, with the joints of its vertices. `number` is that of the skin in the rig. `None` with a note for one
/// that cannot be used.
///
/// # Errors
/// When there is no memory for the weights.
pub(super) fn read(
    mesh: &Mesh,
    node: usize,
    tree: &FbxNodes,
    number: usize,
    notes: &mut Notes,
    work: &LevelWork,
) -> Result<Option<(NamedSkin, Skinned)>> {
    let Some(deformer) = mesh.skin_deformers.into_iter().next() else { return Ok(None) };
    let place = tree.place(node);
    if mesh.skin_deformers.count > 1 {
        let why = "its mesh has several skins; only the first one is used";
        notes.add(NoteKind::ReadAs(why.to_owned()), place.clone());
    }
    if matches!(deformer.skinning_method, SkinningMethod::DualQuaternion | SkinningMethod::BlendedDqLinear) {
        let why = "its skin blends dual quaternions; it is read as one that blends matrices";
        notes.add(NoteKind::ReadAs(why.to_owned()), place.clone());
    }
    let clusters: Vec<_> = deformer.clusters.into_iter().map(|cluster| (cluster, joint_of(cluster))).collect();
    let mut joints: Vec<usize> = clusters.iter().filter_map(|(_, joint)| *joint).collect();
    let of_clusters = clusters.iter().filter(|(_, joint)| joint.is_some());
    let mut matrices: Vec<DMat4> =
        of_clusters.map(|(cluster, _)| DMat4::from(affine(&cluster.geometry_to_bone))).collect();
    if joints.len() < clusters.len() {
        let why = "a joint of its skin is the root of the file or no node; the weights of this joint are left out";
        notes.add(NoteKind::ReadAs(why.to_owned()), place.clone());
    }
    // The joint of each cluster: one without a node has none.
    let mut next = 0..;
    let joint_at: Vec<Option<usize>> = clusters.iter().map(|(_, joint)| joint.and_then(|_| next.next())).collect();
    let why = match joints.len() {
        0 => Some("it has no joint".to_owned()),
        count if count >= MOST_JOINTS => Some(format!("it has {count} joints, and 65,535 are the most")),
        _ if matrices.iter().any(|matrix| !matrix.is_finite()) => Some("a matrix of a joint is not finite".to_owned()),
        _ => None,
    };
    if let Some(why) = why {
        notes.add(NoteKind::Skin(why), place);
        return Ok(None);
    }
    let depth = |joint: &usize| tree.all.get(joints[*joint]).map_or(u32::MAX, |node| node.node_depth);
    let root = (0..joints.len()).min_by_key(depth).unwrap_or(0);
    let stray = u16::try_from(joints.len()).unwrap_or(u16::MAX);
    let mut weights = VertexJoints::of(mesh, deformer, &joint_at, stray, work)?;
    weights.note_not_finite(&place, notes);
    if weights.has_stray {
        joints.push(node);
        matrices.push(DMat4::from(affine(&tree.all[node].geometry_to_node)));
    }
    let name = deformer.element.name.trim();
    let named = NamedSkin {
        name: (!name.is_empty()).then(|| name.into()),
        root,
        skeleton: None,
        skin: Skin { joints, joint_from_bind: matrices },
    };
    let count = named.skin.joints.len();
    Ok(weights.skinned(number, count).map(|skinned| (named, skinned)))
}

fn joint_of(cluster: &ufbx::SkinCluster) -> Option<usize> {
    cluster.bone_node.as_deref().and_then(number_of)
}

/// The joints and weights of all vertices.
struct VertexJoints {
    per_vertex: usize,
    joints: Vec<u16>,
    weights: Vec<f32>,
    /// Whether a vertex has no weight of its own.
    has_stray: bool,
    not_finite: usize,
}

impl VertexJoints {
    /// `joint_at` gives the joint of a cluster; `stray` is the joint of vertices without weights.
    fn of(
        mesh: &Mesh,
        deformer: &SkinDeformer,
        joint_at: &[Option<usize>],
        stray: u16,
        work: &LevelWork,
    ) -> Result<Self> {
        let vertices = mesh.num_vertices;
        let of_vertex = |vertex: usize| {
            let range = deformer.vertices.get(vertex).map_or(0..0, |at| {
                let begin = at.weight_begin as usize;
                begin..begin.saturating_add(at.num_weights as usize)
            });
            deformer.weights.get(range).unwrap_or_default()
        };
        let per_vertex = (0..vertices).map(|vertex| of_vertex(vertex).len()).max().unwrap_or(0).max(1);
        let all = per_vertex.saturating_mul(vertices);
        work.keep_many(all, size_of::<u16>() + size_of::<f32>())?;
        let mut read =
            Self { per_vertex, joints: vec![0; all], weights: vec![0.0; all], has_stray: false, not_finite: 0 };
        for vertex in 0..vertices {
            let own = of_vertex(vertex);
            read.not_finite += own.iter().filter(|weight| !weight.weight.is_finite()).count();
            let used = own.iter().filter_map(|weight| {
                let joint = joint_at.get(weight.cluster_index as usize).copied().flatten()?;
                weight.weight.is_finite().then_some((u16::try_from(joint).ok()?, weight.weight))
            });
            let sum: f64 = used.clone().map(|(_, weight)| weight).sum();
            let first = vertex * per_vertex;
            if sum.abs() < f64::from(f32::MIN_POSITIVE) || !sum.is_finite() {
                (read.joints[first], read.weights[first]) = (stray, 1.0);
                read.has_stray = true;
                continue;
            }
            for (i, (joint, weight)) in used.enumerate() {
                #[expect(clippy::cast_possible_truncation, reason = "weights are single numbers")]
                let weight = (weight / sum) as f32;
                if weight.is_finite() {
                    (read.joints[first + i], read.weights[first + i]) = (joint, weight);
                }
            }
        }
        Ok(read)
    }

    fn note_not_finite(&self, place: &LevelPlace, notes: &mut Notes) {
        let why = match self.not_finite {
            0 => return,
            1 => "a weight is not finite and counts as 0".to_owned(),
            count => format!("{count} weights are not finite and count as 0"),
        };
        notes.add(NoteKind::Influences(why).of_number(), place.clone());
    }

    fn skinned(&mut self, skin: usize, joint_count: usize) -> Option<Skinned> {
        let (joints, weights) = (std::mem::take(&mut self.joints), std::mem::take(&mut self.weights));
        let (mut off, mut doubled) = (Vec::new(), Vec::new());
        let mut is_used = vec![false; joint_count];
        let of_vertices = joints.chunks_exact(self.per_vertex).zip(weights.chunks_exact(self.per_vertex));
        for (vertex, (joints, weights)) in (0_u32..).zip(of_vertices) {
            let own = joints.iter().zip(weights).filter(|(_, weight)| **weight != 0.0);
            let sum: f64 = own.clone().map(|(_, weight)| f64::from(*weight)).sum();
            if (sum - 1.0).abs() > TOLERANCE * own.clone().count().max(1) as f64 {
                off.push(vertex);
            }
            let mut seen: Vec<u16> = own.map(|(joint, _)| *joint).collect();
            for joint in &seen {
                is_used[usize::from(*joint)] = true;
            }
            seen.sort_unstable();
            if seen.windows(2).any(|pair| pair[0] == pair[1]) {
                doubled.push(vertex);
            }
        }
        let unused = (0..=u16::MAX).zip(&is_used).filter(|(_, is_used)| !**is_used).map(|(joint, _)| joint).collect();
        let influences = Influences::new(joint_count, self.per_vertex, joints, weights).ok()?;
        Some(Skinned {
            skin,
            influences: Arc::new(influences),
            off: off.into(),
            doubled: doubled.into(),
            out_of_range: Arc::from([]),
            unused,
        })
    }
}
