//! Independent answers in `f64`.

pub mod ray;
