//! Why the planes and the separating axes say different things of a box.
//!
//! There are two reasons. Planes alone do not see that a box is outside when no single one of them has all of it behind
//! it. And distances from planes are computed in `f32`: the plane is rounded, and so are the products and sums, so that a
//! corner near a plane may come out on the wrong side of it. Far from the origin "near" may be metres.

use super::frustum::{AxisKind, Exact, Volume};
use crate::geometry::frustum::{Frustum, Side, Verdict, classify, n_vertex, p_vertex};
use crate::geometry::{Aabb, spacing};

/// The reason for a difference. Lengths are in metres.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum ViewDifference {
    /// The box is outside, but no single plane has all of it behind it.
    NoPlane {
        /// How far apart the two are.
        gap: f64,
        /// On which axis.
        axis: AxisKind,
    },
    /// A corner is on one side of a plane, and its distance in `f32` on the other.
    Rounding(Rounded),
}

/// A corner near a plane.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Rounded {
    /// Which plane.
    pub side: Side,
    /// Whether it is the corner furthest along the plane's normal.
    pub is_p_vertex: bool,
    /// Its true distance: positive in front, negative behind.
    pub exact: f64,
    /// The distance that was computed.
    pub fast: f64,
    /// How far the plane in `f32` is from the true one, there.
    pub moved: f64,
    /// How much the rounding of the products and sums may add.
    pub sums: f64,
    /// The largest coordinate in them.
    pub coordinate: f32,
}

impl Rounded {
    /// How far the computed distance may be from the true one; it is not further.
    pub fn bound(&self) -> f64 {
        self.moved + self.sums
    }

    /// How far apart neighbouring numbers of `f32` are at the largest coordinate.
    pub fn spacing(&self) -> f32 {
        spacing(self.coordinate)
    }
}

/// Why the answers about a box differ; `None` when they do not.
pub fn of(volume: &Volume, frustum: &Frustum, aabb: &Aabb) -> Option<ViewDifference> {
    let fast = classify(frustum, aabb);
    let exact = volume.classify(aabb);
    if fast.verdict == exact.verdict {
        return None;
    }
    let touch = volume.touch(aabb);
    // A plane on which they differ: on the p-vertex when only one says outside, else on the n-vertex.
    let on = |is_p_vertex: bool| {
        let truth = volume.distances(aabb);
        let sides = Side::ALL.into_iter().zip(truth).zip(fast.distances);
        let corners = sides.map(|((side, [p, n]), found)| {
            let (exact, fast) = if is_p_vertex { (p, found.p) } else { (n, found.n) };
            // What touches is in front.
            let exact = if exact.abs() <= touch { 0.0 } else { exact };
            (side, exact, fast)
        });
        // Of several the one that was mistaken by most.
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
