//! `eyeline cost`: what a level costs, and where.
//!
//! ```text
//! args  the arguments
//! run   the command
//! text  totals, tables and sentences for a terminal
//! json  everything as JSON
//! csv   a line for each view
//! ```

pub mod answer;
mod args;
mod csv;
mod json;
mod run;
mod text;

pub use args::CostArgs;
pub use run::run;
