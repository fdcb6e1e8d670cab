//! Problems of skins, and of poses and joints that mirror a mesh.
//!
//! ```text
//! found       the problems of all skins of a report, and of mirrored meshes
//! faults      the faults of one skin: joints, weights, nodes, roots
//! vertices    vertices and edges that a pose pulls out of the mesh
//! mirrored    joints that mirror a mesh
//! fault       one fault of a skin
//! words       numbers in the messages about vertices
//! ```

mod fault;
mod faults;
mod found;
mod mirrored;
mod vertices;
mod words;
