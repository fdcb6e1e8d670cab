//! The convex hull of points, as physics engines use it for colliders.
//!
//! ```text
//! points ─ triangles ─► triangles of the hull ─ faces ─► flat faces, in a fixed order ─► planes, edges, a mesh
//! ```
//!
//! The solid is exactly the hull: rays are clipped against the plane of each triangle. A face joins the triangles that are in
//! one plane within the rounding of turned points, and gives them their name, `face 0` and so on.
//!
//! Which point is on which side of a plane is decided by exact predicates (Shewchuk, "Adaptive Precision Floating-Point
//! Arithmetic and Fast Robust Geometric Predicates", 1997), and all other numbers are sums, products, quotients and square
//! roots in `f64`: a hull has the same faces, in the same order, on every machine. The predicates are those of the crate
//! `robust`, which has no dependencies. The crates that compute whole hulls, such as parry3d, bring a library of linear algebra
//! and join points within a tolerance in `f32`.

pub(crate) mod cast;
mod error;
mod exact;
mod faces;
mod lanes;
mod of_many;
mod outline;
mod solid;
mod steps;
mod triangles;
pub(crate) mod values;
pub(crate) mod words;

pub use error::HullError;
pub use of_many::{HullOfManyError, MOST_POINTS, hull_of_many};
pub use solid::{Hull, HullFace};

#[cfg(test)]
mod tests;
