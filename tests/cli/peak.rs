//! The binary with its peak memory.

use std::fs;
use std::io::{Read, Seek};
use std::path::Path;
use std::process::{Command, Output, Stdio};
use std::time::Duration;

/// Runs the binary in a folder. Returns its output and its peak resident memory in bytes, or 0 where the system does not
/// have `/proc`.
///
/// The peak is the `VmHWM` of the process, which never decreases. The value from `wait4` would include the memory of the
/// test, because a child shares it until it executes the binary. Only what a process allocates in the last millisecond
/// before its end is not counted.
pub(crate) fn peak_of(args: &[&str], dir: &Path) -> (Output, u64) {
    let [mut out, mut said] = [(); 2].map(|()| tempfile::tempfile().unwrap());
    let mut child = Command::new(env!("CARGO_BIN_EXE_eyeline"))
        .current_dir(dir)
        .env("NO_COLOR", "1")
        .args(args)
        .stdin(Stdio::null())
        .stdout(out.try_clone().unwrap())
        .stderr(said.try_clone().unwrap())
        .spawn()
        .unwrap();
    let file = format!("/proc/{}/status", child.id());
    let mut peak = 0;
    let status = loop {
        // A process that has ended has no such line.
        peak = peak_in(&file).unwrap_or(peak);
        if let Some(status) = child.try_wait().unwrap() {
            break status;
        }
        std::thread::sleep(Duration::from_millis(1));
    };
    let [stdout, stderr] = [&mut out, &mut said].map(|file| {
        let mut bytes = Vec::new();
        file.rewind().unwrap();
        file.read_to_end(&mut bytes).unwrap();
        bytes
    });
    (Output { status, stdout, stderr }, peak)
}

/// The peak memory of a process as Linux reports it, in bytes.
pub(crate) fn peak_in(file: &str) -> Option<u64> {
    let text = fs::read_to_string(file).ok()?;
    let line = text.lines().find(|line| line.starts_with("VmHWM:"))?;
    let kib: u64 = line.split_ascii_whitespace().nth(1)?.parse().ok()?;
    Some(kib * 1024)
}
