//! Repairs of the triangles of a mesh, each recorded as a change: vertices that nearly share a place, triangles without area,
//! duplicate triangles, winding, and holes.
//!
//! A repair keeps the vertices and their attributes. It moves vertices onto others, removes triangles, reverses their corners,
//! and adds triangles between vertices at the rim of a hole. The steps follow in this order, because each helps the next:
//!
//! ```text
//! merge         a vertex takes the place of an earlier one within the distance
//! degenerate    triangles without area, or with a corner that is not finite, are removed
//! duplicates    of triangles with the same three places the first stays
//! winding       neighbours get the same winding; closed parts face outwards, open ones keep that of most of their area
//! holes         rims up to a size are closed by the triangles of least area
//! ```

mod change;
mod holes;
mod merge;
mod repaired;
mod sides;
mod steps;
#[cfg(test)]
mod tests;
mod winding;

pub use change::{KeptFault, MeshChange, RemovalReason};
pub use repaired::{RepairTriangle, RepairedMesh};
pub use steps::{MeshRepair, repair_mesh};
