//! What was read from a file.

use super::format::Format;
use crate::source::error::SceneWarning;
use crate::trajectory::{Convention, Trajectory};

/// A frame of another program's format that was left out, because its time is not later than that of the frame before.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct LeftOut {
    /// The line of the file, from 1.
    pub line: usize,
    /// The time, from the first frame on, in seconds.
    pub time: f64,
}

/// Rows that cannot be read, and were left out.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct UnreadableRows {
    /// Their lines in the file, from 1.
    pub lines: Vec<usize>,
    /// Why the first one cannot be read; empty without any.
    pub reason: Box<str>,
}

/// The contents of a file.
#[derive(Clone, Debug, PartialEq)]
pub struct Recorded {
    /// The path.
    pub trajectory: Trajectory,
    /// The format of the file.
    pub format: Format,
    /// How its poses were converted.
    pub convention: Convention,
    /// Frames that were left out because of their times.
    pub left_out: Vec<LeftOut>,
    /// Rows that were left out because they cannot be read. At least nine tenths of the rows could be.
    pub unreadable: UnreadableRows,
    /// What was changed, each with its place.
    pub notes: Vec<SceneWarning>,
}
