//! The part of a step in a diagram.

use crate::geometry::frustum::side::Side;
use crate::geometry::interval::Interval;

/// The part of a step in a diagram. Every t is that of the ray.
#[derive(Clone, Debug, PartialEq)]
pub enum Plot {
    /// Where the line is inside one part of a solid.
    Interval {
        /// Of the part: "Slab X".
        name: String,
        /// Entry and exit, may be infinite; empty when the entry comes after the exit.
        t: Interval<f32>,
    },
    /// `a u² + 2 b u + c` with `u = t − from`: at most 0 inside one round part of a solid.
    Quadratic {
        /// Of the part: "Circle".
        name: String,
        /// The coefficient of `u²`.
        a: f64,
        /// The coefficient of `2 u`.
        b: f64,
        /// The constant term.
        c: f64,
        /// The t at which u is 0. It differs from 0 for a line that was rescaled.
        from: f64,
        /// The t of the roots, as the query found them.
        roots: Vec<f32>,
        /// As in [`Plot::Interval`]; `None` when a later step gives it.
        inside: Option<Interval<f32>>,
    },
    /// The answer of a ray: the interval inside the solid, the hit, and the range of t that counts.
    Answer {
        /// Where the whole line is inside.
        interval: Option<Interval<f32>>,
        /// Where it hits.
        hit: Option<f32>,
        /// Which t count for this kind of ray, may be infinite.
        range: Interval<f32>,
    },
    /// The signed distances of the p- and n-vertex of a box from a plane, in metres; positive in front.
    PlaneDistances {
        /// Which plane.
        side: Side,
        /// Of the p-vertex.
        p: f32,
        /// Of the n-vertex.
        n: f32,
    },
}
