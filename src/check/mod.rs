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
pub mod cache;
mod causes;
pub mod changed;
pub mod compare;
mod comparing;
mod digest;
pub mod discover;
mod discover_error;
mod drawing;
pub mod expectations;
pub mod github;
pub mod in_order;
pub mod junit;
mod kept;
pub mod last_run;
pub mod merge;
pub mod output;
pub mod page;
mod parts;
mod path_search;
pub mod pixels;
pub mod plan;
pub mod project;
mod reading;
mod relative;
mod renderers;
pub mod replaced;
mod restore;
pub mod results;
pub mod review;
pub mod row;
mod run;
pub mod scene_page;
mod settings;
pub mod shard;
pub mod spool;
pub mod step_time;
pub mod summary;
pub mod terminal;
#[cfg(test)]
mod tests;
mod text;
mod turns;
pub mod two_pictures;
mod unstable;
pub mod unused;
pub mod update;
mod words;

pub use parts::CheckParts;
pub use run::run;
pub use settings::{CheckSettings, Draw, DrawnPicture, Undrawn};
