//! A file that grows.

use std::fs::File;
use std::io::{self, Read, Seek, SeekFrom};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::SyncSender;
use std::thread;
use std::time::Duration;

use super::event::{LiveEvent, LiveEventKind};

/// How often the file is looked at.
const PATIENCE: Duration = Duration::from_millis(50);

/// Reads the lines of a file, and those that are added to it later.
pub(super) fn start(path: &Path, events: SyncSender<LiveEvent>, stop: Arc<AtomicBool>) -> io::Result<()> {
    let file = File::open(path)?;
    if !file.metadata()?.is_file() {
        return Err(io::Error::other("it is no regular file; `eyeline live -` reads a pipe"));
    }
    let path = path.to_owned();
    let follow = move || follow(file, &path, &events, &stop);
    thread::Builder::new().name("live file".to_owned()).spawn(follow).map(drop)
}

fn follow(mut file: File, path: &PathBuf, events: &SyncSender<LiveEvent>, stop: &AtomicBool) {
    let send = |kind| events.send(LiveEvent { client: 1, kind }).is_ok();
    if !send(LiveEventKind::Connected(path.display().to_string())) {
        return;
    }
    let (mut read, mut line) = (0_u64, Vec::new());
    let mut bytes = vec![0; 1 << 16];
    while !stop.load(Ordering::Relaxed) {
        match file.read(&mut bytes) {
            Ok(0) => {
                // A file that is written anew is shorter, or is another file.
                let is_shorter = path.metadata().is_ok_and(|found| found.len() < read);
                if is_shorter && let Ok(mut again) = File::open(path) {
                    let _start = again.seek(SeekFrom::Start(0));
                    (file, read) = (again, 0);
                    line.clear();
                    if !send(LiveEventKind::Restarted) {
                        return;
                    }
                } else {
                    thread::sleep(PATIENCE);
                }
            }
            Ok(n) => {
                read += n as u64;
                for piece in bytes[..n].split_inclusive(|byte| *byte == b'\n') {
                    line.extend_from_slice(piece);
                    if piece.ends_with(b"\n") && !send(LiveEventKind::Line(std::mem::take(&mut line))) {
                        return;
                    }
                }
            }
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            Err(error) => {
                send(LiveEventKind::Refused(format!("the file cannot be read: {error}")));
                break;
            }
        }
    }
    send(LiveEventKind::Ended);
}
