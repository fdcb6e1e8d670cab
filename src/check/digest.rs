//! A digest of a scene and its files, by which `--accept` sees that they changed after a run.

use std::fs;
use std::io;

use crc32fast::Hasher;

use crate::files::Inputs;

/// A checksum of the bytes of all files, in the order of their paths, and the sum of their sizes.
///
/// # Errors
/// When one of them cannot be read.
pub(super) fn digest(inputs: &Inputs) -> io::Result<String> {
    let mut files: Vec<_> = inputs.files().iter().collect();
    files.sort();
    files.dedup();
    let mut hasher = Hasher::new();
    let mut size = 0;
    for file in files {
        let bytes = fs::read(file)?;
        size += bytes.len();
        // The size first, so that bytes which move from one file to the next are a change.
        hasher.update(&bytes.len().to_le_bytes());
        hasher.update(&bytes);
    }
    Ok(format!("{:08x}-{size}", hasher.finalize()))
}
