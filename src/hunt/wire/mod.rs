//! The wire between eyeline and another program: one JSON object a line.
//!
//! Numbers of cases are `f32` values, written as `f64`, so that a program that reads either has exactly the same value.

mod case;
mod hello;
mod reply;

pub(in crate::hunt) use case::depth_word;
pub use case::{write_answer, write_case, write_truth};
pub use hello::{hello, read_hello};
pub use reply::{Line, read_line};
