//! The same questions answered in `f64` by other algorithms: the reference beside every fast answer. Where `f64` does not
//! have the digits for it, numbers of twice as many are used, see `double`.

mod answer;
pub mod body;
pub mod cast;
mod double;
mod fine_line;
pub mod frustum;
mod mesh;
pub mod mesh_in_view;
pub mod ray;
pub mod separation;
mod tolerance;
pub mod view_difference;
mod volume;
