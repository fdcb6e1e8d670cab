//! The values of each step, as the rule used them. The words of a step are made from them alone (`steps.rs`).

use std::sync::Arc;

use glam::DVec3;

use super::column::Column;
use super::limits::Limit;
use super::method::Method;
use super::verdict::Verdict;
use super::view::DepthView;
use crate::geometry::Step;

/// The values of one step of an occlusion question. [`Self::of`] reads them from the step.
#[derive(Clone, Debug, PartialEq)]
pub enum OcclusionValues {
    /// One view and its two tests.
    View {
        /// The names of A and B.
        bodies: [Arc<str>; 2],
        /// The depth camera.
        view: DepthView,
        /// Whether both bodies were drawn wider.
        fatten: bool,
        /// The width of a pixel at the bodies, metres.
        pixel_size: f64,
        /// Whether a back face of B passes against the front faces of A.
        a_before_b_back: bool,
        /// Whether a back face of A passes against the front faces of B.
        b_before_a_back: bool,
    },
    /// The combination of all views.
    Views {
        /// The method that chooses the views.
        method: Method,
        /// The number of views in which the pair collides.
        colliding: usize,
        /// The number of views.
        views: usize,
    },
    /// The comparison with the exact answer.
    Exact {
        /// The answer of the queries.
        collides: bool,
        /// The exact distance in metres.
        separation: f64,
        /// The nearest point of each body; a common point of both when they touch.
        points: [DVec3; 2],
        /// How the two compare.
        verdict: Verdict,
        /// The limits that could make an answer of this sign wrong.
        limits: Vec<Limit>,
    },
    /// Why a positive answer is false.
    FalseContact {
        /// The names of A and B.
        bodies: [Arc<str>; 2],
        /// The columns of pixels that pass, of all views.
        columns: Vec<Column>,
    },
}

impl OcclusionValues {
    /// The values of a step, when it is a step of an occlusion question.
    pub fn of(step: &Step) -> Option<&Self> {
        step.other_values()
    }
}
