//! Points on thin round surfaces.
//!
//! A point `o + t d` of the line is rounded to the digits of `o`. Beside a radius far below `|o|` that leaves no direction
//! from the axis. The functions here split the vector from the centre into the part across the line and the part along it.
//! Neither part is a difference of large numbers.

use glam::DVec3;

/// A point beside the axis counts as on the surface when its distance from it is wrong by this share at most. Then the
/// normal is wrong by no more than about two degrees.
const ACCURATE: f32 = 1.0 / 32.0;

/// Whether a distance from the axis is the radius, but for a small share.
#[inline]
pub(crate) fn is_accurate(squared_distance: f32, radius: f32) -> bool {
    let squared = radius * radius;
    (squared_distance - squared).abs() <= ACCURATE * squared
}

/// The vector from the centre of a ball to where the line meets its surface near `tau`. `o` is the line's start as seen from
/// the centre.
///
/// With the moment `m = o × d` and `a = |d|²` the point nearest to the centre is `(d × m) / a`, and the surface is
/// `√(r² a − m²) / a` before and after it. Where `tau` is too coarse for the side, `is_exit` decides.
///
/// In a plane across the axis this is the vector from the axis to the surface of a cylinder.
pub(crate) fn from_centre(o: DVec3, d: DVec3, radius: f64, tau: f64, is_exit: bool) -> DVec3 {
    let a = d.length_squared();
    if a == 0.0 {
        return o;
    }
    let moment = o.cross(d);
    let half = (radius * radius * a - moment.length_squared()).max(0.0).sqrt() / a;
    let middle = -o.dot(d) / a;
    let is_after = if (tau - middle).abs() <= 4.0 * f64::EPSILON * middle.abs() { is_exit } else { tau > middle };
    d.cross(moment) / a + d * if is_after { half } else { -half }
}

/// A vector without its part along the Y axis.
#[inline]
pub(crate) fn across(v: DVec3) -> DVec3 {
    DVec3::new(v.x, 0.0, v.z)
}
