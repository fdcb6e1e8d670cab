//! A digest of a scene and its files. `--accept` detects by it that they changed after a run.

use std::path::PathBuf;

use crc32fast::Hasher;

use crate::files::Inputs;
use crate::source::regular::{self, RegularError};

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
    for file in files {
        let bytes = regular::read(&file, u64::MAX)?;
        size += bytes.len();
        // The size is hashed first, so that bytes that move from one file to the next change the digest.
        hasher.update(&bytes.len().to_le_bytes());
        hasher.update(&bytes);
    }
    Ok(format!("{:08x}-{size}", hasher.finalize()))
}
