//! An object of the world as a GLB: a mesh, or a half of a cut, with its joints, weights, animations and materials.
//!
//! ```text
//! container  the lists and the bytes of a GLB
//! vertices   the mesh as vertices with attributes, by material
//! look       materials, textures and images
//! skeleton   nodes, skin and animations
//! object     all of it for one object
//! ```
//!
//! The copy is placed as in the world. Its nodes stand as at the tick, so that it opens posed, and each animation plays as in the
//! file.

mod container;
mod look;
mod object;
mod skeleton;
mod vertices;

pub use object::{ExportError, object_to_glb};
