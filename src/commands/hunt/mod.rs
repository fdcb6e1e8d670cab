//! `eyeline hunt`: another program is asked cases where mistakes hide, and its answers are judged. And `eyeline mistakes`.
//!
//! ```text
//! args       the arguments
//! run        starts the program, runs, and writes what was found
//! bar        the progress bar, and the end by Ctrl-C
//! summary    what was found, as text
//! mistakes   the list of known mistakes
//! ```

mod args;
mod bar;
mod mistakes;
mod run;
mod summary;

pub use args::{HuntArgs, HuntTime};
pub use mistakes::{MistakesArgs, run as list_mistakes};
pub use run::run;
