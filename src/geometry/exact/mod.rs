//! Independent answers in `f64`.

pub mod frustum;
pub mod ray;
