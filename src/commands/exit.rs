//! The exit codes of commands.

use std::process::ExitCode;

use crate::files::Loaded;

/// The exit code of a command whose result is not the expected one.
pub(super) const DIFFERS: u8 = 1;
/// The exit code of a command that could not run.
pub(super) const COULD_NOT_RUN: u8 = 2;

/// The exit code of a command that has written its result. When the result has `error` entries for files that could not
/// be read, or names that a running program has not sent, the code is not 0. So a script does not mistake partial answers for complete
/// ones.
pub(super) fn exit_code(loaded: &Loaded) -> ExitCode {
    if loaded.faults.is_empty() && loaded.unsent.is_empty() { ExitCode::SUCCESS } else { ExitCode::from(COULD_NOT_RUN) }
}
