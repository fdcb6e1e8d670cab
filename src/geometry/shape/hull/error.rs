//! Why points have no hull.

use std::error::Error;
use std::fmt;

/// The reason why points are no solid.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum HullError {
    /// There are fewer than 4.
    TooFew,
    /// There are more than 256.
    TooMany,
    /// A coordinate of a point is not finite.
    NotFinite {
        /// The index of the point.
        point: usize,
    },
    /// All are in one plane, or so near to one that rounding decides.
    InOnePlane,
}

impl fmt::Display for HullError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::TooFew => write!(f, "a hull needs at least 4 points"),
            Self::TooMany => write!(f, "a hull has at most 256 points"),
            Self::NotFinite { point } => write!(f, "point {point} is not finite"),
            Self::InOnePlane => write!(f, "all points are in one plane"),
        }
    }
}

impl Error for HullError {}
