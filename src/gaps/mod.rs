//! Gaps between objects that should meet: rims of two objects that run beside each other, less than a millimetre apart.
//!
//! ```text
//! rims     the rims of an object in world space: open edges of a mesh, edges of a box or a hull
//! search   rims of two objects that do not meet
//! ```
//!
//! A rim beside another one is an edge of which both ends and the middle are within [`GAP`] of rims of one other object. When all
//! three are on them, within the rounding of their coordinates, the objects meet, and there is no gap. The gap must also be far
//! smaller than the edge, so that small details beside each other are none. Gaps inside one mesh are faults of the mesh.

mod rims;
mod search;

pub use rims::GapBody;
pub use search::{GAP, GapFinding, Gaps, gaps};
