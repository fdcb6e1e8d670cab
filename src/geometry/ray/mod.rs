//! What a ray hits: one line against one posed solid, for lines, rays and segments, solid or hollow.
//!
//! The line goes to the shape's local space by the inverse matrix and its direction is **not** normalised, so
//! that `t` is the same in both spaces. Each `ray_<shape>.rs` finds where the line is inside its solid, with
//! the surface at either end; this file turns that interval into the answer that the kind of ray asks for.

mod answer;
pub mod batch;

pub use answer::{Cast, Feature, Hit, Inside, Kind, Miss, Ray, RayQuery};
