//! PLY, as text and binary in both byte orders, in three steps.
//!
//! 1. Parse: `header` has the elements with their properties, `body` the values after it, each with its place.
//! 2. Check: counts of the header against the bytes of the file before any list is made, lengths of lists and indices of corners
//!    where they are read.
//! 3. Build: `build` makes one mesh of `vertex` and `face`, with polygons as triangles. Other elements and properties are skipped.
//!
//! `ply-rs-bw` 4 is not used: it keeps a list on the heap for each face, it adds an entry for each of the 4 billion rows that a header
//! may claim of an element without properties, its errors have a line but no column and no byte, and it has no memory limit and
//! no cancel.

mod body;
pub(in crate::import) mod build;
mod header;
mod scalar;
#[cfg(test)]
mod tests;
