//! An octree that follows the contract in the simplest way: cells by counting planes, levels by trying, codes digit by
//! digit, pairs by comparing all with all, in `f64`. It uses nothing of `src/octree/`.

use serde_json::{Value, json};

pub(crate) struct Tree {
    pub(crate) min: [f64; 3],
    pub(crate) max: [f64; 3],
    pub(crate) depth: u32,
    pub(crate) is_loose: bool,
}

pub(crate) type Box = [[f64; 3]; 2];
type Cell = (u32, [u32; 3]);

impl Tree {
    fn edge(&self, level: u32, axis: usize) -> f64 {
        (self.max[axis] - self.min[axis]) / f64::from(1_u32 << level)
    }

    /// The cell of a point on a level, by counting planes.
    fn cell(&self, level: u32, point: [f64; 3]) -> [u32; 3] {
        [0, 1, 2].map(|axis| {
            let planes = (1..1_u32 << level)
                .take_while(|&k| self.min[axis] + f64::from(k) * self.edge(level, axis) <= point[axis]);
            u32::try_from(planes.count()).unwrap()
        })
    }

    fn is_outside(&self, aabb: &Box) -> bool {
        (0..3).any(|axis| aabb[0][axis] < self.min[axis] || aabb[1][axis] > self.max[axis])
    }

    fn home(&self, aabb: &Box) -> Cell {
        let [low, high] = *aabb;
        if self.is_outside(aabb) {
            return (0, [0; 3]);
        }
        let fits = |level: u32| {
            if self.is_loose {
                return (0..3).all(|axis| high[axis] - low[axis] <= self.edge(level, axis));
            }
            self.cell(level, low) == self.cell(level, high)
        };
        let level = (0..=self.depth).rev().find(|&level| fits(level)).unwrap_or(0);
        let point = if self.is_loose { [0, 1, 2].map(|axis| f64::midpoint(low[axis], high[axis])) } else { low };
        (level, self.cell(level, point))
    }

    /// One octal digit at a time.
    fn morton((level, [x, y, z]): Cell) -> u64 {
        let digit = |bit: u32| u64::from((x >> bit & 1) + 2 * (y >> bit & 1) + 4 * (z >> bit & 1));
        (0..level).rev().fold(0, |code, bit| code * 8 + digit(bit))
    }

    fn index(cell: Cell) -> u64 {
        Self::morton(cell) + (0..cell.0).map(|level| 8_u64.pow(level)).sum::<u64>()
    }

    fn bounds(&self, (level, at): Cell, grow: f64) -> Box {
        let bound = |axis: usize, k: f64| self.min[axis] + k * self.edge(level, axis);
        [
            [0, 1, 2].map(|axis| bound(axis, f64::from(at[axis]) - grow)),
            [0, 1, 2].map(|axis| bound(axis, f64::from(at[axis]) + 1.0 + grow)),
        ]
    }

    fn are_candidates(&self, a: &Box, b: &Box) -> bool {
        let [home_a, home_b] = [a, b].map(|aabb| self.home(aabb));
        if self.is_outside(a) || self.is_outside(b) {
            return true;
        }
        if self.is_loose {
            return overlap(&self.bounds(home_a, 0.5), &self.bounds(home_b, 0.5));
        }
        let level = home_a.0.min(home_b.0);
        let ancestor = |(own, at): Cell| at.map(|c| c >> (own - level));
        ancestor(home_a) == ancestor(home_b)
    }

    fn object(&self, name: &str, aabb: &Box) -> Value {
        let home = self.home(aabb);
        let is_outside = self.is_outside(aabb);
        let leaves = aabb.map(|corner| self.cell(self.depth, corner));
        let codes = leaves.map(|leaf| Self::morton((self.depth, leaf)));
        let known = |value: Value| if is_outside { Value::Null } else { value };
        // The axes on which the corners are in different halves of the cell.
        let below = leaves.map(|leaf| leaf.map(|c| c >> (self.depth.saturating_sub(home.0 + 1))));
        let axes = ["x", "y", "z"].into_iter().enumerate().filter(|&(axis, _)| below[0][axis] != below[1][axis]);
        let axes: Vec<_> = axes.filter(|_| !self.is_loose && home.0 < self.depth).map(|(_, letter)| letter).collect();
        json!({
            "object": name, "aabb": { "min": aabb[0], "max": aabb[1] }, "min_morton": known(codes[0].into()),
            "max_morton": known(codes[1].into()), "xor": known((codes[0] ^ codes[1]).into()), "level": home.0,
            "morton": known(Self::morton(home).into()), "index": Self::index(home), "outside": is_outside,
            "straddles": known(axes.into()),
        })
    }

    pub(crate) fn section(&self, objects: &[(String, Box)]) -> Value {
        let pairs = |wanted: &dyn Fn(&Box, &Box) -> bool| -> Vec<[&str; 2]> {
            let mut pairs = Vec::new();
            for (i, (a, box_a)) in objects.iter().enumerate() {
                pairs.extend(
                    objects[i + 1..].iter().filter(|(_, box_b)| wanted(box_a, box_b)).map(|(b, _)| [&**a, &**b]),
                );
            }
            pairs
        };
        let mut cells: Vec<_> = objects.iter().map(|(_, aabb)| self.home(aabb)).collect();
        cells.sort_by_key(|&cell| Self::index(cell));
        cells.dedup();
        let cell = |&cell: &Cell| {
            let own = objects.iter().filter(|(_, aabb)| self.home(aabb) == cell).map(|(name, _)| &**name);
            let [min, max] = self.bounds(cell, 0.0);
            json!({ "index": Self::index(cell), "level": cell.0, "morton": Self::morton(cell), "min": min, "max": max,
                "objects": own.collect::<Vec<&str>>() })
        };
        let candidates = pairs(&|a, b| self.are_candidates(a, b));
        json!({
            "min": self.min, "max": self.max, "depth": self.depth,
            "method": if self.is_loose { "loose" } else { "tight" },
            "unit": ([0, 1, 2].map(|axis| self.edge(self.depth, axis))),
            "objects": objects.iter().map(|(name, aabb)| self.object(name, aabb)).collect::<Vec<_>>(),
            "cells": cells.iter().map(cell).collect::<Vec<_>>(),
            "candidate_count": candidates.len(), "candidate_pairs": candidates,
            "overlap_pairs": pairs(&overlap),
            "brute_force_pairs": objects.len() * (objects.len() - 1) / 2,
        })
    }
}

fn overlap(a: &Box, b: &Box) -> bool {
    (0..3).all(|axis| a[0][axis] <= b[1][axis] && b[0][axis] <= a[1][axis])
}
