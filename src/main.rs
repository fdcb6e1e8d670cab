//! eyeline.

use std::process::ExitCode;

fn main() -> ExitCode {
    eyeline::commands::run(std::env::args_os())
}
