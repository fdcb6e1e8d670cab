//! Independent answers in `f64`.
