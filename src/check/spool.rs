//! The pictures and answers that are needed after their scene is checked, in a temporary file. So the memory of a run does
//! not grow with the number of its scenes.
//!
//! The file has no name and ends with the program. It is made for the first contents.

use std::fs::File;
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// A temporary file of one run. Copies share it.
#[derive(Clone, Debug, Default)]
pub struct Spool(Arc<Mutex<Option<File>>>);

/// A part of a spool.
#[derive(Clone, Debug)]
pub struct Spooled {
    spool: Spool,
    start: u64,
    length: usize,
}

impl Spool {
    /// Writes bytes to the file.
    ///
    /// # Errors
    /// When the folder of temporary files cannot be written or is full.
    pub fn put(&self, bytes: &[u8]) -> io::Result<Spooled> {
        let mut file = self.file();
        let file = match &mut *file {
            Some(file) => file,
            none => none.insert(tempfile::tempfile()?),
        };
        let start = file.seek(SeekFrom::End(0))?;
        file.write_all(bytes)?;
        Ok(Spooled { spool: self.clone(), start, length: bytes.len() })
    }

    fn file(&self) -> MutexGuard<'_, Option<File>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Spooled {
    /// The number of bytes.
    pub fn length(&self) -> usize {
        self.length
    }

    /// Reads the bytes.
    ///
    /// # Errors
    /// When the file cannot be read.
    pub fn read(&self) -> io::Result<Vec<u8>> {
        let mut file = self.spool.file();
        let file = file.as_mut().ok_or(io::ErrorKind::NotFound)?;
        file.seek(SeekFrom::Start(self.start))?;
        let mut bytes = vec![0; self.length];
        file.read_exact(&mut bytes)?;
        Ok(bytes)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_part_is_read_as_it_was_written() {
        let spool = Spool::default();
        let parts = [&b"one"[..], b"", b"three"].map(|bytes| spool.put(bytes).unwrap());
        assert_eq!(parts[2].read().unwrap(), b"three");
        assert_eq!([0, 1].map(|part| parts[part].read().unwrap()), [b"one".to_vec(), Vec::new()]);
        assert_eq!(parts.map(|part| part.length()), [3, 0, 5]);
    }
}
