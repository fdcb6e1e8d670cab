//! The interval of a line inside a solid.

use super::answer::Feature;
use crate::geometry::interval::Interval;

/// The interval of the line inside a solid, in the line's own parameter; both ends belong to the solid.
///
/// An end is infinite only if the solid does not bound the line there. Every finite solid bounds the line.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Chord {
    /// Entry and exit. Empty for a line that misses.
    pub(crate) t: Interval<f64>,
    /// The part of the surface at either end.
    pub(crate) features: [Feature; 2],
}

impl Chord {
    /// The chord of a line that misses; its features are not valid.
    pub(crate) const NONE: Self = Self { t: Interval::<f64>::EMPTY, features: [Feature::Inside; 2] };

    #[inline]
    pub(crate) fn meets_line(&self) -> bool {
        self.t.is_filled()
    }
}
