//! An octree of objects that are added, moved and removed one by one.
//!
//! Each of these takes a number of steps that does not depend on the number of objects. The cell is computed, not
//! searched. Each object stores its place in the list of its cell, and the last object of the list fills the place of a
//! removed one. When a cell becomes occupied or empty, its ancestors, at most ten, can become occupied or empty too. (A
//! growing list or table copies all its entries; this is rare enough to cost each object a constant share.) For queries
//! about all objects at once, see [`super::Sorted`].

use glam::Vec3;

use super::blocks::{Blocks, Query};
use super::cell::Cell;
use super::families::{Families, Range};
use super::place::{Method, place};
use super::region::Region;
use super::wide::Wide;
use crate::geometry::Aabb;

/// An octree of objects. An object is a number; memory is allocated for all numbers up to the greatest one.
#[derive(Clone, Debug)]
pub struct Octree {
    region: Region,
    method: Method,
    families: Families,
    blocks: Blocks,
    len: usize,
}

impl Octree {
    /// An octree without objects.
    pub fn new(region: Region, method: Method) -> Self {
        let families = Families::new(region.depth());
        Self { region, method, families, blocks: Blocks::default(), len: 0 }
    }

    /// The region.
    pub fn region(&self) -> &Region {
        &self.region
    }

    /// The method by which cells are selected.
    pub fn method(&self) -> Method {
        self.method
    }

    /// The number of objects.
    pub fn len(&self) -> usize {
        self.len
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// The cell of an object; `None` if the object is not in the tree.
    pub fn cell_of(&self, object: u32) -> Option<Cell> {
        self.blocks.cell(object)
    }

    /// The box of an object; `None` if the object is not in the tree.
    pub fn aabb(&self, object: u32) -> Option<Aabb> {
        self.blocks.get(object).map(|(_, aabb)| aabb.aabb())
    }

    /// The objects in a cell, in no particular order, without those of its descendants.
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

    /// Adds or moves an object. Within the same cell only its box changes. Returns its cell.
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

    /// Removes an object. Returns whether it was there.
    pub fn remove(&mut self, object: u32) -> bool {
        let Some((cell, is_empty)) = self.blocks.remove(object) else { return false };
        if is_empty {
            self.families.remove(cell);
        }
        self.len -= 1;
        true
    }

    /// Calls `found` with every object whose box overlaps or touches `aabb`, in no particular order.
    ///
    /// Visits only the occupied cells that can contain such an object.
    pub fn each_overlapping(&self, aabb: &Aabb, mut found: impl FnMut(u32)) {
        let query = Query::from(aabb);
        self.families.each_near(self.reach(aabb), |cell| self.blocks.each_overlapping(cell, &query, &mut found));
    }

    /// The cells that can contain an object that overlaps the box, by level.
    fn reach(&self, aabb: &Aabb) -> impl Fn(u32) -> Range {
        /// A loose cell is enlarged by half an edge. The rest is far more than the rounding of centres and quotients,
        /// and so small that it rarely adds a cell.
        const REACH: f64 = 0.5 + 1.0 / 1024.0;
        let quotients = |corner: Vec3| [0, 1, 2].map(|axis| self.region.quotient(corner[axis].into(), axis));
        // The bounds of an inverted box are exchanged.
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
