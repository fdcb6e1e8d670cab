//! Ray against mesh: every crossing of the whole line, by a traversal of the tree of boxes, and the answer of the kind
//! of ray for them.
//!
//! A mesh bounds a solid only when it is closed. Then a start is inside when an odd number of crossings lies before it.
//! An open mesh has no inside: a ray meets only its surface.

mod area_normal;
mod cast;
mod meeting;
mod nearest;
mod steps;
mod triangle;
mod walk;

pub(super) use area_normal::area_normal;
pub use cast::{cast, cast_told, hit};
