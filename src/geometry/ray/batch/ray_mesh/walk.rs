//! The traversal of the tree by several rays together.
//!
//! Eight rays that are neighbours in the order mostly meet the same boxes. So a node or a block is fetched once for all
//! rays that visit it, and the computations of one ray overlap with those of the next: a single ray waits more than it
//! computes. One bit for each ray says whether it visits a child (as in the ray streams of Barringer and
//! Akenine-Möller, "Dynamic Ray Stream Traversal", 2014); rays that diverge cost little more than single rays.

use fearless_simd::{Select, Simd, SimdBase, SimdFrom, SimdMask, f32x8};
use glam::Vec3;

use super::ready::Ready;
use crate::geometry::mesh::tree::{Child, Lanes, MeshTree};
use crate::geometry::ray::answer::BackFaces;

/// The number of rays in a packet.
pub(super) const PACKET: usize = 8;

/// The crossing of a ray and the mesh.
#[derive(Clone, Copy, Debug)]
pub(super) struct MeshCrossing {
    pub(super) t: f32,
    /// The block and the place in it.
    pub(super) block: usize,
    pub(super) place: usize,
}

/// A tree and the memory of a traversal.
pub(super) struct Walk<'a, S: Simd> {
    simd: S,
    tree: &'a MeshTree,
    back_faces: BackFaces,
    rays: [Ready<S>; PACKET],
    /// The greatest t of interest for each ray: its end, or the nearest crossing found.
    lasts: Lanes,
    found: [Option<MeshCrossing>; PACKET],
    /// The rays that are not finished.
    active: u64,
    /// The stack of nodes and blocks to visit, the nearest last.
    open: Vec<Visit>,
}

/// Some rays at a node or block.
#[derive(Clone, Copy, Debug)]
struct Visit {
    /// The least t at which one of them meets the box.
    near: f32,
    child: Child,
    /// Bit n is ray n.
    rays: u64,
}

impl<'a, S: Simd> Walk<'a, S> {
    #[inline(always)]
    pub(super) fn new(simd: S, tree: &'a MeshTree, back_faces: BackFaces) -> Self {
        let none = Ready::new(simd, Vec3::ZERO, Vec3::X);
        Self {
            simd,
            tree,
            back_faces,
            rays: [none; PACKET],
            lasts: [0.0; PACKET],
            found: [None; PACKET],
            active: 0,
            open: Vec::with_capacity(256),
        }
    }

    /// The crossing of the least t from 0 to `last` for each ray, at most [`PACKET`] of them; with `ANY`, any crossing.
    #[inline(always)]
    pub(super) fn first<const ANY: bool>(
        &mut self,
        rays: &[(Vec3, Vec3)],
        last: f32,
    ) -> &[Option<MeshCrossing>; PACKET] {
        for (ready, (o, d)) in self.rays.iter_mut().zip(rays) {
            *ready = Ready::new(self.simd, *o, *d);
        }
        self.lasts = [last; PACKET];
        self.found = [None; PACKET];
        self.open.clear();
        self.active = (1 << rays.len().min(PACKET)) - 1;
        let mut next = Some(Visit { near: 0.0, child: Child::ROOT, rays: self.active });
        while let Some(visit) = next {
            let nearest = match visit.child.block() {
                Some(block) => {
                    self.meet_block::<ANY>(block, visit.rays);
                    None
                }
                None => self.open_node::<ANY>(visit),
            };
            next = nearest.or_else(
                #[inline(always)]
                || self.pop(),
            );
        }
        &self.found
    }

    /// The next entry of the stack, with the rays for which it is not too far.
    #[inline(always)]
    fn pop(&mut self) -> Option<Visit> {
        loop {
            let mut visit = self.open.pop()?;
            let is_near = f32x8::splat(self.simd, visit.near).simd_le(f32x8::simd_from(self.simd, self.lasts));
            visit.rays &= self.active & is_near.to_bitmask();
            if visit.rays != 0 {
                return Some(visit);
            }
        }
    }

    /// Tests some rays against the triangles of a block.
    #[inline(always)]
    fn meet_block<const ANY: bool>(&mut self, index: usize, mut rays: u64) {
        let Some(block) = self.tree.blocks.get(index) else { return };
        while rays != 0 {
            let i = rays.trailing_zeros() as usize % PACKET;
            rays &= rays - 1;
            if let Some((t, place)) = self.rays[i].triangles(block, self.back_faces, self.lasts[i]) {
                self.found[i] = Some(MeshCrossing { t, block: index, place });
                self.lasts[i] = t;
                if ANY {
                    self.active &= !(1 << i);
                }
            }
        }
    }

    /// The nearest child of a node whose box some of the rays meet; the others go on the stack, the nearest last. With
    /// `ANY`, in no order.
    #[inline(always)]
    fn open_node<const ANY: bool>(&mut self, visit: Visit) -> Option<Visit> {
        let node = &self.tree.nodes[visit.child.node()];
        let mut rays = visit.rays;
        let mut least = f32x8::splat(self.simd, f32::INFINITY);
        let (mut any, mut table) = (0_u64, 0_u64);
        while rays != 0 {
            let i = rays.trailing_zeros() as usize % PACKET;
            rays &= rays - 1;
            let (near, met) = self.rays[i].boxes(node, self.lasts[i]);
            least = met.select(near, least).min(least);
            let met = met.to_bitmask();
            any |= met;
            table |= met << (8 * i);
        }
        if any == 0 {
            return None;
        }
        let near: Lanes = least.into();
        let by_child = transposed(table);
        let at = |i: usize| Visit { near: near[i], child: node.children[i], rays: by_child >> (8 * i) & 0xff };
        let mut first = any.trailing_zeros() as usize & 7;
        any &= any - 1;
        if any == 0 {
            return Some(at(first));
        }
        let begin = self.open.len();
        while any != 0 {
            let i = any.trailing_zeros() as usize & 7;
            any &= any - 1;
            let mut behind = i;
            if !ANY && near[i] < near[first] {
                behind = std::mem::replace(&mut first, i);
            }
            let entry = at(behind);
            self.open.push(entry);
            if !ANY {
                // Into its place among the few that came before.
                let mut at = self.open.len() - 1;
                while at > begin && self.open[at - 1].near < entry.near {
                    self.open[at] = self.open[at - 1];
                    at -= 1;
                }
                self.open[at] = entry;
            }
        }
        Some(at(first))
    }
}

/// Bit 8·i + j goes to 8·j + i (H. S. Warren, "Hacker's Delight", 2012, 7-3).
#[inline(always)]
fn transposed(bits: u64) -> u64 {
    let mut x = bits;
    for (shift, mask) in [(7, 0x00aa_00aa_00aa_00aa), (14, 0x0000_cccc_0000_cccc), (28, 0x0000_0000_f0f0_f0f0)] {
        let swapped = (x ^ (x >> shift)) & mask;
        x ^= swapped ^ (swapped << shift);
    }
    x
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rays_by_child_are_children_by_ray_transposed() {
        let table = 0x8000_1234_dead_beef;
        let bit = |bits: u64, i: u32, j: u32| bits >> (8 * i + j) & 1;
        for i in 0..8 {
            for j in 0..8 {
                assert_eq!(bit(transposed(table), i, j), bit(table, j, i));
            }
        }
    }
}
