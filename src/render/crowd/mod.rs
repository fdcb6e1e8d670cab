//! The objects of a picture in GPU memory, reduced to the visible ones in large scenes.
//!
//! ```text
//! Bodies ─ eye ─► Detail of each ─► instances: rows of their maps, colours        (again when the view moves)
//! Looks ──────────────────────────► colours alone, and the edges of boxes         (again with every edit)
//! ```
//!
//! After the move of a few objects that changes no detail, only the draw calls of these objects are uploaded again.
//!
//! ```text
//! instances  instances of the visible objects, in GPU memory
//! detail     the detail of each object: from the size on the screen, and what is left out
//! hidden     objects that nearer ones hide
//! left_out   the visible objects that are not drawn, in words
//! ```
//!
//! A pile costs no more than as many solids that are spread: 400,000 spheres of radius 10 m within 1 m took 4.4 s of CPU time
//! to render, spread ones 3.5 s to 8.9 s (release build, OpenGL in software, two busy cores, 1280 x 720).
//!
//! The CPU computes the details: it classifies 100,000 boxes in a fraction of a millisecond, and the remaining
//! instances are uploaded again.

mod choose;
mod detail;
mod hidden;
mod instances;
pub(super) mod left_out;

pub(in crate::render) use instances::Crowd;
