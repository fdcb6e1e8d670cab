//! What is known of the files on disk, to follow the changes that other programs make to them.

use std::collections::BTreeSet;

use super::file_debounce::{FileDebounce, Ready};
use crate::files::{Files, Loaded};
use crate::scene::{SceneError, Stamp};
use crate::workspace::job::Job;

/// The result of reading the scene's file; `None` after a cancel.
pub(super) type Reread = Option<Result<Loaded, SceneError>>;

/// The known state of the files on disk.
#[derive(Default)]
pub(in crate::workspace) struct Tracking {
    /// The stamp of the scene's file when it was last read or written.
    pub(super) stamp: Option<Stamp>,
    /// Files whose stamp has changed since they were read.
    pub(super) debounce: FileDebounce,
    /// Images and levels that were read while another program was writing them. Those that could not be read are read
    /// again.
    pub(in crate::workspace) interim: BTreeSet<Box<str>>,
    /// The reading of the scene's file, while it runs.
    pub(super) reading: Option<RunningReading>,
    /// Whether the scene's file was still being written when it was last read. It is read again afterwards.
    pub(super) is_interim: bool,
    /// The number of successful readings of the scene's file.
    pub(super) readings: usize,
    /// Whether the scene's file has contents that the workspace has not read.
    pub(super) has_unread_contents: bool,
    /// Whether the user kept the open scene although its file has other contents. The scene counts as unsaved until it
    /// is written.
    pub(super) keeps_open_scene: bool,
    pub(super) conflict: Option<Conflict>,
    /// The results of the last attempt to read files that could be read before.
    pub(in crate::workspace) tried: Files,
}

/// A running reading of the scene's file.
pub(super) struct RunningReading {
    /// The stamp of the file before the reading.
    pub(super) stamp: Stamp,
    pub(super) ready: Ready,
    pub(super) job: Job<Reread>,
}

/// The scene's file and the open scene have both changed. The user has to choose one.
#[derive(Clone, Debug)]
pub(crate) struct Conflict {
    /// The contents of the file; `None` when it cannot be read.
    pub(in crate::workspace::disk) theirs: Option<Box<Loaded>>,
}

impl Conflict {
    /// Whether the contents of the file can be loaded.
    pub(crate) fn can_take(&self) -> bool {
        self.theirs.is_some()
    }
}

impl Tracking {
    /// Records that the scene's file was read or written, with its stamp.
    pub(in crate::workspace) fn read(&mut self, stamp: Option<Stamp>) {
        (self.stamp, self.has_unread_contents, self.keeps_open_scene) = (stamp, false, false);
        (self.conflict, self.reading, self.is_interim) = (None, None, false);
    }

    /// The running reading of the scene's file.
    pub(in crate::workspace) fn reading(&self) -> Option<&Job<Reread>> {
        self.reading.as_ref().map(|reading| &reading.job)
    }

    /// Whether the user kept the open scene although its file has other contents.
    pub(in crate::workspace) fn keeps_open_scene(&self) -> bool {
        self.keeps_open_scene
    }
}
