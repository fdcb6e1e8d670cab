//! `eyeline-box3d` converts a recording of Box3D, a `.b3rec`, to a trace of eyeline.
//!
//! The replay is C, and a damaged recording can stop the process that replays it. So a second process of this program replays, and the first
//! one gives the trace its name, or reports what happened.

mod args;
mod clock;
mod convert;
mod native;
mod replaying;
mod said;
mod scene;
mod snapshot;
mod solid;
mod stream;
mod supervising;

use std::process::ExitCode;

use clap::Parser;

use crate::args::Args;

fn main() -> ExitCode {
    let args = Args::parse();
    let result = match &args.replay_to {
        Some(trace) => replaying::run(&args, trace).map(|()| ExitCode::SUCCESS),
        None => supervising::run(&args),
    };
    result.unwrap_or_else(|error| {
        eprintln!("eyeline-box3d: {error:#}");
        ExitCode::from(2)
    })
}
