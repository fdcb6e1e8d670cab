//! A program that is killed while it writes: the file is the old or the new one, and no other file is left.
#![cfg(unix)]

use std::path::Path;
use std::process::{Child, Command, ExitStatus, Stdio};
use std::thread::sleep;
use std::time::{Duration, Instant};

use rustix::process::{Pid, Signal, kill_process};

use crate::commands::{fresh, names};

/// The number of runs: enough for signals before, during and after the writing of a file.
const RUNS: u64 = 40;

fn start(folder: &Path) -> Child {
    Command::new(env!("CARGO_BIN_EXE_eyeline"))
        .args(["generate", "--objects", "4000", "-o", "out.json"])
        .current_dir(folder)
        .stderr(Stdio::null())
        .spawn()
        .unwrap()
}

/// Ends the program after a time; `None` when it had ended before.
fn end(child: &mut Child, after: Duration, signal: Signal) -> ExitStatus {
    sleep(after);
    if child.try_wait().unwrap().is_none() {
        // The program may have ended since.
        let _ = kill_process(Pid::from_child(child), signal);
    }
    child.wait().unwrap()
}

/// Whether this process was started with a signal ignored, as a shell does for background jobs. The program then
/// ignores the signal too.
fn is_ignored(signal: Signal) -> bool {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let mask = status.lines().find_map(|line| line.strip_prefix("SigIgn:")).unwrap_or("0");
    u64::from_str_radix(mask.trim(), 16).unwrap() >> (signal.as_raw() - 1) & 1 == 1
}

/// Whether a folder supports files without a name, which matters because SIGKILL cannot be caught.
fn has_unnamed(folder: &Path) -> bool {
    use rustix::fs::{CWD, Mode, OFlags, openat};
    cfg!(target_os = "linux") && openat(CWD, folder, OFlags::TMPFILE | OFlags::WRONLY, Mode::RUSR).is_ok()
}

#[test]
fn ended_runs_leave_no_files() {
    let folder = fresh(&[]);
    let begin = Instant::now();
    assert!(start(folder.path()).wait().unwrap().success());
    let whole_run = begin.elapsed();
    let path = folder.path().join("out.json");
    let new = std::fs::read_to_string(&path).unwrap();
    let (mut ended, mut between) = (0, 0);
    let signals = [Signal::INT, Signal::TERM, Signal::KILL];
    for (run, &signal) in (0..RUNS).flat_map(|run| signals.iter().map(move |signal| (run, signal))) {
        if is_ignored(signal) || (signal == Signal::KILL && !has_unnamed(folder.path())) {
            continue;
        }
        std::fs::write(&path, "old").unwrap();
        let after = whole_run.mul_f64(1.1 * run as f64 / RUNS as f64);
        let status = end(&mut start(folder.path()), after, signal);
        let text = std::fs::read_to_string(&path).unwrap();
        assert!(text == "old" || text == new, "{signal:?} after {after:?}: {} bytes", text.len());
        assert!(!status.success() || text == new, "{signal:?} after {after:?}");
        let left: Vec<String> = names(folder.path()).into_iter().filter(|name| name != "out.json").collect();
        // The only moment at which SIGKILL leaves a file: it is whole, has its temporary name and is being renamed.
        if signal == Signal::KILL
            && let [name] = &left[..]
        {
            let kept = folder.path().join(name);
            assert_eq!(std::fs::read_to_string(&kept).unwrap(), new, "{name} after {after:?}");
            std::fs::remove_file(kept).unwrap();
            between += 1;
        } else {
            assert_eq!(left, [""; 0], "{signal:?} after {after:?}");
        }
        ended += u32::from(!status.success());
    }
    assert!(ended > 20, "only {ended} runs were ended");
    assert!(between <= 2, "{between} runs were ended between the temporary name and the right one");
}

/// The number of saves that are killed.
const KILLS: u64 = 1_000;

/// Saves the scene of a seed over the file, as the window does, and kills the program after a time. Returns whether the
/// program had not ended before.
fn kill_save(folder: &Path, seed: u64, after: Duration) -> bool {
    let mut child = save(folder, seed);
    !end(&mut child, after, Signal::KILL).success()
}

fn save(folder: &Path, seed: u64) -> Child {
    Command::new(env!("CARGO_BIN_EXE_eyeline"))
        .args(["generate", "--objects", "1000", "--seed", &seed.to_string(), "-o", "out.json"])
        .current_dir(folder)
        .stderr(Stdio::null())
        .spawn()
        .unwrap()
}

/// Kills saves at times that are spread over a run. Returns how many were killed before and after the file was
/// replaced.
fn kill_saves(count: u64) -> [u64; 2] {
    let folder = fresh(&[]);
    let path = folder.path().join("out.json");
    let (mut whole_run, mut texts) = (Duration::ZERO, Vec::new());
    for seed in [1, 2] {
        let begin = Instant::now();
        assert!(save(folder.path(), seed).wait().unwrap().success());
        whole_run = begin.elapsed();
        texts.push(std::fs::read(&path).unwrap());
    }
    assert_ne!(texts[0], texts[1]);
    let mut there = 1;
    let mut killed = [0; 2];
    for run in 0..count {
        let other = 1 - there;
        let after = whole_run.mul_f64(1.1 * run as f64 / count as f64);
        let was_killed = kill_save(folder.path(), other as u64 + 1, after);
        let bytes = std::fs::read(&path).unwrap();
        let is_new = bytes == texts[other];
        assert!(is_new || bytes == texts[there], "{} bytes, killed after {after:?}", bytes.len());
        assert!(was_killed || is_new, "a save that ended has written the file");
        killed[usize::from(is_new)] += u64::from(was_killed);
        there = if is_new { other } else { there };
    }
    killed
}

#[test]
fn of_1000_killed_saves_each_leaves_the_whole_old_or_the_whole_new_file() {
    let halves = [(); 2].map(|()| std::thread::spawn(|| kill_saves(KILLS / 2)));
    let [old, new] =
        halves.map(|half| half.join().unwrap()).into_iter().fold([0, 0], |sum, one| [sum[0] + one[0], sum[1] + one[1]]);
    assert!(old + new > KILLS / 4, "only {old} and {new} were killed");
}

#[test]
fn the_exit_code_is_that_of_the_signal() {
    // Reading a scene from a pipe that is never written lasts until the signal.
    let folder = fresh(&[]);
    rustix::fs::mknodat(
        rustix::fs::CWD,
        folder.path().join("a.json"),
        rustix::fs::FileType::Fifo,
        rustix::fs::Mode::RWXU,
        0,
    )
    .unwrap();
    for (signal, code) in [(Signal::INT, 130), (Signal::TERM, 143), (Signal::HUP, 129)] {
        if is_ignored(signal) {
            continue;
        }
        let mut child = Command::new(env!("CARGO_BIN_EXE_eyeline"))
            .args(["report", "a.json"])
            .current_dir(folder.path())
            .spawn()
            .unwrap();
        let status = end(&mut child, Duration::from_millis(700), signal);
        assert_eq!(status.code(), Some(code), "{signal:?}: {status}");
    }
}
