//! Who might collide: a linear octree in Morton order, its candidate pairs, and culling by cells.
//!
//! Space is halved on each axis, again and again. A cell is a level and a Morton code ([`cell`], [`morton`]); where a box
//! lives follows from the codes of its corners, or from its size and centre, in a few operations ([`mod@place`]).
//! Objects in the same or in nested cells are candidates; a loose tree spares small objects the split planes.
//!
//! - [`Region`] divides, [`place()`] decides and tells; [`pair()`] tells of two objects.
//! - [`Sorted`] has all objects of a moment in Morton order: occupied cells, candidate pairs, overlapping pairs, culling;
//!   and it follows objects that moved.
//! - [`Octree`] has objects that come, move and leave one by one; [`LiveOverlaps`] keeps their pairs.
//! - [`Stats`] counts.
//!
//! Right-handed, +Y up, metres. Boxes are closed: touching counts. Objects are numbered as in the scene. Boxes come in f32
//! and answers are given in it; which cell a point is in is computed in f64, see [`region`]. No pair is ever lost:
//! whatever is rounded, the candidates hold all overlaps. Knows nothing of files, GL, egui or scenes.

mod blocks;
mod candidates;
pub mod cell;
pub mod cull;
mod families;
mod follow;
mod lanes;
pub mod live;
pub mod morton;
mod overlaps;
pub mod pair;
pub mod place;
pub mod quadrant;
pub mod region;
pub mod sorted;
pub mod stats;
mod store;
mod tell;
pub mod tree;
mod walk;
mod wide;

pub use candidates::brute_force_pairs;
pub use cell::Cell;
pub use cull::Culling;
pub use follow::exchange_pairs;
pub use live::LiveOverlaps;
pub use overlaps::overlap_pairs_by_brute_force;
pub use pair::{Pair, pair, pair_told};
pub use place::{Axes, Corners, Method, Placement, place, place_told};
pub use region::{Region, RegionError};
pub use sorted::{Occupied, Sorted};
pub use stats::{LevelStats, Stats};
pub use tree::Octree;
