//! Right answers.

use crate::geometry::frustum::Verdict;

/// The right answer to a case.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Truth {
    /// One unit in the last place of the numbers would change it.
    Undecided,
    /// A verdict about a view volume. `class` distinguishes inside from intersect; `None` when that is undecided, and when the
    /// body is outside.
    View {
        /// Whether some of the body is in the volume.
        is_visible: bool,
        /// Inside or intersect.
        class: Option<Verdict>,
    },
    /// The hit of a ray; `None` for a miss.
    Hit(Option<TrueHit>),
    /// Whether two boxes overlap.
    Overlap(bool),
    /// A world box.
    Bounds {
        /// Its least corner.
        min: [f64; 3],
        /// Its greatest corner.
        max: [f64; 3],
        /// The rounding that an answer may have, in metres.
        rounding: f64,
    },
    /// A Morton code.
    Code(u64),
}

impl Truth {
    /// Whether two right answers are of one kind: both a miss, both a start inside or on the surface, both a hit further away, both in
    /// view, or both out of view.
    pub fn is_like(&self, other: &Self) -> bool {
        match (self, other) {
            (Self::Hit(a), Self::Hit(b)) => {
                let starts = |hit: &Option<TrueHit>| hit.map(|hit| hit.t * hit.metres_per_t <= hit.rounding);
                starts(a) == starts(b)
            }
            (Self::View { is_visible: a, .. }, Self::View { is_visible: b, .. })
            | (Self::Overlap(a), Self::Overlap(b)) => a == b,
            (a, b) => std::mem::discriminant(a) == std::mem::discriminant(b),
        }
    }
}

/// The right hit of a ray.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct TrueHit {
    /// The point is `origin + t * direction`.
    pub t: f64,
    /// The length of the direction.
    pub metres_per_t: f64,
    /// The rounding that an answer may have along the ray, in metres.
    pub rounding: f64,
    /// The outward unit normal in world space; `None` where none is asked: at edges and apexes, at starts inside, and where
    /// rounding moves the point enough to turn it.
    pub normal: Option<[f64; 3]>,
    /// Whether the opposite normal is right too.
    pub is_two_sided: bool,
}
