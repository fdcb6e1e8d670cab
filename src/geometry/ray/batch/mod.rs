//! Many rays against one posed solid, several at a time.
//!
//! Rays and answers are structures of arrays, so that 4, 8 or 16 rays fill a vector register. The kernels
//! (`lanes.rs` of each shape) are plain `f32` code for one ray without a branch, written so that the compiler's loop
//! vectoriser can turn each `if` into a select; `fearless_simd` compiles them once for each instruction set
//! and picks one at run time. The rejected alternative, explicit vector types, read worse and ran no faster.
//! No fused multiply-add is used, hence every instruction set gives bit for bit the same answers.
//!
//! The formulas are arranged after Haines, Günther and Akenine-Möller, "Precision Improvements for Ray/Sphere
//! Intersection" (Ray Tracing Gems, 2019, chapter 7), and differ from those of the single ray; both round
//! differently, so that a ray that grazes within rounding may be a hit for one and a miss for the other.
//!
//! This module is for users of the library; [`cast_all`] and [`meets_any`] have examples. eyeline itself casts one ray
//! at a time. The report needs the exact reference of every ray, which takes a hundred times as long as the cast. Lines
//! of sight and picking cast one ray at many objects, and need the answers of [`super::cast`] to the last bit
//! (`benches/README.md`).

#![expect(clippy::inline_always, reason = "a call is not vectorised, see `cast_lanes`")]
#![expect(clippy::needless_bitwise_bool, reason = "a lazy operator is a branch")]

pub(crate) mod cast_all;
pub(crate) mod choice;
pub(crate) mod lane_cast;
pub(crate) mod quadratic;
pub(super) mod ray_mesh;
mod rays;
mod sweep;

pub use cast_all::{cast_all, cast_all_at};
pub use ray_mesh::meets_any;
pub use rays::{Hits, Rays};
