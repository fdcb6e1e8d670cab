//! Triangle meshes.
//!
//! Corners are counter-clockwise as seen from outside. Triangles keep the order of their file, by which answers number
//! them; a triangle with a corner that is not finite keeps its number, and no ray hits it.

mod area;
pub(crate) mod curve;
mod edges;
mod error;
mod faults;
pub mod repair;
pub(crate) mod runs;
mod shared;
mod topology;
pub(crate) mod tree;
mod triangles;
mod weld;

pub(crate) use area::has_area;
pub use error::MeshError;
pub use faults::{DegenerateTriangle, DuplicateTriangle, FaultCount, Faults, FaultyEdge, MOST_NAMED, NotFiniteVertex};
pub use shared::Mesh;
