//! The same questions answered in `f64` by other algorithms: the reference beside every fast answer.

pub mod cast;
pub mod frustum;
mod mesh;
pub mod mesh_in_view;
pub mod ray;
