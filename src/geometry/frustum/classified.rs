//! The verdict of a box and six planes, with the values that decided.

use glam::Vec3;

use super::side::Side;
use crate::geometry::narrate::tone::Tone;
use crate::geometry::plane::Plane;

/// The three verdicts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Verdict {
    /// No point in view.
    Outside,
    /// Some points in view, some not.
    Intersect,
    /// All points in view.
    Inside,
}

impl Verdict {
    /// The word in reports.
    pub fn word(self) -> &'static str {
        match self {
            Self::Outside => "outside",
            Self::Intersect => "intersect",
            Self::Inside => "inside",
        }
    }

    /// The tone of its text and marks.
    pub fn tone(self) -> Tone {
        match self {
            Self::Outside => Tone::Fail,
            Self::Intersect => Tone::Partial,
            Self::Inside => Tone::Pass,
        }
    }
}

/// The answer for a box and the six planes.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Classification {
    /// Outside when a p-vertex is behind; else intersect when an n-vertex is; else inside.
    pub verdict: Verdict,
    /// The first side in plane order whose p-vertex is behind.
    pub rejected_by: Option<Side>,
    /// The least p-distance in metres; negative exactly when outside.
    pub margin: f32,
    /// In plane order.
    pub distances: [PlaneDistances; 6],
}

impl Classification {
    /// The first side that rejects the box, and the distance of the p-vertex behind it in metres, above 0.
    pub fn rejection(&self) -> Option<(Side, f32)> {
        self.rejected_by.map(|side| (side, -self.distances[side as usize].p))
    }
}

/// The signed distances of the p- and n-vertex of a box from one plane, in metres; positive in front.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct PlaneDistances {
    /// Of the p-vertex, the greatest of all corners.
    pub p: f32,
    /// Of the n-vertex, the least.
    pub n: f32,
}

/// The values of one step: a box and one plane.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PlaneValues {
    /// Which side of the frustum.
    pub side: Side,
    /// The plane.
    pub plane: Plane,
    /// The corner furthest along the plane's normal.
    pub p_vertex: Vec3,
    /// The corner furthest against it.
    pub n_vertex: Vec3,
    /// The signed distances of both.
    pub distances: PlaneDistances,
}
