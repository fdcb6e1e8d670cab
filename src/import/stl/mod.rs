//! STL, binary and as text, in three steps.
//!
//! 1. Decide: `build` tells a binary file from a text by its size and its first bytes, not by the word `solid` alone.
//! 2. Parse: `binary` has the triangles of 50 bytes, `text` the facets of each `solid`.
//! 3. Join: `solid` gives corners with the same bits one vertex, so that neighbours share edges. The winding decides which side
//!    is the front; stored normals are only compared with it.
//!
//! `stl_io` 0.11 reads the same triangles (`stl_is_read_as_stl_io_reads_it` in `tests/properties`), but it cannot replace this
//! reader: it reads a binary file that begins with `solid` as text and only the first solid of a text, refuses a file for one
//! NaN, and has no place in its errors, no memory limit and no cancel.

mod binary;
pub(in crate::import) mod build;
pub(crate) mod repair;
mod solid;
#[cfg(test)]
mod tests;
mod text;
