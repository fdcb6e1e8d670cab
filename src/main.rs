//! The program `eyeline`: parses the command line and runs the command.

use std::process::ExitCode;

fn main() -> ExitCode {
    eyeline::commands::run(std::env::args_os())
}
