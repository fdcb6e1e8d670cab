//! The values of the steps of a ray and a hull.

use glam::DVec3;

use crate::geometry::interval::Interval;
use crate::geometry::ray::line::Parameter;

/// What the line does at a plane.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PlaneKind {
    /// It enters the half-space.
    Entered,
    /// It leaves the half-space.
    Left,
    /// It runs along the plane.
    Parallel,
}

/// The line and the planes of a hull of one kind.
#[derive(Clone, Debug, PartialEq)]
pub struct HullPlanes {
    /// Which.
    pub kind: PlaneKind,
    /// The number of faces with such a plane.
    pub count: usize,
    /// Some of them: those that decide first.
    pub some: Vec<PlaneRow>,
    /// Where the line is inside all of them.
    pub inside: Interval<f64>,
    /// From the line's parameter to t.
    pub parameter: Parameter,
}

/// The line and one plane, `normal · p ≤ offset` inside.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PlaneRow {
    /// The number of the face.
    pub face: u16,
    /// Outward, of about unit length.
    pub normal: DVec3,
    /// `normal · p` on the plane.
    pub offset: f64,
    /// `normal · o`.
    pub height: f64,
    /// `normal · d`.
    pub speed: f64,
    /// Where the line meets the plane, in its own parameter.
    pub tau: f64,
}
