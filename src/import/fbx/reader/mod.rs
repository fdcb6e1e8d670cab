//! FBX in the steps of the reader of glTF.
//!
//! 1. Load: `load` gives the bytes to `ufbx` with limits of memory, and asks for metres, +Y up and right-handed axes. The crate opens no file.
//! 2. Order: `nodes` has the nodes with their parents and names, `convert` the vectors of the crate as those of glam.
//! 3. Build: `build` places the meshes and cameras of the nodes. `meshes` has their triangles, `surface` the attributes of
//!    their vertices, `materials` their looks with the images of `textures`; `cameras` has the cameras;
//!    `skin`, `morph`, `animation` with `keys`, and `rigging` have what moves.
//!
//! `image_names` has the files that an FBX names.
//!
//! Three kinds of coordinates meet here. Those of a mesh are in the space of its geometry; `geometry_to_node` leads from there to the
//! node, and moves no child of the node. It is the `node_from_local` of an instance of glTF. Units and axes are converted in
//! transforms and vertices, so that no node has a scale of 0.01 for a file in centimetres.

mod animation;
pub(super) mod build;
mod cameras;
mod convert;
pub(super) mod image_names;
mod keys;
mod load;
mod materials;
mod meshes;
mod morph;
mod nodes;
mod rigging;
mod skin;
mod surface;
#[cfg(test)]
mod tests;
mod textures;
