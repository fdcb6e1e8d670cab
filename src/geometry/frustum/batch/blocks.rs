//! Blocks of neighbours, whose boxes are tested together.
//!
//! The box of a block is tested first, and then only the planes that cut it are tested with the boxes inside. The verdicts
//! equal those of [`super::classify_all`], bit for bit: each rounding in a p-distance or n-distance is monotonic, so the
//! distances of the box of a block bound the distances of all boxes inside it. The blocks of a list whose neighbours are far
//! apart are cut by almost all planes; the test of a block takes a 64th of the time of its boxes. (U. Assarsson and
//! T. Möller, "Optimized View Frustum Culling Algorithms for Bounding Boxes", 2000, have the planes of a parent for its
//! children.)

#![expect(clippy::inline_always, reason = "it must become part of `dispatch!` to be compiled for its instruction set")]

use fearless_simd::{Level, dispatch};
use glam::Vec3;

use super::boxes::BoxSlices;
use super::lanes::{SideArrays, classify_lanes, verdict_of};
use crate::geometry::frustum::classified::Verdict;
use crate::geometry::frustum::six_planes::Frustum;
use crate::geometry::plane::Plane;

/// Boxes in a block.
pub const BLOCK: usize = 64;

/// The box around each [`BLOCK`] neighbours of a list.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Blocks {
    min: [Vec<f32>; 3],
    max: [Vec<f32>; 3],
    /// Whether all boxes of a block are finite. The boxes of other blocks are always tested.
    are_finite: Vec<bool>,
    /// The number of boxes.
    len: usize,
}

impl Blocks {
    /// The blocks of a list.
    pub fn of(boxes: BoxSlices) -> Self {
        let len = boxes.len();
        let mut blocks = Self { len, are_finite: vec![true; len.div_ceil(BLOCK)], ..Self::default() };
        for axis in 0..3 {
            let [min, max] = [boxes.min, boxes.max].map(|axes| axes[axis][..len].chunks(BLOCK));
            for (min, is_finite) in min.clone().zip(&mut blocks.are_finite) {
                *is_finite &= min.iter().all(|x| x.is_finite());
            }
            for (max, is_finite) in max.clone().zip(&mut blocks.are_finite) {
                *is_finite &= max.iter().all(|x| x.is_finite());
            }
            blocks.min[axis] = min.map(|min| min.iter().copied().fold(f32::INFINITY, f32::min)).collect();
            blocks.max[axis] = max.map(|max| max.iter().copied().fold(f32::NEG_INFINITY, f32::max)).collect();
        }
        blocks
    }

    fn boxes(&self) -> BoxSlices<'_> {
        BoxSlices::of(&self.min, &self.max)
    }
}

/// [`super::classify_all`] for a list with its blocks: tests the boxes only of those blocks that a plane intersects.
///
/// The blocks must be those of these boxes. If there are more boxes now than when the blocks were made, the others are tested one
/// by one.
pub fn classify_blocks(frustum: &Frustum, boxes: BoxSlices, blocks: &Blocks, verdicts: &mut Vec<Verdict>) {
    classify_blocks_at(Level::new(), frustum, boxes, blocks, verdicts);
}

/// [`classify_blocks`] with a given instruction set.
pub fn classify_blocks_at(
    level: Level,
    frustum: &Frustum,
    boxes: BoxSlices,
    blocks: &Blocks,
    verdicts: &mut Vec<Verdict>,
) {
    verdicts.resize(boxes.len(), Verdict::Outside);
    let mut cuts = vec![ALL; blocks.are_finite.len()];
    let sides = frustum.planes.map(|plane| SideArrays::new(plane, boxes));
    let sides_of_blocks = frustum.planes.map(|plane| SideArrays::new(plane, blocks.boxes()));
    let known = blocks.len.min(boxes.len());
    dispatch!(level, _simd => {
        for (k, side) in sides_of_blocks.iter().enumerate() {
            cut_blocks(side, k, &mut cuts);
        }
        for (cut, is_finite) in cuts.iter_mut().zip(&blocks.are_finite) {
            *cut = if *is_finite { *cut } else { ALL };
        }
        // A list whose blocks are nearly all cut is faster as a whole.
        let count = cuts.iter().filter(|cut| **cut & OUTSIDE == 0 && **cut != 0).count();
        let whole = if count * 4 > cuts.len() * 3 { 0 } else { known / BLOCK };
        for (i, own) in verdicts.as_chunks_mut().0.iter_mut().take(whole).enumerate() {
            match cuts[i] {
                0 => own.fill(Verdict::Inside),
                cut if cut & OUTSIDE != 0 => own.fill(Verdict::Outside),
                cut => {
                    let [min, max] = [block(&boxes.min, i), block(&boxes.max, i)];
                    classify_block(&frustum.planes, cut, min, max, own);
                }
            }
        }
        classify_lanes(&sides, whole * BLOCK, &mut verdicts[whole * BLOCK..]);
    });
}

/// The coordinates of a whole block.
#[inline(always)]
fn block<'a>([x, y, z]: &[&'a [f32]; 3], i: usize) -> [&'a [f32; BLOCK]; 3] {
    [&x.as_chunks().0[i], &y.as_chunks().0[i], &z.as_chunks().0[i]]
}

/// A bit for each plane.
const ALL: u32 = 0b11_1111;
/// The bit of a block that is outside of a plane.
const OUTSIDE: u32 = 1 << 6;

/// Clears the bit of plane `k` for each block that is wholly inside of it, and sets [`OUTSIDE`] for each that is wholly
/// outside.
#[inline(always)]
fn cut_blocks(side: &SideArrays, k: usize, cuts: &mut [u32]) {
    let len = cuts.len();
    let [px, py, pz] = side.p_vertex.map(|axis| &axis[..len]);
    let [nx, ny, nz] = side.n_vertex.map(|axis| &axis[..len]);
    for (i, cut) in cuts.iter_mut().enumerate() {
        let p = side.plane.distance(Vec3::new(px[i], py[i], pz[i]));
        let n = side.plane.distance(Vec3::new(nx[i], ny[i], nz[i]));
        let inside = if n >= 0.0 { 1 << k } else { 0 };
        let outside = if p < 0.0 { OUTSIDE } else { 0 };
        *cut = *cut & !inside | outside;
    }
}

/// The verdicts of a block by the planes of the bits in `cut`. All boxes are inside of the other planes.
#[inline(always)]
fn classify_block(
    planes: &[Plane; 6],
    cut: u32,
    min: [&[f32; BLOCK]; 3],
    max: [&[f32; BLOCK]; 3],
    verdicts: &mut [Verdict; BLOCK],
) {
    let (mut least_p, mut least_n) = ([f32::INFINITY; BLOCK], [f32::INFINITY; BLOCK]);
    for (k, plane) in planes.iter().enumerate() {
        if cut >> k & 1 == 0 {
            continue;
        }
        let positive = plane.normal.cmpge(Vec3::ZERO);
        let corner = |axis: usize, upper: bool| if positive.test(axis) == upper { max[axis] } else { min[axis] };
        let [px, py, pz] = [corner(0, true), corner(1, true), corner(2, true)];
        let [nx, ny, nz] = [corner(0, false), corner(1, false), corner(2, false)];
        for i in 0..BLOCK {
            let p = plane.distance(Vec3::new(px[i], py[i], pz[i]));
            let n = plane.distance(Vec3::new(nx[i], ny[i], nz[i]));
            least_p[i] = if p < least_p[i] { p } else { least_p[i] };
            least_n[i] = if n < least_n[i] { n } else { least_n[i] };
        }
    }
    for i in 0..BLOCK {
        verdicts[i] = verdict_of(least_p[i], least_n[i]);
    }
}
