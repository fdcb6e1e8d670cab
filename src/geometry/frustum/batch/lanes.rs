//! The test of several boxes at a time.

use glam::Vec3;

use super::boxes::BoxSlices;
use crate::geometry::frustum::classified::Verdict;
use crate::geometry::plane::Plane;

/// A plane and the arrays with its p- and n-vertices.
pub(super) struct SideArrays<'a> {
    pub(super) plane: Plane,
    pub(super) p_vertex: [&'a [f32]; 3],
    pub(super) n_vertex: [&'a [f32]; 3],
}

impl<'a> SideArrays<'a> {
    pub(super) fn new(plane: Plane, boxes: BoxSlices<'a>) -> Self {
        let len = boxes.len();
        let positive = plane.normal.cmpge(Vec3::ZERO);
        let corner = |upper: bool| {
            std::array::from_fn(|axis| {
                let arrays = if positive.test(axis) == upper { boxes.max } else { boxes.min };
                &arrays[axis][..len]
            })
        };
        Self { plane, p_vertex: corner(true), n_vertex: corner(false) }
    }
}

/// The verdicts of the boxes from `start` on.
#[expect(clippy::inline_always, reason = "it must become part of `dispatch!` to be compiled for its instruction set")]
#[inline(always)]
pub(super) fn classify_lanes(sides: &[SideArrays; 6], start: usize, verdicts: &mut [Verdict]) {
    let len = verdicts.len();
    let sides = sides.each_ref().map(|side| {
        let [px, py, pz] = side.p_vertex.map(|axis| &axis[start..][..len]);
        let [nx, ny, nz] = side.n_vertex.map(|axis| &axis[start..][..len]);
        (side.plane, [px, py, pz], [nx, ny, nz])
    });
    for (i, verdict) in verdicts.iter_mut().enumerate() {
        let (mut least_p, mut least_n) = (f32::INFINITY, f32::INFINITY);
        for (plane, [px, py, pz], [nx, ny, nz]) in &sides {
            let p = plane.distance(Vec3::new(px[i], py[i], pz[i]));
            let n = plane.distance(Vec3::new(nx[i], ny[i], nz[i]));
            // Not `f32::min`: this is one instruction.
            least_p = if p < least_p { p } else { least_p };
            least_n = if n < least_n { n } else { least_n };
        }
        *verdict = verdict_of(least_p, least_n);
    }
}

/// The verdict of the least distances of a box's p- and n-vertices from the planes.
#[expect(clippy::inline_always, reason = "it must become part of `dispatch!` to be compiled for its instruction set")]
#[inline(always)]
pub(super) fn verdict_of(least_p: f32, least_n: f32) -> Verdict {
    if least_p < 0.0 {
        Verdict::Outside
    } else if least_n < 0.0 {
        Verdict::Intersect
    } else {
        Verdict::Inside
    }
}
