//! `eyeline check`: compares the scenes of a project with their stored answers and pictures.
//!
//! ```text
//! discover ─► plan ─► run (read, draw, compare) ─► rows ─► update ─► terminal, page, results.json, junit.xml, annotations
//!                                                                     results.json ─► review, accept
//! ```
//!
//! This room does not draw. The caller gives [`run`] a function that draws, because pictures of the window need the
//! window.

pub mod accept;
mod answers;
pub mod compare;
mod digest;
pub mod discover;
pub mod github;
pub mod junit;
pub mod output;
pub mod page;
pub mod pixels;
pub mod plan;
pub mod results;
pub mod review;
pub mod row;
mod run;
pub mod terminal;
#[cfg(test)]
mod tests;
pub mod update;
mod words;

pub use run::{Draw, Settings, run};
