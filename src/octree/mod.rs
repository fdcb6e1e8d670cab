//! A linear octree in Morton order: which objects may collide, and which cells a camera can see.
//!
//! An octree divides a [`Region`] into halves on each axis, level by level. A [`Cell`] is a level and a Morton code.
//! [`place()`] computes the cell of a box from the codes of its corners (tight), or from its size and its centre
//! (loose), without descending the tree. Two objects are a candidate pair when their cells are the same or one contains
//! the other. In a loose tree they are a candidate pair when their enlarged cells overlap, so a small box that
//! straddles a split plane stays in a small cell.
//!
//! ```
//! use eyeline::geometry::Aabb;
//! use eyeline::octree::{Method, Octree, PackedTree, Region, place};
//! use glam::Vec3;
//!
//! let region = Region::new(Vec3::splat(-8.0), Vec3::splat(8.0), 4)?;
//! let boxes = [
//!     Aabb::around(Vec3::new(2.5, 2.5, 2.5), Vec3::splat(0.4)),
//!     Aabb::around(Vec3::new(3.0, 2.5, 2.5), Vec3::splat(0.4)),
//!     Aabb::around(Vec3::new(-6.5, 2.5, 2.5), Vec3::splat(0.4)),
//! ];
//!
//! // The first box fits into one leaf.
//! assert_eq!(place(&region, Method::Tight, &boxes[0]).cell.level(), 4);
//! // The second straddles the split plane x = 3 of a cell of level 3.
//! let straddling = place(&region, Method::Tight, &boxes[1]);
//! assert_eq!(straddling.cell.level(), 3);
//! assert_eq!(straddling.straddles.letters().collect::<String>(), "x");
//!
//! let tree = Octree::new(region, Method::Tight, &boxes);
//! assert_eq!(tree.candidate_pairs(100), Some(vec![[0, 1]]));
//! assert_eq!(PackedTree::new(&boxes).overlap_pairs(), [[0, 1]]);
//! # Ok::<(), eyeline::octree::RegionError>(())
//! ```
//!
//! - [`Region`] divides space. [`place()`] finds the cell of a box, and [`pair()`] decides whether two boxes are a
//!   candidate pair; both record their steps.
//! - [`Octree`] holds all objects of one moment in Morton order: occupied cells, candidate pairs, culling.
//!   [`PackedTree`] finds the overlapping pairs. Both can be updated for objects that moved.
//! - [`Stats`] counts objects, cells and pairs by level.
//!
//! Right-handed, +Y up, metres. Boxes are closed: boxes that touch overlap. An object is the index of its box. Boxes
//! and answers are `f32`; the cell of a point is computed in `f64`, see [`region`]. The candidate pairs always contain
//! all overlapping pairs, whatever is rounded. This module uses no files, no OpenGL, no egui and no scenes.

mod candidates;
pub mod cell;
mod cell_words;
mod costs;
pub mod cull;
mod follow;
mod marks;
pub mod method;
pub mod morton;
mod near;
pub mod packed;
pub mod pair;
mod pair_steps;
pub mod place;
pub mod placement;
pub mod quadrant;
pub mod region;
mod reinsert;
pub mod sorted;
pub mod stats;
mod steps;
pub mod values;
mod walk;
mod wide;

pub use candidates::brute_force_pairs;
pub use cell::Cell;
pub use cull::Culling;
pub use follow::exchange_pairs;
pub use method::Method;
pub use near::Candidates;
pub use packed::{PackedTree, overlap_pairs_by_brute_force};
pub use pair::{Pair, pair, pair_told};
pub use place::{place, place_told};
pub use placement::{AxisSet, LeafCorners, Placement};
pub use region::{Region, RegionError};
pub use sorted::{Occupied, Octree};
pub use stats::{LevelStats, Stats};
pub use values::OctreeValues;
