//! A search for few crossings instead of all: the first and the last one of a line, or the first after a given t.
//!
//! The traversal visits the nearest box first and skips boxes behind the crossing found. Boxes and triangles are tested
//! eight at a time in `f32` (`batch/ray_mesh/ready.rs`), with conservative bounds on the rounding; [`Shear`] tests the
//! triangles that pass and decides alone. So the crossing found is bit for bit the one that [`super::walk`] finds among
//! all crossings.

use fearless_simd::Simd;
use glam::{DVec3, Vec3};

use super::meeting::{Meeting, meeting, meetings};
use super::triangle::{Shear, TriangleCrossing};
use super::walk::Unseen;
use crate::geometry::interval::Interval;
use crate::geometry::mesh::Mesh;
use crate::geometry::mesh::tree::{Child, WIDTH};
use crate::geometry::ray::answer::BackFaces;
use crate::geometry::ray::batch::ray_mesh::ready::Ready;
use crate::geometry::ray::line::{LocalLine, narrow};

/// The crossing to find.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum NearestEnd {
    /// The first in the order of [`Meeting::order`].
    First,
    /// The one that ends last.
    Last,
}

/// The size of the stack: at most seven boxes a level, so enough for the nine full levels of a balanced tree over a
/// billion triangles. If it would overflow, all crossings are computed.
const STACK_SIZE: usize = 64;

/// A crossing with a triangle that has area.
#[derive(Clone, Copy)]
struct Candidate {
    triangle: u32,
    corners: [Vec3; 3],
    crossing: TriangleCrossing,
}

/// A line and a mesh, precomputed for several searches.
pub(super) struct NearestSearch<'a, S: Simd> {
    mesh: &'a Mesh,
    line: &'a LocalLine<'a>,
    d: DVec3,
    shear: Shear,
    ready: Ready<S>,
    /// The greatest rounding error of a corner in the projection along the line.
    blur: f32,
}

/// Whether the reciprocals of the direction, and of the smallest slope that matters, are in the range of `f32`.
pub(super) fn is_in_range(line: &LocalLine) -> bool {
    let least = line.d.abs().max_element() * 1e-18;
    least > f32::MIN_POSITIVE * 16.0 && (1.0 / least).is_finite()
}

impl<'a, S: Simd> NearestSearch<'a, S> {
    /// The line must be [in range](is_in_range).
    #[expect(clippy::inline_always, reason = "it must become part of `dispatch!`")]
    #[inline(always)]
    pub(super) fn new(simd: S, mesh: &'a Mesh, line: &'a LocalLine<'a>) -> Self {
        let (o, d) = line.in_f64();
        let bounds = mesh.bounds();
        // A difference of corner and start, a slope, their product and another difference, each rounded; and what
        // `Shear` rounds: five roundings, and a few to spare.
        let largest = bounds.min.abs().max(bounds.max.abs()).max_element() + Vec3::from(line.o).abs().max_element();
        let blur = 8.0 * f32::EPSILON * largest;
        let ready = Ready::new(simd, line.o.into(), line.d.into());
        Self { mesh, line, d, shear: Shear::new(o, d), ready, blur }
    }

    /// The first or last crossing of the surfaces that `back_faces` allows, among those that overlap `range`: they end
    /// at or after its near end and begin at or before its far end.
    #[expect(clippy::inline_always, reason = "it must become part of `dispatch!`")]
    #[inline(always)]
    pub(super) fn find(&self, end: NearestEnd, back_faces: BackFaces, range: Interval<f32>) -> Option<Meeting> {
        let tree = self.mesh.tree();
        let mut found: Option<Candidate> = None;
        let mut open = [(0.0_f32, Child::ROOT); STACK_SIZE];
        // The range that is still searched: boxes that begin behind it, or end before it, are skipped.
        let mut range_left = range;
        let (mut count, mut next) = (0, Some(Child::ROOT));
        loop {
            let child = if let Some(child) = next.take() {
                child
            } else {
                if count == 0 {
                    return found.map(|found| self.meeting(&found));
                }
                count -= 1;
                let (bound, child) = open[count];
                let is_behind = match end {
                    NearestEnd::First => bound > range_left.far,
                    NearestEnd::Last => bound < range_left.near,
                };
                if is_behind {
                    continue;
                }
                child
            };
            if let Some(block) = child.block() {
                let block = &tree.blocks[block];
                let mut may_meet = self.ready.may_meet(block, self.blur);
                while may_meet != 0 {
                    let i = may_meet.trailing_zeros() as usize % WIDTH;
                    may_meet &= may_meet - 1;
                    let corners = block.triangle(i);
                    // Empty places and triangles without area.
                    if corners[0].x.is_nan() {
                        continue;
                    }
                    let Some(crossing) = self.shear.meet_uncounted(corners) else { continue };
                    let TriangleCrossing { tau, end: tau_end, .. } = crossing;
                    let this = Candidate { triangle: block.numbers[i], corners, crossing };
                    let is_in_range = self.line.t(tau_end) >= range.near && self.line.t(tau) <= range.far;
                    let is_better = |other: &Candidate| match end {
                        NearestEnd::First => tau
                            .total_cmp(&other.crossing.tau)
                            .then_with(|| self.meeting(&this).order(&self.meeting(other)))
                            .is_lt(),
                        NearestEnd::Last => tau_end > other.crossing.end,
                    };
                    if is_in_range
                        && found.as_ref().is_none_or(is_better)
                        && (back_faces == BackFaces::Hit || self.meeting(&this).is_front)
                    {
                        match end {
                            NearestEnd::First => range_left.far = beyond(tau, 1.0).max(range.near),
                            NearestEnd::Last => range_left.near = beyond(tau_end, -1.0).min(range.far),
                        }
                        found = Some(this);
                    }
                }
                continue;
            }
            let node = &tree.nodes[child.node()];
            let (near, far, mut met) = self.ready.boxes_within(node, range_left);
            let place = |met: u64| met.trailing_zeros() as usize % WIDTH;
            if met & met.wrapping_sub(1) == 0 {
                // One box, or none: nothing to sort.
                next = (met != 0).then(|| node.children[place(met)]);
                continue;
            }
            let bounds = if end == NearestEnd::First { near } else { far };
            let is_before = |a: f32, b: f32| if end == NearestEnd::First { a < b } else { a > b };
            let base = count;
            while met != 0 {
                let i = place(met);
                met &= met - 1;
                if count == STACK_SIZE {
                    return self.one_by_one(end, back_faces, range);
                }
                // Inserted among those of this node: the nearest at the top of the stack.
                let mut at = count;
                while at > base && is_before(open[at - 1].0, bounds[i]) {
                    open[at] = open[at - 1];
                    at -= 1;
                }
                open[at] = (bounds[i], node.children[i]);
                tree.prefetch(node.children[i]);
                count += 1;
            }
            count -= 1;
            next = Some(open[count].1);
        }
    }

    fn meeting(&self, Candidate { triangle, corners, crossing }: &Candidate) -> Meeting {
        meeting(self.line, self.d, *triangle, *corners, crossing)
    }

    /// The same among all crossings.
    #[cold]
    #[inline(never)]
    fn one_by_one(&self, end: NearestEnd, back_faces: BackFaces, range: Interval<f32>) -> Option<Meeting> {
        let all = meetings(self.mesh, self.line, &mut Unseen);
        let counts = |this: &Meeting| {
            this.is_surface()
                && (back_faces == BackFaces::Hit || this.is_front)
                && this.t_end >= range.near
                && this.t <= range.far
        };
        let all = all.into_iter().filter(counts);
        match end {
            NearestEnd::First => all.min_by(Meeting::order),
            NearestEnd::Last => all.max_by(|a, b| a.crossing.end.total_cmp(&b.crossing.end)),
        }
    }
}

/// A parameter moved in a direction by the greatest rounding error of a box in `f32` that contains it.
fn beyond(tau: f64, sign: f32) -> f32 {
    let t = narrow(tau);
    t + sign * (t.abs() * 16.0 * f32::EPSILON + f32::MIN_POSITIVE)
}
