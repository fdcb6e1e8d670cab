//! Files at a git revision. The program `git` reads them; without that program there are none.

use std::collections::HashSet;
use std::ffi::{OsStr, OsString};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// Runs git in a folder. Returns its output.
///
/// # Errors
/// With the first line that git said, or when it could not be started.
pub(crate) fn git<S: AsRef<OsStr>>(folder: &Path, arguments: impl IntoIterator<Item = S>) -> Result<Vec<u8>, String> {
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

/// A revision of the repository around a folder.
#[derive(Clone, Debug)]
pub(crate) struct GitRevision {
    /// The folder of the repository, without links.
    top: PathBuf,
    revision: String,
}

impl GitRevision {
    /// A revision of the repository that contains a folder. The folder need not exist any more.
    ///
    /// # Errors
    /// When the text is not a revision, when git does not have it, or when there is no repository.
    pub(crate) fn of(folder: &Path, revision: &str) -> Result<Self, String> {
        if revision.is_empty() || revision.starts_with('-') || revision.contains(':') {
            return Err(format!(
                "`{revision}` is not a revision; type a hash, a branch, a tag or a form such as HEAD~1"
            ));
        }
        let folder = if folder.as_os_str().is_empty() { Path::new(".") } else { folder };
        let near = folder.ancestors().find(|folder| folder.is_dir()).unwrap_or(Path::new("."));
        let near = if near.as_os_str().is_empty() { Path::new(".") } else { near };
        let top = String::from_utf8(git(near, ["rev-parse", "--show-toplevel"])?)
            .map_err(|error| format!("the folder of the repository is not UTF-8: {error}"))?;
        let top = PathBuf::from(top.trim_end_matches(['\n', '\r']));
        let top = top.canonicalize().map_err(|error| format!("cannot use {}: {error}", top.display()))?;
        let commit = format!("{revision}^{{tree}}");
        git(&top, ["rev-parse", "--verify", "--quiet", "--end-of-options", &commit])
            .map_err(|_said| format!("git does not know the revision `{revision}`"))?;
        Ok(Self { top, revision: revision.to_owned() })
    }

    /// The folder of the repository, without links.
    pub(crate) fn top(&self) -> &Path {
        &self.top
    }

    /// The name that the user gave.
    pub(crate) fn name(&self) -> &str {
        &self.revision
    }

    /// The contents of a file, as git writes them into the working tree: with the line ends and filters, such as those of
    /// git LFS, that the repository chooses. `inside` is relative to the folder of the repository.
    ///
    /// # Errors
    /// When the revision does not have the file.
    pub(crate) fn contents(&self, inside: &Path) -> Result<Vec<u8>, String> {
        let mut object = OsString::from(format!("{}:", self.revision));
        for (at, part) in inside.components().enumerate() {
            if at > 0 {
                object.push("/");
            }
            object.push(part.as_os_str());
        }
        git(&self.top, [OsStr::new("cat-file"), OsStr::new("--filters"), OsStr::new("--end-of-options"), &object])
    }

    /// The files of the working folder that differ from the revision, also those that are new, were removed or are not
    /// tracked, but not those that git ignores. The paths are absolute. A submodule is one path.
    ///
    /// # Errors
    /// When git fails.
    pub(crate) fn changed_files(&self) -> Result<HashSet<PathBuf>, String> {
        let differ = ["diff", "--name-only", "--no-renames", "--no-ext-diff", "-z", &self.revision, "--"];
        let mut names = git(&self.top, differ)?;
        names.extend(git(&self.top, ["ls-files", "--others", "--exclude-standard", "-z"])?);
        let names = names.split(|byte| *byte == 0).filter(|name| !name.is_empty());
        Ok(names.map(|name| self.top.join(path_of(name))).collect())
    }
}

/// A path in the output of git.
#[cfg(unix)]
fn path_of(bytes: &[u8]) -> PathBuf {
    use std::os::unix::ffi::OsStrExt;
    OsStr::from_bytes(bytes).into()
}

/// A path in the output of git, which is UTF-8.
#[cfg(not(unix))]
fn path_of(bytes: &[u8]) -> PathBuf {
    String::from_utf8_lossy(bytes).into_owned().into()
}
