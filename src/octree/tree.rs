//! The tree that objects come to, move in and leave one by one.
//!
//! Each takes a number of steps that does not grow with the number of objects: the cell is computed, not searched for; an
//! object knows its place in the cell's list; the last of the list takes the place of one that leaves. Where a cell
//! becomes occupied or empty, so may its ancestors, at most ten. (A list or table that has to grow moves all it holds,
//! so seldom that it costs each object a constant share.) For questions to all objects at once there is
//! [`super::Sorted`].

use glam::Vec3;

use super::cell::Cell;
use super::families::{Families, Reach};
use super::place::{Method, place};
use super::region::Region;
use super::wide::Wide;
use crate::geometry::{Aabb, Silent};

/// An octree of objects that are named by numbers, best small ones: there is room for each up to the greatest.
#[derive(Clone, Debug)]
pub struct Octree {
    region: Region,
    method: Method,
    families: Families,
    buckets: Vec<Bucket>,
    /// Buckets that are empty and belong to no cell.
    spare: Vec<u32>,
    /// By object: where it lives.
    homes: Vec<Option<Home>>,
    len: usize,
}

/// The objects of one cell.
#[derive(Clone, Debug, Default)]
struct Bucket {
    cell: Cell,
    members: Vec<Member>,
}

#[derive(Clone, Copy, Debug)]
struct Member {
    aabb: Wide,
    object: u32,
}

/// Which bucket, and which place in it.
#[derive(Clone, Copy, Debug)]
struct Home {
    bucket: u32,
    place: u32,
}

impl Octree {
    /// Without objects.
    pub fn new(region: Region, method: Method) -> Self {
        let families = Families::new(region.depth());
        let (buckets, spare, homes) = (Vec::new(), Vec::new(), Vec::new());
        Self { region, method, families, buckets, spare, homes, len: 0 }
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
        Some(self.buckets.get(self.home(object)?.bucket as usize)?.cell)
    }

    /// The box of an object; `None` for one that is not there.
    pub fn aabb(&self, object: u32) -> Option<Aabb> {
        self.member(object).map(|member| member.aabb.aabb())
    }

    /// The objects that live in a cell, in no order; not those of its descendants.
    pub fn objects_in(&self, cell: Cell) -> impl Iterator<Item = u32> {
        self.members(cell).iter().map(|member| member.object)
    }

    /// The occupied cells by [`Cell::index`], each with its objects, ascending.
    pub fn occupied(&self) -> Vec<(Cell, Vec<u32>)> {
        let full = self.buckets.iter().filter(|bucket| !bucket.members.is_empty());
        let mut cells: Vec<_> = full
            .map(|bucket| {
                let mut objects: Vec<_> = bucket.members.iter().map(|member| member.object).collect();
                objects.sort_unstable();
                (bucket.cell, objects)
            })
            .collect();
        cells.sort_unstable_by_key(|(cell, _)| *cell);
        cells
    }

    /// Registers an object, or moves it; in the same cell only its box changes. Returns the cell where it lives now.
    pub fn set(&mut self, object: u32, aabb: &Aabb) -> Cell {
        let cell = place(&self.region, self.method, aabb, &mut Silent).cell;
        if let Some(home) = self.home(object) {
            let bucket = &mut self.buckets[home.bucket as usize];
            if bucket.cell == cell {
                bucket.members[home.place as usize].aabb = aabb.into();
                return cell;
            }
            self.remove(object);
        }
        let number = self.bucket_for(cell);
        let bucket = &mut self.buckets[number as usize];
        let place = u32::try_from(bucket.members.len()).unwrap_or(u32::MAX);
        bucket.members.push(Member { aabb: aabb.into(), object });
        let slot = object as usize;
        if self.homes.len() <= slot {
            self.homes.resize(slot + 1, None);
        }
        self.homes[slot] = Some(Home { bucket: number, place });
        self.len += 1;
        cell
    }

    /// Takes an object out. Whether it was there.
    pub fn remove(&mut self, object: u32) -> bool {
        let Some(home) = self.homes.get_mut(object as usize).and_then(Option::take) else { return false };
        let bucket = &mut self.buckets[home.bucket as usize];
        bucket.members.swap_remove(home.place as usize);
        if let Some(moved) = bucket.members.get(home.place as usize) {
            self.homes[moved.object as usize] = Some(home);
        } else if bucket.members.is_empty() {
            self.families.remove(bucket.cell);
            self.spare.push(home.bucket);
        }
        self.len -= 1;
        true
    }

    /// Calls `found` with every object whose box overlaps or touches `aabb`, in no order.
    ///
    /// Looks into the occupied cells where such an object can live, and into no empty branch.
    pub fn each_overlapping(&self, aabb: &Aabb, mut found: impl FnMut(u32)) {
        let wide = Wide::from(aabb);
        self.families.each_near(&self.reach(aabb), |bucket| {
            let members = self.buckets.get(bucket as usize).map(|bucket| &*bucket.members).unwrap_or_default();
            for member in members.iter().filter(|member| member.aabb.overlaps(&wide)) {
                found(member.object);
            }
        });
    }

    /// Where an object that overlaps the box can live.
    fn reach(&self, aabb: &Aabb) -> Reach {
        /// A loose cell reaches half an edge beyond itself. The rest is far more than the rounding of centres and
        /// quotients, and far less than it takes to look into one cell more than seldom.
        const REACH: f64 = 0.5 + 1.0 / 1024.0;
        let quotients = |corner: Vec3| [0, 1, 2].map(|axis| self.region.quotient(corner[axis].into(), axis));
        // Of an inverted box, the box that it would be.
        let (min, max) = (quotients(aabb.min.min(aabb.max)), quotients(aabb.max.max(aabb.min)));
        Reach::new(self.region.depth(), |level| {
            let shift = self.region.depth() - level;
            let beyond = match self.method {
                Method::Tight => 0.0,
                Method::Loose => f64::from(1_u32 << shift) * REACH,
            };
            [
                min.map(|q| self.region.coordinate(q - beyond) >> shift),
                max.map(|q| self.region.coordinate(q + beyond) >> shift),
            ]
        })
    }

    fn home(&self, object: u32) -> Option<Home> {
        self.homes.get(object as usize).copied().flatten()
    }

    fn member(&self, object: u32) -> Option<&Member> {
        let home = self.home(object)?;
        self.buckets.get(home.bucket as usize)?.members.get(home.place as usize)
    }

    fn members(&self, cell: Cell) -> &[Member] {
        let bucket = self.families.get(cell).and_then(|number| self.buckets.get(number as usize));
        bucket.map(|bucket| &*bucket.members).unwrap_or_default()
    }

    /// The bucket of a cell; a spare or a new one when the cell was empty.
    fn bucket_for(&mut self, cell: Cell) -> u32 {
        if let Some(number) = self.families.get(cell) {
            return number;
        }
        let number = self.spare.pop().unwrap_or_else(|| {
            self.buckets.push(Bucket::default());
            u32::try_from(self.buckets.len() - 1).unwrap_or(u32::MAX)
        });
        self.buckets[number as usize].cell = cell;
        self.families.insert(cell, number);
        number
    }
}
