//! The shapes, each in its own local space with axis Y and in a folder of its own.
//!
//! A folder has what differs between shapes: its box and its sizes in `mod.rs`, its rays in `cast.rs` and several at a time
//! in `lanes.rs`, the functions of the exact references in `exact.rs`, its rims and triangles in `outline.rs`. Each is a
//! trait, and `of_shape!` chooses the implementation by the kind of a [`Shape`].

mod bounds;
pub(crate) mod capsule;
pub(crate) mod cone;
pub(crate) mod cuboid;
pub(crate) mod cylinder;
pub(crate) mod exact_solid;
pub(crate) mod hull;
pub(crate) mod kind;
pub(crate) mod mesh;
pub(crate) mod of_shape;
pub(crate) mod outline;
pub(crate) mod part;
mod properties;
pub(crate) mod size;
pub(crate) mod solid;
pub(crate) mod sphere;

pub use hull::{Hull, HullError, HullFace, HullOfManyError, MOST_POINTS, hull_of_many};
pub use kind::Shape;
pub use outline::Rim;
pub use part::SolidPart;
pub use size::{Size, SizeHandle};
