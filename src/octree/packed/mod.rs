//! All overlapping pairs of boxes, by a packed tree: boxes sorted along a space-filling curve, sixteen to a node.
//!
//! The octree answers which objects *could* overlap, by cells. This tree answers which boxes *do* overlap, and is built
//! for nothing else: it stores the bounds of its nodes and no pointers, and a node is compared with a box by a few vector
//! instructions. (I. Kamel and C. Faloutsos, "On Packing R-trees", 1993; here the curve is the Z-order curve of
//! [`super::morton`].)
//!
//! Level 0 has the boxes, sixteen to a block. Each level above has the bounds of the blocks of the level below, again
//! sixteen to a block, up to a level of one block. The children of block b are the blocks 16b to 16b + 15.

mod append;
mod block;
mod brute_force;
mod follow;
mod half_area;
mod meet;
mod order;
mod packed_tree;
mod parts;
mod sort;

pub use brute_force::overlap_pairs_by_brute_force;
pub use packed_tree::PackedTree;

#[cfg(test)]
mod tests;
