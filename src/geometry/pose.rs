//! An affine pose together with its inverse.

use glam::{Affine3A, DAffine3, DQuat, Mat3, Quat, Vec3, Vec3A};

/// Where a shape stands: any invertible affine map, so rotation with non-uniform scale and shear too.
///
/// Both directions are kept because a ray goes to local space and its answer comes back. The inverse is
/// computed in `f64` and rounded once, so that it is as good as `f32` allows.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Pose {
    world_from_local: Affine3A,
    local_from_world: Affine3A,
}

impl Pose {
    /// The pose that changes nothing.
    pub const IDENTITY: Self = Self { world_from_local: Affine3A::IDENTITY, local_from_world: Affine3A::IDENTITY };

    /// Scale first, then rotation, then translation. `rotation` is normalised here.
    ///
    /// `None` when a scale component is 0, the quaternion has no length, or the map or its inverse does not
    /// fit into `f32`.
    pub fn new(position: Vec3, rotation: Quat, scale: Vec3) -> Option<Self> {
        let rotation = rotation.as_dquat();
        let length = rotation.length();
        if !(length > 0.0 && length.is_finite()) {
            return None;
        }
        Self::from_affine(DAffine3::from_scale_rotation_translation(
            scale.as_dvec3(),
            DQuat::from_vec4(glam::DVec4::from(rotation) / length),
            position.as_dvec3(),
        ))
    }

    /// Any affine map. `None` when it is not invertible, or it or its inverse does not fit into `f32`.
    pub fn from_affine(world_from_local: DAffine3) -> Option<Self> {
        let world_from_local = world_from_local.as_affine3a();
        let exact = DAffine3::from_mat3_translation(
            Mat3::from(world_from_local.matrix3).as_dmat3(),
            Vec3::from(world_from_local.translation).as_dvec3(),
        );
        let determinant = exact.matrix3.determinant();
        let local_from_world = exact.inverse().as_affine3a();
        let sound = determinant != 0.0
            && determinant.is_finite()
            && world_from_local.is_finite()
            && local_from_world.is_finite();
        sound.then_some(Self { world_from_local, local_from_world })
    }

    /// Takes local points to world space.
    #[inline]
    pub fn world_from_local(&self) -> Affine3A {
        self.world_from_local
    }

    /// Takes world points to local space.
    #[inline]
    pub fn local_from_world(&self) -> Affine3A {
        self.local_from_world
    }

    /// A local surface normal, of any length, as the outward unit normal in world space, by the inverse transpose;
    /// 0 only for a zero `normal`.
    #[inline]
    pub fn world_normal(&self, normal: Vec3) -> Vec3 {
        let along = self.local_from_world.matrix3.transpose() * Vec3A::from(normal);
        let squared = along.length_squared();
        // Well inside the range of f32, so that neither the square nor its parts have lost anything.
        if (1e-24..=1e24).contains(&squared) {
            (along * (1.0 / squared.sqrt())).into()
        } else {
            self.extreme_normal(normal)
        }
    }

    /// The same in `f64`, for lengths whose squares leave the range of `f32`.
    #[cold]
    #[inline(never)]
    fn extreme_normal(&self, normal: Vec3) -> Vec3 {
        let transposed = Mat3::from(self.local_from_world.matrix3).as_dmat3().transpose();
        (transposed * normal.as_dvec3()).normalize_or_zero().as_vec3()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_normal_stays_perpendicular_under_scale() {
        let pose = Pose::new(Vec3::ONE, Quat::from_rotation_z(0.7), Vec3::new(3.0, 0.5, -1.0)).unwrap();
        let world = pose.world_from_local().matrix3;
        let (normal, tangent) = (Vec3::new(1.0, 1.0, 0.0), Vec3::new(1.0, -1.0, 0.0));
        let n = pose.world_normal(normal);
        assert!(n.dot(Vec3::from(world * glam::Vec3A::from(tangent))).abs() < 1e-6);
        assert!((n.length() - 1.0).abs() < 1e-6);
    }

    #[test]
    fn a_normal_of_any_length_becomes_a_unit_normal() {
        for length in [1e-38, 1e-20, 1.0, 1e20, 1e38] {
            for scale in [1e-15, 1.0, 1e15] {
                let pose = Pose::new(Vec3::ONE, Quat::IDENTITY, Vec3::new(scale, scale, -scale)).unwrap();
                let n = pose.world_normal(Vec3::new(0.0, length, length));
                let expected = Vec3::new(0.0, 0.5_f32.sqrt(), -(0.5_f32.sqrt()));
                assert!((n - expected).length() < 1e-6, "{length:e} {scale:e}: {n}");
            }
        }
        assert_eq!(Pose::IDENTITY.world_normal(Vec3::ZERO), Vec3::ZERO);
    }

    #[test]
    fn what_cannot_be_inverted_is_refused() {
        for (rotation, scale) in [
            (Quat::IDENTITY, Vec3::new(1.0, 0.0, 1.0)),
            (Quat::from_xyzw(0.0, 0.0, 0.0, 0.0), Vec3::ONE),
            (Quat::IDENTITY, Vec3::splat(1e-39)),
            (Quat::IDENTITY, Vec3::splat(f32::INFINITY)),
        ] {
            assert_eq!(Pose::new(Vec3::ZERO, rotation, scale), None, "{rotation} {scale}");
        }
    }
}
