//! The boxes of a skin by each method.

use glam::{DMat4, DVec3, Vec3};

use super::box64::Box64;
use super::skin_at::SkinAt;
use crate::geometry::Aabb;
use crate::scene::SkinBounds;
use crate::skin::exact;

impl SkinAt {
    /// The matrix of the root joint, of those of all joints.
    pub(super) fn root_matrix(&self, matrices: &[DMat4]) -> DMat4 {
        let root = self.skin().and_then(|skin| matrices.get(skin.root));
        root.copied().unwrap_or(DMat4::IDENTITY)
    }

    /// A box of the mesh. `posed` and `matrices` are those of this skin.
    pub fn bounds(&self, method: SkinBounds, bind: &[Vec3], matrices: &[DMat4], posed: &[DVec3]) -> Box64 {
        let moved = |matrix: DMat4| Box64::of_points(bind.iter().map(|at| matrix.transform_point3(at.as_dvec3())));
        match method {
            SkinBounds::Exact => Box64::of_points(posed.iter().copied()),
            SkinBounds::Bind => moved(DMat4::from(self.world_from_node())),
            SkinBounds::Root => moved(self.root_matrix(matrices)),
            SkinBounds::Joints => {
                let Some(skinned) = self.skinned() else { return Box64::EMPTY };
                let terms = (0..bind.len()).flat_map(|i| exact::terms(matrices, &skinned.influences, i, bind[i]));
                Box64::of_points(terms.map(|term| term.moved))
            }
            SkinBounds::Given => self.given_box(),
        }
    }

    /// The box that the frustum test uses; `None` for the one of the posed mesh.
    pub fn view_box(&self) -> Option<Aabb> {
        if self.bounds == SkinBounds::Exact {
            return None;
        }
        let (bind, matrices) = (self.bind(), self.matrices());
        let found = self.bounds(self.bounds, &bind, &matrices, &[]).enclosing();
        (found.min.is_finite() && found.max.is_finite()).then_some(found)
    }
}
