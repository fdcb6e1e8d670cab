//! The progress of a run on a terminal, and its end by Ctrl-C.

use std::io::{self, IsTerminal};
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

use crate::hunt::Progress;

/// The positions of the bar when only the time is limited.
const PARTS: u64 = 1000;

/// A bar on standard error when that is a terminal.
pub(super) struct Bar {
    shown: ProgressBar,
    started: Instant,
    cases: Option<u64>,
    time: Option<Duration>,
    stop: &'static AtomicBool,
}

impl Bar {
    /// A bar for a run of so many cases or so much time. `stop` ends the run.
    pub(super) fn new(cases: Option<u64>, time: Option<Duration>, stop: &'static AtomicBool) -> Self {
        let target =
            if io::stderr().is_terminal() { ProgressDrawTarget::stderr() } else { ProgressDrawTarget::hidden() };
        let shown = ProgressBar::with_draw_target(Some(PARTS), target);
        if let Ok(style) = ProgressStyle::with_template("{msg} {wide_bar} {percent:>3} %") {
            shown.set_style(style);
        }
        Self { shown, started: Instant::now(), cases, time, stop }
    }

    /// Removes the bar.
    pub(super) fn finish(&self) {
        self.shown.finish_and_clear();
    }
}

impl Progress for Bar {
    fn judged(&self, cases: u64, faults: u64) {
        let of_cases = self.cases.map_or(0.0, |all| cases as f64 / all as f64);
        let of_time = self.time.map_or(0.0, |all| self.started.elapsed().as_secs_f64() / all.as_secs_f64());
        #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "from 0 to 1")]
        self.shown.set_position((of_cases.max(of_time).min(1.0) * PARTS as f64) as u64);
        self.shown.set_message(format!("{cases} cases, {faults} faults"));
    }

    fn shrinking(&self, done: usize, all: usize) {
        if all > 0 {
            self.shown.set_position(PARTS * done as u64 / all as u64);
            self.shown.set_message(format!("smallest cases: {done} of {all}"));
        }
    }

    fn is_cancelled(&self) -> bool {
        self.stop.load(Ordering::Relaxed)
    }
}
