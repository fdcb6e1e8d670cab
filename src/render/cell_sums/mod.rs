//! The sums of an image's cells by a compute shader: the same whole numbers as [`opacity::Grid`](crate::opacity::Grid)
//! has, added up on the GPU.
//!
//! Pixels are uploaded with their layout in memory, some rows at a time. So an image may be larger than a buffer, and a
//! window that processes one band per frame stays responsive. Sums are 64 bits wide, as two halves, because a shader
//! has 32-bit integers.
//!
//! Every buffer is counted against the memory budget of the scene before it is allocated, and so are the sums that are
//! read back: OpenGL in software, and a GPU without memory of its own, allocate in the memory of the computer.
//!
//! OpenGL has compute shaders from 4.3 on, and OpenGL ES from 3.1. Without them, [`CellSums::support`] returns an
//! error.

mod compute;
mod objects;

pub use compute::{CellSums, CellTimes, Summed};
