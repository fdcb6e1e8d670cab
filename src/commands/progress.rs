//! A progress bar on standard error for long work, on terminals.

use std::io::{self, IsTerminal};
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::thread;
use std::time::Duration;

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

use crate::escape;
use crate::opacity::Progress;

/// The bar appears after this time. Most work is complete by then.
const BAR_DELAY: Duration = Duration::from_millis(400);
/// The interval between redraws of the bar.
const INTERVAL: Duration = Duration::from_millis(60);
/// The number of steps of the bar. The work counts in its own units.
const PARTS: u64 = 1000;

/// Runs a function. Shows a progress bar on a terminal when it takes long.
pub(super) fn shown<T>(what: &str, work: impl FnOnce(&Progress) -> T) -> T {
    let progress = Progress::default();
    if !io::stderr().is_terminal() {
        return work(&progress);
    }
    thread::scope(|scope| {
        let (done, is_done) = channel::<()>();
        let progress = &progress;
        scope.spawn(move || {
            if is_done.recv_timeout(BAR_DELAY) != Err(RecvTimeoutError::Timeout) {
                return;
            }
            let bar = ProgressBar::with_draw_target(Some(PARTS), ProgressDrawTarget::stderr());
            if let Ok(style) = ProgressStyle::with_template("{msg} {wide_bar} {percent:>3} %") {
                bar.set_style(style);
            }
            bar.set_message(escape::line(what).into_owned());
            while is_done.recv_timeout(INTERVAL) == Err(RecvTimeoutError::Timeout) {
                #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "from 0 to 1")]
                bar.set_position((f64::from(progress.fraction()) * PARTS as f64) as u64);
            }
            bar.finish_and_clear();
        });
        let result = work(progress);
        drop(done);
        result
    })
}

#[cfg(test)]
mod tests {
    #[test]
    fn the_function_runs_once_and_its_result_is_returned() {
        let mut count = 0;
        let answer = super::shown("counting", |progress| {
            progress.expect(1);
            count += 1;
            7
        });
        assert_eq!((answer, count), (7, 1));
    }
}
