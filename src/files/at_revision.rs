//! A file at a git revision, with the files that it names at that revision.
//!
//! The file is written into a temporary folder, at its place in the repository. It is read there; the files that it names
//! and that are not there yet are written too, and it is read again, until it names no other file of the revision.

use std::collections::HashSet;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use tempfile::TempDir;

use super::content::Files;
use super::inputs::Inputs;
use super::open::open_file;
use super::read::Loaded;
use super::reading::Reading;
use crate::opacity::Progress;
use crate::scene::write::save::save_in;
use crate::source::error::{SceneError, SceneWarning};
use crate::source::folder::{Folder, without_dots, without_links};
use crate::source::git::GitRevision;
use crate::source::options::ReadOptions;
use crate::source::rooted::Rooted;

/// A file names files, which name others. No file of any kind names files more deeply.
const MOST_READINGS: usize = 16;

/// A file at a revision, in a temporary folder until this is dropped.
#[derive(Debug)]
pub struct FileAtRevision {
    revision: GitRevision,
    folder: TempDir,
    /// The folder without links.
    real: PathBuf,
    /// The place in the repository.
    inside: PathBuf,
    /// The places of all files that were looked for.
    known: HashSet<PathBuf>,
}

impl FileAtRevision {
    /// The file with this path at a revision. The path is relative to the working folder, or else to the folder of the
    /// repository, as git itself takes it.
    ///
    /// # Errors
    /// When git does not know the revision, when the revision does not have the file, or when the temporary folder cannot
    /// be written.
    pub fn of(path: &Path, revision: &str) -> Result<Self, String> {
        let absolute = std::path::absolute(path).map_err(|error| error.to_string())?;
        let absolute = without_dots(&absolute);
        let revision = GitRevision::of(absolute.parent().unwrap_or(Path::new(".")), revision)?;
        let folder = tempfile::tempdir().map_err(|error| format!("cannot make a temporary folder: {error}"))?;
        let real = folder.path().canonicalize().map_err(|error| format!("cannot make a temporary folder: {error}"))?;
        let of_work = without_links(&absolute).strip_prefix(revision.top()).ok().map(Path::to_owned);
        let of_repository = path.is_relative().then(|| path.to_owned());
        let mut found = Self { revision, folder, real, inside: PathBuf::new(), known: HashSet::new() };
        let mut missing = None;
        for inside in of_work.into_iter().chain(of_repository) {
            match found.write(&inside) {
                Ok(()) => {
                    found.inside = inside;
                    return Ok(found);
                }
                Err(reason) => missing = missing.or(Some(reason)),
            }
        }
        Err(missing.unwrap_or_else(|| "the file is outside the repository".to_owned()))
    }

    /// The temporary file. Files that it names are beside it only after [`FileAtRevision::open`].
    pub fn path(&self) -> PathBuf {
        self.real.join(&self.inside)
    }

    /// The folder of the temporary file, a root of its own.
    fn root(&self) -> Rooted {
        Rooted::of_folder(self.folder.path())
    }

    /// Writes a file of the revision. `inside` is its place in the repository.
    fn write(&mut self, inside: &Path) -> Result<(), String> {
        self.known.insert(inside.to_owned());
        let bytes = self.revision.contents(inside)?;
        let written = save_in(&self.root().join(inside), &bytes);
        written.map_err(|error| format!("cannot write a temporary file: {}", error.reason))
    }

    /// Opens the file, and what it names at this revision, as [`open`](super::open::open) does.
    ///
    /// # Errors
    /// As [`open`](super::open::open).
    pub fn open(&mut self, files: &Files, reading: &Reading, progress: &Progress) -> Result<Loaded, SceneError> {
        let path = self.path();
        let reading = Reading { options: self.options(&reading.options), ..reading.clone() };
        let mut readings = 0;
        loop {
            readings += 1;
            let opened = open_file(&path, Files::within(files.budget.clone()), &reading, progress);
            let is_last = readings == MOST_READINGS;
            match opened {
                Ok(loaded) if is_last || !self.fetch(&loaded, &path, &reading.options) => {
                    return Ok(self.shown(loaded));
                }
                Ok(_) => {}
                Err(error) => return Err(self.shown_error(error)),
            }
        }
    }

    /// The options with the root that the same place has in the repository. A root around the repository is the whole
    /// revision.
    fn options(&self, options: &ReadOptions) -> ReadOptions {
        let inside = options.root.as_deref().and_then(|root| root.strip_prefix(self.revision.top()).ok());
        let root = inside.map_or_else(|| self.real.clone(), |inside| self.real.join(inside));
        ReadOptions { root: Some(Arc::from(&*root)), ..options.clone() }
    }

    /// Writes the files that were named and are not there yet. Returns whether there was one.
    fn fetch(&mut self, loaded: &Loaded, path: &Path, options: &ReadOptions) -> bool {
        let folder = Folder::new(path.parent().unwrap_or(Path::new("")), options);
        let mut is_new = false;
        for file in Inputs::file(path).with(&loaded.files, &folder).all() {
            let file = without_dots(&file);
            let inside = file.strip_prefix(&self.real).ok().map(Path::to_owned);
            if let Some(inside) = inside.filter(|inside| !self.known.contains(inside)) {
                // A file that the revision does not have either is missing there, which reading it reports.
                is_new |= self.write(&inside).is_ok();
            }
        }
        is_new
    }

    /// A text with `REVISION:PATH` in place of the path of a temporary file.
    fn in_words(&self, text: &str) -> String {
        let folder = format!("{}/", self.real.display());
        text.replace(&folder, &format!("{}:", self.revision.name()))
    }

    fn shown_error(&self, mut error: SceneError) -> SceneError {
        error.file = self.in_words(&error.file).into();
        error.message = self.in_words(&error.message).into();
        error
    }

    fn shown(&self, loaded: Loaded) -> Loaded {
        let faults = loaded.faults.into_iter().map(|error| self.shown_error(error)).collect();
        let warning = |warning: SceneWarning| {
            let [file, message] = [&warning.file, &warning.message].map(|text| self.in_words(text).into());
            SceneWarning { file, message, ..warning }
        };
        let warnings = loaded.warnings.into_iter().map(warning).collect();
        Loaded { faults, warnings, stamp: None, ..loaded }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn git(folder: &Path, arguments: &[&str]) {
        let user = ["-c", "user.name=a", "-c", "user.email=a@b"];
        crate::source::git::git(folder, user.iter().chain(arguments)).unwrap();
    }

    #[test]
    fn a_scene_is_read_with_its_files_at_that_revision() {
        let folder = tempfile::tempdir().unwrap();
        let at = |name: &str| folder.path().join(name);
        std::fs::create_dir_all(at("scenes")).unwrap();
        std::fs::write(at("level.obj"), "mtllib level.mtl\no one\nv 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n").unwrap();
        std::fs::write(at("level.mtl"), "newmtl a\n").unwrap();
        let scene = r#"{ "eyeline": 1, "models": [{ "name": "m", "file": "../level.obj" }] }"#;
        std::fs::write(at("scenes/a.json"), scene).unwrap();
        git(folder.path(), &["init", "-q"]);
        git(folder.path(), &["add", "."]);
        git(folder.path(), &["commit", "-qm", "first"]);
        std::fs::write(at("level.obj"), "").unwrap();
        std::fs::remove_file(at("level.mtl")).unwrap();
        let open = |path: &Path, revision: &str| {
            let mut file = FileAtRevision::of(path, revision)?;
            let opened = file.open(&Files::default(), &Reading::default(), &Progress::default());
            opened.map_err(|error| error.to_string())
        };
        let loaded = open(&at("scenes/a.json"), "HEAD").unwrap();
        assert_eq!((&loaded.faults[..], &loaded.warnings[..]), (&[][..], &[][..]));
        // The file may be gone in the working tree.
        std::fs::remove_dir_all(at("scenes")).unwrap();
        assert_eq!(open(&at("scenes/a.json"), "HEAD").unwrap().faults, []);
        for (path, revision, words) in [
            ("scenes/a.json", "nothing", "git does not know the revision `nothing`"),
            ("scenes/a.json", "-x", "is not a revision"),
            ("scenes/b.json", "HEAD", "does not exist in 'HEAD'"),
        ] {
            let error = open(&at(path), revision).unwrap_err();
            assert!(error.contains(words), "{error}");
        }
        git(folder.path(), &["checkout", "-q", "."]);
        std::fs::write(at("scenes/a.json"), "{ \"eyeline\": 1, \"nam").unwrap();
        git(folder.path(), &["commit", "-qam", "second"]);
        let error = open(&at("scenes/a.json"), "HEAD").unwrap_err();
        assert!(error.starts_with("HEAD:scenes/a.json:1:"), "{error}");
    }
}
