//! The lines of one client.

use std::io::{self, BufRead, BufReader, ErrorKind, Read};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::SyncSender;

use super::event::{LiveEvent, LiveEventKind};

/// The longest line, in bytes. The rest of a longer one is left out.
const LONGEST_LINE: usize = 16 << 20;

/// Reads lines until the end, an error, or until the events are no longer received or `stop` is set.
pub(super) fn read_lines(input: impl Read, client: usize, events: &SyncSender<LiveEvent>, stop: &AtomicBool) {
    let mut input = BufReader::with_capacity(1 << 16, input);
    let mut line: Vec<u8> = Vec::new();
    let mut is_too_long = false;
    let send = |kind| events.send(LiveEvent { client, kind }).is_ok();
    while !stop.load(Ordering::Relaxed) {
        let (used, is_whole) = match input.fill_buf() {
            Ok([]) => break,
            Ok(bytes) => {
                let end = bytes.iter().position(|byte| *byte == b'\n');
                let used = end.map_or(bytes.len(), |end| end + 1);
                if !is_too_long {
                    line.extend_from_slice(&bytes[..used]);
                }
                (used, end.is_some())
            }
            Err(error) if is_again(&error) => continue,
            Err(_) => break,
        };
        input.consume(used);
        if line.len() > LONGEST_LINE && !is_too_long {
            is_too_long = true;
            line = Vec::new();
            if !send(LiveEventKind::Refused("a line is longer than 16 MiB, and is left out".to_owned())) {
                return;
            }
        }
        if is_whole {
            let whole = std::mem::take(&mut line);
            if !std::mem::take(&mut is_too_long) && !send(LiveEventKind::Line(whole)) {
                return;
            }
        }
    }
    // Half a last line: the reader of traces leaves it out unless it is valid.
    if !line.is_empty() && !is_too_long {
        send(LiveEventKind::Line(line));
    }
}

/// Whether reading again may succeed.
fn is_again(error: &io::Error) -> bool {
    matches!(error.kind(), ErrorKind::WouldBlock | ErrorKind::TimedOut | ErrorKind::Interrupted)
}
