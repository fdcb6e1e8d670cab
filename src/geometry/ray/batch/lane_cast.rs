//! The function that a solid needs so that many rays can be cast at it at a time.

use glam::Vec3;

use super::choice::{BatchAnswer, EndChoice};

/// A solid whose kernel the compiler vectorises.
pub(crate) trait LaneCast: Copy {
    /// Whether its normals may be so short that they cannot be given unit length.
    const CHECKS: bool = true;

    /// The answer for one ray in local space, without branches. It must be inlined.
    fn lanes(self, o: Vec3, d: Vec3, choice: EndChoice) -> BatchAnswer;
}
