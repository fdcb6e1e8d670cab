//! A project's scenes against their stored answers and pictures: `eyeline check`.
//!
//! ```text
//! discover ─► plan ─► run (read, draw, compare) ─► rows ─► update ─► terminal, page, results.json, junit.xml, annotations
//!                                                                     results.json ─► review, accept
//! ```
//!
//! Nothing here draws: [`run`] is given a function that does, since pictures of the window need the window.

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
