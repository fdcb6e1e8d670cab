//! The references: every question is answered again in `f64`, by another algorithm. Where `f64` is not precise enough,
//! numbers of twice the digits are used, see `double_double`.

mod answer;
pub mod body;
pub mod cast;
pub(crate) mod double_double;
mod double_double_line;
pub mod frustum;
mod mesh;
pub mod mesh_in_view;
mod projective;
pub mod ray;
mod search;
pub mod separation;
mod tolerance;
pub mod view_difference;
mod volume;
