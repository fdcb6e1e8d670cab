//! A bag on the disk, which is read in pieces. Cancelling ends the reading.

use std::io::{self, BufReader, Read, Seek, SeekFrom};
use std::path::Path;

use crate::host::fs::File;
use crate::import::trajectory::is_mcap;
use crate::opacity::Progress;
use crate::source::regular;

/// A file that begins as an MCAP file.
pub(super) struct BagFile<'p> {
    file: BufReader<File>,
    progress: &'p Progress,
}

impl<'p> BagFile<'p> {
    /// `None` for another file, and for one that cannot be opened.
    pub(super) fn open(path: &Path, progress: &'p Progress) -> Option<Self> {
        let mut file = BufReader::new(regular::open(path).ok()?);
        let mut head = [0; 8];
        file.read_exact(&mut head).ok()?;
        is_mcap(&head).then_some(Self { file, progress })
    }
}

impl Read for BagFile<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        if self.progress.is_cancelled() {
            return Err(io::Error::other("the reading was cancelled"));
        }
        self.file.read(buffer)
    }
}

impl Seek for BagFile<'_> {
    fn seek(&mut self, to: SeekFrom) -> io::Result<u64> {
        self.file.seek(to)
    }
}
