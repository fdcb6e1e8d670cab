//! The answer of the reference to a ray, and how a fast answer may differ from it.

use crate::geometry::Interval;
use crate::geometry::ray::{HIT, Miss};

/// The answer of the reference.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ExactCast {
    /// The t of the hit, or why there is none.
    pub result: Result<f64, Miss>,
    /// Where the whole line is inside the solid, whatever the kind.
    pub interval: Option<Interval<f64>>,
}

impl ExactCast {
    /// The line stays outside.
    pub const MISS: Self = Self { result: Err(Miss::Misses), interval: None };

    /// The answer for a ray whose mask has no layer in common with the object; as [`Cast::masked`](crate::geometry::ray::Cast::masked).
    #[must_use]
    pub fn masked(self) -> Self {
        Self { result: Err(Miss::Masked), ..self }
    }

    /// `hit`, or the word for the reason.
    pub fn word(&self) -> &'static str {
        self.result.map_or_else(Miss::word, |_| HIT)
    }
}

/// How a fast answer differs from the exact one. All lengths are in the solid's local units.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Difference {
    /// Only one of them sees the line meet the solid at all, which it does no more than graze.
    Grazing {
        /// How far the line passes from the surface: positive outside, negative inside.
        clearance: f64,
        /// How far `f32` may be off here.
        rounding: f64,
    },
    /// Both see the line meet the solid, but not on the same side of where the ray starts or ends.
    End {
        /// Whether it is the end of a segment rather than the start.
        is_last: bool,
        /// How far that point is from the surface: positive outside, negative inside.
        clearance: f64,
        /// How far `f32` may be off here.
        rounding: f64,
    },
    /// They agree in words, but the surface is not where the fast answer puts it.
    Place {
        /// How far its worst t is off the surface.
        off: f64,
        /// How far `f32` may be off here.
        rounding: f64,
    },
}
