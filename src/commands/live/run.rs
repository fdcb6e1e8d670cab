//! Opens the source, and shows it in a window or reports it.

use std::path::PathBuf;
use std::process::ExitCode;

use super::args::LiveArgs;
use super::headless;
use super::opened::OpenedSource;
use super::own_scene::OwnScene;
use crate::app::{self, LiveStart, Start, WindowError};
use crate::commands::load::load_awaiting_program;
use crate::commands::window::has_display;
use crate::files::Pace;
use crate::live::{KEPT_IN_WINDOW, LiveInput};

/// Shows the world of a running program in a window until it is closed; or, without a window, reads until the time is over, the input
/// ends, or Ctrl-C, and writes the report of the last tick with all that the program said.
///
/// # Errors
/// When the source or the window cannot be opened; without a window also when no keyframe came, or the recording or the report cannot be
/// written.
pub fn run(args: &LiveArgs) -> anyhow::Result<ExitCode> {
    if args.headless {
        // A scene that is not valid is refused before the program is waited for. The report is of the whole run.
        let own = OwnScene::load(args)?;
        return headless::run(args, own, OpenedSource::open(args, None)?);
    }
    let kept = args.keep.map_or(KEPT_IN_WINDOW, |keep| keep.0.as_secs_f64());
    anyhow::ensure!(
        has_display(),
        "there is no display to open a window on; `eyeline live --headless --for 10s` writes a report instead"
    );
    let own = args
        .scene_file()
        .map(|path| load_awaiting_program(&path, &args.read, Pace::Later).map(|loaded| (path, loaded)))
        .transpose()?;
    let options = (args.read.options()?, args.read.budget());
    let OpenedSource { input, source, received, place } = OpenedSource::open(args, Some(kept))?;
    let followed = match input {
        LiveInput::File(path) => Some(path),
        LiveInput::Address(_) | LiveInput::StandardInput | LiveInput::BevyRemote { .. } => None,
    };
    let files: Vec<PathBuf> = followed.into_iter().chain(args.record.clone()).collect();
    let live = LiveStart { source, received, place, files };
    app::run(Start::live(live, own, options)).map_err(|error| match error {
        WindowError::Opening(_) => anyhow::anyhow!("{error}; `eyeline live --headless` writes a report instead"),
        WindowError::Lost => anyhow::anyhow!("{error}"),
    })?;
    Ok(ExitCode::SUCCESS)
}
