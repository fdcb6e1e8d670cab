//! `eyeline hunt`: another program is asked cases where mistakes hide, and its answers are judged. And `eyeline mistakes`.
//!
//! ```text
//! args       the arguments
//! run        starts the program, runs, and writes what was found
//! bar        the progress bar, and the end by Ctrl-C
//! folder     the files of --out: results, scenes, page
//! page       the page of the results
//! plot       the plot of faults by size and distance
//! pictures   the picture and the steps of each fault
//! summary    what was found, as text
//! example    whole programs that answer, in six languages
//! mistakes   the list of known mistakes
//! ```

#![allow(
    clippy::complexity,
    clippy::float_cmp_const,
    clippy::map_err_ignore,
    clippy::print_stdout,
    clippy::pedantic,
    clippy::style,
    reason = "the first version of the hunt does not meet all lints yet"
)]

mod args;
mod bar;
mod example;
mod folder;
mod mistakes;
mod page;
mod pictures;
mod plot;
mod run;
mod summary;

pub use args::{HuntArgs, HuntTime};
pub use example::ExampleLanguage;
pub use mistakes::{MistakesArgs, run as list_mistakes};
pub use run::run;
