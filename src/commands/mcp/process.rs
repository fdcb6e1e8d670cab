//! A command line in a process of its own.

use std::ffi::OsString;
use std::io;
use std::process::Stdio;

use tokio::io::{AsyncRead, AsyncReadExt};
use tokio::process::Command;

use super::root::McpRoot;

/// The most bytes of messages that are kept.
const MOST_MESSAGES: u64 = 64 << 10;

/// What a command wrote.
#[derive(Debug)]
pub(super) struct Finished {
    /// The exit code: 0 done, 1 differs, 2 could not run; `None` when a signal ended it.
    pub(super) code: Option<i32>,
    /// Its standard output; `None` when it was longer than allowed.
    pub(super) result: Option<Vec<u8>>,
    /// Its standard error.
    pub(super) messages: String,
}

/// Runs this program with these arguments in the root. The process ends when the future is dropped, and when its result is longer
/// than `most` bytes.
///
/// # Errors
/// When the process cannot be started or read.
pub(super) async fn run(root: &McpRoot, words: &[OsString], most: u64) -> io::Result<Finished> {
    let mut child = Command::new(&root.program)
        .args(words)
        .current_dir(&root.folder)
        .env("NO_COLOR", "1")
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .kill_on_drop(true)
        .spawn()?;
    let (Some(out), Some(err)) = (child.stdout.take(), child.stderr.take()) else {
        return Err(io::ErrorKind::BrokenPipe.into());
    };
    // Beside each other: a process that waits for the reader of one must not block the other.
    let messages = tokio::spawn(read(err, MOST_MESSAGES));
    let result = read(out, most + 1).await?;
    if result.len() as u64 > most {
        messages.abort();
        return Ok(Finished { code: None, result: None, messages: String::new() });
    }
    let messages = messages.await.map_err(io::Error::other)??;
    let code = child.wait().await?.code();
    Ok(Finished { code, result: Some(result), messages: String::from_utf8_lossy(&messages).into_owned() })
}

/// The first bytes of a stream. It is closed then: the process can write no more into it, and does not wait.
async fn read(stream: impl AsyncRead + Unpin, most: u64) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    stream.take(most).read_to_end(&mut bytes).await?;
    Ok(bytes)
}
