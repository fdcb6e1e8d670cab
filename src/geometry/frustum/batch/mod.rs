//! Many boxes against one frustum, several at a time.
//!
//! Boxes are a structure of arrays. The p-vertex of a plane takes its coordinates from the same arrays for every
//! box, so the choice is made once per plane. The loop is plain `f32` code; `fearless_simd` compiles it once for
//! each instruction set, the compiler's loop vectoriser does 4, 8 or 16 boxes at a time, and the widest set of the
//! machine is chosen at run time. Distances come from [`Plane::distance`](crate::geometry::Plane::distance) like those of [`super::classify`], so
//! the verdicts are the same bit for bit; fused multiply-add would be faster and could differ on the boundary.
//!
//! [`Blocks`] has the box around each 64 neighbours of a list. A block outside the frustum, or inside it, needs no test of its
//! boxes, and the boxes of the others are tested with the planes that cut their block ([`classify_blocks`]).
//!
//! The window and `eyeline render` find the objects in view with it. The report classifies one by one: its boxes are
//! not in arrays, and it needs the exact reference of each (`benches/README.md`).

mod all;
mod blocks;
mod boxes;
mod lanes;
#[cfg(test)]
mod tests;

pub use all::{classify_all, classify_all_at};
pub use blocks::{BLOCK, Blocks, classify_blocks, classify_blocks_at};
pub use boxes::BoxSlices;
