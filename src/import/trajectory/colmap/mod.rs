//! A model of COLMAP: `images.txt` or `images.bin`, with what is beside it.
//!
//! ```text
//! images   the poses, and the recording with all of it
//! cameras  the lenses, from `cameras.txt` or `cameras.bin`
//! points   the points that were reconstructed, from `points3D.txt` or `points3D.bin`
//! bytes    the binary form of all three
//! ```
//!
//! The formats: COLMAP documentation, *Output Format* (Johannes L. Schönberger, 2016 and later).

mod bytes;
mod cameras;
mod images;
mod points;

pub(super) use images::read;
