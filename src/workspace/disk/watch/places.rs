//! The folders that the system watches for a set of files.
//!
//! Folders are watched rather than files: an editor may replace a file by a new one, and a watch of the old file would
//! not report the new one. For a file that is reached through links, the folder of each link and the folder of the
//! target are watched too. A folder that is replaced by another folder with the same name is watched again.

use std::collections::{BTreeMap, BTreeSet};
use std::ffi::OsString;
use std::fs;
use std::path::{Path, PathBuf};

use notify::{Event, RecommendedWatcher, RecursiveMode, Watcher};

use crate::source::stamp::{Identity, identity_of};

/// A path with more links than this is treated as a loop.
const MOST_LINKS: usize = 16;

/// The watched folders.
pub(super) struct Places {
    /// `None` where the system cannot watch folders.
    watcher: Option<RecommendedWatcher>,
    /// The folder that each path led to.
    watched: BTreeMap<PathBuf, Identity>,
}

impl Places {
    /// Creates an empty watch. `heard` is called from another thread with every event.
    pub(super) fn new(heard: impl FnMut(notify::Result<Event>) + Send + 'static) -> Self {
        Self { watcher: notify::recommended_watcher(heard).ok(), watched: BTreeMap::new() }
    }

    /// Watches the folders of these files instead of the previous folders. Returns the names whose events matter.
    pub(super) fn watch<'a>(&mut self, files: impl Iterator<Item = &'a PathBuf>) -> BTreeSet<OsString> {
        let entries: BTreeSet<PathBuf> = files.flat_map(|file| entries(file)).collect();
        let names = entries.iter().filter_map(|entry| entry.file_name()).map(ToOwned::to_owned).collect();
        let folders: BTreeSet<PathBuf> = entries.iter().filter_map(|entry| folder(entry)).collect();
        let Some(watcher) = &mut self.watcher else { return names };
        let now: BTreeMap<PathBuf, Identity> = folders
            .into_iter()
            .map(|folder| {
                let identity = identity_of(&folder);
                (folder, identity)
            })
            .collect();
        for (folder, _) in self.watched.iter().filter(|(folder, identity)| now.get(*folder) != Some(*identity)) {
            // The system no longer watches a deleted folder.
            let _gone = watcher.unwatch(folder);
        }
        let new = now.iter().filter(|(folder, identity)| self.watched.get(*folder) != Some(*identity));
        let failed: Vec<PathBuf> = new
            .filter(|(folder, _)| watcher.watch(folder, RecursiveMode::NonRecursive).is_err())
            .map(|(folder, _)| folder.clone())
            .collect();
        self.watched = now;
        for folder in failed {
            self.watched.remove(&folder);
        }
        names
    }
}

/// The folder entries that affect a path to a file: the file, its folder, the parent of that folder, every link on the
/// path, and the targets of the links.
fn entries(file: &Path) -> Vec<PathBuf> {
    let mut found: Vec<PathBuf> = file.ancestors().take(3).map(Path::to_owned).collect();
    let mut at = file.to_owned();
    for _ in 0..MOST_LINKS {
        let Some((link, target)) = at.ancestors().find_map(|part| Some((part.to_owned(), fs::read_link(part).ok()?)))
        else {
            break;
        };
        let rest = at.strip_prefix(&link).unwrap_or(Path::new("")).to_owned();
        let target = link.parent().unwrap_or(Path::new("")).join(target);
        found.push(link);
        at = if rest.as_os_str().is_empty() { target } else { target.join(rest) };
        found.push(at.clone());
    }
    found.retain(|entry| entry.file_name().is_some());
    found
}

/// The folder of a file, or the nearest ancestor that exists.
fn folder(file: &Path) -> Option<PathBuf> {
    let here = |folder: &Path| if folder.as_os_str().is_empty() { PathBuf::from(".") } else { folder.to_owned() };
    file.ancestors().skip(1).map(here).find(|folder| folder.is_dir())
}

#[cfg(test)]
mod tests {
    #[cfg(unix)]
    use super::*;

    #[cfg(unix)]
    #[test]
    fn links_are_followed_to_where_they_lead() {
        let folder = tempfile::tempdir().unwrap();
        let at = |name: &str| folder.path().join(name);
        fs::create_dir(at("one")).unwrap();
        std::os::unix::fs::symlink("one", at("now")).unwrap();
        fs::write(at("one/b.json"), "1").unwrap();
        std::os::unix::fs::symlink("b.json", at("one/a.json")).unwrap();
        let found = entries(&at("now/a.json"));
        for expected in ["now/a.json", "now/b.json", "now", "one/b.json"] {
            assert!(found.contains(&at(expected)), "{expected}: {found:?}");
        }
        std::os::unix::fs::symlink("loop", at("loop")).unwrap();
        assert!(entries(&at("loop")).len() < 64);
    }
}
