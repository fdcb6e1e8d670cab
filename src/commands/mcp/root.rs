//! The folder whose files may be named.

use std::ffi::OsString;
use std::path::{Component, Path, PathBuf};

use anyhow::Context;

/// The folder of a server, without links, and how its commands are started.
#[derive(Clone, Debug)]
pub(super) struct McpRoot {
    /// The folder. Commands run in it.
    pub(super) folder: PathBuf,
    /// This program.
    pub(super) program: PathBuf,
    /// The memory budget of a command, bytes; `None` for the usual one.
    memory: Option<u64>,
}

impl McpRoot {
    /// # Errors
    /// When the folder is none, or the path of this program is unknown.
    pub(super) fn new(folder: &Path, memory: Option<u64>) -> anyhow::Result<Self> {
        let real = folder.canonicalize().with_context(|| format!("cannot use --root {}", folder.display()))?;
        anyhow::ensure!(real.is_dir(), "--root {} is not a folder", folder.display());
        let program = std::env::current_exe().context("the path of this program is unknown")?;
        Ok(Self { folder: real, program, memory })
    }

    /// The arguments that limit what a command may read.
    pub(super) fn limits(&self) -> Vec<OsString> {
        let mut words = vec!["--root=.".into()];
        words.extend(self.memory.map(|bytes| format!("--memory={bytes}").into()));
        words
    }

    /// A file or folder in the root, as an argument that is no option. The path is relative to the root, or absolute.
    ///
    /// # Errors
    /// When it does not exist, or lies outside the root, also by a link.
    pub(super) fn existing(&self, path: &str) -> Result<OsString, String> {
        let real = self.folder.join(path).canonicalize().map_err(|error| {
            format!("cannot read `{path}`: {error}; paths are relative to the root {}", self.folder.display())
        })?;
        let inside = real.strip_prefix(&self.folder).map_err(|_outside| {
            format!("`{path}` lies outside the root {}; start eyeline mcp with another --root", self.folder.display())
        })?;
        Ok(Path::new(".").join(inside).into_os_string())
    }

    /// The same for a side of a comparison, which may also be `REVISION:PATH`.
    ///
    /// # Errors
    /// As [`Self::existing`]; and when a path at a revision has `..` or is absolute.
    pub(super) fn existing_or_at_revision(&self, path: &str) -> Result<OsString, String> {
        let Some((revision, at)) = path.split_once(':').filter(|_| !self.folder.join(path).exists()) else {
            return self.existing(path);
        };
        let is_plain = |part: Component| matches!(part, Component::Normal(_) | Component::CurDir);
        if revision.is_empty()
            || revision.starts_with('-')
            || at.is_empty()
            || !Path::new(at).components().all(is_plain)
        {
            return Err(format!("`{path}` is not REVISION:PATH with a path below the root"));
        }
        // git takes a path that begins with `./` as relative to the folder in which the command runs.
        Ok(format!("{revision}:./{}", at.trim_start_matches("./")).into())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn root(folder: &tempfile::TempDir) -> McpRoot {
        McpRoot::new(folder.path(), Some(1 << 24)).unwrap()
    }

    #[test]
    fn only_files_below_the_root_are_named() {
        let outer = tempfile::tempdir().unwrap();
        let folder = outer.path().join("root");
        std::fs::create_dir_all(folder.join("a")).unwrap();
        std::fs::write(folder.join("a/-x.json"), "{}").unwrap();
        std::fs::write(outer.path().join("secret.json"), "{}").unwrap();
        let root = McpRoot::new(&folder, None).unwrap();
        assert_eq!(root.existing("a/-x.json").unwrap(), "./a/-x.json");
        assert_eq!(root.existing("a/../a/-x.json").unwrap(), "./a/-x.json");
        assert_eq!(root.existing(folder.join("a").to_str().unwrap()).unwrap(), "./a");
        for outside in ["../secret.json", "/etc/hostname", "a/../../secret.json"] {
            let error = root.existing(outside).unwrap_err();
            assert!(error.contains("outside the root") || error.contains("cannot read"), "{error}");
        }
        assert!(root.existing("none.json").unwrap_err().contains("cannot read `none.json`"));
    }

    #[cfg(unix)]
    #[test]
    fn a_link_does_not_lead_out() {
        let outer = tempfile::tempdir().unwrap();
        let folder = outer.path().join("root");
        std::fs::create_dir(&folder).unwrap();
        std::fs::write(outer.path().join("secret.json"), "{}").unwrap();
        std::os::unix::fs::symlink("../secret.json", folder.join("link.json")).unwrap();
        let error = McpRoot::new(&folder, None).unwrap().existing("link.json").unwrap_err();
        assert!(error.contains("outside the root"), "{error}");
    }

    #[test]
    fn revisions_have_paths_below_the_root() {
        let folder = tempfile::tempdir().unwrap();
        let root = root(&folder);
        assert_eq!(root.existing_or_at_revision("HEAD~1:a/b.json").unwrap(), "HEAD~1:./a/b.json");
        for wrong in ["HEAD:../b.json", "HEAD:/etc/hostname", ":b.json", "--output=x:b.json", "HEAD:", "-"] {
            assert!(root.existing_or_at_revision(wrong).is_err(), "{wrong}");
        }
    }

    #[test]
    fn the_root_and_the_budget_are_arguments() {
        let folder = tempfile::tempdir().unwrap();
        assert_eq!(root(&folder).limits(), ["--root=.", "--memory=16777216"]);
    }
}
