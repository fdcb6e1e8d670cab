//! The files that were searched for a level, with their stamps before the reading. A level may name very many.

use std::collections::HashMap;
use std::ffi::OsString;
use std::ops::Deref;
use std::path::{Path, PathBuf};

use crate::source::stamp::Stamp;

/// Each file once, in the order in which it was first searched, with its stamp; `None` for one that does not exist.
#[derive(Clone, Debug, Default)]
pub(crate) struct Stamps {
    files: Vec<(PathBuf, Option<Stamp>)>,
    /// By the letters of the path: comparing part by part would take long.
    places: HashMap<OsString, usize>,
}

impl Stamps {
    /// No files.
    pub(crate) fn new() -> Self {
        Self::default()
    }

    /// The entry of a file.
    pub(in crate::import) fn stamp(&self, path: &Path) -> Option<&(PathBuf, Option<Stamp>)> {
        self.places.get(path.as_os_str()).map(|&place| &self.files[place])
    }

    /// Adds a file, unless it is known.
    pub(in crate::import) fn add(&mut self, path: PathBuf, stamp: impl FnOnce(&Path) -> Option<Stamp>) {
        if self.stamp(&path).is_none() {
            self.places.insert(path.as_os_str().to_owned(), self.files.len());
            let stamp = stamp(&path);
            self.files.push((path, stamp));
        }
    }
}

impl Deref for Stamps {
    type Target = [(PathBuf, Option<Stamp>)];

    fn deref(&self) -> &Self::Target {
        &self.files
    }
}

impl FromIterator<(PathBuf, Option<Stamp>)> for Stamps {
    fn from_iter<I: IntoIterator<Item = (PathBuf, Option<Stamp>)>>(files: I) -> Self {
        let mut stamps = Self::new();
        for (path, stamp) in files {
            stamps.add(path, |_| stamp);
        }
        stamps
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_is_looked_at_once() {
        let (mut stamps, mut looks) = (Stamps::new(), 0);
        for name in ["a.png", "b.png", "./a.png", "a.png", "b.png"] {
            stamps.add(name.into(), |_| {
                looks += 1;
                None
            });
        }
        let paths: Vec<&Path> = stamps.iter().map(|(path, _)| &**path).collect();
        assert_eq!((looks, paths.len(), paths[0]), (3, 3, Path::new("a.png")));
        assert_eq!(stamps.stamp(Path::new("c.png")), None);
    }
}
