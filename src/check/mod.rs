//! `eyeline check`: compares the scenes of a project with their stored answers and pictures.
//!
//! ```text
//! discover ─► plan ─► run (read, draw, compare) ─► rows ─► update ─► terminal, page, results.json, junit.xml, annotations,
//!                                                                     summary of a step
//!                                                                     results.json ─► review, accept
//! ```
//!
//! This room does not draw. The caller gives [`run`] a function that draws, because pictures of the window need the
//! window.

pub mod accept;
mod answers;
mod baseline;
mod causes;
pub mod compare;
mod comparing;
mod digest;
pub mod discover;
mod drawing;
pub mod github;
pub mod in_order;
pub mod junit;
mod kept;
pub mod output;
pub mod page;
pub mod pixels;
pub mod plan;
mod reading;
pub mod results;
pub mod review;
pub mod row;
mod run;
mod settings;
pub mod spool;
pub mod summary;
pub mod terminal;
#[cfg(test)]
mod tests;
mod text;
mod turns;
pub mod two_pictures;
pub mod update;
mod words;

pub use run::run;
pub use settings::{CheckSettings, Draw, Undrawn};
