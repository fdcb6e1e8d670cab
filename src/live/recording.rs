//! The file into which lines are written as they come.

use std::fs::File;
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

/// The longest time that a line is not on the disk.
const LATEST: Duration = Duration::from_millis(500);

/// A new file of lines. What a kill leaves is a trace too: half a last line is left out when it is read.
#[derive(Debug)]
pub struct RecordedFile {
    path: PathBuf,
    /// Created by the first line, which is a keyframe, so that no file is empty.
    out: Option<BufWriter<File>>,
    flushed: Instant,
}

impl RecordedFile {
    /// A file that does not exist yet.
    ///
    /// # Errors
    /// When it exists already.
    pub fn new(path: &Path) -> io::Result<Self> {
        if path.symlink_metadata().is_ok() {
            let message = format!("{} exists already; give the name of a new file", path.display());
            return Err(io::Error::new(io::ErrorKind::AlreadyExists, message));
        }
        Ok(Self { path: path.to_owned(), out: None, flushed: Instant::now() })
    }

    /// Adds a line, and a line break where it has none.
    ///
    /// # Errors
    /// When the file cannot be written, or was created by another program since.
    pub fn write(&mut self, line: &[u8]) -> io::Result<()> {
        let written = self.append(line);
        self.located(written)
    }

    fn append(&mut self, line: &[u8]) -> io::Result<()> {
        let out = match &mut self.out {
            Some(out) => out,
            none => none.insert(BufWriter::new(File::create_new(&self.path)?)),
        };
        out.write_all(line)?;
        out.write_all(if line.ends_with(b"\n") { b"" } else { b"\n" })
    }

    /// Writes the lines to the disk when they have waited for half a second.
    ///
    /// # Errors
    /// When the file cannot be written.
    pub fn flush_now_and_then(&mut self) -> io::Result<()> {
        if self.flushed.elapsed() < LATEST {
            return Ok(());
        }
        self.flushed = Instant::now();
        self.flush()
    }

    /// Writes the lines to the disk.
    ///
    /// # Errors
    /// When the file cannot be written.
    pub fn flush(&mut self) -> io::Result<()> {
        let flushed = self.out.as_mut().map_or(Ok(()), Write::flush);
        self.located(flushed)
    }

    fn located(&self, result: io::Result<()>) -> io::Result<()> {
        result.map_err(|error| io::Error::new(error.kind(), format!("{}: {error}", self.path.display())))
    }
}
