//! `eyeline diff`: the answers that differ between two scenes, reports or recordings, or the pixels that differ between two
//! pictures.
//!
//! ```text
//! args          the arguments
//! run           the command
//! input         the two inputs
//! comparison    the differences, found tick by tick
//! lines, json   writes them
//! pictures      two pictures
//! ```

mod args;
mod comparison;
mod input;
mod json;
mod lines;
mod pictures;
mod run;

pub use args::DiffArgs;
pub use run::run;
