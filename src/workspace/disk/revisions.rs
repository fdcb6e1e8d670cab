//! Git revisions of the scene's file. The program `git` reads them; without that program there are none.

use std::ffi::OsString;
use std::path::Path;
use std::process::{Command, Stdio};

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
    let arguments = ["log", &most, "--format=%h%x09%ad %s", "--date=short", "--"].map(OsString::from);
    let text = git(file, arguments.into_iter().chain([name]))?;
    let text = String::from_utf8_lossy(&text);
    let revision = |line: &str| {
        let (hash, words) = line.split_once('\t')?;
        Some(Revision { hash: hash.to_owned(), words: words.to_owned() })
    };
    let found: Vec<Revision> = text.lines().filter_map(revision).collect();
    if found.is_empty() { Err("git has no revision of this file".to_owned()) } else { Ok(found) }
}

/// The contents of a file at a revision.
pub(in crate::workspace) fn contents(file: &Path, revision: &str) -> Result<Vec<u8>, String> {
    if revision.is_empty() || revision.starts_with('-') || revision.contains(':') {
        return Err(format!("`{revision}` is not a revision; type a hash, a branch, a tag or a form such as HEAD~1"));
    }
    let mut object = OsString::from(format!("{revision}:./"));
    object.push(file.file_name().unwrap_or_default());
    git(file, ["show".into(), "--end-of-options".into(), object])
}

fn git(file: &Path, arguments: impl IntoIterator<Item = OsString>) -> Result<Vec<u8>, String> {
    let folder = file.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    let mut command = Command::new("git");
    command.arg("-C").arg(folder).args(arguments).stdin(Stdio::null()).env("GIT_TERMINAL_PROMPT", "0");
    let output = command.output().map_err(|error| format!("git could not be started: {error}"))?;
    if output.status.success() {
        return Ok(output.stdout);
    }
    let words = String::from_utf8_lossy(&output.stderr);
    let first = words.lines().find(|line| !line.trim().is_empty()).unwrap_or("git failed");
    Err(first.trim_start_matches("fatal: ").to_owned())
}
