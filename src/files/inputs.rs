//! The input files of a scene, which no output may overwrite.

use std::cell::OnceCell;
use std::collections::{HashMap, HashSet};
use std::path::{Path, PathBuf};

use super::content::Files;
use crate::host::fs;
use crate::import::level::{is_level, named_files};
use crate::scene::write::save::{folder_of, target};
use crate::source::folder::Folder;
use crate::source::stamp::identity_of;

/// The file of a scene, the files that it names, and the files that those name. Files that do not exist or were not
/// needed are included.
#[derive(Clone, Debug, Default)]
pub struct Inputs {
    files: Vec<PathBuf>,
    /// Levels, which may name further files. These are searched when they are needed.
    levels: Vec<PathBuf>,
}

impl Inputs {
    /// A single file.
    pub fn file(path: &Path) -> Self {
        Self::default().and(path)
    }

    /// These files and another one.
    #[must_use]
    pub fn and(mut self, path: &Path) -> Self {
        self.files.push(path.to_owned());
        self
    }

    /// Adds the files of a scene in `folder`.
    #[must_use]
    pub fn with(mut self, files: &Files, folder: &Folder) -> Self {
        let read = files.paths(folder);
        self.levels.extend(read.iter().filter(|path| is_level(path)).cloned());
        self.files.extend(read);
        self
    }

    /// The files that were read, with the files that they name if those were read too.
    pub fn files(&self) -> &[PathBuf] {
        &self.files
    }

    /// All files: also those that levels name, whether they were read, exist or not.
    pub fn all(&self) -> Vec<PathBuf> {
        let of_levels = self.files.iter().filter(|file| is_level(file)).flat_map(|level| named_files(level));
        self.files.iter().cloned().chain(of_levels).collect()
    }

    /// The input that writing `path` would overwrite: see [`InputIndex::input_at`].
    pub fn input_at(&self, path: &Path) -> Option<PathBuf> {
        InputIndex::of([self]).input_at(path)
    }
}

/// The input files of one or more scenes, so that many outputs are compared with all of them.
#[derive(Debug, Default)]
pub struct InputIndex {
    places: HashMap<PathBuf, PathBuf>,
    identities: HashMap<(u64, u64), PathBuf>,
    levels: Vec<PathBuf>,
    /// The files that the levels name. They are searched for the first existing file that is no other input.
    named: OnceCell<Box<Self>>,
}

impl InputIndex {
    /// All files of these inputs.
    pub fn of<'i>(inputs: impl IntoIterator<Item = &'i Inputs>) -> Self {
        let mut index = Self::default();
        let mut known = HashSet::new();
        for inputs in inputs {
            inputs.files.iter().for_each(|file| index.add(file));
            index.levels.extend(inputs.levels.iter().filter(|level| known.insert((*level).clone())).cloned());
        }
        index
    }

    fn add(&mut self, file: &Path) {
        self.places.entry(place(file)).or_insert_with(|| file.to_owned());
        if let Some(identity) = identity_of(file) {
            self.identities.entry(identity).or_insert_with(|| file.to_owned());
        }
    }

    /// The input that writing `path` would overwrite: by the same path, through links, or as another name of the same
    /// file.
    pub fn input_at(&self, path: &Path) -> Option<PathBuf> {
        let of_identity = || self.identities.get(&identity_of(path)?);
        if let Some(known) = self.places.get(&place(path)).or_else(of_identity) {
            return Some(known.clone());
        }
        // A missing file that a level names cannot be overwritten.
        if self.levels.is_empty() || !fs::is_there(path) {
            return None;
        }
        let named = self.named.get_or_init(|| {
            let mut named = Self::default();
            self.levels.iter().flat_map(|level| named_files(level)).for_each(|file| named.add(&file));
            Box::new(named)
        });
        named.input_at(path)
    }
}

/// The path of an existing or future file, with links resolved.
fn place(path: &Path) -> PathBuf {
    let real = |path: &Path| fs::canonicalize(path).ok();
    let placed = || {
        let target = target(path).ok()?;
        Some(real(folder_of(&target))?.join(target.file_name()?))
    };
    real(path).or_else(placed).unwrap_or_else(|| path.to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_is_found_by_each_of_its_names() {
        let folder = tempfile::tempdir().unwrap();
        let at = |name: &str| folder.path().join(name);
        std::fs::create_dir(at("sub")).unwrap();
        for name in ["a.png", "b.png"] {
            std::fs::write(at(name), name).unwrap();
        }
        let inputs = Inputs::file(&at("a.png")).and(&at("missing.png"));
        let mut same = vec!["a.png", "./a.png", "sub/../a.png", "missing.png", "sub/../missing.png"];
        if cfg!(unix) {
            #[cfg(unix)]
            {
                std::os::unix::fs::symlink("a.png", at("link.png")).unwrap();
                std::os::unix::fs::symlink("missing.png", at("dangling.png")).unwrap();
                std::fs::hard_link(at("a.png"), at("hard.png")).unwrap();
            }
            same.extend(["link.png", "dangling.png", "hard.png"]);
        }
        for name in same {
            assert!(inputs.input_at(&at(name)).is_some(), "{name}");
        }
        for name in ["b.png", "c.png", "sub/a.png", "sub", "no/a.png"] {
            assert_eq!(inputs.input_at(&at(name)), None, "{name}");
        }
    }
}
