//! The digest of a file or a text: SHA-256 in hexadecimal digits.

use std::fmt::Write as _;
use std::io::{self, Read};
use std::path::Path;

use sha2::{Digest, Sha256};

use crate::host::fs::File;
use crate::source::regular;

/// The digest of a file; `None` when it does not exist, is no regular file, or cannot be read.
pub(super) fn digest_of_file(path: &Path) -> Option<String> {
    digest_of(regular::open(path).ok()?).ok()
}

/// The digest of a text.
pub(super) fn digest_of_text(text: &str) -> String {
    hex(&Sha256::digest(text.as_bytes()))
}

pub(super) fn digest_of(mut file: File) -> io::Result<String> {
    let mut hasher = Sha256::new();
    let mut buffer = vec![0; 1 << 16];
    loop {
        match file.read(&mut buffer)? {
            0 => return Ok(hex(&hasher.finalize())),
            count => hasher.update(&buffer[..count]),
        }
    }
}

fn hex(bytes: &[u8]) -> String {
    bytes.iter().fold(String::with_capacity(2 * bytes.len()), |mut text, byte| {
        let _infallible = write!(text, "{byte:02x}");
        text
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_digests_are_those_of_the_standard() {
        // FIPS 180-4, the example "abc".
        let abc = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad";
        assert_eq!(digest_of_text("abc"), abc);
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("a");
        assert_eq!(digest_of_file(&file), None);
        std::fs::write(&file, "abc").unwrap();
        assert_eq!(digest_of_file(&file).as_deref(), Some(abc));
        assert_eq!(digest_of_file(folder.path()), None);
    }
}
