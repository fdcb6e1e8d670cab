//! The vertices of a mesh that is cut, as they are posed at the tick of the cut.

use std::sync::Arc;

use glam::{Affine3A, DMat3, DMat4, DVec3, Vec3};

use crate::cut::{CutVertices, Plane, Posing};
use crate::geometry::Mesh;
use crate::import::level::Skinned;
use crate::world::skins::SkinAt;

/// A mesh as it is posed at the tick of a cut.
pub(super) struct Posed<'s> {
    /// The positions of its vertices in world space.
    pub(super) world: Vec<DVec3>,
    /// The linear part of the transform of its pose.
    world_from_local: DMat3,
    pub(super) skin: Option<(&'s SkinAt, &'s Skinned, Vec<DMat4>)>,
}

impl<'s> Posed<'s> {
    pub(super) fn of_pose(mesh: &Mesh, world_from_local: &Affine3A) -> Self {
        let matrix = world_from_local.matrix3.as_dmat3();
        let origin = Vec3::from(world_from_local.translation).as_dvec3();
        let world = mesh.positions().iter().map(|at| matrix * at.as_dvec3() + origin).collect();
        Self { world, world_from_local: matrix, skin: None }
    }

    pub(super) fn of_skin(skin: &'s SkinAt) -> Self {
        let (bind, matrices) = (skin.bind(), skin.matrices());
        let world = skin.posed(&bind, &matrices);
        let world_from_local = skin.world_from_node().matrix3;
        Self { world, world_from_local, skin: skin.skinned().map(|skinned| (skin, skinned, matrices)) }
    }

    /// The distance by which rounding moves a vertex along the plane's normal. A skinned mesh is rounded as modelled and
    /// again as posed, and moved by the joint that stretches it most.
    pub(super) fn rounding(&self, mesh: &CutVertices, plane: &Plane) -> f64 {
        let Some((skin, used)) = self.used_joints() else {
            return mesh.rounding(&self.world_from_local, plane);
        };
        let stretched = used.iter().map(|matrix| mesh.rounding(matrix, plane));
        let origin = skin.world_from_level.translation;
        let posed: Vec<DVec3> = self.world.iter().map(|place| *place - origin).collect();
        stretched.fold(CutVertices::in_world(&posed).rounding(&DMat3::IDENTITY, plane), f64::max)
    }

    /// Whether the pose mirrors the mesh, as a scale with one negative factor does. For a skinned mesh, whether each joint
    /// that moves vertices does.
    pub(super) fn is_mirrored(&self) -> bool {
        match self.used_joints() {
            Some((_, used)) => !used.is_empty() && used.iter().all(|matrix| matrix.determinant() < 0.0),
            None => self.world_from_local.determinant() < 0.0,
        }
    }

    /// How joints pose the mesh; `None` for a mesh that its pose alone moves.
    pub(super) fn posing(&self) -> Option<Posing> {
        let (skin, skinned, matrices) = self.skin.as_ref().filter(|(skin, ..)| !skin.is_bind)?;
        Some(Posing {
            joints: skin.bones().into_iter().map(|bone| bone.name).collect(),
            matrices: matrices.clone(),
            influences: Arc::clone(&skinned.influences),
            bind: skin.bind(),
        })
    }

    /// The skin, and the linear parts of the matrices of the joints that move vertices. `None` for a mesh that its pose alone
    /// moves.
    fn used_joints(&self) -> Option<(&'s SkinAt, Vec<DMat3>)> {
        let (skin, skinned, matrices) = self.skin.as_ref().filter(|(skin, ..)| !skin.is_bind)?;
        let mut is_used = vec![false; matrices.len()];
        for vertex in 0..self.world.len() {
            for (joint, weight) in skinned.influences.of_vertex(vertex) {
                if let Some(is_used) = is_used.get_mut(usize::from(joint)).filter(|_| weight != 0.0) {
                    *is_used = true;
                }
            }
        }
        let used = matrices.iter().zip(is_used).filter(|(_, is_used)| *is_used);
        Some((*skin, used.map(|(matrix, _)| DMat3::from_mat4(*matrix)).collect()))
    }
}
