//! Long work on a thread of its own, with a bar that tells how far it is and a button that stops it.

use std::sync::Arc;
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::task::Poll;
use std::thread;
use std::time::{Duration, Instant};

use eframe::egui::{Context, ProgressBar, Ui};

use crate::opacity::Progress;

/// So long the first frame waits: most work is done by then, and nothing flickers.
const PATIENCE: Duration = Duration::from_millis(30);
/// The bar moves so often while somebody waits.
pub(super) const BEAT: Duration = Duration::from_millis(50);

/// Work whose answer is waited for. Who drops it asks it to stop.
pub(super) struct Job<T> {
    progress: Arc<Progress>,
    answer: Receiver<T>,
    begun: Instant,
}

impl<T: Send + 'static> Job<T> {
    /// Begins to work for a panel, which is drawn again when the answer is there.
    pub(super) fn start(ctx: &Context, work: impl FnOnce(&Progress) -> T + Send + 'static) -> Self {
        let ctx = ctx.clone();
        Self::begin(work, move || ctx.request_repaint())
    }

    /// Begins to work for somebody who looks now and then.
    pub(super) fn quietly(work: impl FnOnce(&Progress) -> T + Send + 'static) -> Self {
        Self::begin(work, || ())
    }

    fn begin(work: impl FnOnce(&Progress) -> T + Send + 'static, wake: impl FnOnce() + Send + 'static) -> Self {
        let (send, answer) = channel();
        let progress = Arc::new(Progress::default());
        let watched = Arc::clone(&progress);
        thread::spawn(move || {
            // Nobody listens when it was dropped meanwhile.
            let _ = send.send(work(&watched));
            wake();
        });
        Self { progress, answer, begun: Instant::now() }
    }

    /// The answer, once; `None` inside when the work broke off without one.
    pub(super) fn poll(&self, ctx: &Context) -> Poll<Option<T>> {
        let polled = self.wait(PATIENCE.saturating_sub(self.begun.elapsed()));
        if polled.is_pending() {
            ctx.request_repaint_after(BEAT);
        }
        polled
    }

    /// The same, after no longer than a given time.
    pub(super) fn wait(&self, most: Duration) -> Poll<Option<T>> {
        match self.answer.recv_timeout(most) {
            Ok(answer) => Poll::Ready(Some(answer)),
            Err(RecvTimeoutError::Disconnected) => Poll::Ready(None),
            Err(RecvTimeoutError::Timeout) => Poll::Pending,
        }
    }
}

impl<T> Job<T> {
    /// From 0 to 1.
    pub(super) fn fraction(&self) -> f32 {
        self.progress.fraction()
    }

    /// Asks it to stop, which it will do soon.
    pub(super) fn cancel(&self) {
        self.progress.cancel();
    }

    /// Shows how far it is, and lets it be stopped.
    pub(super) fn bar(&self, ui: &mut Ui, what: &str) {
        if bar(ui, what, self.fraction()) {
            self.cancel();
        }
    }
}

impl<T> Drop for Job<T> {
    fn drop(&mut self) {
        self.progress.cancel();
    }
}

/// A bar with what is done, and a button; says whether that was clicked.
pub(super) fn bar(ui: &mut Ui, what: &str, fraction: f32) -> bool {
    ui.horizontal(|ui| {
        let width = (ui.available_width() - 70.0).clamp(60.0, 260.0);
        ui.add(ProgressBar::new(fraction).desired_width(width).text(what));
        ui.button("Cancel").clicked()
    })
    .inner
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_answer_comes_and_who_drops_a_job_stops_it() {
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
