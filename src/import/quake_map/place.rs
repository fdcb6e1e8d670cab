//! From the units and axes of a map to those of a scene.

use glam::{DVec3, Vec3};

/// The units of a metre.
const UNITS: f64 = 32.0;

/// A place in metres with Y up, of one in units with Z up.
pub(in crate::import) fn placed(place: DVec3) -> Vec3 {
    let DVec3 { x, y, z } = place / UNITS;
    // No zero has a sign.
    DVec3::new(x, z, -y).as_vec3() + Vec3::ZERO
}
