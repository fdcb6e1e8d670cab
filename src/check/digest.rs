//! A digest of a scene and its files. `--accept` detects by it that they changed after a run.

use std::io::Read;
use std::path::{Path, PathBuf};

use crc32fast::Hasher;

use super::discover::FoundScene;
use crate::files::{Files, Inputs};
use crate::scene::Folder;
use crate::source::ReadOptions;
use crate::source::regular::{self, RegularError};

/// The files that decide the result of a scene: its file, those that it names, and the project file.
pub(super) fn inputs_of(found: &FoundScene, files: &Files, options: &ReadOptions) -> Inputs {
    let inputs = match &found.project {
        Some(project) => Inputs::file(&found.path).and(&project.file()),
        None => Inputs::file(&found.path),
    };
    match Folder::of_file(&found.path, options) {
        Ok((folder, _)) => inputs.with(files, &folder),
        Err(_) => inputs,
    }
}

/// The contents of the input files at one time.
#[derive(Clone, Debug)]
pub(super) struct InputDigests(Vec<(PathBuf, Option<FileHash>)>);

impl InputDigests {
    /// Reads all files.
    pub(super) fn of(inputs: &Inputs) -> Self {
        let place = |file: &PathBuf| file.canonicalize().unwrap_or_else(|_| file.clone());
        let mut files: Vec<_> = inputs.files().iter().map(place).collect();
        files.sort();
        files.dedup();
        Self(files.into_iter().map(|file| (file.clone(), hash(&file).ok())).collect())
    }

    /// A checksum of the bytes of all files, in the order of their absolute paths, and the sum of their sizes. So it does not
    /// depend on the working folder. `None` when one of them could not be read.
    pub(super) fn whole(&self) -> Option<String> {
        let (mut hasher, mut size) = (Hasher::new(), 0);
        for (_, file) in &self.0 {
            let (file, length) = file.as_ref()?;
            // The size is hashed first, so that bytes that move from one file to the next change the digest.
            hasher.update(&length.to_le_bytes());
            hasher.combine(file);
            size += length;
        }
        Some(format!("{:08x}-{size}", hasher.finalize()))
    }

    /// The files that have other contents now.
    pub(super) fn changed(&self) -> Vec<PathBuf> {
        let is_same = |before: &Option<FileHash>, now: &Option<FileHash>| match (before, now) {
            (Some((before, length)), Some((now, now_length))) => {
                length == now_length && before.clone().finalize() == now.clone().finalize()
            }
            (before, now) => before.is_none() && now.is_none(),
        };
        let changed = self.0.iter().filter(|(file, before)| !is_same(before, &hash(file).ok()));
        changed.map(|(file, _)| file.clone()).collect()
    }
}

/// The checksum of a file's bytes, and their number.
type FileHash = (Hasher, u64);

fn hash(file: &Path) -> Result<FileHash, RegularError> {
    let (mut file, mut hasher, mut length) = (regular::open(file)?, Hasher::new(), 0);
    let mut buffer = vec![0; 1 << 16];
    loop {
        match file.read(&mut buffer)? {
            0 => return Ok((hasher, length)),
            count => {
                hasher.update(&buffer[..count]);
                length += count as u64;
            }
        }
    }
}

/// The checksum of the input files as they are now: see [`InputDigests::whole`].
pub(super) fn digest(inputs: &Inputs) -> Option<String> {
    InputDigests::of(inputs).whole()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_that_change_are_found_by_their_contents() {
        let folder = tempfile::tempdir().unwrap();
        let at = |name: &str| folder.path().canonicalize().unwrap().join(name);
        for name in ["a", "b", "c"] {
            std::fs::write(at(name), name).unwrap();
        }
        let inputs = Inputs::file(&at("a")).and(&at("b")).and(&at("c")).and(&at("./a"));
        let before = InputDigests::of(&inputs);
        // CRC-32 of the sizes and bytes, in the order of the paths.
        let bytes: Vec<u8> = [b'a', b'b', b'c'].iter().flat_map(|&byte| [1, 0, 0, 0, 0, 0, 0, 0, byte]).collect();
        assert_eq!(before.whole(), Some(format!("{:08x}-3", crc32fast::hash(&bytes))));
        assert!(before.changed().is_empty());
        std::fs::write(at("b"), "b").unwrap();
        assert!(before.changed().is_empty(), "the contents are the same");
        std::fs::write(at("b"), "x").unwrap();
        std::fs::remove_file(at("c")).unwrap();
        assert_eq!(before.changed(), [at("b"), at("c")]);
        let missing = InputDigests::of(&inputs);
        assert_eq!((missing.whole(), missing.changed()), (None, Vec::new()));
        std::fs::write(at("c"), "c").unwrap();
        assert_eq!(missing.changed(), [at("c")]);
    }
}
