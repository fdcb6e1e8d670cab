//! Counts of the objects of a tree: by level, and by the axis on which they straddle a split plane.

use super::method::Method;
use super::place::place;
use super::placement::Placement;
use super::region::Region;
use super::sorted::{Node, Sorted};
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
        Self::of_tree(&Sorted::new(*region, method, boxes), &placements)
    }

    /// Counts the objects of a tree. `placements` has the placement of each object, by its index.
    pub fn of_tree(tree: &Sorted, placements: &[Placement]) -> Self {
        let parts = tree.nodes.len().div_ceil(NODES_OF_A_PART);
        let levels = parallel::map(parts, |part| {
            let from = part * NODES_OF_A_PART;
            levels(tree, &tree.nodes[from..tree.nodes.len().min(from + NODES_OF_A_PART)], placements)
        });
        let mut stats =
            Self { levels: vec![LevelStats::default(); tree.region.depth() as usize + 1], ..Self::default() };
        for part in levels {
            for (sum, level) in stats.levels.iter_mut().zip(part) {
                sum.cells += level.cells;
                sum.objects += level.objects;
                sum.straddling += level.straddling;
            }
        }
        for placement in placements {
            placement.straddles.iter().for_each(|axis| stats.straddlers[axis] += 1);
            stats.outside += usize::from(placement.is_outside());
        }
        stats
    }
}

/// The nodes that a thread counts at once.
const NODES_OF_A_PART: usize = 8192;

/// The counts of some nodes, by level.
fn levels(tree: &Sorted, nodes: &[Node], placements: &[Placement]) -> Vec<LevelStats> {
    let mut levels = vec![LevelStats::default(); tree.region.depth() as usize + 1];
    for node in nodes.iter().filter(|node| node.start < node.own_end) {
        let own = node.start as usize..node.own_end as usize;
        let level = &mut levels[node.cell.level() as usize];
        level.cells += 1;
        level.objects += own.len();
        // In a loose tree, the size alone selects the level.
        if tree.method == Method::Tight {
            let is_inside =
                |object: u32| placements.get(object as usize).is_some_and(|placement| !placement.is_outside());
            let is_straddling = |i: &usize| {
                let size = (tree.boxes[*i].max.as_dvec3() - tree.boxes[*i].min.as_dvec3()).to_array();
                tree.region.level_of_size(size) > node.cell.level() && is_inside(tree.ids[*i])
            };
            level.straddling += own.filter(is_straddling).count();
        }
    }
    levels
}

#[cfg(test)]
mod tests {
    use super::*;
    use glam::Vec3;

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
