//! Runs the command line.

use std::ffi::OsString;
use std::io::{self, IsTerminal};
use std::process::ExitCode;

use clap::{CommandFactory, Parser};

use super::cli::{Cli, Command};
use super::exit::COULD_NOT_RUN;
use super::message::{describe, has_color, print_message, requests_color};
use super::{
    check, completions, cost, diff, explain, export, format, generate, hunt, import, lesson, live, manual, mcp, output,
    precision, problems, render, repair, report, schema, share, signals, stdout, window,
};
use crate::escape;

/// Runs the command line, program name first. Returns the exit code.
pub fn run(args: impl IntoIterator<Item = OsString>) -> ExitCode {
    signals::watch();
    let args: Vec<OsString> = args.into_iter().collect();
    let answered = match Cli::try_parse_from(&args) {
        Ok(cli) => dispatch(&cli),
        Err(error) => usage(&error, &args),
    };
    answered.unwrap_or_else(|error| {
        if !error.is::<stdout::ReaderGone>() {
            print_message(&describe(&error, has_color()));
        }
        ExitCode::from(COULD_NOT_RUN)
    })
}

/// Writes clap's message: help and version to standard output, errors of the arguments to standard error.
fn usage(error: &clap::Error, args: &[OsString]) -> anyhow::Result<ExitCode> {
    // In colour only when no argument contains escape sequences, because the message repeats arguments.
    let is_plain = |arg: &OsString| escape::is_harmless(&arg.to_string_lossy());
    let text = |color: bool| {
        if color && args.iter().all(is_plain) { error.render().ansi().to_string() } else { error.render().to_string() }
    };
    if error.use_stderr() {
        print_message(text(has_color()).trim_end());
    } else {
        let color = io::stdout().is_terminal() && requests_color();
        output::deliver(text(color).as_bytes(), None)?;
    }
    Ok(u8::try_from(error.exit_code()).map_or(ExitCode::FAILURE, ExitCode::from))
}

fn dispatch(cli: &Cli) -> anyhow::Result<ExitCode> {
    match &cli.command {
        Some(Command::Render(args)) => return render::run(args),
        Some(Command::Report(args)) => return report::run(args),
        Some(Command::Diff(args)) => return diff::run(args),
        Some(Command::Explain(args)) => return explain::run(args),
        Some(Command::Export(args)) => return export::run(args),
        Some(Command::Check(args)) => return check::run(args),
        Some(Command::Cost(args)) => return cost::run(args),
        Some(Command::Precision(args)) => return precision::run(args),
        Some(Command::Import(args)) => return import::run(args),
        Some(Command::Live(args)) => return live::run(args),
        Some(Command::Lesson(args)) => return lesson::run(args),
        Some(Command::Share(args)) => return share::run(args),
        Some(Command::Problems(args)) => return problems::run(args),
        Some(Command::Repair(args)) => return repair::run(args),
        Some(Command::Generate(args)) => return generate::run(args),
        Some(Command::Hunt(args)) => return hunt::run(args),
        Some(Command::Mistakes(args)) => return hunt::list_mistakes(args),
        Some(Command::Fmt(args)) => return format::run(args),
        Some(Command::Schema(args)) => schema::run(args)?,
        Some(Command::Mcp(args)) => mcp::run(args)?,
        Some(Command::Completions(args)) => completions::run(args, Cli::command())?,
        Some(Command::Manual(args)) => manual::run(args, Cli::command())?,
        None => window::run(cli.scene.as_deref(), &cli.read)?,
    }
    Ok(ExitCode::SUCCESS)
}
