//! Standard output: whether it is open, and writing to it.

use std::io::{self, Write};
#[cfg(unix)]
use std::sync::atomic::{AtomicBool, Ordering};

use anyhow::Context;

/// Whether the program was started with a closed standard output, as by `>&-`.
#[cfg(unix)]
static IS_CLOSED: AtomicBool = AtomicBool::new(false);

/// Runs before `main`: there std replaces a closed standard output by /dev/null, and writes then seem to succeed.
#[cfg(unix)]
#[ctor::ctor(unsafe)]
fn look() {
    if rustix::io::fcntl_getfd(rustix::stdio::stdout()).is_err() {
        IS_CLOSED.store(true, Ordering::Relaxed);
    }
}

/// The reader of standard output, such as `head`, has closed it. No message is printed, but the result is incomplete:
/// the exit code is that of a command that could not run.
#[derive(Debug, thiserror::Error)]
#[error("standard output was closed by its reader")]
pub(super) struct ReaderGone;

/// Writes a complete result to standard output.
///
/// # Errors
/// [`ReaderGone`], or when standard output is closed or cannot be written, for example on a full disk.
pub(super) fn write_output(write: impl FnOnce(&mut dyn Write) -> io::Result<()>) -> anyhow::Result<()> {
    #[cfg(unix)]
    anyhow::ensure!(!IS_CLOSED.load(Ordering::Relaxed), "standard output is closed; give a file with -o, or open it");
    write_into(&mut io::BufWriter::new(io::stdout().lock()), write)
}

fn write_into<W: Write>(out: &mut W, write: impl FnOnce(&mut dyn Write) -> io::Result<()>) -> anyhow::Result<()> {
    match write(out).and_then(|()| out.flush()) {
        Err(error) if error.kind() == io::ErrorKind::BrokenPipe => Err(ReaderGone.into()),
        result => result.context("cannot write to standard output"),
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
    fn a_closed_reader_is_distinguished() {
        let error_of = |kind| write_into(&mut Closed(kind), |out| out.write_all(b"x")).unwrap_err();
        assert!(error_of(io::ErrorKind::BrokenPipe).is::<ReaderGone>());
        let full = error_of(io::ErrorKind::StorageFull);
        assert!(!full.is::<ReaderGone>() && full.to_string().contains("standard output"), "{full:#}");
    }
}
