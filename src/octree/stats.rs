//! Counts of the objects of a tree: by level, and by the axis on which they straddle a split plane.

use super::method::Method;
use super::place::place;
use super::placement::Placement;
use super::region::Region;
use super::sorted::{CellNode, Octree};
use super::wide::SimdAabb;
use crate::geometry::Aabb;
use crate::parallel;

/// Counts of a tree.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Stats {
    /// One for each level, from the root to the leaves.
    pub levels: Vec<LevelStats>,
    /// The number of objects that straddle a split plane of their cell, on X, Y and Z. One object may count on all
    /// three.
    pub straddlers: [usize; 3],
    /// The number of objects that reach out of the region.
    pub outside: usize,
}

/// Counts of one level.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct LevelStats {
    /// Occupied cells.
    pub cells: usize,
    /// Objects in these cells.
    pub objects: usize,
    /// Those of them that are small enough for a deeper cell but straddle a split plane.
    pub straddling: usize,
}

impl Stats {
    /// Counts all boxes.
    pub fn of(region: &Region, method: Method, boxes: &[Aabb]) -> Self {
        let placements: Vec<_> = boxes.iter().map(|aabb| place(region, method, aabb)).collect();
        Self::of_tree(&Octree::new(*region, method, boxes), &placements)
    }

    /// Counts the objects of a tree. `placements` has the placement of each object.
    pub fn of_tree(tree: &Octree, placements: &[Placement]) -> Self {
        let mut stats =
            Self { levels: vec![LevelStats::default(); tree.region.depth() as usize + 1], ..Self::default() };
        let nodes: Vec<&[CellNode]> = tree.nodes.chunks(PART).collect();
        for part in parallel::map(nodes.len(), |part| levels(tree, nodes[part])) {
            for (sum, level) in stats.levels.iter_mut().zip(part) {
                sum.cells += level.cells;
                sum.objects += level.objects;
                sum.straddling += level.straddling;
            }
        }
        let placements: Vec<&[Placement]> = placements.chunks(PART).collect();
        for (straddlers, outside) in parallel::map(placements.len(), |part| straddlers(placements[part])) {
            (0..3).for_each(|axis| stats.straddlers[axis] += straddlers[axis]);
            stats.outside += outside;
        }
        stats
    }
}

/// The number of nodes or placements that a thread counts at once.
const PART: usize = 8192;

/// The counts of some nodes, by level.
fn levels(tree: &Octree, nodes: &[CellNode]) -> Vec<LevelStats> {
    let mut levels = vec![LevelStats::default(); tree.region.depth() as usize + 1];
    for node in nodes.iter().filter(|node| node.start < node.own_end) {
        let own = node.start as usize..node.own_end as usize;
        let deeper = node.cell.level() + 1;
        let level = &mut levels[node.cell.level() as usize];
        level.cells += 1;
        level.objects += own.len();
        // In a loose tree, the size alone selects the level.
        if tree.method == Method::Tight && deeper <= tree.region.depth() {
            let is_straddling = |aabb: &&SimdAabb| {
                let size = aabb.max.as_dvec3() - aabb.min.as_dvec3();
                tree.region.fits(size, deeper) && tree.region.encloses(&aabb.aabb())
            };
            level.straddling += tree.boxes[own].iter().filter(is_straddling).count();
        }
    }
    levels
}

/// The number of placements that straddle a split plane on each axis, and of those outside the region.
fn straddlers(placements: &[Placement]) -> ([usize; 3], usize) {
    let (mut straddlers, mut outside) = ([0; 3], 0);
    for placement in placements {
        (0..3).for_each(|axis| straddlers[axis] += usize::from(placement.straddles.contains(axis)));
        outside += usize::from(placement.is_outside());
    }
    (straddlers, outside)
}

#[cfg(test)]
mod tests {
    use super::*;
    use glam::Vec3;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn straddling_boxes_are_inside_and_small_enough_for_a_deeper_cell(
            boxes in prop::collection::vec(([-9_f32..9.0, -9_f32..9.0, -9_f32..9.0], 0.0_f32..3.0), 0..60),
            depth in 0_u32..6,
        ) {
            let region = Region::new(Vec3::new(-8.0, -1.5, -3.5), Vec3::new(8.0, 5.5, 3.1), depth).unwrap();
            let boxes: Vec<_> = boxes.iter().map(|&(at, half)| Aabb::around(at.into(), Vec3::splat(half))).collect();
            let stats = Stats::of(&region, Method::Tight, &boxes);
            let mut expected = vec![0; depth as usize + 1];
            for aabb in &boxes {
                let placement = place(&region, Method::Tight, aabb);
                let size = (aabb.max.as_dvec3() - aabb.min.as_dvec3()).to_array();
                let is_straddling = !placement.is_outside() && region.level_of_size(size) > placement.cell.level();
                expected[placement.cell.level() as usize] += usize::from(is_straddling);
            }
            prop_assert_eq!(stats.levels.iter().map(|level| level.straddling).collect::<Vec<_>>(), expected);
        }
    }

    #[test]
    fn counts_by_level() {
        let region = Region::new(Vec3::splat(-8.0), Vec3::splat(8.0), 4).unwrap();
        let small = |x: f32, y: f32, z: f32| Aabb::around(Vec3::new(x, y, z), Vec3::splat(0.25));
        let boxes = [
            small(0.0, 2.5, 2.5),
            small(0.0, 0.0, 2.5),
            small(2.5, 2.5, 2.5),
            small(2.4, 2.5, 2.5),
            small(9.0, 0.0, 0.0),
        ];
        let stats = Stats::of(&region, Method::Tight, &boxes);
        assert_eq!(stats.levels[0], LevelStats { cells: 1, objects: 3, straddling: 2 });
        assert_eq!(stats.levels[4], LevelStats { cells: 1, objects: 2, straddling: 0 });
        assert_eq!((stats.levels.len(), stats.straddlers, stats.outside), (5, [2, 1, 0], 1));
        let loose = Stats::of(&region, Method::Loose, &boxes);
        assert_eq!(loose.levels[0], LevelStats { cells: 1, objects: 1, straddling: 0 });
        assert_eq!(loose.levels[4], LevelStats { cells: 3, objects: 4, straddling: 0 });
        assert_eq!((loose.straddlers, loose.outside), ([0; 3], 1));
    }
}
