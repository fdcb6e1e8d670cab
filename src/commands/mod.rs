//! The command line: one file per command, and what they share.
//!
//! ```
//! use std::process::ExitCode;
//!
//! let code = eyeline::commands::run(["eyeline", "schema"].map(Into::into));
//! assert_eq!(format!("{code:?}"), format!("{:?}", ExitCode::SUCCESS));
//! ```
//!
//! Results go to standard output or a file, messages to standard error. Exit codes: 0 done, 1 differs, 2 could not run,
//! or a file that the scene names could not be read and all other answers were written.

pub mod check;
pub mod cli;
pub mod completions;
pub mod cost;
mod depth;
pub mod diff;
mod exit;
pub mod explain;
mod explain_leak;
mod explain_pairs;
mod explain_paths;
mod explain_skin;
mod explain_why;
pub mod export;
pub mod fail_on;
pub mod format;
pub mod generate;
pub mod hunt;
pub mod import;
pub mod lesson;
pub mod live;
mod load;
pub mod manual;
pub mod mcp;
mod message;
mod moment;
pub mod output;
pub mod precision;
pub mod problems;
mod progress;
pub mod render;
pub mod repair;
pub mod report;
mod run;
pub mod scene_args;
pub mod schema;
pub mod share;
mod signals;
mod stdout;
mod unanswered;
pub mod window;

pub use run::run;

/// The arguments that a command line is read as, for tests. The first text is the name of the command.
#[cfg(test)]
fn parsed<A: clap::Args>(line: &[&str]) -> Result<A, clap::Error> {
    let command = A::augment_args(clap::Command::new("test"));
    A::from_arg_matches(&command.try_get_matches_from(line)?)
}
