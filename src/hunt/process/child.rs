//! A running process: a thread that writes to it, one that reads its answers, and one that reads its messages.
//!
//! The threads end when the process does, and none of them can block the others: a program that does not read, writes megabytes
//! of messages, or never ends a line, is still noticed and ended.

use std::collections::VecDeque;
use std::io::{self, Read, Write};
use std::process::{Child, Command, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::{Duration, Instant};

/// The longest line of an answerer, in bytes.
const MOST_LINE: usize = 1 << 20;

/// The bytes of messages that are kept, from the end.
const MOST_MESSAGES: usize = 4096;

/// The time that a process has to end by itself after its input has ended.
const PATIENCE: Duration = Duration::from_secs(2);

/// The time that messages may take to be read after the end of their process.
const LATE: Duration = Duration::from_millis(500);

/// What came from a process.
pub(super) enum Output {
    /// Complete lines, without their ends.
    Lines(Vec<Vec<u8>>),
    /// A line that is longer than any answer; its rest is skipped.
    TooLong,
}

/// A running process.
pub(super) struct RunningChild {
    child: Child,
    input: Option<Sender<Vec<u8>>>,
    output: Receiver<Output>,
    messages: Arc<Mutex<VecDeque<u8>>>,
    /// Closed when all messages are read.
    all_messages: Receiver<()>,
}

impl RunningChild {
    /// Starts a program, the first of the words, with the others as its arguments.
    ///
    /// # Errors
    /// When the program cannot be started.
    pub(super) fn start(words: &[String]) -> io::Result<Self> {
        let mut command = Command::new(&words[0]);
        command.args(&words[1..]).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        #[cfg(unix)]
        {
            use std::os::unix::process::CommandExt;
            // Its children end with it, and Ctrl-C ends the hunt and not the program first.
            command.process_group(0);
        }
        let mut child = command.spawn()?;
        let missing = || io::Error::other("the process has no pipes");
        let (stdin, stdout, stderr) = (
            child.stdin.take().ok_or_else(missing)?,
            child.stdout.take().ok_or_else(missing)?,
            child.stderr.take().ok_or_else(missing)?,
        );
        let (input, to_write) = channel::<Vec<u8>>();
        let (lines, output) = channel();
        let messages = Arc::new(Mutex::new(VecDeque::new()));
        let kept = Arc::clone(&messages);
        thread::Builder::new().name("hunt input".to_owned()).spawn(move || write_all(stdin, &to_write))?;
        thread::Builder::new().name("hunt output".to_owned()).spawn(move || read_lines(stdout, &lines))?;
        let (reading, all_messages) = channel();
        thread::Builder::new().name("hunt messages".to_owned()).spawn(move || {
            keep_messages(stderr, &kept);
            drop(reading);
        })?;
        Ok(Self { child, input: Some(input), output, messages, all_messages })
    }

    /// Queues bytes for its standard input.
    pub(super) fn write(&self, bytes: Vec<u8>) {
        if let Some(input) = &self.input {
            // A process that has ended is noticed by its output.
            let _has_ended = input.send(bytes);
        }
    }

    /// The next output.
    ///
    /// # Errors
    /// When none comes within the time, or the process has closed its output.
    pub(super) fn next(&self, time: Duration) -> Result<Output, RecvTimeoutError> {
        self.output.recv_timeout(time)
    }

    /// The end of the messages on standard error of a process that has ended. The thread that reads them may be a little late.
    pub(super) fn messages(&self) -> String {
        let _all_are_read = self.all_messages.recv_timeout(LATE);
        let kept = self.messages.lock().map(|kept| kept.iter().copied().collect::<Vec<u8>>()).unwrap_or_default();
        String::from_utf8_lossy(&kept).trim().to_owned()
    }

    /// How a process ended whose output is closed; `None` when it still runs. Its end may come a little after that of its output.
    pub(super) fn status(&mut self) -> Option<String> {
        let until = Instant::now() + Duration::from_millis(500);
        loop {
            match self.child.try_wait() {
                Ok(None) if Instant::now() < until => thread::sleep(Duration::from_millis(2)),
                Ok(status) => return status.map(|status| status.to_string()),
                Err(_) => return None,
            }
        }
    }

    /// Ends it and its children at once.
    pub(super) fn kill(&mut self) {
        self.input = None;
        #[cfg(unix)]
        if let Some(group) = i32::try_from(self.child.id()).ok().and_then(rustix::process::Pid::from_raw) {
            let _has_ended = rustix::process::kill_process_group(group, rustix::process::Signal::KILL);
        }
        let _has_ended = self.child.kill();
        let _status = self.child.wait();
    }

    /// Ends its input and waits for it a little.
    pub(super) fn finish(&mut self) {
        self.input = None;
        let until = Instant::now() + PATIENCE;
        while Instant::now() < until {
            if !matches!(self.child.try_wait(), Ok(None)) {
                return;
            }
            thread::sleep(Duration::from_millis(5));
        }
        self.kill();
    }
}

impl Drop for RunningChild {
    fn drop(&mut self) {
        self.kill();
    }
}

fn write_all(mut stdin: impl Write, to_write: &Receiver<Vec<u8>>) {
    for bytes in to_write {
        if stdin.write_all(&bytes).and_then(|()| stdin.flush()).is_err() {
            return;
        }
    }
}

fn read_lines(mut stdout: impl Read, lines: &Sender<Output>) {
    let mut buffer = vec![0; 1 << 16];
    let mut rest: Vec<u8> = Vec::new();
    let mut is_skipping = false;
    while let Ok(count @ 1..) = stdout.read(&mut buffer) {
        let mut complete = Vec::new();
        let mut parts = buffer[..count].split(|byte| *byte == b'\n').peekable();
        while let Some(part) = parts.next() {
            let ends = parts.peek().is_some();
            if !is_skipping {
                rest.extend_from_slice(part);
            }
            if ends {
                if !is_skipping {
                    complete.push(std::mem::take(&mut rest));
                }
                is_skipping = false;
            }
        }
        if !complete.is_empty() && lines.send(Output::Lines(complete)).is_err() {
            return;
        }
        if rest.len() > MOST_LINE {
            rest = Vec::new();
            is_skipping = true;
            if lines.send(Output::TooLong).is_err() {
                return;
            }
        }
    }
    if !rest.is_empty() {
        let _has_ended = lines.send(Output::Lines(vec![rest]));
    }
}

fn keep_messages(mut stderr: impl Read, kept: &Mutex<VecDeque<u8>>) {
    let mut buffer = [0; 1 << 12];
    while let Ok(count @ 1..) = stderr.read(&mut buffer) {
        let Ok(mut kept) = kept.lock() else { return };
        kept.extend(&buffer[..count]);
        let excess = kept.len().saturating_sub(MOST_MESSAGES);
        kept.drain(..excess);
    }
}
