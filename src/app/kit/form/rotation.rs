//! The fields of a rotation.

use glam::{EulerRot, Quat, Vec3};

use crate::app::kit::form::fields::{ItemForm, Unit};

/// A rotation, as angles or as the quaternion of the scene file.
pub(in crate::app) fn angles(form: &mut ItemForm, rotation: &mut [f32; 4]) {
    let mut angles = degrees(*rotation);
    let before = angles;
    let help = "Pitch about X, yaw about Y, roll about Z, in degrees; roll is applied first. Written as a quaternion.";
    form.columns("angles", &mut angles, ["pitch", "yaw", "roll"], Unit::Degrees, help);
    if angles.iter().zip(before).any(|(a, b)| a.to_bits() != b.to_bits()) {
        *rotation = quaternion(angles);
    }
    let help = "Quaternion x, y, z, w as in the file; it is normalised when used.";
    form.columns("quaternion", rotation, ["X", "Y", "Z", "W"], Unit::Ratio, help);
}

/// Whether an angle of two rotations differs, by its place in pitch, yaw and roll.
pub(in crate::app) fn differs(a: [f32; 4], b: [f32; 4], index: usize) -> bool {
    /// The angles of a quaternion of f32 are as exact as this, degrees.
    const SAME: f32 = 1e-3;
    let [a, b] = [a, b].map(|rotation| degrees(rotation)[index]);
    (a - b).abs() > SAME
}

/// A rotation with one angle of another one, by its place in pitch, yaw and roll.
pub(in crate::app) fn with_angle(rotation: [f32; 4], from: [f32; 4], index: usize) -> [f32; 4] {
    if !differs(rotation, from, index) {
        return rotation;
    }
    let mut angles = degrees(rotation);
    angles[index] = degrees(from)[index];
    quaternion(angles)
}

fn degrees(rotation: [f32; 4]) -> [f32; 3] {
    let rotation = Quat::from_array(rotation);
    let rotation = if rotation.length_squared() > 0.0 { rotation.normalize() } else { Quat::IDENTITY };
    let (yaw, pitch, roll) = rotation.to_euler(EulerRot::YXZ);
    (Vec3::new(pitch, yaw, roll) * (180.0 / std::f32::consts::PI)).to_array()
}

fn quaternion(degrees: [f32; 3]) -> [f32; 4] {
    let [pitch, yaw, roll] = degrees.map(f32::to_radians);
    Quat::from_euler(EulerRot::YXZ, yaw, pitch, roll).to_array()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn angles_and_quaternion_are_the_same_rotation() {
        for angles in [[0.0, 0.0, 0.0], [20.0, -70.0, 5.0], [-89.0, 170.0, -120.0]] {
            let back = degrees(quaternion(angles));
            for (a, b) in angles.iter().zip(back) {
                assert!((a - b).abs() < 0.01, "{angles:?}: {back:?}");
            }
        }
    }
}
