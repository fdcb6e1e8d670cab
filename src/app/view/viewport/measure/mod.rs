//! The measuring tape: the distance between two points that are clicked in the view.
//!
//! ```text
//! taking   takes clicks as the ends of the tape
//! canvas   draws the tape with its words
//! snap     the point under the pointer: a corner, an edge, or a surface
//! ```

mod canvas;
mod snap;
mod taking;
