//! The details in which an object is drawn.

use crate::geometry::Aabb;
use crate::picture::Fineness;

/// With more objects, a box needs at least this size on the screen for edges, in pixels.
pub(super) const LEAST_WITH_EDGES: f32 = 12.0;

/// The detail in which an object is drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Detail {
    /// Nothing: it is not in view.
    Unseen,
    /// Nothing: nearer solids hide it. The faint edges of so many hidden boxes would cover the picture.
    Covered,
    /// Its tested box, because it covers only a few pixels.
    Speck,
    /// Its solid.
    Solid(Fineness),
    /// Its solid, and the edges of its tested box.
    Edged(Fineness),
}

impl Detail {
    /// Whether its solid or its box is drawn.
    pub(super) fn is_drawn(self) -> bool {
        self == Self::Speck || self.fineness().is_some()
    }

    /// The fineness of its solid; `None` without a solid.
    pub(super) fn fineness(self) -> Option<Fineness> {
        match self {
            Self::Unseen | Self::Covered | Self::Speck => None,
            Self::Solid(fineness) | Self::Edged(fineness) => Some(fineness),
        }
    }
}

/// The bits of a box, for comparison.
pub(super) fn bits(Aabb { min, max }: &Aabb) -> [[u32; 3]; 2] {
    [min, max].map(|corner| corner.to_array().map(f32::to_bits))
}
