//! Overlapping pairs that follow their objects: when one moves, only its own pairs are asked for again.

use super::place::Method;
use super::region::Region;
use super::sorted::Sorted;
use super::tree::Octree;
use super::wide::Wide;
use crate::geometry::Aabb;

/// An octree and the pairs of its objects whose boxes overlap or touch.
#[derive(Clone, Debug)]
pub struct LiveOverlaps {
    tree: Octree,
    /// By object: whom it overlaps, in no order.
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
        for (aabb, object) in boxes.iter().zip(0..) {
            live.tree.set(object, aabb);
        }
        for [a, b] in Sorted::new(region, method, boxes).overlap_pairs_unsorted() {
            live.join(a, b);
        }
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

    /// Whom an object overlaps, in no order.
    pub fn of(&self, object: u32) -> &[u32] {
        self.partners.get(object as usize).map(Vec::as_slice).unwrap_or_default()
    }

    /// All pairs in the order of the scene, the lesser index first.
    pub fn pairs(&self) -> Vec<[u32; 2]> {
        let mut pairs = Vec::with_capacity(self.count);
        for (partners, a) in self.partners.iter().zip(0_u32..) {
            let start = pairs.len();
            pairs.extend(partners.iter().filter(|&&b| a < b).map(|&b| [a, b]));
            pairs[start..].sort_unstable();
        }
        pairs
    }

    /// Registers an object, or moves it, and updates its pairs.
    pub fn set(&mut self, object: u32, aabb: &Aabb) {
        self.tree.set(object, aabb);
        if self.partners.len() <= object as usize {
            self.partners.resize(object as usize + 1, Vec::new());
        }
        let mut found = std::mem::take(&mut self.found);
        found.clear();
        self.tree.each_overlapping(aabb, |other| found.push(other));
        found.retain(|&other| other != object);
        self.keep_those_still_near(object, &Wide::from(aabb));
        for &other in &found {
            if !self.of(object).contains(&other) {
                self.join(object, other);
            }
        }
        self.found = found;
    }

    /// Takes an object out, and its pairs with it. Whether it was there.
    pub fn remove(&mut self, object: u32) -> bool {
        self.keep_those_still_near(object, &Wide::NONE);
        self.tree.remove(object)
    }

    /// Parts an object from those of its partners whose boxes do not overlap `aabb`.
    fn keep_those_still_near(&mut self, object: u32, aabb: &Wide) {
        let Some(partners) = self.partners.get_mut(object as usize) else { return };
        let mut partners = std::mem::take(partners);
        partners.retain(|&other| {
            let is_near = self.tree.aabb(other).is_some_and(|other| Wide::from(&other).overlaps(aabb));
            if !is_near {
                self.count -= 1;
                let others = &mut self.partners[other as usize];
                if let Some(place) = others.iter().position(|&partner| partner == object) {
                    others.swap_remove(place);
                }
            }
            is_near
        });
        self.partners[object as usize] = partners;
    }

    fn join(&mut self, a: u32, b: u32) {
        self.partners[a as usize].push(b);
        self.partners[b as usize].push(a);
        self.count += 1;
    }
}
