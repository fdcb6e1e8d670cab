//! Decides when a changed file is read: once it has been stable for a short time, or at intervals while it is rewritten
//! continuously.

use std::collections::{BTreeMap, BTreeSet};

use crate::scene::Stamp;

/// The time for which a file must be stable before it is read, seconds.
pub(in crate::workspace) const QUIET: f64 = 0.15;
/// The same time for a file that is empty, missing or not a file, as between two steps of an editor, seconds.
pub(in crate::workspace) const QUIET_INCOMPLETE: f64 = 1.5;
/// The interval between readings of a file that is rewritten continuously, seconds.
const INTERIM: f64 = 0.4;
/// The time after which an unreadable file is reported although it is still being rewritten, seconds.
const REPORT_AFTER: f64 = 2.0;

/// What a watcher reports about the files.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Writing {
    /// There is no watcher. The stamps of the files are compared at each check.
    Unknown,
    /// The watcher has nothing new to report.
    Unchanged,
    /// The files have been changing for some time and still are.
    Changing,
    /// The files changed, and are stable now.
    Over,
}

/// How to read a changed file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::workspace) enum Ready {
    /// Do not read it yet.
    No,
    /// Read it. It is rewritten continuously: if it cannot be read, it may be half written.
    Interim,
    /// Read it. It is rewritten continuously, but could not be read for a long time.
    Stale,
    /// Read it. It is no longer being written.
    Whole,
}

/// The files whose stamp has changed since they were read.
#[derive(Debug, Default)]
pub(in crate::workspace) struct FileDebounce {
    files: BTreeMap<Box<str>, DebouncedFile>,
    /// The files that were checked in this check.
    asked: BTreeSet<Box<str>>,
    now: f64,
    writing: Option<Writing>,
}

#[derive(Debug)]
struct DebouncedFile {
    look: Vec<Option<Stamp>>,
    /// The time since when it has this stamp.
    since: f64,
    /// The time since when it could not be read.
    unread: f64,
    /// The time of the last attempt to read it.
    tried: f64,
    /// The number of the current reading.
    reading: usize,
}

impl FileDebounce {
    /// Begins a check of all files. `now` is in seconds.
    pub(in crate::workspace) fn begin(&mut self, now: f64, writing: Writing) {
        (self.now, self.writing) = (now, Some(writing));
        self.asked.clear();
    }

    /// Ends a check. A file that was not checked has its old stamp again. Returns whether another check is needed
    /// later.
    pub(in crate::workspace) fn end(&mut self) -> bool {
        let asked = std::mem::take(&mut self.asked);
        self.files.retain(|name, _| asked.contains(name));
        let waits = |entry: &DebouncedFile| self.writing == Some(Writing::Unknown) || !is_whole(&entry.look);
        self.files.values().any(waits)
    }

    /// How to read a changed file together with all files that belong to it. `reading` is the number of the current
    /// reading.
    pub(in crate::workspace) fn ready(&mut self, name: &str, look: Vec<Option<Stamp>>, reading: usize) -> Ready {
        let now = self.now;
        let fresh = || DebouncedFile { look: look.clone(), since: now, unread: now, tried: now, reading };
        let entry = self.files.entry(name.into()).or_insert_with(fresh);
        if entry.look != look {
            (entry.look, entry.since) = (look, now);
        }
        if entry.reading != reading {
            (entry.reading, entry.unread) = (reading, now);
        }
        let is_whole = is_whole(&entry.look);
        let is_over = is_whole && self.writing == Some(Writing::Over);
        if is_over || now - entry.since >= if is_whole { QUIET } else { QUIET_INCOMPLETE } {
            self.files.remove(name);
            return Ready::Whole;
        }
        self.asked.insert(name.into());
        if !is_whole || (self.writing != Some(Writing::Changing) && now - entry.tried < INTERIM) {
            return Ready::No;
        }
        entry.tried = now;
        if now - entry.unread < REPORT_AFTER {
            return Ready::Interim;
        }
        entry.unread = now;
        Ready::Stale
    }
}

/// Whether all files exist and are not empty.
fn is_whole(look: &[Option<Stamp>]) -> bool {
    look.iter().all(|stamp| stamp.is_some_and(|stamp| stamp.is_file() && !stamp.is_empty()))
}
