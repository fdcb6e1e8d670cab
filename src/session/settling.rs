//! When a changed file is read: once it has been the same for a moment, or, when it is rewritten all the time, now and
//! then meanwhile.

use std::collections::{BTreeMap, BTreeSet};

use crate::scene::Stamp;

/// So long a file must look the same before it is read, seconds.
pub(super) const QUIET: f64 = 0.15;
/// The same of a file that is empty, gone, or no file, as between two steps of an editor.
pub(super) const PATIENT: f64 = 1.5;
/// A file that is rewritten all the time is read this often, seconds.
const INTERIM: f64 = 0.4;
/// What cannot be read for this long is shown as a problem, although the file is still being rewritten, seconds.
const STAYS: f64 = 2.0;

/// What is known of whether files are being written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Writing {
    /// No watcher reports: the stamps of the files decide, from one look to the next.
    Unknown,
    /// The watcher has nothing new to report.
    Unchanged,
    /// They have been changing for a while and still are.
    GoesOn,
    /// They changed, and now they do not.
    Over,
}

/// How a changed file is to be read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Ready {
    /// Not yet.
    No,
    /// It is being rewritten all the time. When it cannot be read now, it may be half written.
    Interim,
    /// The same, but it could not be read for long.
    Stale,
    /// It is no longer being written.
    Whole,
}

/// Files that look otherwise than when they were read.
#[derive(Debug, Default)]
pub(super) struct Settling {
    files: BTreeMap<Box<str>, Entry>,
    /// Those asked about in this look.
    asked: BTreeSet<Box<str>>,
    now: f64,
    writing: Option<Writing>,
}

#[derive(Debug)]
struct Entry {
    look: Vec<Option<Stamp>>,
    /// It looks so since then.
    since: f64,
    /// It could not be read since then.
    unread: f64,
    /// It was to be read then.
    tried: f64,
    /// Which reading is in use.
    reading: usize,
}

impl Settling {
    /// A look at all files begins, at a time in seconds.
    pub(super) fn begin(&mut self, now: f64, writing: Writing) {
        (self.now, self.writing) = (now, Some(writing));
        self.asked.clear();
    }

    /// Ends a look at the files. A file that was not asked about looks again as it was read. Returns whether another look
    /// by the clock is needed.
    pub(super) fn end(&mut self) -> bool {
        let asked = std::mem::take(&mut self.asked);
        self.files.retain(|name, _| asked.contains(name));
        let waits = |entry: &Entry| self.writing == Some(Writing::Unknown) || !is_whole(&entry.look);
        self.files.values().any(waits)
    }

    /// How to read a file that has changed, and with it all files that belong to it. `reading` tells the reading that is in
    /// use from those before.
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

/// Whether there is something in all files.
fn is_whole(look: &[Option<Stamp>]) -> bool {
    look.iter().all(|stamp| stamp.is_some_and(|stamp| stamp.is_file() && !stamp.is_empty()))
}
