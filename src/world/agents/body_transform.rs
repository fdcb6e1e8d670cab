//! The transform of a body after an action has moved or turned it, in place of its position or path in the file.
//!
//! A turn is stored as cosine and sine, and its half angle is computed with square roots, so that all machines get the
//! same digits.

use std::collections::BTreeMap;

use glam::{DQuat, DVec2, DVec3, Vec3};

/// The transforms of bodies that agents have moved, by slot: see `world::models`.
pub(in crate::world) type BodyTransforms = BTreeMap<usize, BodyTransform>;

/// Position and turn of a body.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(in crate::world) struct BodyTransform {
    /// Of its local origin.
    pub(in crate::world) position: Vec3,
    /// The rotation about +Y, applied after the rotation of the file: cosine and sine.
    pub(in crate::world) turn: DVec2,
}

impl BodyTransform {
    /// The unturned transform at a position.
    pub(super) fn at(position: Vec3) -> Self {
        Self { position, turn: DVec2::X }
    }

    /// The rotation of a body whose rotation in the file is `written`.
    pub(in crate::world) fn rotation(&self, written: DQuat) -> DQuat {
        if self.turn == DVec2::X { written } else { half(self.turn) * written }
    }
}

/// The rotation about +Y by the angle of this cosine and sine.
fn half(turn: DVec2) -> DQuat {
    let cosine = (0.5 * (1.0 + turn.x).max(0.0)).sqrt();
    let sine =
        if cosine > 0.5 { turn.y / (2.0 * cosine) } else { (0.5 * (1.0 - turn.x)).max(0.0).sqrt().copysign(turn.y) };
    DQuat::from_xyzw(0.0, sine, 0.0, cosine)
}

/// The turn with which a body of this rotation faces the horizontal part of a direction; `None` for a vertical
/// direction.
pub(super) fn turn_towards(written: DQuat, way: DVec3) -> Option<DVec2> {
    let way = level(way)?;
    let ahead = level(written * DVec3::NEG_Z).unwrap_or(DVec2::X);
    Some(way.rotate(conjugate(ahead)))
}

/// The horizontal part of a direction, as the turn from −Z to it.
pub(super) fn level(way: DVec3) -> Option<DVec2> {
    // Within a hundredth of a degree of the vertical, the horizontal part is mostly rounding.
    let flat = DVec2::new(-way.z, -way.x);
    (flat.length() > 1e-4 * way.length()).then(|| flat / flat.length())
}

/// The inverse turn.
pub(super) fn conjugate(turn: DVec2) -> DVec2 {
    DVec2::new(turn.x, -turn.y)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::f64::consts::PI;

    #[test]
    fn a_body_looks_where_it_is_turned() {
        let tilted = DQuat::from_rotation_x(0.4) * DQuat::from_rotation_z(1.0);
        for written in [DQuat::IDENTITY, DQuat::from_rotation_y(2.0), tilted] {
            for i in 0..16 {
                let angle = f64::from(i) / 8.0 * PI;
                let way = DVec3::new(-angle.sin(), 0.3, -angle.cos());
                let transform = BodyTransform { position: Vec3::ZERO, turn: turn_towards(written, way).unwrap() };
                let ahead = transform.rotation(written) * DVec3::NEG_Z;
                let (found, wanted) = (level(ahead).unwrap(), level(way).unwrap());
                assert!((found - wanted).length() < 1e-7, "{written} {angle}: {found} {wanted}");
                assert!((transform.rotation(written).length() - 1.0).abs() < 1e-7, "{angle}");
            }
        }
        assert_eq!(turn_towards(DQuat::IDENTITY, DVec3::Y), None);
        let lying = DQuat::from_rotation_x(-PI / 2.0);
        let turn = turn_towards(lying, DVec3::NEG_X).unwrap();
        assert!((turn - DVec2::Y).length() < 1e-9, "what looks straight up turns as if it looked along −Z: {turn}");
    }
}
