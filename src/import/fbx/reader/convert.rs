//! Vectors and matrices of `ufbx` as those of glam.

use glam::{Affine2, DAffine3, DMat3, DQuat, DVec3, Vec2, Vec3};

/// A vector.
pub(super) fn vector(v: ufbx::Vec3) -> DVec3 {
    DVec3::new(v.x, v.y, v.z)
}

/// A vector in single precision; infinite beyond its range.
pub(super) fn single(v: ufbx::Vec3) -> Vec3 {
    vector(v).as_vec3()
}

/// A rotation.
pub(super) fn rotation(q: ufbx::Quat) -> DQuat {
    DQuat::from_xyzw(q.x, q.y, q.z, q.w)
}

/// An affine map.
pub(super) fn affine(m: &ufbx::Matrix) -> DAffine3 {
    let matrix3 = DMat3::from_cols(
        DVec3::new(m.m00, m.m10, m.m20),
        DVec3::new(m.m01, m.m11, m.m21),
        DVec3::new(m.m02, m.m12, m.m22),
    );
    DAffine3 { matrix3, translation: DVec3::new(m.m03, m.m13, m.m23) }
}

/// A map of texture coordinates whose `v` grows upwards, as one of coordinates whose `v` grows downwards.
#[expect(clippy::cast_possible_truncation, reason = "texture coordinates are single numbers")]
pub(super) fn texture_map(m: &ufbx::Matrix) -> Affine2 {
    let [a, b, c, d] = [m.m00, m.m10, m.m01, m.m11].map(|x| x as f32);
    let (tx, ty) = (m.m03 as f32, m.m13 as f32);
    let upwards = Affine2::from_cols_array(&[a, b, c, d, tx, ty]);
    let flip = Affine2::from_cols_array(&[1.0, 0.0, 0.0, -1.0, 0.0, 1.0]);
    flip * upwards * flip
}

/// Texture coordinates whose `v` grows downwards.
#[expect(clippy::cast_possible_truncation, reason = "texture coordinates are single numbers")]
pub(super) fn uv(v: ufbx::Vec2) -> Vec2 {
    Vec2::new(v.x as f32, (1.0 - v.y) as f32)
}
