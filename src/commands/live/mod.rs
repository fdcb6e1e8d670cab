//! `eyeline live`: the trace of a running program, as it comes.

mod args;
mod headless;
mod opened;
mod own_scene;
mod run;

pub use args::LiveArgs;
pub use run::run;
