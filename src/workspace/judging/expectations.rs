//! The outcomes of the expectations of the open scene, evaluated after each edit.
//!
//! Expectations are evaluated on another thread. An edit waits for it for a short time, so that most outcomes are
//! available in the same frame. At most one evaluation runs. A change during an evaluation is evaluated after it.

use std::sync::Arc;
use std::task::Poll;
use std::time::Duration;

use super::now::{Now, uses_depth};
use crate::files::{Content, Files, Pace};
use crate::report::expected::{ExpectedOutcome, outcomes};
use crate::report::occlusion::without_depth;
use crate::scene::Scene;
use crate::workspace::job::Job;

/// The inputs of an evaluation.
type Input = (Arc<Scene>, Files);

/// The outcomes, and the running evaluation.
#[derive(Default)]
pub(in crate::workspace) struct Expectations {
    outcomes: Vec<ExpectedOutcome>,
    /// The inputs from which the outcomes were computed.
    made_for: Option<Input>,
    running: Option<(Input, Job<Vec<ExpectedOutcome>>)>,
}

impl Expectations {
    /// The outcome of each expectation, in the order of the scene.
    pub(super) fn outcomes(&self) -> &[ExpectedOutcome] {
        &self.outcomes
    }

    /// Whether an evaluation runs.
    pub(super) fn is_evaluating(&self) -> bool {
        self.running.is_some()
    }

    /// Whether an evaluation is running or pending.
    pub(super) fn is_pending(&self) -> bool {
        self.is_evaluating() || self.made_for.is_none()
    }

    /// Requests that all expectations are evaluated again.
    pub(super) fn forget(&mut self) {
        self.made_for = None;
    }

    /// Evaluates the expectations if scene or files have changed. Waits at most `most`, or until the end when files are
    /// read at once. Returns whether an evaluation still runs.
    pub(super) fn evaluate(&mut self, now: &Now, pace: Pace, most: Duration) -> bool {
        let &Now { scene, files, ref link, .. } = now;
        // The window answers depth tests between its frames, so it must not wait for the evaluation.
        let is_shared = link.is_some() && uses_depth(scene);
        // The window connects its depth buffer in its first frame.
        let awaits_link = link.is_none() && uses_depth(scene) && pace == Pace::Later;
        let most = if pace == Pace::AtOnce && !is_shared { Duration::from_hours(1) } else { most };
        loop {
            let Self { outcomes: known, made_for, running } = self;
            if let Some((input, job)) = running.take() {
                match job.wait(most) {
                    Poll::Pending => {
                        *running = Some((input, job));
                        return true;
                    }
                    Poll::Ready(found) => {
                        *known = found.unwrap_or_default();
                        *made_for = Some(input);
                    }
                }
            } else if scene.expect.is_empty() {
                *known = Vec::new();
                *made_for = None;
                return false;
            } else if made_for.as_ref().is_some_and(|(of, read)| Arc::ptr_eq(of, scene) && read == files) {
                return false;
            } else if awaits_link {
                *known = Vec::new();
                return true;
            } else {
                let (of, read) = (Arc::clone(scene), files.clone());
                let link = link.clone();
                let job = Job::quietly(move |_| {
                    let content = Content { scene: &of, files: &read };
                    match link {
                        Some(mut link) => outcomes(content, &mut |world| link.answers(&of, world)),
                        None => outcomes(content, &mut without_depth),
                    }
                });
                *running = Some(((Arc::clone(scene), files.clone()), job));
            }
        }
    }
}
