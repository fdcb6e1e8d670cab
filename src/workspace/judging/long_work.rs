//! Long answers of the open scene, such as leaks: each is computed on another thread and then put into the report.

use std::sync::Arc;
use std::task::Poll;
use std::time::Duration;

use crate::clearance::leak::LeakAnswer;
use crate::report::Report;
use crate::report::colliders::{ColliderInput, Compared};
use crate::report::leaks::LeakInput;
use crate::report::work::{Asked, WorkInput};
use crate::workspace::job::Job;

/// The running computations, at most one of each question.
#[derive(Default)]
pub(in crate::workspace) struct LongWork {
    leak: Option<Running<LeakInput, LeakAnswer>>,
    collider: Option<Running<ColliderInput, Compared>>,
}

struct Running<I, A> {
    input: Arc<I>,
    job: Job<A>,
}

/// What a step of the computations has done.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(in crate::workspace) struct WorkStep {
    /// Whether the report has a new answer.
    pub(in crate::workspace) has_answered: bool,
    /// Whether more is to be computed.
    pub(in crate::workspace) is_running: bool,
}

impl LongWork {
    /// Takes answers that are ready, after waiting at most the given time for each, and starts what is missing.
    pub(in crate::workspace) fn advance(&mut self, report: &mut Report, most: Duration) -> WorkStep {
        let leaks = advance(&mut self.leak, &mut report.leaks, most);
        let colliders = advance(&mut self.collider, &mut report.colliders, most);
        WorkStep {
            has_answered: leaks.has_answered | colliders.has_answered,
            is_running: leaks.is_running | colliders.is_running,
        }
    }

    /// The running computation in words, and how much of it is done, 0 to 1; `None` when none runs.
    pub(in crate::workspace) fn running(&self) -> Option<(&'static str, f32)> {
        let leak = self.leak.as_ref().map(|running| ("searching for a leak", running.job.fraction()));
        leak.or(self.collider.as_ref().map(|running| ("comparing a collider", running.job.fraction())))
    }

    /// Cancels what runs. Its answer is that it was cancelled.
    pub(in crate::workspace) fn cancel(&self) {
        if let Some(running) = &self.leak {
            running.job.cancel();
        }
        if let Some(running) = &self.collider {
            running.job.cancel();
        }
    }
}

fn advance<I: WorkInput>(
    running: &mut Option<Running<I, I::Answer>>,
    asked: &mut [Asked<I, I::Answer>],
    most: Duration,
) -> WorkStep {
    let mut step = WorkStep::default();
    // A change of the scene may have made what runs useless.
    let is_asked = |input: &Arc<I>| {
        asked.iter().any(|asked| asked.answer.is_none() && asked.input.as_ref().is_ok_and(|own| own == input))
    };
    if running.as_ref().is_some_and(|running| !is_asked(&running.input)) {
        *running = None;
    }
    loop {
        let Some(Running { input, job }) = running.take() else {
            let next = asked.iter().find(|asked| asked.answer.is_none()).and_then(|asked| asked.input.as_ref().ok());
            let Some(input) = next.cloned() else { return step };
            let own = Arc::clone(&input);
            *running = Some(Running { input, job: Job::quietly(move |progress| own.answer(progress)) });
            continue;
        };
        match job.wait(most) {
            Poll::Pending => {
                *running = Some(Running { input, job });
                return WorkStep { is_running: true, ..step };
            }
            // Work that ended without a result is not begun again.
            Poll::Ready(None) => return step,
            Poll::Ready(Some(answer)) => {
                let answer = Arc::new(answer);
                for asked in asked.iter_mut().filter(|asked| asked.input.as_ref().is_ok_and(|own| *own == input)) {
                    asked.answer = Some(Arc::clone(&answer));
                }
                step.has_answered = true;
            }
        }
    }
}
