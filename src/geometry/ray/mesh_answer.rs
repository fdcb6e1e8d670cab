//! The answer of one ray and one mesh.

use super::answer::Cast;

/// The answer of one ray and one mesh.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct MeshCast {
    /// As for every solid; the feature of a hit is [`Feature::Triangle`](super::answer::Feature::Triangle).
    pub cast: Cast,
    /// Where on the surface the hit is; `None` without a hit and for a start inside.
    pub spot: Option<MeshPoint>,
}

/// A place on the surface of a mesh.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct MeshPoint {
    /// The triangle's number, in file order, from 0.
    pub triangle: u32,
    /// The weights of its three corners, which add up to 1.
    pub barycentric: [f32; 3],
}

impl MeshCast {
    pub(super) const MISS: Self = Self { cast: Cast::MISS, spot: None };
}
