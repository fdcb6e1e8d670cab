//! What is drawn in the scene for a step.

use glam::Vec3;

use super::tone::Tone;
use crate::geometry::bounds::Aabb;
use crate::geometry::interval::Interval;

/// Something to draw in world space for a step.
#[derive(Clone, Debug, PartialEq)]
pub struct Mark {
    /// Where.
    pub shape: MarkShape,
    /// In which colour and style.
    pub tone: Tone,
    /// A short text beside it, may be empty.
    pub label: String,
}

/// The geometry of a [`Mark`]; world space, metres.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum MarkShape {
    /// A dot.
    Point(Vec3),
    /// A line from the first point to the second.
    Segment(Vec3, Vec3),
    /// An arrow from the first point to the second.
    Arrow(Vec3, Vec3),
    /// A translucent square patch of a plane around `at`, with a short arrow along the unit `normal`.
    Plane {
        /// The middle of the patch.
        at: Vec3,
        /// Unit normal.
        normal: Vec3,
        /// Half the edge length of the patch.
        half_size: f32,
    },
    /// The edges of a box, turned and sheared in any way.
    Box {
        /// Bit 0 of a corner's index chooses the far side on the box's own X, bit 1 on Y, bit 2 on Z.
        corners: [Vec3; 8],
    },
    /// An interval of the story's ray, in t; may be infinite.
    Interval(Interval<f32>),
}

impl Mark {
    /// The twelve edges of a box, without a label.
    pub fn edges(aabb: &Aabb, tone: Tone) -> [Self; 12] {
        Aabb::EDGES.map(|[a, b]| Self {
            shape: MarkShape::Segment(aabb.corner(a), aabb.corner(b)),
            tone,
            label: String::new(),
        })
    }

    /// The mark at another place. An interval of a ray stays.
    #[must_use]
    pub fn moved(&self, by: Vec3) -> Self {
        let shape = match self.shape {
            MarkShape::Point(at) => MarkShape::Point(at + by),
            MarkShape::Segment(from, to) => MarkShape::Segment(from + by, to + by),
            MarkShape::Arrow(from, to) => MarkShape::Arrow(from + by, to + by),
            MarkShape::Plane { at, normal, half_size } => MarkShape::Plane { at: at + by, normal, half_size },
            MarkShape::Box { corners } => MarkShape::Box { corners: corners.map(|corner| corner + by) },
            MarkShape::Interval(interval) => MarkShape::Interval(interval),
        };
        Self { shape, ..self.clone() }
    }
}
