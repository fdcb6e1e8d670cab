//! The error of a file that could not be written.

use std::io;
use std::path::PathBuf;

/// The error of a file that could not be written.
#[derive(Debug, thiserror::Error)]
#[error("cannot write {}: {reason}", path.display())]
pub struct SaveError {
    /// The target, by the name that the caller gave.
    pub path: PathBuf,
    /// The error of the operating system.
    pub reason: io::Error,
}
