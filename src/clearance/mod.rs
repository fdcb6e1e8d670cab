//! Distances of surfaces: can a sphere leave a room, and how far are two surfaces apart.
//!
//! ```text
//! triangle, solid   distances of points and segments, in f64
//! obstacles         many of them in a tree
//! leak/             a way for the centre of a sphere
//! surface           surfaces of bodies
//! deviation         the greatest distance of a surface from another
//! ```

pub mod deviation;
pub mod leak;
mod obstacles;
mod solid;
mod surface;
mod triangle;
mod undecided;

pub use undecided::UndecidedReason;
