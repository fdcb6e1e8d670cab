//! Wavefront OBJ with its MTL files, in three steps.
//!
//! 1. Parse: `lines` has the statements of a text with their numbers, `mtl_text` those of an MTL file.
//! 2. Check: `memory` counts the lines, and reserves for them before they are read; `corners` checks the indices of a face.
//! 3. Build: `build` makes the meshes of the groups, `surface` their vertices, `mtl` and `mtl_looks` their materials with images.

pub(in crate::import) mod build;
mod corners;
mod lines;
pub(in crate::import) mod memory;
mod mtl;
mod mtl_looks;
mod mtl_text;
mod surface;
