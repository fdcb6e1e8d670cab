//! Cells of octrees.

use super::draw::Draw;
use super::family::Family;
use crate::hunt::recipe::Recipe;
use crate::mistakes::Case;

/// The bits of a coordinate whose code has 63 bits.
const MOST_DEPTH: usize = 21;

/// The depth of usual trees, whose codes have 30 bits.
const USUAL_DEPTH: usize = 10;

pub(super) const FAMILIES: [Family; 6] = [
    Family { name: "random", about: "cells of trees of up to 10 levels", make: |d, _| each(d, random) },
    Family { name: "ends", about: "the first and the last cell along each axis", make: |d, _| each(d, ends) },
    Family { name: "axes", about: "cells along one axis", make: |d, _| each(d, axes) },
    Family { name: "powers", about: "powers of two, and one below and above", make: |d, _| each(d, powers) },
    Family { name: "shallow", about: "trees of one and two levels", make: |d, _| each(d, shallow) },
    Family {
        name: "deep",
        about: "trees of 11 to 21 levels, whose codes have up to 63 bits",
        make: |d, _| each(d, deep),
    },
];

fn each(draw: &mut Draw, one: fn(&mut Draw) -> (usize, [u32; 3])) -> Vec<Recipe> {
    let case = |(depth, cell): (usize, [u32; 3])| {
        let depth = u32::try_from(depth).unwrap_or(1);
        let most = (1_u32 << depth) - 1;
        Recipe::Plain(Case::Morton { cell: cell.map(|c| c.min(most)), depth })
    };
    (0..super::family::BLOCK).map(|_| case(one(draw))).collect()
}

fn any(draw: &mut Draw, depth: usize) -> u32 {
    u32::try_from(draw.below(1 << depth)).unwrap_or(0)
}

fn random(draw: &mut Draw) -> (usize, [u32; 3]) {
    let depth = 1 + draw.below(USUAL_DEPTH);
    (depth, [any(draw, depth), any(draw, depth), any(draw, depth)])
}

fn ends(draw: &mut Draw) -> (usize, [u32; 3]) {
    let depth = 1 + draw.below(USUAL_DEPTH);
    (depth, std::array::from_fn(|_| draw.one_of(&[0, u32::MAX])))
}

fn axes(draw: &mut Draw) -> (usize, [u32; 3]) {
    let depth = 1 + draw.below(USUAL_DEPTH);
    let mut cell = [0; 3];
    cell[draw.below(3)] = any(draw, depth);
    (depth, cell)
}

fn powers(draw: &mut Draw) -> (usize, [u32; 3]) {
    let depth = 1 + draw.below(USUAL_DEPTH);
    (depth, std::array::from_fn(|_| (1_u32 << draw.below(depth)).wrapping_add_signed(draw.one_of(&[-1, 0, 1]))))
}

fn shallow(draw: &mut Draw) -> (usize, [u32; 3]) {
    let depth = 1 + draw.below(2);
    (depth, [any(draw, depth), any(draw, depth), any(draw, depth)])
}

fn deep(draw: &mut Draw) -> (usize, [u32; 3]) {
    let depth = USUAL_DEPTH + 1 + draw.below(MOST_DEPTH - USUAL_DEPTH);
    (depth, [any(draw, depth), any(draw, depth), any(draw, depth)])
}
