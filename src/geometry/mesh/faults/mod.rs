//! The faults of a mesh: triangles without area, duplicate triangles, edges with one triangle or more than two,
//! inconsistent winding of neighbours, non-finite vertices, closed parts that are inside out, slivers, and rims that do not meet.
//!
//! Vertices at the same position count as one, because files split them where textures or normals differ. A counting
//! sort assigns edges and triangles to their least vertex, so time and memory are linear in the number of triangles:
//! about 80 bytes for each while it runs.

mod fault;
mod groups;
mod parts;
mod rims;
mod search;
mod side;

pub use fault::{DegenerateTriangle, DuplicateTriangle, FaultCount, Faults, FaultyEdge, MOST_NAMED, NotFiniteVertex};
