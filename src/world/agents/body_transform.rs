//! Where a body stands since an action moved or turned it, in place of its written place or path.
//!
//! A turn is kept as cosine and sine, and its half angle comes from square roots, so that no two machines disagree about
//! the digits of a sine.

use glam::{DQuat, DVec2, DVec3, Vec3};

/// Place and turn of a body.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(in crate::world) struct BodyTransform {
    /// Of its local origin.
    pub(in crate::world) position: Vec3,
    /// About +Y, on top of the rotation that is written: cosine and sine.
    pub(in crate::world) turn: DVec2,
}

impl BodyTransform {
    /// As it is written.
    pub(super) fn at(position: Vec3) -> Self {
        Self { position, turn: DVec2::X }
    }

    /// The rotation of a body that is written with this one.
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

/// The turn that lets a body written with this rotation look along `way`, as far as that is level; `None` for a way
/// straight up or down.
pub(super) fn turn_towards(written: DQuat, way: DVec3) -> Option<DVec2> {
    let way = level(way)?;
    let ahead = level(written * DVec3::NEG_Z).unwrap_or(DVec2::X);
    Some(way.rotate(conjugate(ahead)))
}

/// A direction seen from above, as the turn that leads there from −Z.
pub(super) fn level(way: DVec3) -> Option<DVec2> {
    // Below a hundredth of a degree off the vertical, the rest says little about where it points.
    let flat = DVec2::new(-way.z, -way.x);
    (flat.length() > 1e-4 * way.length()).then(|| flat / flat.length())
}

/// The turn the other way.
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
