//! The files of a trace. They are written into a new folder beside their final place, and get their final names when they are complete, so no
//! part of a trace is ever under the name of the whole.

use std::fmt;
use std::fs::{self, File};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use tempfile::TempDir;

/// The files of a trace that is written.
#[derive(Debug)]
pub struct Output {
    folder: TempDir,
    /// `None` for standard output.
    target: Option<PathBuf>,
}

/// A file that cannot be written.
#[derive(Debug)]
pub struct OutputError {
    path: PathBuf,
    error: io::Error,
}

impl fmt::Display for OutputError {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        write!(f, "cannot write {}: {}", self.path.display(), self.error)
    }
}

impl std::error::Error for OutputError {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        Some(&self.error)
    }
}

impl Output {
    /// The files of a trace with this final name; without one, the trace goes to standard output.
    ///
    /// # Errors
    /// When the folder does not exist or takes no files, and when the name is that of a folder.
    pub fn new(target: Option<&Path>) -> Result<Self, OutputError> {
        let folder = match target {
            Some(target) => match target.parent() {
                Some(parent) if parent.as_os_str().is_empty() => PathBuf::from("."),
                Some(parent) => parent.to_owned(),
                None => PathBuf::from("."),
            },
            None => std::env::temp_dir(),
        };
        let shown = target.unwrap_or(&folder).to_owned();
        let fails = |error| OutputError { path: shown.clone(), error };
        if target.is_some_and(Path::is_dir) {
            return Err(fails(io::ErrorKind::IsADirectory.into()));
        }
        let folder = tempfile::Builder::new().prefix(".eyeline-").tempdir_in(folder).map_err(fails)?;
        Ok(Self { folder, target: target.map(Path::to_owned) })
    }

    /// The path of the trace while it is written.
    pub fn trace(&self) -> PathBuf {
        self.folder.path().join("trace.jsonl")
    }

    /// The path of the meshes while they are written.
    pub fn mesh_file(&self) -> PathBuf {
        self.folder.path().join("meshes.obj")
    }

    /// The name by which the trace refers to its meshes: `run.meshes.obj` for `run.jsonl`. `None` on standard output.
    pub fn mesh_name(&self) -> Option<String> {
        let name = self.target.as_ref()?.with_extension("meshes.obj");
        Some(name.file_name()?.to_string_lossy().into_owned())
    }

    /// Gives the files their final names, or copies the trace to standard output.
    ///
    /// # Errors
    /// When a file cannot be renamed, or standard output takes no more.
    pub fn publish(self) -> Result<(), OutputError> {
        let Some(target) = &self.target else {
            let copy = || {
                let mut out = io::stdout().lock();
                io::copy(&mut File::open(self.trace())?, &mut out)?;
                out.flush()
            };
            return copy().map_err(|error| OutputError { path: "standard output".into(), error });
        };
        let rename =
            |from: PathBuf, to: &Path| fs::rename(from, to).map_err(|error| OutputError { path: to.to_owned(), error });
        if self.mesh_file().exists() {
            rename(self.mesh_file(), &target.with_extension("meshes.obj"))?;
        }
        rename(self.trace(), target)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::meshes::Meshes;

    fn names(folder: &Path) -> Vec<String> {
        let mut names: Vec<String> =
            fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
        names.sort();
        names
    }

    #[test]
    fn files_have_their_names_only_when_they_are_complete() {
        let folder = tempfile::tempdir().unwrap();
        let target = folder.path().join("run.jsonl");
        for is_complete in [false, true] {
            let output = Output::new(Some(&target)).unwrap();
            fs::write(output.trace(), "{}\n").unwrap();
            let mut meshes = Meshes::new(output.mesh_file(), output.mesh_name().as_deref());
            meshes.shape(&[[0.0; 3]; 3], &[[0, 1, 2]]).unwrap().unwrap();
            meshes.finish().unwrap();
            assert!(!target.exists());
            if is_complete {
                output.publish().unwrap();
                assert_eq!(names(folder.path()), ["run.jsonl", "run.meshes.obj"]);
            } else {
                drop(output);
                assert_eq!(names(folder.path()), [""; 0]);
            }
        }
    }

    #[test]
    fn a_place_that_takes_no_file_is_an_error_with_its_path() {
        let folder = tempfile::tempdir().unwrap();
        let missing = folder.path().join("missing").join("run.jsonl");
        for target in [folder.path(), &missing] {
            let error = Output::new(Some(target)).unwrap_err().to_string();
            assert!(error.contains(&target.display().to_string()), "{error}");
        }
    }
}
