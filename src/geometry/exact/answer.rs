//! The answer of the reference to a ray, and how a fast answer may differ from it.

use crate::geometry::interval::Interval;
use crate::geometry::ray::{HIT, Miss};

/// The answer of the reference.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ExactCast {
    /// The t of the hit, or the reason for a miss.
    pub result: Result<f64, Miss>,
    /// The t at which the whole line is inside the solid, for every kind of ray; `None` when it misses.
    pub interval: Option<Interval<f64>>,
}

impl ExactCast {
    /// The answer for a line that misses the solid.
    pub const MISS: Self = Self { result: Err(Miss::Misses), interval: None };

    /// The answer for a ray whose mask has no layer in common with the object; as
    /// [`Cast::masked`](crate::geometry::ray::Cast::masked).
    #[must_use]
    pub fn masked(self) -> Self {
        Self { result: Err(Miss::Masked), ..self }
    }

    /// `hit`, or the word for the reason.
    pub fn word(&self) -> &'static str {
        self.result.map_or_else(Miss::word, |_| HIT)
    }
}

/// The difference of a fast answer from the exact one. All lengths are in the solid's local units.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum ExactDifference {
    /// Only one of them finds that the line meets the solid; the line grazes it.
    Grazing {
        /// The distance of the line from the surface: positive outside, negative inside.
        clearance: f64,
        /// The greatest error of `f32` here.
        rounding: f64,
    },
    /// Both find that the line meets the solid, but they disagree on which side of the ray's start or end.
    End {
        /// Whether it is the end of a segment rather than the start.
        is_last: bool,
        /// The distance of that point from the surface: positive outside, negative inside.
        clearance: f64,
        /// The greatest error of `f32` here.
        rounding: f64,
    },
    /// The words agree, but a point of the fast answer is not on the surface.
    Place {
        /// The greatest distance of such a point from the surface.
        off: f64,
        /// The greatest error of `f32` here.
        rounding: f64,
    },
}
