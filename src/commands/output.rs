//! Where results go: standard output, or a file that is written whole or not at all.

use std::io::{self, Write};
use std::path::Path;

use anyhow::Context;

use crate::scene::{import, save_bytes, save_with};

/// Writes a result to a file, or to standard output without one. A reader that closes standard output early, such
/// as `head`, has what it wants: that is no error.
///
/// # Errors
/// When it cannot be written; a file then is as it was before.
pub fn deliver(bytes: &[u8], file: Option<&Path>) -> anyhow::Result<()> {
    match file {
        Some(file) => Ok(save_bytes(bytes, file)?),
        None => pour(&mut io::stdout().lock(), |out| out.write_all(bytes)).context("cannot write to standard output"),
    }
}

/// The same for a result that is written piece by piece.
///
/// # Errors
/// When a piece cannot be written; a file then is as it was before.
pub fn stream(file: Option<&Path>, write: impl FnOnce(&mut dyn Write) -> io::Result<()>) -> anyhow::Result<()> {
    if let Some(file) = file {
        return Ok(save_with(file, write)?);
    }
    let mut out = io::BufWriter::new(io::stdout().lock());
    pour(&mut out, |out| write(out)).context("cannot write to standard output")
}

/// Refuses a result that would be written over the scene it comes from.
///
/// # Errors
/// When both are the same file.
pub fn keep_apart(scene: &Path, file: Option<&Path>) -> anyhow::Result<()> {
    let same = file
        .and_then(|file| file.canonicalize().ok())
        .is_some_and(|file| scene.canonicalize().is_ok_and(|s| s == file));
    anyhow::ensure!(!same, "{} is the scene itself; write to another file", scene.display());
    Ok(())
}

/// Refuses a file for a scene that could not be opened as one, since it is called like something else.
///
/// # Errors
/// When its name ends as levels, trees or images do.
pub fn expect_scene_name(file: &Path) -> anyhow::Result<()> {
    anyhow::ensure!(
        !import::is_foreign(file),
        "{} is no name for a scene: it ends as levels, trees or images do; write to a .json file",
        file.display()
    );
    Ok(())
}

fn pour<W: Write>(out: &mut W, write: impl FnOnce(&mut W) -> io::Result<()>) -> io::Result<()> {
    match write(out).and_then(|()| out.flush()) {
        Err(error) if error.kind() == io::ErrorKind::BrokenPipe => Ok(()),
        result => result,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    struct Closed(io::ErrorKind);

    impl Write for Closed {
        fn write(&mut self, _: &[u8]) -> io::Result<usize> {
            Err(self.0.into())
        }
        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }

    #[test]
    fn only_a_closed_pipe_is_no_error() {
        let poured = |kind| pour(&mut Closed(kind), |out| out.write_all(b"x"));
        poured(io::ErrorKind::BrokenPipe).unwrap();
        poured(io::ErrorKind::StorageFull).unwrap_err();
    }
}
