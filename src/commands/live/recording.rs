//! The file into which lines are written as they come.

use std::fs::File;
use std::io::{BufWriter, Write};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

/// The longest time that a line is not on the disk.
const LATEST: Duration = Duration::from_millis(500);

/// A new file of lines. What a kill leaves is a trace too: half a last line is left out when it is read.
pub(super) struct RecordedFile {
    path: PathBuf,
    out: BufWriter<File>,
    flushed: Instant,
}

impl RecordedFile {
    /// Creates the file.
    ///
    /// # Errors
    /// When it exists already or cannot be created.
    pub(super) fn create(path: &Path) -> anyhow::Result<Self> {
        let file = File::create_new(path).map_err(|error| {
            let help =
                if error.kind() == std::io::ErrorKind::AlreadyExists { "; give the name of a new file" } else { "" };
            anyhow::anyhow!("{}: {error}{help}", path.display())
        })?;
        Ok(Self { path: path.to_owned(), out: BufWriter::new(file), flushed: Instant::now() })
    }

    pub(super) fn write(&mut self, line: &[u8]) -> anyhow::Result<()> {
        let end: &[u8] = if line.ends_with(b"\n") { b"" } else { b"\n" };
        let written = self.out.write_all(line).and_then(|()| self.out.write_all(end));
        self.told(written)
    }

    pub(super) fn flush_now_and_then(&mut self) -> anyhow::Result<()> {
        if self.flushed.elapsed() < LATEST {
            return Ok(());
        }
        self.flushed = Instant::now();
        let flushed = self.out.flush();
        self.told(flushed)
    }

    pub(super) fn finish(mut self) -> anyhow::Result<()> {
        let flushed = self.out.flush();
        self.told(flushed)
    }

    fn told(&self, result: std::io::Result<()>) -> anyhow::Result<()> {
        result.map_err(|error| anyhow::anyhow!("{}: {error}", self.path.display()))
    }
}
