//! The reasons why the answer of the planes and that of the separating axes differ.
//!
//! Two reasons exist. First, the planes alone do not reject a box outside if no single plane has the whole box behind
//! it. Second, distances from planes are computed in `f32`: the plane, the products and the sums are rounded, so that
//! the computed distance of a corner near a plane may have the wrong sign. Far from the origin, "near" may be metres.

use super::frustum::{AxisKind, Exact, Volume};
use crate::geometry::bounds::Aabb;
use crate::geometry::frustum::{Frustum, Side, Verdict, classify, n_vertex, p_vertex};

/// The reason for a difference. Lengths are in metres.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum ViewDifference {
    /// The box is outside, but no single plane has the whole box behind it.
    NoPlane {
        /// The gap between the two in metres.
        gap: f64,
        /// The separating axis.
        axis: AxisKind,
    },
    /// The exact and the computed distance of a corner from a plane have different signs.
    Rounding(Rounded),
}

/// A corner near a plane.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Rounded {
    /// The side of the plane.
    pub side: Side,
    /// Whether the corner is the p-vertex.
    pub is_p_vertex: bool,
    /// Its exact distance: positive in front, negative behind.
    pub exact: f64,
    /// The distance that was computed.
    pub fast: f64,
    /// The distance of the plane in `f32` from the exact one at the corner.
    pub moved: f64,
    /// The greatest rounding error of the products and sums.
    pub sums: f64,
    /// The largest coordinate in them.
    pub coordinate: f32,
}

impl Rounded {
    /// An upper bound of the difference between the computed and the exact distance.
    pub fn bound(&self) -> f64 {
        self.moved + self.sums
    }
}

/// The reason why the answers about a box differ; `None` when they agree.
pub fn view_difference(volume: &Volume, frustum: &Frustum, aabb: &Aabb) -> Option<ViewDifference> {
    let fast = classify(frustum, aabb);
    let exact = volume.classify(aabb);
    if fast.verdict == exact.verdict {
        return None;
    }
    let touch = volume.touch(aabb);
    // A plane on which they differ: on the p-vertex if only one of the verdicts is outside, else on the n-vertex.
    let on = |is_p_vertex: bool| {
        let truth = volume.distances(aabb);
        let sides = Side::ALL.into_iter().zip(truth).zip(fast.distances);
        let corners = sides.map(|((side, [p, n]), found)| {
            let (exact, fast) = if is_p_vertex { (p, found.p) } else { (n, found.n) };
            // A corner that touches is in front.
            let exact = if exact.abs() <= touch { 0.0 } else { exact };
            (side, exact, fast)
        });
        // Of several corners, the one with the greatest error.
        let wrong = corners.filter(|(_, exact, fast)| (*exact < 0.0) != (*fast < 0.0));
        wrong.max_by(|(_, a, _), (_, b, _)| a.abs().total_cmp(&b.abs()))
    };
    let rounded = |is_p_vertex: bool| {
        let (side, exact, fast) = on(is_p_vertex)?;
        Some(ViewDifference::Rounding(rounded(frustum, aabb, side, is_p_vertex, exact, fast)))
    };
    match (fast.verdict, exact.verdict) {
        (Verdict::Intersect, Verdict::Outside) => rounded(true).or_else(|| no_plane(&exact)),
        (Verdict::Inside, Verdict::Outside) => rounded(true).or_else(|| rounded(false)),
        (Verdict::Outside, _) => rounded(true),
        _ => rounded(false),
    }
    .or_else(|| no_plane(&exact))
}

fn no_plane(exact: &Exact) -> Option<ViewDifference> {
    exact.separation.map(|separation| ViewDifference::NoPlane { gap: separation.gap, axis: separation.kind })
}

fn rounded(frustum: &Frustum, aabb: &Aabb, side: Side, is_p_vertex: bool, exact: f64, fast: f32) -> Rounded {
    /// Three products, two sums and the sum with d, each rounded by half a unit of what they are made of, and once more
    /// for what the bound itself rounds.
    const ROUNDINGS: f64 = 4.0;
    let plane = &frustum.planes[side as usize];
    let vertex = if is_p_vertex { p_vertex(plane, aabb) } else { n_vertex(plane, aabb) };
    let (normal, at, d) = (plane.normal.as_dvec3(), vertex.as_dvec3(), f64::from(plane.d));
    let parts = normal.abs().dot(at.abs()) + d.abs();
    let of_this_plane = normal.dot(at) + d;
    Rounded {
        side,
        is_p_vertex,
        exact,
        fast: fast.into(),
        moved: (of_this_plane - exact).abs(),
        sums: ROUNDINGS * f64::from(f32::EPSILON) * parts,
        coordinate: vertex.abs().max_element().max(plane.d.abs()),
    }
}
