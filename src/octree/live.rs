//! Overlapping pairs that follow their objects: when one moves, only its own pairs are asked for again.

use super::place::Method;
use super::region::Region;
use super::sorted::Sorted;
use super::tree::Octree;
use crate::geometry::Aabb;

/// An octree and the pairs of its objects whose boxes overlap or touch.
#[derive(Clone, Debug)]
pub struct LiveOverlaps {
    tree: Octree,
    /// By object: whom it overlaps, ascending.
    partners: Vec<Vec<u32>>,
    count: usize,
    /// Memory for one answer.
    found: Vec<u32>,
}

impl LiveOverlaps {
    /// Objects named by their index, with all their pairs.
    pub fn new(region: Region, method: Method, boxes: &[Aabb]) -> Self {
        let mut live = Self {
            tree: Octree::new(region, method),
            partners: vec![Vec::new(); boxes.len()],
            count: 0,
            found: Vec::new(),
        };
        // In Morton order, so that what is near in space is near in memory, for as long as it stays there.
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

    /// How many pairs.
    pub fn count(&self) -> usize {
        self.count
    }

    /// Whom an object overlaps, in the order of the scene.
    pub fn of(&self, object: u32) -> &[u32] {
        self.partners.get(object as usize).map(Vec::as_slice).unwrap_or_default()
    }

    /// All pairs in the order of the scene, the lesser index first.
    pub fn pairs(&self) -> Vec<[u32; 2]> {
        let mut pairs = Vec::with_capacity(self.count);
        for (partners, a) in self.partners.iter().zip(0_u32..) {
            let later = partners.partition_point(|&b| b < a);
            pairs.extend(partners[later..].iter().map(|&b| [a, b]));
        }
        pairs
    }

    /// Registers an object, or moves it, and updates its pairs.
    ///
    /// Finding its partners takes as long as there are occupied cells near it and objects in those. Those of its partners
    /// that are new or gone are told, each in as many steps as it has partners itself; the others are not touched.
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

    /// Takes an object out, and its pairs with it. Whether it was there.
    pub fn remove(&mut self, object: u32) -> bool {
        self.exchange(object, &[]);
        self.tree.remove(object)
    }

    /// Gives an object new partners, ascending.
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
