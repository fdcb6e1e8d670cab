//! Counts of the objects of a tree: by level, and by the axis on which they straddle a split plane.

use super::cell::Cell;
use super::method::Method;
use super::place::place;
use super::placement::Placement;
use super::region::Region;
use crate::geometry::Aabb;

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
        Self::of_placements(region, &placements, boxes)
    }

    /// Counts boxes whose placements are known, in the same order.
    pub fn of_placements(region: &Region, placements: &[Placement], boxes: &[Aabb]) -> Self {
        let mut stats = Self { levels: vec![LevelStats::default(); region.depth() as usize + 1], ..Self::default() };
        let mut occupied: Vec<Cell> = placements.iter().map(|placement| placement.cell).collect();
        occupied.sort_unstable();
        occupied.dedup();
        for cell in occupied {
            stats.levels.get_mut(cell.level() as usize).into_iter().for_each(|level| level.cells += 1);
        }
        for (placement, aabb) in placements.iter().zip(boxes) {
            let by_size = place(region, Method::Loose, aabb).cell.level();
            let cell = placement.cell;
            let Some(level) = stats.levels.get_mut(cell.level() as usize) else { continue };
            level.objects += 1;
            level.straddling += usize::from(by_size > cell.level());
            placement.straddles.iter().for_each(|axis| stats.straddlers[axis] += 1);
            stats.outside += usize::from(placement.is_outside());
        }
        stats
    }
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
