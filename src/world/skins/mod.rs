//! Skinned meshes of models: the joints at a tick, and the boxes that engines use for culling.
//!
//! ```text
//! skin_at      the skin of an object at a tick, with its vertices
//! bones        the joints and the other nodes of the skeleton in the world
//! weights      the sums of weights, and vertices with normalised weights
//! checks       what is wrong with the weights of a skin, and with its pose
//! box64        a box in f64
//! bounds       the boxes of a skin by each method
//! given        the box that is given by hand
//! escapes      the vertices that are out of a box
//! times_out    when vertices are out of a box in an animation, and how long the search for it takes
//! search       that search
//! limits       how far out vertices can be, from the matrices of the joints alone
//! enclosing    boxes that enclose the mesh in all animations
//! ```

mod bones;
mod bounds;
mod box64;
pub(super) mod checks;
pub(super) mod enclosing;
mod escapes;
mod given;
mod limits;
pub(super) mod search;
mod skin_at;
mod times_out;
pub(super) mod weights;

pub use bones::{Bone, PlainNode};
pub use box64::Box64;
pub use escapes::Escape;
pub use skin_at::SkinAt;
pub(crate) use times_out::QUICK_SEARCH;
