//! Surfaces that go through each other, and surfaces inside of solids, where no camera outside sees them.
//!
//! ```text
//! triangle_pair  two triangles: the line on which they cross, and whether they are apart
//! closed_parts   the triangles of a mesh in a tree; its closed parts, and how often they surround a point
//! of_mesh        what is found in one mesh: triangles that cross, and triangles inside a closed part
//! body           shapes in their poses
//! contained      whether a body, or a triangle, is inside another body
//! search         all meshes, and all pairs of bodies by a tree of boxes
//! ```
//!
//! Positions were rounded to f32 when they were written, so surfaces that only touch may seem to cross. Therefore triangles cross
//! when each goes through the other by more than [`TOLERANCE`] spacings of f32, and a triangle is inside a solid when it is as far
//! from the surface of the solid. Both are decided in f64, whose rounding is far below that. The signs by which a closed surface
//! is inside or outside of a point are exact.

mod body;
mod closed_parts;
mod contained;
mod of_mesh;
mod search;
mod triangle_pair;

pub use body::CrossingBody;
pub use of_mesh::{CrossingPair, FoundInMesh, MOST_PAIRS};
pub use search::{Crossings, FoundMesh, Hidden, crossings};
pub use triangle_pair::{TOLERANCE, are_apart, line_of_crossing};
