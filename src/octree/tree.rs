//! The tree that objects come to, move in and leave one by one.
//!
//! Each takes a constant number of steps: the cell is computed, not searched for; an object knows its place in the cell's
//! list; the last of the list takes the place of one that leaves. For questions to all objects at once there is
//! [`super::Sorted`].

use super::cell::Cell;
use super::place::{Method, place};
use super::region::Region;
use super::store::Store;
use super::wide::Wide;
use crate::geometry::{Aabb, Silent};

/// An octree of objects that are named by numbers, best small ones: there is room for each up to the greatest.
#[derive(Clone, Debug)]
pub struct Octree {
    region: Region,
    method: Method,
    store: Store,
    buckets: Vec<Bucket>,
    /// Buckets that are empty and belong to no cell.
    spare: Vec<u32>,
    /// By object: where it lives.
    homes: Vec<Option<Home>>,
    len: usize,
    /// Occupied cells of each level.
    levels: [u32; 11],
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
        let store = Store::new(region.depth());
        let (buckets, spare, homes) = (Vec::new(), Vec::new(), Vec::new());
        Self { region, method, store, buckets, spare, homes, len: 0, levels: [0; 11] }
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
            self.levels[bucket.cell.level() as usize] -= 1;
            self.store.remove(bucket.cell);
            self.spare.push(home.bucket);
        }
        self.len -= 1;
        true
    }

    /// Calls `found` with every object whose box overlaps or touches `aabb`, in no order.
    ///
    /// Looks into the cells of each level where such an object can live; where those are more than there are objects it
    /// looks at all objects instead.
    pub fn each_overlapping(&self, aabb: &Aabb, mut found: impl FnMut(u32)) {
        let wide = Wide::from(aabb);
        let mut meet = |bucket: &Bucket| {
            for member in bucket.members.iter().filter(|member| member.aabb.overlaps(&wide)) {
                found(member.object);
            }
        };
        let levels = || (0..=self.region.depth()).filter(|&level| self.levels[level as usize] > 0);
        let ranges = levels().map(|level| (level, self.cells_near(aabb, level)));
        let looks =
            |[from, to]: [[u32; 3]; 2]| (0..3).map(|axis| u64::from(to[axis] - from[axis] + 1)).product::<u64>();
        if ranges.clone().map(|(_, range)| looks(range)).sum::<u64>() > self.len as u64 {
            self.buckets.iter().for_each(meet);
            return;
        }
        for (level, [from, to]) in ranges {
            for z in from[2]..=to[2] {
                for y in from[1]..=to[1] {
                    for x in from[0]..=to[0] {
                        let number = Cell::at(level, [x, y, z]).and_then(|cell| self.store.get(cell));
                        if let Some(bucket) = number.and_then(|number| self.buckets.get(number as usize)) {
                            meet(bucket);
                        }
                    }
                }
            }
        }
    }

    /// The least and greatest coordinates of the cells of a level that an object overlapping the box can live in.
    fn cells_near(&self, aabb: &Aabb, level: u32) -> [[u32; 3]; 2] {
        /// A loose cell reaches half an edge beyond itself. The rest is far more than the rounding of centres and
        /// quotients, and far less than it takes to look into one cell more than seldom.
        const REACH: f64 = 0.5 + 1.0 / 1024.0;
        let beyond = match self.method {
            Method::Tight => [0.0; 3],
            Method::Loose => self.region.edges(level).map(|edge| edge * REACH),
        };
        let shift = self.region.depth() - level;
        [(aabb.min, -1.0), (aabb.max, 1.0)].map(|(corner, sign)| {
            let point = std::array::from_fn(|axis| f64::from(corner[axis]) + sign * beyond[axis]);
            self.region.leaf(point).map(|coordinate| coordinate >> shift)
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
        let bucket = self.store.get(cell).and_then(|number| self.buckets.get(number as usize));
        bucket.map(|bucket| &*bucket.members).unwrap_or_default()
    }

    /// The bucket of a cell; a spare or a new one when the cell was empty.
    fn bucket_for(&mut self, cell: Cell) -> u32 {
        if let Some(number) = self.store.get(cell) {
            return number;
        }
        let number = self.spare.pop().unwrap_or_else(|| {
            self.buckets.push(Bucket::default());
            u32::try_from(self.buckets.len() - 1).unwrap_or(u32::MAX)
        });
        self.buckets[number as usize].cell = cell;
        self.levels[cell.level() as usize] += 1;
        self.store.insert(cell, number);
        number
    }
}
