//! Handles Ctrl-C and the system's termination signals: removes temporary files, and exits with the conventional code,
//! 128 plus the number of the signal.
//!
//! A separate thread waits for the signals, so that they work at any time. SIGKILL cannot be caught:
//! [`crate::scene::write::save`] limits its effects.

use std::sync::atomic::{AtomicBool, Ordering};

/// Whether Ctrl-C first requests the end of the work that runs.
static ENDS_BY_REQUEST: AtomicBool = AtomicBool::new(false);
/// Whether the end was requested.
static IS_END_REQUESTED: AtomicBool = AtomicBool::new(false);

/// From now on the first Ctrl-C sets the returned flag, and the work ends with what it has. The second one ends the program.
pub(super) fn request_of_end() -> &'static AtomicBool {
    ENDS_BY_REQUEST.store(true, Ordering::Relaxed);
    &IS_END_REQUESTED
}

/// Whether this signal is such a request.
fn is_request() -> bool {
    ENDS_BY_REQUEST.load(Ordering::Relaxed) && !IS_END_REQUESTED.swap(true, Ordering::Relaxed)
}

/// Installs the handler. A signal that is ignored, as under `nohup`, stays ignored.
#[cfg(unix)]
pub(super) fn watch() {
    use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM, SIGXFSZ};
    use signal_hook::iterator::Signals;
    use signal_hook::low_level;

    // A file beyond the size limit of the process (`ulimit -f`) would end the program. With a handler the write fails
    // instead, so the error names the file.
    let _unhandled = signal_hook::flag::register(SIGXFSZ, std::sync::Arc::default());
    let ignored = ignored();
    let caught = [SIGINT, SIGTERM, SIGHUP].into_iter().filter(|signal| ignored >> (signal - 1) & 1 == 0);
    // Without the handler a signal still ends the program.
    let Ok(mut signals) = Signals::new(caught) else { return };
    let wait = move || {
        let ends = |signal: &i32| *signal != SIGINT || !is_request();
        if let Some(signal) = signals.forever().find(ends) {
            let mut unfinished = crate::scene::write::save::unfinished();
            unfinished.remove();
            // The lock on temporary files is kept, so that no new one is made.
            low_level::exit(128 + signal);
        }
    };
    let _unwatched = std::thread::Builder::new().name("signals".to_owned()).spawn(wait);
}

/// The signals that were ignored when the program began, bit n − 1 for signal n; none where that is unknown.
#[cfg(unix)]
fn ignored() -> u64 {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let mask = status.lines().find_map(|line| line.strip_prefix("SigIgn:"));
    mask.and_then(|mask| u64::from_str_radix(mask.trim(), 16).ok()).unwrap_or(0)
}

/// The same for the console of Windows.
#[cfg(windows)]
pub(super) fn watch() {
    let end = || {
        if is_request() {
            return;
        }
        let mut unfinished = crate::scene::write::save::unfinished();
        unfinished.remove();
        std::process::exit(130);
    };
    let _unwatched = ctrlc::set_handler(end);
}

#[cfg(not(any(unix, windows)))]
pub(super) fn watch() {}
