//! Flicker of faces: pairs of faces that a depth buffer cannot distinguish.
//!
//! ```text
//! depth_buffer   the depths that a buffer stores, and the distance that one of its steps covers
//! convex         convex polygons: clipping, common part, area
//! body           shapes in their poses, with their flat faces
//! sight          a camera as lines of sight, and what of a face is in its view
//! coplanar       two faces in one plane
//! fight          two faces that are too near to each other for the depth buffer of a camera
//! covered        whether a place is inside a solid, where no camera sees it
//! first_faces    the triangles of a mesh without their duplicates
//! near_faces     the faces that may have another one in front of them
//! search         all pairs, by a tree of boxes
//! found_pair     the pairs of the same two bodies together
//! stripes        polygons as stripes, for pictures
//! finding        what is found, with what would cure it
//! ```
//!
//! One rule makes each pair of faces one of two kinds. Faces that are in one plane within the rounding of their corners flicker
//! from every distance: they are [coplanar](FlickerKind::Coplanar), and no camera is asked. All others are less apart than a depth
//! buffer [resolves](FlickerKind::Fight) or not flickering at all. Faces with the same three corners and objects with the same
//! shape and pose have problems of their own and are left out.
//!
//! A back face is culled, so both faces must show their fronts; a face that is drawn from both sides always does. So a box on a
//! floor is no pair: its lower face and the floor show their fronts to opposite sides.

mod body;
mod convex;
mod coplanar;
mod covered;
mod depth_buffer;
mod fight;
mod finding;
mod first_faces;
mod found_pair;
mod near_faces;
mod search;
mod sight;
mod stripes;

pub use body::{FacePart, FlickerBody};
pub use depth_buffer::DepthBuffer;
pub use finding::{FacePair, Fight, FlickerFinding, FlickerKind};
pub use search::{Flicker, MOST_PAIRS, flicker};
pub use sight::FlickerCamera;
pub use stripes::stripes;
