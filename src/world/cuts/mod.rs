//! Meshes that are cut by planes: both halves take the place of the object.
//!
//! A mesh is cut once, as it is posed at the tick of the cut. The halves are meshes in the object's own space, so they move on
//! with its pose. The halves of a skinned mesh keep bind positions, joints and weights, so the joints move them on.
//! [`Recording`] keeps the halves for the next tick.

mod apart;
mod apply;
mod carrier;
pub(super) mod halves;
pub(super) mod kept;
mod posed;
mod side;

pub(super) use self::apply::apply;
