//! Which cells are near each other, for candidate pairs.

use super::cell::Cell;
use super::method::Method;
use super::morton::MAX_DEPTH;
use super::place::cell_of;
use super::sorted::Octree;
use super::wide::SimdAabb;
use crate::geometry::Aabb;

/// The candidates of one object: the objects that are candidate pairs with it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Candidates {
    /// Their number.
    pub count: usize,
    /// The first of them in the order of the scene.
    pub first: Vec<u32>,
    /// All of them whose boxes overlap that of the object, in the order of the scene.
    pub overlapping: Vec<u32>,
}

/// Nearness by cells: two cells are near each other when their boxes overlap.
#[derive(Clone, Copy)]
pub(super) struct Cells(pub(super) Method);

impl Cells {
    /// The box of a cell in half edges of the smallest leaves. Its bounds are whole numbers below 2¹³, which f32
    /// represents exactly.
    ///
    /// A loose cell is enlarged by half its edge on every side, so it contains its enlarged descendants. A tight cell
    /// is shrunk by one half leaf edge on every side, so neighbours do not touch, and two cells meet only when one
    /// contains the other.
    pub(super) fn bounds(self, cell: Cell) -> SimdAabb {
        let edge = 2_u32 << (MAX_DEPTH - cell.level());
        let grow = match self.0 {
            Method::Tight => -0.5,
            Method::Loose => edge as f32 / 2.0,
        };
        let min = glam::Vec3A::from_array(cell.coordinates().map(|c| (c * edge) as f32));
        SimdAabb { min: min - grow, max: min + edge as f32 + grow }
    }
}

impl Octree {
    /// The candidates of an object of this tree, whose box is `aabb`. At most `most` are in the list of the first.
    pub fn candidates_of(&self, object: u32, aabb: &Aabb, most: usize) -> Candidates {
        let cells = Cells(self.method);
        let home = cells.bounds(cell_of(&self.region, self.method, aabb));
        let aabb = SimdAabb::from(aabb);
        let (mut count, mut first, mut overlapping, mut at) = (0, Vec::new(), Vec::new(), 0);
        while let Some(node) = self.nodes.get(at) {
            // The box of a cell contains those of its descendants.
            if !cells.bounds(node.cell).overlaps(&home) {
                at = node.after(at);
                continue;
            }
            let own = node.start as usize..node.own_end as usize;
            let others = || self.ids[own.clone()].iter().copied().filter(|&other| other != object);
            count += own.len();
            // Ascending within a cell.
            first.extend(others().take(most));
            if node.contents.overlaps(&aabb) {
                let boxes = self.boxes[own.clone()].iter().zip(&self.ids[own.clone()]);
                overlapping.extend(boxes.filter(|(other, _)| other.overlaps(&aabb)).map(|(_, &other)| other));
            }
            at += 1;
        }
        if first.len() > most {
            first.select_nth_unstable(most);
            first.truncate(most);
        }
        first.sort_unstable();
        overlapping.retain(|&other| other != object);
        overlapping.sort_unstable();
        // Its own cell contains the object itself.
        Candidates { count: count.saturating_sub(1), first, overlapping }
    }
}

#[cfg(test)]
mod tests {
    use super::super::region::Region;
    use super::super::{pair, place};
    use super::*;
    use crate::geometry::Aabb;
    use glam::Vec3;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn candidates_are_those_of_pair(
            at in prop::collection::vec(([-9_i8..9, -9..9, -9..9], 1_u8..60), 1..60),
            method in prop::sample::select(Method::ALL.to_vec()),
            most in 0_usize..9,
        ) {
            let region = Region::new(Vec3::splat(-8.0), Vec3::splat(8.0), 4).unwrap();
            let box_of = |(at, size): &([i8; 3], u8)| Aabb::around(Vec3::from(at.map(f32::from)), Vec3::splat(f32::from(*size) / 30.0));
            let boxes: Vec<Aabb> = at.iter().map(box_of).collect();
            let tree = Octree::new(region, method, &boxes);
            let cells: Vec<Cell> = boxes.iter().map(|aabb| place(&region, method, aabb).cell).collect();
            for (a, &cell) in cells.iter().enumerate() {
                let is_near = |b: usize| {
                    pair(&region, method, [cell, cells[b]], [&boxes[a], &boxes[b]]).is_candidate
                };
                let candidates: Vec<usize> = (0..boxes.len()).filter(|&b| b != a && is_near(b)).collect();
                let overlapping = candidates.iter().copied().filter(|&b| boxes[a].overlaps(&boxes[b]));
                let ids = |objects: Vec<usize>| objects.into_iter().map(|b| u32::try_from(b).unwrap()).collect::<Vec<_>>();
                let expected = Candidates {
                    count: candidates.len(),
                    overlapping: ids(overlapping.collect()),
                    first: ids(candidates.into_iter().take(most).collect()),
                };
                prop_assert_eq!(tree.candidates_of(u32::try_from(a).unwrap(), &boxes[a], most), expected);
            }
        }
    }

    /// The definition, checked for all cells of four levels.
    #[test]
    fn cells_meet_when_nested_or_when_they_touch_enlarged() {
        let levels: Vec<_> = (0..4).flat_map(|level| (0..8_u32.pow(level)).map(move |code| (level, code))).collect();
        let cells: Vec<_> = levels.into_iter().filter_map(|(level, code)| Cell::new(level, code)).collect();
        let touch = |a: Cell, b: Cell| {
            let enlarged = |cell: Cell, axis: usize| {
                let edge = 1.0 / f64::from(1 << cell.level());
                let low = f64::from(cell.coordinates()[axis]) * edge;
                [low - edge / 2.0, low + edge * 1.5]
            };
            (0..3).all(|axis| {
                let ([a0, a1], [b0, b1]) = (enlarged(a, axis), enlarged(b, axis));
                a0 <= b1 && b0 <= a1
            })
        };
        for &a in &cells {
            for &b in cells.iter().step_by(3) {
                let nested = a.contains(b) || b.contains(a);
                assert_eq!(
                    Cells(Method::Tight).bounds(a).overlaps(&Cells(Method::Tight).bounds(b)),
                    nested,
                    "{a:?} {b:?}"
                );
                let loose = Cells(Method::Loose).bounds(a).overlaps(&Cells(Method::Loose).bounds(b));
                assert_eq!(loose, touch(a, b), "{a:?} {b:?}");
            }
        }
    }
}
