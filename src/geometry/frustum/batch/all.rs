//! The verdicts of all boxes, each by itself.

use fearless_simd::{Level, dispatch};

use super::boxes::BoxSlices;
use super::lanes::{SideArrays, classify_lanes};
use crate::geometry::frustum::classified::Verdict;
use crate::geometry::frustum::six_planes::Frustum;

/// Classifies all `boxes` as [`crate::geometry::frustum::classify`] does, with the widest instruction set of this machine.
/// `verdicts` is overwritten and keeps its memory.
pub fn classify_all(frustum: &Frustum, boxes: BoxSlices, verdicts: &mut Vec<Verdict>) {
    classify_all_at(Level::new(), frustum, boxes, verdicts);
}

/// [`classify_all`] with a given instruction set.
pub fn classify_all_at(level: Level, frustum: &Frustum, boxes: BoxSlices, verdicts: &mut Vec<Verdict>) {
    verdicts.resize(boxes.len(), Verdict::Outside);
    let sides = frustum.planes.map(|plane| SideArrays::new(plane, boxes));
    dispatch!(level, _simd => classify_lanes(&sides, 0, verdicts));
}
