//! The reading of the trace that a scene names.

use std::path::PathBuf;
use std::sync::Arc;

use super::asset::Asset;
use super::open_as_scene::item_name::stem_of;
use crate::budget::{Budget, Reservation};
use crate::host::fs;
use crate::scene::SceneTrace;
use crate::source::error::SceneError;
use crate::source::folder::Folder;
use crate::source::stamp::Stamp;
use crate::source::text::{ExpectedFile, read_binary};
use crate::trace::Trace;

/// The largest trace, in bytes: 2 GiB.
const LARGEST: u64 = 2 << 30;

/// A trace takes about so many times the memory of its text.
const MEMORY_OF_TEXT: u64 = 2;

/// The result of reading a trace, with its stamp.
#[derive(Debug)]
pub struct TraceFile {
    path: Option<PathBuf>,
    stamp: Option<Stamp>,
    read: Result<Arc<Trace>, SceneError>,
    /// Whether it comes from a running program, not from a file.
    is_received: bool,
    _memory: Reservation,
}

impl TraceFile {
    /// Reads a trace that a scene in `folder` names.
    pub fn read(file: &str, folder: &Folder, budget: &Budget) -> Self {
        let mut memory = budget.nothing();
        let resolved = folder.resolve(file);
        let path = resolved.as_ref().ok().cloned();
        let stamp = path.as_deref().and_then(Stamp::of);
        let read = resolved
            .map_err(|error| SceneError::unreadable(file, &error.to_string(), Some(error.help())))
            .and_then(|path| {
                let size = fs::length(&path).min(LARGEST);
                let over = |over| SceneError::over_budget(file, "this trace", over);
                memory.grow(size.saturating_mul(MEMORY_OF_TEXT)).map_err(over)?;
                let wanted = ExpectedFile { what: "trace", example: "run.jsonl", most: LARGEST };
                Trace::parse_within(read_binary(&path, file, &wanted)?, file, budget).map(Arc::new)
            });
        let memory = if read.is_ok() { memory } else { budget.nothing() };
        Self { path, stamp, read, is_received: false, _memory: memory }
    }

    /// A trace that came from a running program.
    pub fn received(trace: Arc<Trace>) -> Self {
        let memory = Budget::default().nothing();
        Self { path: None, stamp: None, read: Ok(trace), is_received: true, _memory: memory }
    }

    /// Whether it comes from a running program, not from a file.
    pub fn is_received(&self) -> bool {
        self.is_received
    }

    /// Whether the file does not exist or cannot be opened.
    pub(super) fn is_unread(&self) -> bool {
        self.path.is_none()
    }

    /// The trace.
    ///
    /// # Errors
    /// When the file cannot be read, or has no keyframe at its start.
    pub fn trace(&self) -> Result<&Arc<Trace>, &SceneError> {
        self.read.as_ref()
    }
}

impl Asset for TraceFile {
    fn is_current(&self, file: &str, folder: &Folder) -> bool {
        let path = folder.resolve(file).ok();
        self.is_received || path == self.path && path.as_deref().and_then(Stamp::of) == self.stamp
    }

    fn is_usable(&self) -> bool {
        self.read.is_ok()
    }

    fn failure(&self, _: &str) -> Option<SceneError> {
        self.read.as_ref().err().cloned()
    }

    fn others(&self) -> Vec<PathBuf> {
        self.path.iter().cloned().collect()
    }
}

/// The name of a trace: that in the scene, else that in the file, else the name of the file.
pub fn name_of(written: &SceneTrace, trace: &Trace) -> Arc<str> {
    match (&written.name, trace.name()) {
        (Some(name), _) => Arc::from(name.as_str()),
        (None, Some(name)) => Arc::clone(name),
        (None, None) => stem_of(&written.file).into(),
    }
}
