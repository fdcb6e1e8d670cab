//! The scene of the user, to which the entries of the program are added.

use std::path::PathBuf;
use std::sync::Arc;

use super::args::LiveArgs;
use crate::commands::load::load_awaiting_program;
use crate::commands::message::{has_color, print_message};
use crate::files::{Files, Loaded, Pace, Reading, open_watched};
use crate::opacity::Progress;
use crate::trace::Trace;

/// The scene of the user without a window.
pub(super) struct OwnScene {
    path: PathBuf,
    /// The readings of its files.
    files: Files,
    reading: Reading,
}

impl OwnScene {
    /// Reads the scene of the arguments, and prints what is wrong with it; `None` when there is none. Its names are not looked up before
    /// the program has sent its keyframe.
    ///
    /// # Errors
    /// When the scene cannot be read or is invalid.
    pub(super) fn load(args: &LiveArgs) -> anyhow::Result<Option<Self>> {
        let Some(path) = args.scene_file() else { return Ok(None) };
        let files = load_awaiting_program(&path, &args.read, Pace::AtOnce)?.files;
        let reading = Reading { options: args.read.options()?, ..Reading::default() };
        Ok(Some(Self { path, files, reading }))
    }

    /// The scene with the entries of a trace.
    ///
    /// # Errors
    /// When the scene can no longer be read.
    pub(super) fn with_trace(&self, trace: Trace) -> anyhow::Result<Loaded> {
        let files = self.files.clone().with_program(Arc::new(trace));
        Ok(open_watched(&self.path, files, &self.reading, &Progress::default())?)
    }

    /// Prints a warning for each name that the program has not sent so far.
    pub(super) fn warn_of_unsent(&self, trace: &Trace) {
        // What else is wrong is an error at the end.
        let Ok(loaded) = self.with_trace(trace.clone()) else { return };
        for unsent in &loaded.unsent {
            print_message(&format!("warning: {unsent}; the program has not sent it so far"));
        }
    }
}

/// Prints the errors of a scene: its files that cannot be used, and names that the program has never sent.
pub(super) fn print_errors(loaded: &Loaded) {
    let errors = loaded.unsent.iter().chain(&loaded.faults);
    errors.for_each(|error| print_message(&error.render(has_color())));
}
