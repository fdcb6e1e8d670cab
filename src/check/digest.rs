//! A digest of a scene and its files. `--accept` detects by it that they changed after a run.

use std::io::Read;
use std::path::PathBuf;

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

/// A checksum of the bytes of all files, in the order of their absolute paths, and the sum of their sizes. So it does
/// not depend on the working folder.
///
/// # Errors
/// When one of them cannot be read.
pub(super) fn digest(inputs: &Inputs) -> Result<String, RegularError> {
    let place = |file: &PathBuf| file.canonicalize().unwrap_or_else(|_| file.clone());
    let mut files: Vec<_> = inputs.files().iter().map(place).collect();
    files.sort();
    files.dedup();
    let mut hasher = Hasher::new();
    let mut size = 0;
    let mut buffer = vec![0; 1 << 16];
    for file in files {
        let mut file = regular::open(&file)?;
        let length = file.metadata()?.len();
        size += length;
        // The size is hashed first, so that bytes that move from one file to the next change the digest.
        hasher.update(&length.to_le_bytes());
        loop {
            match file.read(&mut buffer)? {
                0 => break,
                count => hasher.update(&buffer[..count]),
            }
        }
    }
    Ok(format!("{:08x}-{size}", hasher.finalize()))
}
