//! Overlapping pairs of moving objects. When an object moves, only its own pairs are searched again.

use super::place::Method;
use super::region::Region;
use super::sorted::Sorted;
use super::tree::Octree;
use crate::geometry::Aabb;

/// An octree and the pairs of its objects whose boxes overlap or touch.
#[derive(Clone, Debug)]
pub struct LiveOverlaps {
    tree: Octree,
    /// The objects that each object overlaps, ascending.
    partners: Vec<Vec<u32>>,
    count: usize,
    /// Reused memory for one query.
    found: Vec<u32>,
}

impl LiveOverlaps {
    /// The objects of `boxes`, by index, with all their pairs.
    pub fn new(region: Region, method: Method, boxes: &[Aabb]) -> Self {
        let mut live = Self {
            tree: Octree::new(region, method),
            partners: vec![Vec::new(); boxes.len()],
            count: 0,
            found: Vec::new(),
        };
        // Added in Morton order, so that neighbours in space are neighbours in memory.
        let sorted = Sorted::new(region, method, boxes);
        for &object in &sorted.ids {
            live.tree.set(object, &boxes[object as usize]);
        }
        for [a, b] in sorted.overlap_pairs_unsorted() {
            live.partners[a as usize].push(b);
            live.partners[b as usize].push(a);
            live.count += 1;
        }
        live.partners.iter_mut().for_each(|partners| partners.sort_unstable());
        live
    }

    /// The tree.
    pub fn tree(&self) -> &Octree {
        &self.tree
    }

    /// The number of pairs.
    pub fn count(&self) -> usize {
        self.count
    }

    /// The objects that an object overlaps, ascending.
    pub fn of(&self, object: u32) -> &[u32] {
        self.partners.get(object as usize).map(Vec::as_slice).unwrap_or_default()
    }

    /// All pairs in the order of the scene, the lower index first.
    pub fn pairs(&self) -> Vec<[u32; 2]> {
        let mut pairs = Vec::with_capacity(self.count);
        for (partners, a) in self.partners.iter().zip(0_u32..) {
            let later = partners.partition_point(|&b| b < a);
            pairs.extend(partners[later..].iter().map(|&b| [a, b]));
        }
        pairs
    }

    /// Adds or moves an object, and updates its pairs.
    ///
    /// The search takes time in proportion to the occupied cells near the object and the objects in them. Each partner
    /// that is new or gone is updated in as many steps as it has partners itself. Other objects are not touched.
    pub fn set(&mut self, object: u32, aabb: &Aabb) {
        self.tree.set(object, aabb);
        if self.partners.len() <= object as usize {
            self.partners.resize(object as usize + 1, Vec::new());
        }
        let mut found = std::mem::take(&mut self.found);
        found.clear();
        self.tree.each_overlapping(aabb, |other| {
            if other != object {
                found.push(other);
            }
        });
        found.sort_unstable();
        self.exchange(object, &found);
        self.found = found;
    }

    /// Removes an object and its pairs. Returns whether it was there.
    pub fn remove(&mut self, object: u32) -> bool {
        self.exchange(object, &[]);
        self.tree.remove(object)
    }

    /// Replaces the partners of an object; they must ascend.
    fn exchange(&mut self, object: u32, after: &[u32]) {
        let Some(partners) = self.partners.get_mut(object as usize) else { return };
        let mut before = std::mem::take(partners);
        for &gone in before.iter().filter(|other| after.binary_search(other).is_err()) {
            let others = &mut self.partners[gone as usize];
            if let Ok(place) = others.binary_search(&object) {
                others.remove(place);
            }
        }
        for &new in after.iter().filter(|other| before.binary_search(other).is_err()) {
            let others = &mut self.partners[new as usize];
            if let Err(place) = others.binary_search(&object) {
                others.insert(place, object);
            }
        }
        self.count = self.count + after.len() - before.len();
        before.clear();
        before.extend_from_slice(after);
        self.partners[object as usize] = before;
    }
}
