//! Half-spaces.

use glam::{DVec3, DVec4, Vec3};

/// A half-space: the points with `normal · x + d ≥ 0`, the boundary included. `normal` points inward and
/// has unit length, so the left side is a signed distance in metres.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Plane {
    /// Inward unit normal; zero only for the plane at infinity, [`Plane::NONE`].
    pub normal: Vec3,
    /// Signed distance of the origin.
    pub d: f32,
}

impl Plane {
    /// The plane at infinity: every point is in front of it, infinitely far.
    pub const NONE: Self = Self { normal: Vec3::ZERO, d: f32::INFINITY };

    /// Whether this is a plane with a place. The plane at infinity and a half-space without a point are not.
    pub fn exists(&self) -> bool {
        self.normal != Vec3::ZERO
    }

    /// The plane of a clip-space inequality `row · (x, 1) ≥ 0`, scaled to a unit normal.
    ///
    /// A row without a direction contains every point when its last entry is not negative (the far plane of an
    /// infinite projection), and no point otherwise: it becomes `normal = 0, d = ±∞`.
    pub fn from_row(row: DVec4) -> Self {
        let length = row.truncate().length();
        // The row of a far plane at infinity is the remainder of a cancellation.
        if length > f64::EPSILON * row.w.abs() && length.is_normal() {
            Self::rounded(row.truncate() / length, row.w / length)
        } else {
            let d = if row.w >= 0.0 { f32::INFINITY } else { f32::NEG_INFINITY };
            Self { normal: Vec3::ZERO, d }
        }
    }

    /// The plane with a unit normal, rounded once; a distance beyond the range of `f32` becomes its largest number.
    #[expect(clippy::cast_possible_truncation, reason = "rounded once, from f64")]
    pub(super) fn rounded(normal: DVec3, d: f64) -> Self {
        Self { normal: normal.as_vec3(), d: d.clamp(f32::MIN.into(), f32::MAX.into()) as f32 }
    }

    /// The signed distance of a point in metres; positive in front, 0 on the plane.
    #[inline]
    pub fn distance(&self, point: Vec3) -> f32 {
        self.normal.dot(point) + self.d
    }

    /// The foot of the perpendicular from `point`.
    pub fn project(&self, point: Vec3) -> Vec3 {
        point - self.normal * self.distance(point)
    }
}
