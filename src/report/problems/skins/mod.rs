//! Problems of skins, and of poses and joints that mirror a mesh.
//!
//! ```text
//! found       the problems of all skins of a report, and of mirrored meshes
//! faults      the faults of one skin: joints, weights, nodes, roots
//! vertices    problems of single vertices, edges and joints
//! mirrored    joints that mirror a mesh
//! fault       a problem before it is in the list
//! words       numbers in the messages about vertices
//! ```

mod fault;
mod faults;
mod found;
mod mirrored;
mod vertices;
mod words;
