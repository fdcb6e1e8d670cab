//! An affine pose together with its inverse.

use glam::{Affine3A, DAffine3, DMat3, DQuat, DVec3, Mat3, Quat, Vec3, Vec3A};

/// The unit quaternion of a quaternion x, y, z, w that is not zero but may have any length.
pub fn unit_rotation(rotation: [f32; 4]) -> DQuat {
    let rotation = DQuat::from_array(rotation.map(f64::from));
    DQuat::from_vec4(glam::DVec4::from(rotation) / rotation.length())
}

/// The placement of a shape: any invertible affine map from local to world space. Rotation, non-uniform scale and shear
/// are allowed.
///
/// The inverse is stored too: a query transforms the ray to local space and its answer back to world space. The
/// inverse is computed in `f64` and rounded once.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Pose {
    world_from_local: Affine3A,
    local_from_world: Affine3A,
    scale: Option<f32>,
}

impl Pose {
    /// The identity.
    pub const IDENTITY: Self =
        Self { world_from_local: Affine3A::IDENTITY, local_from_world: Affine3A::IDENTITY, scale: Some(1.0) };

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
        sound.then(|| Self { world_from_local, local_from_world, scale: uniform_scale(exact.matrix3) })
    }

    /// The transform of local points to world space.
    #[inline]
    pub fn world_from_local(&self) -> Affine3A {
        self.world_from_local
    }

    /// The transform of world points to local space.
    #[inline]
    pub fn local_from_world(&self) -> Affine3A {
        self.local_from_world
    }

    /// The factor by which the pose multiplies all lengths; `None` when it depends on their direction.
    #[inline]
    pub fn uniform_scale(&self) -> Option<f32> {
        self.scale
    }

    /// A local surface normal, of any length, as the outward unit normal in world space, by the inverse transpose;
    /// 0 only for a zero `normal`.
    #[inline]
    pub fn world_normal(&self, normal: Vec3) -> Vec3 {
        let along = self.local_from_world.matrix3.transpose() * Vec3A::from(normal);
        unit(along).unwrap_or_else(|| self.extreme_normal(normal))
    }

    /// The same without branches, and whether it is sound: not for lengths near the limits of `f32`.
    #[inline]
    pub(crate) fn quick_normal(&self, normal: Vec3) -> (Vec3, bool) {
        let along = self.local_from_world.matrix3.transpose() * Vec3A::from(normal);
        let squared = along.length_squared();
        ((along * (1.0 / squared.sqrt())).into(), is_well_scaled(squared))
    }

    /// The same in `f64`, for lengths whose squares leave the range of `f32`.
    #[cold]
    #[inline(never)]
    fn extreme_normal(&self, normal: Vec3) -> Vec3 {
        let transposed = Mat3::from(self.local_from_world.matrix3).as_dmat3().transpose();
        (transposed * normal.as_dvec3()).normalize_or_zero().as_vec3()
    }
}

/// The vector with unit length, `None` when its length is near the limits of `f32`.
#[inline]
pub(crate) fn unit(vector: Vec3A) -> Option<Vec3> {
    let squared = vector.length_squared();
    is_well_scaled(squared).then(|| (vector * (1.0 / squared.sqrt())).into())
}

/// Whether a squared length is well inside the range of `f32`, so that neither it nor its parts have lost precision.
#[inline]
fn is_well_scaled(squared: f32) -> bool {
    (1e-24..=1e24).contains(&squared)
}

/// The common length of the columns, if they are also perpendicular; both within the rounding of `f32`.
#[expect(clippy::cast_possible_truncation, reason = "rounded once, from f64")]
fn uniform_scale(matrix: DMat3) -> Option<f32> {
    let DMat3 { x_axis: x, y_axis: y, z_axis: z } = matrix;
    let squares = DVec3::new(x.length_squared(), y.length_squared(), z.length_squared());
    let square = squares.element_sum() / 3.0;
    let cosines = DVec3::new(x.dot(y), y.dot(z), z.dot(x));
    let greatest = (squares - square).abs().max(cosines.abs()).max_element();
    (greatest <= 4.0 * f64::from(f32::EPSILON) * square).then(|| square.sqrt() as f32)
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
    fn a_uniform_scale_is_known_whatever_the_rotation() {
        for (scale, expected) in [
            (Vec3::splat(3.0), Some(3.0)),
            (Vec3::new(0.25, -0.25, 0.25), Some(0.25)),
            (Vec3::splat(1e-15), Some(1e-15)),
            (Vec3::new(1.0, 1.0, 1.000_01), None),
        ] {
            for angle in [0.0, 0.7, 2.0] {
                let pose =
                    Pose::new(Vec3::ONE, Quat::from_euler(glam::EulerRot::XYZ, angle, 1.0, angle), scale).unwrap();
                assert_eq!(pose.uniform_scale(), expected, "{scale} {angle}");
            }
        }
        let shear = DMat3::from_cols(DVec3::X, DVec3::new(0.6, 0.8, 0.0), DVec3::Z);
        assert_eq!(Pose::from_affine(DAffine3::from_mat3(shear)).unwrap().uniform_scale(), None);
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
