//! The plane of a cut.

use glam::DVec3;

/// A plane in world space.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Plane {
    point: DVec3,
    normal: DVec3,
}

impl Plane {
    /// The plane through `point`. `normal` may have any length; it points to the front. `None` when it has no direction,
    /// or a number is not finite.
    pub fn new(point: DVec3, normal: DVec3) -> Option<Self> {
        // The largest component is divided out first, so that a square does not overflow.
        let normal = (normal / normal.abs().max_element()).try_normalize()?;
        point.is_finite().then_some(Self { point, normal })
    }

    /// A point of the plane.
    pub fn point(&self) -> DVec3 {
        self.point
    }

    /// Its unit normal.
    pub fn normal(&self) -> DVec3 {
        self.normal
    }

    /// The signed distance of a point, in metres; positive in front.
    pub fn distance(&self, point: DVec3) -> f64 {
        self.normal.dot(point - self.point)
    }
}
