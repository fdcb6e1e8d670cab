//! Long work in panels: a progress bar, and a button that cancels it.

use std::task::Poll;
use std::time::Duration;

use eframe::egui::{Context, ProgressBar, Ui};

use crate::opacity::Progress;
pub(in crate::app) use crate::workspace::job::Job;

/// The time that the first frame waits. Most work is complete by then, so the bar does not flicker.
const FIRST_WAIT: Duration = Duration::from_millis(30);
/// The interval between redraws of the bar.
pub(in crate::app) const INTERVAL: Duration = Duration::from_millis(50);

impl<T: Send + 'static> Job<T> {
    /// Starts work for a panel, which is redrawn when the result is ready.
    pub(in crate::app) fn start(ctx: &Context, work: impl FnOnce(&Progress) -> T + Send + 'static) -> Self {
        let ctx = ctx.clone();
        Self::begin(work, move || ctx.request_repaint())
    }

    /// The result, once. The inner value is `None` when the work was cancelled.
    pub(in crate::app) fn poll(&self, ctx: &Context) -> Poll<Option<T>> {
        let polled = self.wait(FIRST_WAIT.saturating_sub(self.begun.elapsed()));
        if polled.is_pending() {
            ctx.request_repaint_after(INTERVAL);
        }
        polled
    }
}

impl<T> Job<T> {
    /// Shows the progress bar with its cancel button.
    pub(in crate::app) fn bar(&self, ui: &mut Ui, what: &str) {
        if bar(ui, what, self.fraction()) {
            self.cancel();
        }
    }
}

/// A progress bar with a button. Returns whether the button was clicked.
pub(in crate::app) fn bar(ui: &mut Ui, what: &str, fraction: f32) -> bool {
    ui.horizontal(|ui| {
        let width = (ui.available_width() - 70.0).clamp(60.0, 260.0);
        ui.add(ProgressBar::new(fraction).desired_width(width).text(what));
        ui.button("Cancel").clicked()
    })
    .inner
}

#[cfg(test)]
mod tests {
    use std::sync::mpsc::channel;
    use std::thread;

    use super::*;

    #[test]
    fn a_job_returns_its_result_and_dropping_it_cancels_it() {
        let ctx = Context::default();
        let job = Job::start(&ctx, |_| 7);
        let answer = loop {
            if let Poll::Ready(answer) = job.poll(&ctx) {
                break answer;
            }
        };
        assert_eq!(answer, Some(7));

        let (send, stopped) = channel();
        drop(Job::start(&ctx, move |progress| {
            while !progress.is_cancelled() {
                thread::yield_now();
            }
            send.send(()).unwrap();
        }));
        stopped.recv_timeout(Duration::from_secs(20)).unwrap();
    }
}
