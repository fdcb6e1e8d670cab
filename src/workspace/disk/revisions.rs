//! The recent git revisions of the scene's file.

use std::ffi::OsString;
use std::path::Path;

use crate::source::git::git;

/// The number of recent revisions that are listed.
const MOST: usize = 40;

/// A revision that changed the file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Revision {
    /// The short hash.
    pub(crate) hash: String,
    /// The date and the subject of the revision.
    pub(crate) words: String,
}

/// The recent revisions of a file, the newest first.
pub(in crate::workspace) fn recent(file: &Path) -> Result<Vec<Revision>, String> {
    let most = format!("-n{MOST}");
    let name = file.file_name().unwrap_or_default().to_owned();
    let folder = file.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    let arguments = ["log", &most, "--format=%h%x09%ad %s", "--date=short", "--"].map(OsString::from);
    let text = git(folder, arguments.into_iter().chain([name]))?;
    let text = String::from_utf8_lossy(&text);
    let revision = |line: &str| {
        let (hash, words) = line.split_once('\t')?;
        Some(Revision { hash: hash.to_owned(), words: words.to_owned() })
    };
    let found: Vec<Revision> = text.lines().filter_map(revision).collect();
    if found.is_empty() { Err("git has no revision of this file".to_owned()) } else { Ok(found) }
}
