//! What ends the program from outside: Ctrl-C and the system's signals. No temporary file is left behind, and the exit code
//! is the conventional one: 128 and the number of the signal.
//!
//! A thread waits for the signals, so that they work during all work. SIGKILL cannot be caught: see
//! [`crate::scene::save`] for what helps against that.

/// Removes temporary files from now on when a signal ends the program. A signal that is ignored, as `nohup` asks for,
/// stays ignored.
#[cfg(unix)]
pub(super) fn watch() {
    use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM};
    use signal_hook::iterator::Signals;
    use signal_hook::low_level;

    let ignored = ignored();
    let caught = [SIGINT, SIGTERM, SIGHUP].into_iter().filter(|signal| ignored >> (signal - 1) & 1 == 0);
    // Without the handler a signal still ends the program.
    let Ok(mut signals) = Signals::new(caught) else { return };
    let wait = move || {
        if let Some(signal) = signals.forever().next() {
            let mut unfinished = crate::scene::save::unfinished();
            unfinished.remove();
            // Still holding them, so that no new one comes.
            low_level::exit(128 + signal);
        }
    };
    let _unwatched = std::thread::Builder::new().name("signals".to_owned()).spawn(wait);
}

/// The signals that were ignored when the program began, bit n − 1 for signal n; none where the system does not say.
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
        let mut unfinished = crate::scene::save::unfinished();
        unfinished.remove();
        std::process::exit(130);
    };
    let _unwatched = ctrlc::set_handler(end);
}

#[cfg(not(any(unix, windows)))]
pub(super) fn watch() {}
