//! The search for rims of two objects that run beside each other and do not meet.

use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, Ordering};

use glam::{DVec3, Vec3};

use super::rims::{GapBody, Rim};
use crate::budget::{Budget, OverBudget, Reservation};
use crate::geometry::{Aabb, BoxTree};
use crate::opacity::Progress;
use crate::parallel;

/// A gap of at most this width should be none, metres: the usual distance at which modelling programs merge vertices is less.
pub const GAP: f64 = 1e-3;
/// A gap is narrow: its edges are at least so many times as long.
const TIMES: f64 = 20.0;
/// Rims this near to each other meet, in spacings of f32.
const MEETS: f64 = 4.0;
/// The most rims that are compared with one rim. Only a surface of many loose triangles has more.
const MOST_OF_A_RIM: usize = 4096;
/// Rims that one thread takes at a time.
const CHUNK: usize = 1024;
/// Bytes of a rim with its part of the tree, while the tree is built.
const RIM_BYTES: usize = size_of::<Rim>() + 128;
/// Bytes of a body in the tree of bodies, while the tree is built.
const BODY_BYTES: usize = 160;

/// Two objects with a gap.
#[derive(Clone, Debug, PartialEq)]
pub struct GapFinding {
    /// The indices of the bodies: the first is the one whose edges are listed.
    pub bodies: [usize; 2],
    /// Its edges beside the other body: the number of the triangle in a mesh, and the ends in world space.
    pub edges: Vec<(Option<u32>, [DVec3; 2])>,
    /// The greatest width of the gap along them, metres.
    pub width: f64,
    /// Where it has this width.
    pub at: DVec3,
}

/// All gaps between bodies.
#[derive(Debug, Default)]
pub struct Gaps {
    /// By the pair of bodies.
    pub findings: Vec<GapFinding>,
    /// Whether the search left something out: too many rims are near to each other.
    pub is_cut: bool,
    _memory: Option<Reservation>,
}

/// An edge beside a rim of another body.
struct Beside {
    rim: usize,
    other: u32,
    width: f64,
    at: DVec3,
}

/// The gaps between bodies. An empty answer when the search is cancelled.
///
/// # Errors
/// When the budget has no room for the rims.
pub fn gaps(bodies: &[GapBody], budget: &Budget, progress: &Progress) -> Result<Gaps, OverBudget> {
    let _paid_bodies = budget.take_many(bodies.len(), BODY_BYTES)?;
    let tree = BoxTree::new(&parallel::collect(bodies.len(), |i| bodies[i].bounds));
    let near = parallel::filter_map(bodies.len(), |i| has_neighbour(bodies, &tree, i).then_some(i));
    let listed: Vec<Vec<Rim>> = parallel::collect(near.len(), |i| {
        let mut rims = bodies[near[i]].rims(near[i]);
        rims.retain(|rim| is_near_another(bodies, &tree, near[i], &rim.bounds()));
        rims
    });
    let count: usize = listed.iter().map(Vec::len).sum();
    let _paid_rims = budget.take_many(count, RIM_BYTES)?;
    let rims: Vec<Rim> = listed.into_iter().flatten().collect();
    let tree = BoxTree::new(&parallel::collect(rims.len(), |i| rims[i].bounds()));
    let chunks = rims.len().div_ceil(CHUNK);
    progress.expect(chunks as u64);
    let is_cut = AtomicBool::new(false);
    let found: Vec<Beside> = parallel::flat_map(chunks, |chunk| {
        let last = rims.len().min((chunk + 1) * CHUNK);
        let own = (chunk * CHUNK..last).take_while(|_| !progress.is_cancelled());
        let beside = own.flat_map(|i| beside(bodies, &rims, &tree, i, &is_cut)).collect();
        progress.advance(1);
        beside
    });
    let memory = budget.take_many(found.len(), size_of::<Beside>() + size_of::<(Option<u32>, [DVec3; 2])>())?;
    Ok(Gaps { findings: findings(&rims, &found), is_cut: is_cut.into_inner(), _memory: Some(memory) })
}

/// Whether another body with rims is within a gap of a body.
fn has_neighbour(bodies: &[GapBody], tree: &BoxTree, index: usize) -> bool {
    bodies[index].has_rims() && is_near_another(bodies, tree, index, &bodies[index].bounds)
}

/// Whether another body with rims is within a gap of a box of a body.
fn is_near_another(bodies: &[GapBody], tree: &BoxTree, index: usize, bounds: &Aabb) -> bool {
    let mut is_near = false;
    tree.near(&around(bounds), |other| {
        is_near |= other != index && bodies[other].has_rims() && bodies[other].key != bodies[index].key;
        if is_near { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    });
    is_near
}

fn around(bounds: &Aabb) -> Aabb {
    #[expect(clippy::cast_possible_truncation, reason = "a distance, rounded up")]
    let reach = Vec3::splat((GAP as f32).next_up());
    Aabb { min: bounds.min - reach, max: bounds.max + reach }
}

/// The bodies whose rims run beside a rim at a distance.
fn beside(bodies: &[GapBody], rims: &[Rim], tree: &BoxTree, index: usize, is_cut: &AtomicBool) -> Vec<Beside> {
    let rim = &rims[index];
    let own = &bodies[rim.body as usize];
    let length = rim.length();
    if length <= 0.0 {
        return Vec::new();
    }
    let (mut others, mut compared): (Vec<usize>, usize) = (Vec::new(), 0);
    tree.near(&around(&rim.bounds()), |other| {
        compared += 1;
        let body = rims[other].body;
        if body != rim.body && bodies[body as usize].key != own.key {
            others.push(other);
        }
        if compared < MOST_OF_A_RIM { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
    });
    if compared >= MOST_OF_A_RIM {
        is_cut.store(true, Ordering::Relaxed);
    }
    others.sort_unstable();
    let [from, to] = rim.ends;
    let probes = [from, (from + to) / 2.0, to];
    let mut found = Vec::new();
    for of_body in others.chunk_by(|a, b| rims[*a].body == rims[*b].body) {
        let other = rims[of_body[0]].body;
        let near = |at: DVec3| of_body.iter().map(|other| rims[*other].distance(at)).fold(f64::INFINITY, f64::min);
        let widths = probes.map(near);
        let meets = MEETS * own.spacing().max(bodies[other as usize].spacing());
        let (place, width) =
            widths.into_iter().enumerate().fold((0, 0.0), |most, now| if now.1 > most.1 { now } else { most });
        if width > meets && width <= GAP.min(length / TIMES) {
            found.push(Beside { rim: index, other, width, at: probes[place] });
        }
    }
    found
}

/// The edges by the pair of bodies. Of both bodies, the one with more edges beside the other is listed; of equal ones the first.
fn findings(rims: &[Rim], found: &[Beside]) -> Vec<GapFinding> {
    let mut sorted: Vec<&Beside> = found.iter().collect();
    let pair = |beside: &Beside| {
        let own = rims[beside.rim].body;
        ([own.min(beside.other), own.max(beside.other)], own)
    };
    sorted.sort_by_key(|beside| (pair(beside), beside.rim));
    let of_pairs = sorted.chunk_by(|a, b| pair(a).0 == pair(b).0);
    let mut all: Vec<GapFinding> = Vec::new();
    for of_pair in of_pairs {
        let sides = of_pair.chunk_by(|a, b| pair(a).1 == pair(b).1);
        // The last of equal ones is chosen, so the order is reversed.
        let sides: Vec<&[&Beside]> = sides.collect();
        let Some(side) = sides.into_iter().rev().max_by_key(|side| side.len()) else { continue };
        let Some(widest) = side.iter().copied().max_by(|a, b| a.width.total_cmp(&b.width)) else { continue };
        all.push(GapFinding {
            bodies: [rims[widest.rim].body as usize, widest.other as usize],
            edges: side.iter().map(|beside| (rims[beside.rim].triangle, rims[beside.rim].ends)).collect(),
            width: widest.width,
            at: widest.at,
        });
    }
    all
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use glam::Quat;

    use super::*;
    use crate::geometry::{Mesh, Pose, Shape};

    fn body(shape: Shape, at: Vec3, turn: Quat, key: u64) -> GapBody {
        let pose = Pose::new(at, turn, Vec3::ONE).unwrap();
        let bounds = Aabb::of(&shape, &pose);
        GapBody { shape, pose, bounds, key, is_part: true }
    }

    /// A square of one metre in the plane y = 0, of `parts` strips along z.
    fn square(parts: u16) -> Shape {
        let mut positions = Vec::new();
        let mut triangles = Vec::new();
        for i in 0..=parts {
            let z = f32::from(i) / f32::from(parts);
            positions.extend([Vec3::new(0.0, 0.0, z), Vec3::new(1.0, 0.0, z)]);
            if i > 0 {
                let first = 2 * u32::from(i) - 2;
                triangles.extend([[first, first + 2, first + 1], [first + 1, first + 2, first + 3]]);
            }
        }
        Shape::Mesh(Arc::new(Mesh::new(positions, triangles).unwrap()))
    }

    /// The number of edges of each gap, and its width to a tenth of a millimetre: far from the origin f32 is coarser than a micrometre.
    fn found(bodies: &[GapBody]) -> Vec<(usize, f64)> {
        let gaps = gaps(bodies, &Budget::default(), &Progress::default()).unwrap();
        gaps.findings.iter().map(|finding| (finding.edges.len(), (finding.width * 1e4).round() / 1e4)).collect()
    }

    #[test]
    fn floors_that_nearly_meet_have_a_gap_and_those_that_meet_have_none() {
        let turn = Quat::from_rotation_y(0.4);
        for place in [Vec3::ZERO, Vec3::new(120.0, -3.0, 45.0)] {
            let beside = |by: f32, parts: u16| {
                let other = place + turn * Vec3::new(1.0 + by, 0.0, 0.0);
                found(&[body(square(1), place, turn, 0), body(square(parts), other, turn, 1)])
            };
            assert_eq!(beside(0.0, 1), [], "they meet");
            assert_eq!(beside(0.0, 3), [], "they meet where the other one is divided");
            assert_eq!(beside(0.01, 1), [], "an opening of a centimetre is no gap");
            assert_eq!(beside(0.000_5, 1), [(1, 0.000_5)]);
            assert_eq!(beside(0.000_5, 3), [(3, 0.000_5)], "the three short edges are beside the long one");
        }
    }

    #[test]
    fn walls_of_boxes_have_gaps_and_what_lies_on_a_floor_has_none() {
        let wall = |at: Vec3, key| body(Shape::Box { half_extents: Vec3::new(1.0, 1.5, 0.1) }, at, Quat::IDENTITY, key);
        let near = [wall(Vec3::ZERO, 0), wall(Vec3::new(2.000_4, 0.0, 0.0), 1)];
        // The four edges of the facing sides.
        assert_eq!(found(&near), [(4, 0.000_4)]);
        let touching = [wall(Vec3::ZERO, 0), wall(Vec3::new(2.0, 0.0, 0.0), 1)];
        assert_eq!(found(&touching), []);
        let floor = Shape::Box { half_extents: Vec3::new(5.0, 0.1, 5.0) };
        let on_floor = [body(floor, Vec3::new(0.0, -1.600_4, 0.0), Quat::IDENTITY, 0), wall(Vec3::ZERO, 1)];
        assert_eq!(found(&on_floor), [], "its rims are far from those of the floor");
        // The same object twice is a problem of its own.
        assert_eq!(found(&[wall(Vec3::ZERO, 0), wall(Vec3::ZERO, 0)]), []);
    }

    #[test]
    fn small_details_beside_each_other_are_none() {
        let pebble = |x: f32, key| {
            body(Shape::Box { half_extents: Vec3::splat(0.002) }, Vec3::new(x, 0.0, 0.0), Quat::IDENTITY, key)
        };
        assert_eq!(found(&[pebble(0.0, 0), pebble(0.004_5, 1)]), []);
    }

    #[test]
    fn a_budget_without_room_is_an_error() {
        let bodies = [body(square(1), Vec3::ZERO, Quat::IDENTITY, 0), body(square(1), Vec3::X, Quat::IDENTITY, 1)];
        assert!(gaps(&bodies, &Budget::new(100), &Progress::default()).is_err());
    }
}
