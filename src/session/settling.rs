//! Decides when a changed file is read: once it has been stable for a short time, or at intervals while it is rewritten
//! continuously.

use std::collections::{BTreeMap, BTreeSet};

use crate::scene::Stamp;

/// A file must be stable for this long before it is read, seconds.
pub(super) const QUIET: f64 = 0.15;
/// The same for a file that is empty, missing, or not a file, as between two steps of an editor, seconds.
pub(super) const PATIENT: f64 = 1.5;
/// The interval of readings of a file that is rewritten continuously, seconds.
const INTERIM: f64 = 0.4;
/// A file that cannot be read for this long is reported, although it is still being rewritten, seconds.
const STAYS: f64 = 2.0;

/// What a watcher reports about the files.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Writing {
    /// There is no watcher: the stamps of the files decide, from one check to the next.
    Unknown,
    /// The watcher has no new report.
    Unchanged,
    /// The files have been changing for some time and still are.
    GoesOn,
    /// The files changed, and are stable now.
    Over,
}

/// How a changed file is to be read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Ready {
    /// Not yet.
    No,
    /// It is rewritten continuously. If it cannot be read now, it may be half written.
    Interim,
    /// The same, but it could not be read for a long time.
    Stale,
    /// It is no longer being written.
    Whole,
}

/// Files whose stamp has changed since they were read.
#[derive(Debug, Default)]
pub(super) struct Settling {
    files: BTreeMap<Box<str>, Entry>,
    /// The files of this check.
    asked: BTreeSet<Box<str>>,
    now: f64,
    writing: Option<Writing>,
}

#[derive(Debug)]
struct Entry {
    look: Vec<Option<Stamp>>,
    /// The time since which it has this stamp.
    since: f64,
    /// The time since which it could not be read.
    unread: f64,
    /// The time of the last attempt to read it.
    tried: f64,
    /// The number of the current reading.
    reading: usize,
}

impl Settling {
    /// Begins a check of all files at a time in seconds.
    pub(super) fn begin(&mut self, now: f64, writing: Writing) {
        (self.now, self.writing) = (now, Some(writing));
        self.asked.clear();
    }

    /// Ends a check. A file that was not checked has its old stamp again. Returns whether another check by the clock is
    /// needed.
    pub(super) fn end(&mut self) -> bool {
        let asked = std::mem::take(&mut self.asked);
        self.files.retain(|name, _| asked.contains(name));
        let waits = |entry: &Entry| self.writing == Some(Writing::Unknown) || !is_whole(&entry.look);
        self.files.values().any(waits)
    }

    /// How to read a changed file with all files that belong to it. `reading` is the number of the current reading.
    pub(super) fn ready(&mut self, name: &str, look: Vec<Option<Stamp>>, reading: usize) -> Ready {
        let now = self.now;
        let fresh = || Entry { look: look.clone(), since: now, unread: now, tried: now, reading };
        let entry = self.files.entry(name.into()).or_insert_with(fresh);
        if entry.look != look {
            (entry.look, entry.since) = (look, now);
        }
        if entry.reading != reading {
            (entry.reading, entry.unread) = (reading, now);
        }
        let is_whole = is_whole(&entry.look);
        let is_over = is_whole && self.writing == Some(Writing::Over);
        if is_over || now - entry.since >= if is_whole { QUIET } else { PATIENT } {
            self.files.remove(name);
            return Ready::Whole;
        }
        self.asked.insert(name.into());
        if !is_whole || (self.writing != Some(Writing::GoesOn) && now - entry.tried < INTERIM) {
            return Ready::No;
        }
        entry.tried = now;
        if now - entry.unread < STAYS {
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
