//! Cameras: a pose and a projection, and the matrices that follow from them.
//!
//! A camera looks along its local −Z with +X to its right and +Y up, as in glTF. Angles and the clip matrix are kept
//! in `f64`: a half turn in `f32` is off by 1e-7, and a far plane is the small difference of two rows of the matrix,
//! which with near 0.1 and far 100 would move by 3 mm if they were rounded to `f32` first.

mod matrix;
pub(crate) mod projection;

pub use matrix::MatrixView;
pub use projection::{Camera, DepthRange, MOST_FAR_OVER_NEAR, Projection, Window};
