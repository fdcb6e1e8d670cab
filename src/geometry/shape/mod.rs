//! The solids, each in its own local space with axis Y.

mod bounds;
pub(crate) mod kind;

pub use kind::Shape;
