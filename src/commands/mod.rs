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

use std::collections::HashMap;
use std::ffi::OsString;
use std::io::{self, IsTerminal, Write};
use std::path::Path;
use std::process::ExitCode;

use clap::Parser;

use crate::escape;
use crate::files::{Files, Inputs, Loaded, Pace, Reading, open_watched};
use crate::scene::{Folder, Scene, SceneError};
use crate::world::agents::MOST_TICKS;

pub mod check;
pub mod cli;
mod depth;
pub mod diff;
pub mod explain;
pub mod fail_on;
pub mod generate;
pub mod import;
pub mod output;
mod progress;
pub mod render;
pub mod report;
pub mod scene_args;
pub mod schema;
mod signals;
mod stdout;
mod unanswered;
pub mod window;

use cli::{Cli, Command};
use scene_args::SceneArgs;

/// The exit code of a command whose result is not the expected one.
const DIFFERS: u8 = 1;
/// The exit code of a command that could not run.
const COULD_NOT_RUN: u8 = 2;

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
        Some(Command::Check(args)) => return check::run(args),
        Some(Command::Import(args)) => return import::run(args),
        Some(Command::Generate(args)) => generate::run(args)?,
        Some(Command::Schema) => schema::run()?,
        None => window::run(cli.scene.as_deref(), &cli.read)?,
    }
    Ok(ExitCode::SUCCESS)
}

/// Reads a scene for a command. Warnings and errors of files that it names go to standard error; all other answers are
/// computed.
///
/// # Errors
/// When the scene cannot be read or is invalid.
pub fn load(path: &Path, read: &SceneArgs) -> anyhow::Result<Loaded> {
    load_with_warnings(path, read, Pace::AtOnce)
}

/// The exit code of a command that has written its result. When the result has `error` entries for files that could not
/// be read, the code is not 0. So a script does not mistake partial answers for complete ones.
fn done(loaded: &Loaded) -> ExitCode {
    if loaded.faults.is_empty() { ExitCode::SUCCESS } else { ExitCode::from(COULD_NOT_RUN) }
}

/// The files of a scene: the scene file and each file that it names.
fn inputs(path: &Path, loaded: &Loaded, read: &SceneArgs) -> anyhow::Result<Inputs> {
    let folder = Folder::of_file(path, &read.options()?);
    let inputs = Inputs::file(path);
    Ok(folder.map_or(inputs.clone(), |(folder, _)| inputs.with(&loaded.files, &folder)))
}

/// Reads a scene for the window, which shows warnings and errors too, and may read images later.
fn load_with_warnings(path: &Path, read: &SceneArgs, pace: Pace) -> anyhow::Result<Loaded> {
    let (name, reading) = (path.display(), Reading { pace, options: read.options()? });
    let open = |progress: &_| open_watched(path, Files::within(read.budget()), &reading, progress);
    let loaded = progress::shown(&format!("reading {name}"), open)?;
    print_errors(&loaded);
    Ok(loaded)
}

/// Prints the errors and warnings of a scene.
fn print_errors(loaded: &Loaded) {
    // An error that several entries have is printed once, at the first entry.
    let mut counts: HashMap<(&str, &str), usize> = HashMap::new();
    for fault in &loaded.faults {
        *counts.entry((&fault.file, &fault.message)).or_default() += 1;
    }
    for fault in &loaded.faults {
        match counts.remove(&(&*fault.file, &*fault.message)) {
            None => {}
            Some(1) => print_message(&fault.render(has_color())),
            Some(count) => {
                let entries =
                    if count == 2 { "1 more entry has".to_owned() } else { format!("{} more entries have", count - 1) };
                let mut fault = fault.clone();
                fault.message = format!("{} (and {entries} this error)", fault.message).into();
                print_message(&fault.render(has_color()));
            }
        }
    }
    for warning in &loaded.warnings {
        print_message(&format!("warning: {warning}"));
    }
}

/// Refuses a tick beyond the last one to which agents are run.
///
/// # Errors
/// When the scene has agents, and the tick is beyond [`MOST_TICKS`].
fn within_reach(scene: &Scene, tick: u64) -> anyhow::Result<()> {
    anyhow::ensure!(
        scene.agents.is_empty() || tick <= MOST_TICKS,
        "tick {tick} is too late: agents are run tick by tick, up to tick {MOST_TICKS}"
    );
    Ok(())
}

/// Prints a message to standard error, with control characters escaped. A failure to write it is ignored.
fn print_message(message: &str) {
    let message = if has_color() { escape::lines_with_colors(message) } else { escape::lines(message) };
    let _unwritable = writeln!(io::stderr().lock(), "{message}");
}

/// The text of an error: the error of a scene with its source line, any other error with its causes.
fn describe(error: &anyhow::Error, color: bool) -> String {
    match error.downcast_ref::<SceneError>() {
        Some(error) => error.render(color),
        None => format!("error: {}", escape::lines(&format!("{error:#}"))),
    }
}

/// Colours are used on a terminal, unless `NO_COLOR` is set (<https://no-color.org>).
fn has_color() -> bool {
    io::stderr().is_terminal() && requests_color()
}

fn requests_color() -> bool {
    std::env::var_os("NO_COLOR").is_none_or(|value| value.is_empty())
}

/// The arguments that a command line is read as, for tests. The first text is the name of the command.
#[cfg(test)]
fn parsed<A: clap::Args>(line: &[&str]) -> Result<A, clap::Error> {
    let command = A::augment_args(clap::Command::new("test"));
    A::from_arg_matches(&command.try_get_matches_from(line)?)
}
