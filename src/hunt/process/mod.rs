//! Another program as an answerer: its process, the threads beside it, and its restarts.

mod child;
mod process_answerer;

pub use process_answerer::{ProcessAnswerer, StartError};
