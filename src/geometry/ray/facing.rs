//! The number of triangles of a mesh that face an eye, and of those that face away: by the rule of [`cast`](super::cast), to
//! which a triangle is a back face when the ray comes from behind its normal.

use glam::{Affine3A, DVec3, Vec3};

use super::ray_mesh::area_normal;
use crate::geometry::mesh::Mesh;
use crate::parallel;

/// The number of triangles that one thread counts at a time.
const CHUNK: usize = 1 << 15;

/// From where triangles are seen, in world space.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Viewer {
    /// An eye at a point.
    At(Vec3),
    /// A parallel projection that looks in this direction, of any length.
    Along(Vec3),
}

/// The sides that triangles show. A triangle without area, or with a corner that is not finite, has no side.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Facing {
    /// The number of triangles that show their front, or are seen from the side.
    pub front: usize,
    /// The number of triangles that face away.
    pub back: usize,
    /// The number of triangles without a side.
    pub flat: usize,
}

impl Facing {
    /// The number of all triangles.
    pub fn total(self) -> usize {
        self.front + self.back + self.flat
    }

    /// The sum of two numbers of triangles.
    #[must_use]
    pub fn plus(self, other: Self) -> Self {
        Self { front: self.front + other.front, back: self.back + other.back, flat: self.flat + other.flat }
    }
}

/// The sides of all triangles of a mesh, hidden ones and those beside the view too. A map that mirrors exchanges no sides,
/// because rays meet the mesh in local space.
pub fn facing(mesh: &Mesh, world_from_local: &Affine3A, viewer: Viewer) -> Facing {
    let local_from_world = glam::DAffine3::from_mat3_translation(
        glam::Mat3::from(world_from_local.matrix3).as_dmat3(),
        Vec3::from(world_from_local.translation).as_dvec3(),
    )
    .inverse();
    let (eye, direction) = match viewer {
        Viewer::At(eye) => (Some(local_from_world.transform_point3(eye.as_dvec3())), DVec3::ZERO),
        Viewer::Along(direction) => (None, local_from_world.transform_vector3(direction.as_dvec3())),
    };
    let is_back = |corners: [Vec3; 3]| {
        let normal = area_normal(corners);
        let seen = eye.map_or(direction, |eye| corners[0].as_dvec3() - eye);
        (corners.iter().all(|corner| corner.is_finite()) && normal != Vec3::ZERO)
            .then(|| normal.as_dvec3().dot(seen) > 0.0)
    };
    let count = mesh.triangles().len();
    let of_chunk = |chunk: usize| {
        let triangles = chunk * CHUNK..count.min((chunk + 1) * CHUNK);
        triangles.map(|triangle| is_back(mesh.corners(triangle))).fold(Facing::default(), |mut sum, is_back| {
            match is_back {
                Some(false) => sum.front += 1,
                Some(true) => sum.back += 1,
                None => sum.flat += 1,
            }
            sum
        })
    };
    let chunks = count.div_ceil(CHUNK);
    let parts = if chunks > 1 { parallel::map(chunks, of_chunk) } else { vec![of_chunk(0)] };
    parts.into_iter().fold(Facing::default(), Facing::plus)
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use glam::{EulerRot, Quat};
    use proptest::prelude::*;

    use super::super::answer::{BackFaces, Inside, Ray, RayKind, RayQuery};
    use super::super::ray_mesh::cast as cast_mesh;
    use super::*;
    use crate::geometry::pose::Pose;

    fn corner() -> impl Strategy<Value = Vec3> {
        prop::array::uniform3(-2.0_f32..2.0).prop_map(Vec3::from)
    }

    proptest! {
        /// A ray from the eye to the middle of a triangle passes through it when back faces are culled, exactly if it counts
        /// as one that faces away; mirrored or not.
        #[test]
        fn what_faces_away_is_what_rays_call_a_back_face(
            corners in prop::array::uniform3(corner()),
            eye in corner(),
            angles in prop::array::uniform3(-3.0_f32..3.0),
            scale in prop::array::uniform3(prop_oneof![-2.0_f32..-0.5, 0.5_f32..2.0]),
        ) {
            let mesh = Mesh::new(corners.to_vec(), vec![[0, 1, 2]]).unwrap();
            let turn = Quat::from_euler(EulerRot::XYZ, angles[0], angles[1], angles[2]);
            let pose = Pose::new(Vec3::new(0.3, -0.2, 0.1), turn, scale.into()).unwrap();
            let world_from_local = pose.world_from_local();
            let in_world = corners.map(|corner| world_from_local.transform_point3(corner));
            let [a, b, c] = in_world;
            let middle = (a + b + c) / 3.0;
            let (normal, toward) = ((b - a).cross(c - a), middle - eye);
            prop_assume!(normal.length() > 0.05 && toward.length() > 0.05);
            prop_assume!(normal.normalize_or_zero().dot(toward.normalize_or_zero()).abs() > 0.01);
            let query = RayQuery { back_faces: BackFaces::Cull, ..RayQuery::new(RayKind::Ray, Inside::Hollow) };
            let ray = Ray { origin: eye, direction: toward };
            let is_hit = cast_mesh(&ray, query, &Arc::new(mesh.clone()), &pose).cast.result().is_ok();
            let expected = Facing { front: usize::from(is_hit), back: usize::from(!is_hit), flat: 0 };
            prop_assert_eq!(facing(&mesh, &world_from_local, Viewer::At(eye)), expected);
            prop_assert_eq!(facing(&mesh, &world_from_local, Viewer::Along(toward)), expected);
        }
    }

    #[test]
    fn triangles_without_a_side_are_counted_apart_and_long_lists_are_counted_completely() {
        let corners = vec![Vec3::ZERO, Vec3::X, Vec3::Y, Vec3::X * 2.0, Vec3::splat(f32::NAN)];
        let mut triangles = vec![[0, 1, 2]; 2 * CHUNK + 5];
        triangles.extend([[0, 2, 1], [0, 1, 3], [0, 1, 4]]);
        let mesh = Mesh::new(corners, triangles).unwrap();
        let seen = |z: f32| facing(&mesh, &Affine3A::IDENTITY, Viewer::At(Vec3::Z * z));
        assert_eq!(seen(3.0), Facing { front: 2 * CHUNK + 5, back: 1, flat: 2 });
        assert_eq!(seen(-3.0), Facing { front: 1, back: 2 * CHUNK + 5, flat: 2 });
        assert_eq!(seen(-3.0).total(), 2 * CHUNK + 8);
    }
}
