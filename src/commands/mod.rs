//! The command line: one file per command, and what they share.
//!
//! Results go to standard output or a file, messages to standard error. Exit codes: 0 done, 1 differs, 2 could not
//! run.

use std::ffi::OsString;
use std::io::{self, IsTerminal, Write};
use std::path::Path;
use std::process::ExitCode;

use clap::Parser;

use crate::scene::{self, Assets, Loaded, Pace, Scene, SceneError};
use crate::world::agents::MOST_TICKS;

pub mod cli;
pub mod explain;
pub mod generate;
pub mod import;
pub mod output;
mod progress;
pub mod render;
pub mod report;
pub mod scene_args;
pub mod schema;
pub mod window;

use cli::{Cli, Command};
use scene_args::SceneArgs;

/// The exit code of a command that could not run.
const COULD_NOT_RUN: u8 = 2;

/// Runs the command line, program name first, and says how it went.
pub fn run(args: impl IntoIterator<Item = OsString>) -> ExitCode {
    let cli = match Cli::try_parse_from(args) {
        Ok(cli) => cli,
        Err(error) => {
            // Help and version come as errors too, with their own exit code; where to write them clap knows.
            let _unwritable = error.print();
            return u8::try_from(error.exit_code()).map_or(ExitCode::FAILURE, ExitCode::from);
        }
    };
    match dispatch(&cli) {
        Ok(code) => code,
        Err(error) => {
            say(&describe(&error, has_color()));
            ExitCode::from(COULD_NOT_RUN)
        }
    }
}

fn dispatch(cli: &Cli) -> anyhow::Result<ExitCode> {
    match &cli.command {
        Some(Command::Render(args)) => render::run(args)?,
        Some(Command::Report(args)) => report::run(args)?,
        Some(Command::Explain(args)) => explain::run(args)?,
        Some(Command::Generate(args)) => generate::run(args)?,
        Some(Command::Import(args)) => import::run(args)?,
        Some(Command::Schema) => schema::run()?,
        None => window::run(cli.scene.as_deref(), &cli.read)?,
    }
    Ok(ExitCode::SUCCESS)
}

/// Reads a scene for a command. Its warnings, and what is wrong with files that it names, go to standard error; everything else
/// is answered.
///
/// # Errors
/// When the scene cannot be read or is not sound.
pub fn load(path: &Path, read: &SceneArgs) -> anyhow::Result<Scene> {
    Ok(load_with_warnings(path, read, Pace::AtOnce)?.scene)
}

/// The same for the window, which shows warnings and faults too, and may read images later.
fn load_with_warnings(path: &Path, read: &SceneArgs, pace: Pace) -> anyhow::Result<Loaded> {
    let (name, assets) =
        (path.display(), Assets { pace, options: read.options()?, budget: read.budget(), ..Assets::default() });
    let loaded = progress::shown(&format!("reading {name}"), |progress| scene::read_watched(path, assets, progress))?;
    tell(&loaded);
    Ok(loaded)
}

/// Says what is wrong with a scene and what should be known about it.
fn tell(loaded: &Loaded) {
    for fault in &loaded.faults {
        say(&fault.render(has_color()));
    }
    for warning in &loaded.warnings {
        say(&format!("warning: {warning}"));
    }
}

/// Refuses a tick that agents are not run to.
///
/// # Errors
/// When the scene has agents, and the tick lies beyond [`MOST_TICKS`].
fn within_reach(scene: &Scene, tick: u64) -> anyhow::Result<()> {
    anyhow::ensure!(
        scene.agents.is_empty() || tick <= MOST_TICKS,
        "tick {tick} lies too far: agents are run tick by tick, up to tick {MOST_TICKS}"
    );
    Ok(())
}

/// A message on standard error; if nobody can be told there is nothing left to do.
fn say(message: &str) {
    let _unwritable = writeln!(io::stderr().lock(), "{message}");
}

/// An error as it is shown: of a scene with its source line, of anything else with its causes.
fn describe(error: &anyhow::Error, color: bool) -> String {
    match error.downcast_ref::<SceneError>() {
        Some(error) => error.render(color),
        None => format!("error: {error:#}"),
    }
}

/// Colour is for people at terminals who have not asked to be spared (<https://no-color.org>).
fn has_color() -> bool {
    io::stderr().is_terminal() && std::env::var_os("NO_COLOR").is_none_or(|value| value.is_empty())
}
