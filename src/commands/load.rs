//! Reads a scene for a command.

use std::collections::HashMap;
use std::path::Path;

use super::message::{has_color, print_message};
use super::progress;
use super::scene_args::SceneArgs;
use crate::files::{Files, Inputs, Loaded, Pace, Reading, open_watched};
use crate::opacity::Progress;
use crate::scene::{Folder, Scene};
use crate::world::agents::MOST_TICKS;

/// Reads a scene for a command. Warnings and errors of files that it names go to standard error; all other answers are
/// computed.
///
/// # Errors
/// When the scene cannot be read or is invalid.
pub(super) fn load(path: &Path, read: &SceneArgs) -> anyhow::Result<Loaded> {
    load_with_warnings(path, read, Pace::AtOnce)
}

/// The same without messages, for a scene whose errors and warnings were reported.
pub(super) fn load_again(path: &Path, read: &SceneArgs) -> anyhow::Result<Loaded> {
    let reading = Reading { pace: Pace::AtOnce, options: read.options()? };
    Ok(open_watched(path, Files::within(read.budget()), &reading, &Progress::default())?)
}

/// Reads a scene for the window, which shows warnings and errors too, and may read images later.
pub(super) fn load_with_warnings(path: &Path, read: &SceneArgs, pace: Pace) -> anyhow::Result<Loaded> {
    load_into(path, read, pace, Files::within(read.budget()))
}

fn load_into(path: &Path, read: &SceneArgs, pace: Pace, files: Files) -> anyhow::Result<Loaded> {
    let (name, reading) = (path.display(), Reading { pace, options: read.options()? });
    let open = |progress: &_| open_watched(path, files, &reading, progress);
    let loaded = progress::shown(&format!("reading {name}"), open)?;
    print_errors(&loaded);
    Ok(loaded)
}

/// Reads a scene to which a running program will add its entries: names that it does not have may be those of the program.
///
/// # Errors
/// When the scene cannot be read, or something else in it is invalid.
pub(super) fn load_awaiting_program(path: &Path, read: &SceneArgs, pace: Pace) -> anyhow::Result<Loaded> {
    load_into(path, read, pace, Files::within(read.budget()).awaiting_program())
}

/// Prints the errors and warnings of a scene.
pub(super) fn print_errors(loaded: &Loaded) {
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

/// The files of a scene: the scene file and each file that it names.
pub(super) fn inputs(path: &Path, loaded: &Loaded, read: &SceneArgs) -> anyhow::Result<Inputs> {
    let folder = Folder::of_file(path, &read.options()?);
    let inputs = Inputs::file(path);
    Ok(folder.map_or(inputs.clone(), |(folder, _)| inputs.with(&loaded.files, &folder)))
}

/// Refuses a tick beyond the last one to which agents are run.
///
/// # Errors
/// When the scene has agents, and the tick is beyond [`MOST_TICKS`].
pub(super) fn within_reach(scene: &Scene, tick: u64) -> anyhow::Result<()> {
    anyhow::ensure!(
        scene.agents.is_empty() || tick <= MOST_TICKS,
        "tick {tick} is too late: agents are run tick by tick, up to tick {MOST_TICKS}"
    );
    Ok(())
}
