//! The cells of a search for a leak: an octree whose leaves are free, blocked or mixed.
//!
//! A sphere may have its centre anywhere in a free cell, and nowhere in a blocked one. A mixed cell is not decided: it is divided,
//! or it is as small as the search allows.

use glam::DVec3;

use crate::budget::{Budget, OverBudget, Reservation};
use crate::clearance::obstacles::Obstacles;
use crate::parallel;

/// The index of a cell.
pub(super) type CellIndex = u32;

/// Cells are at most so many divisions deep.
pub(super) const DEEPEST: u8 = 28;

/// What is known of a cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum CellState {
    /// Every point keeps the radius.
    Free,
    /// No point keeps the radius.
    Blocked,
    /// Not decided.
    Mixed,
}

/// A cube. Its corner and edge follow from level and key.
#[derive(Clone, Copy, Debug)]
pub(super) struct LeakCell {
    key: [u32; 3],
    pub(super) level: u8,
    pub(super) state: CellState,
    /// The first of eight children; 0 for a leaf.
    children: CellIndex,
}

/// A side of a cell: an axis and a direction.
#[derive(Clone, Copy, Debug)]
pub(super) struct CellSide {
    pub(super) axis: usize,
    pub(super) is_up: bool,
}

impl CellSide {
    pub(super) const ALL: [Self; 6] = {
        let mut all = [Self { axis: 0, is_up: false }; 6];
        let mut i = 0;
        while i < 6 {
            all[i] = Self { axis: i / 2, is_up: i % 2 == 1 };
            i += 1;
        }
        all
    };
}

/// The cells in a cube.
#[derive(Debug)]
pub(super) struct LeakGrid {
    least: DVec3,
    edge: f64,
    cells: Vec<LeakCell>,
    memory: Reservation,
}

impl LeakGrid {
    /// One mixed cell.
    pub(super) fn new(least: DVec3, edge: f64, budget: &Budget) -> Self {
        let root = LeakCell { key: [0; 3], level: 0, state: CellState::Mixed, children: 0 };
        Self { least, edge, cells: vec![root], memory: budget.nothing() }
    }

    pub(super) fn len(&self) -> usize {
        self.cells.len()
    }

    pub(super) fn cell(&self, index: CellIndex) -> LeakCell {
        self.cells[index as usize]
    }

    /// The edge of the cells of a level.
    pub(super) fn edge_at(&self, level: u8) -> f64 {
        self.edge * 0.5_f64.powi(level.into())
    }

    /// The edge of a cell.
    pub(super) fn edge(&self, index: CellIndex) -> f64 {
        self.edge_at(self.cells[index as usize].level)
    }

    /// The centre of a cell.
    pub(super) fn centre(&self, index: CellIndex) -> DVec3 {
        let cell = &self.cells[index as usize];
        self.centre_at(cell.key, cell.level)
    }

    fn centre_at(&self, key: [u32; 3], level: u8) -> DVec3 {
        self.least + (DVec3::from_array(key.map(f64::from)) + 0.5) * self.edge_at(level)
    }

    pub(super) fn is_leaf(&self, index: CellIndex) -> bool {
        self.cells[index as usize].children == 0
    }

    /// The leaf with a point; `None` outside of the cube.
    pub(super) fn leaf_at(&self, point: DVec3) -> Option<CellIndex> {
        let part = (point - self.least) / self.edge;
        if !(part.cmpge(DVec3::ZERO).all() && part.cmplt(DVec3::ONE).all()) {
            return None;
        }
        let mut index = 0;
        while let Some(first) = self.children(index) {
            let centre = self.centre(index);
            let side = |axis: usize| u32::from(point[axis] >= centre[axis]) << axis;
            index = first + (side(0) | side(1) | side(2));
        }
        Some(index)
    }

    fn children(&self, index: CellIndex) -> Option<CellIndex> {
        Some(self.cells[index as usize].children).filter(|first| *first > 0)
    }

    /// Whether a side of a cell is a part of the boundary of the cube.
    pub(super) fn is_at_boundary(&self, index: CellIndex, side: CellSide) -> bool {
        let cell = &self.cells[index as usize];
        let last = if side.is_up { (1_u32 << cell.level) - 1 } else { 0 };
        cell.key[side.axis] == last
    }

    /// Calls a function for each leaf that shares a part of a side with a leaf.
    pub(super) fn neighbours(&self, index: CellIndex, mut found: impl FnMut(CellIndex)) {
        let cell = self.cells[index as usize];
        for side in CellSide::ALL {
            if self.is_at_boundary(index, side) {
                continue;
            }
            let mut key = cell.key;
            key[side.axis] = if side.is_up { key[side.axis] + 1 } else { key[side.axis] - 1 };
            let mut at = 0;
            for level in (0..cell.level).rev() {
                let Some(first) = self.children(at) else { break };
                let bit = |axis: usize| (key[axis] >> level & 1) << axis;
                at = first + (bit(0) | bit(1) | bit(2));
            }
            self.facing(at, side, &mut found);
        }
    }

    /// The leaves of a cell at the side that faces back.
    fn facing(&self, index: CellIndex, side: CellSide, found: &mut impl FnMut(CellIndex)) {
        let Some(first) = self.children(index) else { return found(index) };
        let wanted = u32::from(!side.is_up);
        for child in (0..8_u32).filter(|child| child >> side.axis & 1 == wanted) {
            self.facing(first + child, side, found);
        }
    }

    /// Divides leaves, and decides the children.
    ///
    /// # Errors
    /// When the budget has no room. The cells are then as before.
    pub(super) fn divide(
        &mut self,
        leaves: &[CellIndex],
        obstacles: &Obstacles,
        radius: f64,
        is_cancelled: &(impl Fn() -> bool + Sync),
    ) -> Result<(), OverBudget> {
        // The lists of distances and the queues of the search are beside the cells.
        const BESIDE: usize = 40;
        self.memory.grow((leaves.len() * 8 * (size_of::<LeakCell>() + BESIDE)) as u64)?;
        let grid = &*self;
        let child = |i: usize| {
            let parent = grid.cells[leaves[i / 8] as usize];
            let part = u32::try_from(i % 8).unwrap_or(0);
            let key = std::array::from_fn(|axis| parent.key[axis] * 2 + (part >> axis & 1));
            let level = parent.level + 1;
            let state = if is_cancelled() {
                CellState::Mixed
            } else {
                decided(obstacles, grid.centre_at(key, level), grid.edge_at(level), radius)
            };
            LeakCell { key, level, state, children: 0 }
        };
        let children = parallel::collect(leaves.len() * 8, child);
        let mut next = CellIndex::try_from(self.cells.len()).unwrap_or(CellIndex::MAX);
        for leaf in leaves {
            self.cells[*leaf as usize].children = next;
            next += 8;
        }
        self.cells.extend(children);
        Ok(())
    }
}

/// The state of a cube. A convex part of a body is furthest from a corner of the cube, so a cube whose corners are all nearer to
/// one part than the radius is blocked.
fn decided(obstacles: &Obstacles, centre: DVec3, edge: f64, radius: f64) -> CellState {
    /// Free cells keep a little more than the radius, so that rounding takes nothing away.
    const MARGIN: f64 = 1.0 + 1e-9;
    let half = edge * 0.5;
    let reach = half * 3_f64.sqrt();
    let Some(nearest) = obstacles.nearest(centre, radius * MARGIN + reach) else { return CellState::Free };
    if nearest.distance < radius - reach {
        return CellState::Blocked;
    }
    if edge > 2.0 * radius || nearest.distance >= radius {
        return CellState::Mixed;
    }
    let part = obstacles.item(nearest.item);
    let corner = |i: u32| {
        let side = |axis: u32| if i >> axis & 1 == 1 { half } else { -half };
        centre + DVec3::new(side(0), side(1), side(2))
    };
    let is_blocked = (0..8).all(|i| part.distance(corner(i)) < radius);
    if is_blocked { CellState::Blocked } else { CellState::Mixed }
}
