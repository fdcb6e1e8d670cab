//! The unit shapes of which most solids are affine images.

/// A unit shape. A capsule is two domes and a tube, most other solids are one part.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum SolidPart {
    /// The cube from −1 to 1.
    Cube,
    /// The unit ball.
    Ball,
    /// Radius 1, y from −1 to 1, with its discs.
    Cylinder,
    /// Apex at the origin, base disc of radius 1 at y = −1.
    Cone,
    /// The side of [`SolidPart::Cylinder`] without its discs.
    Tube,
    /// The upper half of the unit sphere, open below.
    Dome,
}
