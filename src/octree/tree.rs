//! The tree that objects come to, move in and leave one by one.
//!
//! Each takes a number of steps that does not grow with the number of objects: the cell is computed, not searched for; an
//! object knows its place in the cell's list; the last of the list takes the place of one that leaves. Where a cell
//! becomes occupied or empty, so may its ancestors, at most ten. (A list or table that has to grow moves all it holds,
//! so seldom that it costs each object a constant share.) For questions to all objects at once there is
//! [`super::Sorted`].

use glam::Vec3;

use super::blocks::{Blocks, Query};
use super::cell::Cell;
use super::families::{Families, Range};
use super::place::{Method, place};
use super::region::Region;
use super::wide::Wide;
use crate::geometry::Aabb;

/// An octree of objects that are named by numbers, best small ones: there is room for each up to the greatest.
#[derive(Clone, Debug)]
pub struct Octree {
    region: Region,
    method: Method,
    families: Families,
    blocks: Blocks,
    len: usize,
}

impl Octree {
    /// Without objects.
    pub fn new(region: Region, method: Method) -> Self {
        let families = Families::new(region.depth());
        Self { region, method, families, blocks: Blocks::default(), len: 0 }
    }

    /// What it divides.
    pub fn region(&self) -> &Region {
        &self.region
    }

    /// How cells are chosen.
    pub fn method(&self) -> Method {
        self.method
    }

    /// How many objects.
    pub fn len(&self) -> usize {
        self.len
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// The cell where an object lives; `None` for one that is not there.
    pub fn cell_of(&self, object: u32) -> Option<Cell> {
        self.blocks.cell(object)
    }

    /// The box of an object; `None` for one that is not there.
    pub fn aabb(&self, object: u32) -> Option<Aabb> {
        self.blocks.get(object).map(|(_, aabb)| aabb.aabb())
    }

    /// The objects that live in a cell, in no order; not those of its descendants.
    pub fn objects_in(&self, cell: Cell) -> impl Iterator<Item = u32> {
        self.blocks.of(self.families.get(cell))
    }

    /// The occupied cells by [`Cell::index`], each with its objects, ascending.
    pub fn occupied(&self) -> Vec<(Cell, Vec<u32>)> {
        let sorted = |(cell, number)| {
            let mut objects: Vec<_> = self.blocks.of(Some(number)).collect();
            objects.sort_unstable();
            (cell, objects)
        };
        let mut cells: Vec<_> = self.blocks.occupied().map(sorted).collect();
        cells.sort_unstable_by_key(|(cell, _)| *cell);
        cells
    }

    /// Registers an object, or moves it; in the same cell only its box changes. Returns the cell where it lives now.
    pub fn set(&mut self, object: u32, aabb: &Aabb) -> Cell {
        let cell = place(&self.region, self.method, aabb).cell;
        if self.blocks.cell(object) == Some(cell) {
            self.blocks.update(object, &aabb.into());
            return cell;
        }
        self.remove(object);
        let number = self.families.get(cell).unwrap_or_else(|| {
            let number = self.blocks.open(cell);
            self.families.insert(cell, number);
            number
        });
        self.blocks.insert(number, object, &Wide::from(aabb));
        self.len += 1;
        cell
    }

    /// Takes an object out. Whether it was there.
    pub fn remove(&mut self, object: u32) -> bool {
        let Some((cell, is_empty)) = self.blocks.remove(object) else { return false };
        if is_empty {
            self.families.remove(cell);
        }
        self.len -= 1;
        true
    }

    /// Calls `found` with every object whose box overlaps or touches `aabb`, in no order.
    ///
    /// Looks into the occupied cells where such an object can live, and into no empty branch.
    pub fn each_overlapping(&self, aabb: &Aabb, mut found: impl FnMut(u32)) {
        let query = Query::from(aabb);
        self.families.each_near(self.reach(aabb), |cell| self.blocks.each_overlapping(cell, &query, &mut found));
    }

    /// Where an object that overlaps the box can live.
    fn reach(&self, aabb: &Aabb) -> impl Fn(u32) -> Range {
        /// A loose cell reaches half an edge beyond itself. The rest is far more than the rounding of centres and
        /// quotients, and far less than it takes to look into one cell more than seldom.
        const REACH: f64 = 0.5 + 1.0 / 1024.0;
        let quotients = |corner: Vec3| [0, 1, 2].map(|axis| self.region.quotient(corner[axis].into(), axis));
        // Of an inverted box, the box that it would be.
        let (min, max) = (quotients(aabb.min.min(aabb.max)), quotients(aabb.max.max(aabb.min)));
        move |level| {
            let shift = self.region.depth() - level;
            let beyond = match self.method {
                Method::Tight => 0.0,
                Method::Loose => f64::from(1_u32 << shift) * REACH,
            };
            [
                min.map(|q| self.region.coordinate(q - beyond) >> shift),
                max.map(|q| self.region.coordinate(q + beyond) >> shift),
            ]
        }
    }
}
