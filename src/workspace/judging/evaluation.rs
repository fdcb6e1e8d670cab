//! Answers of a report that are evaluated on another thread after each edit, such as the outcomes of expectations.
//!
//! An edit waits for them for a short time, so that most of them are available in the same frame. At most one evaluation runs. A
//! change during an evaluation is evaluated after it.

use std::sync::Arc;
use std::task::Poll;
use std::time::Duration;

use super::now::Now;
use crate::files::{Content, Files, Pace};
use crate::report::occlusion::{Answerer, without_depth};
use crate::scene::Scene;
use crate::workspace::job::Job;

/// The inputs of an evaluation.
#[derive(Clone)]
struct Input<Q> {
    scene: Arc<Scene>,
    files: Files,
    question: Q,
}

impl<Q: PartialEq> Input<Q> {
    fn is_of(&self, now: &Now, question: &Q) -> bool {
        Arc::ptr_eq(&self.scene, now.scene) && self.files == *now.files && self.question == *question
    }
}

/// What is evaluated: the answers to a question.
pub(super) struct Evaluated<Q, T> {
    /// The question; `None` when there is nothing to evaluate.
    pub(super) question: Option<Q>,
    /// Whether it needs a depth buffer.
    pub(super) uses_depth: bool,
    /// Computes the answers.
    pub(super) compute: fn(Content, &Q, &mut Answerer) -> T,
}

/// The answers, and the running evaluation.
pub(in crate::workspace) struct Evaluation<Q, T> {
    found: T,
    /// The inputs from which the answers were computed.
    made_for: Option<Input<Q>>,
    running: Option<(Input<Q>, Job<T>)>,
}

impl<Q, T: Default> Default for Evaluation<Q, T> {
    fn default() -> Self {
        Self { found: T::default(), made_for: None, running: None }
    }
}

impl<Q: Clone + PartialEq + Send + 'static, T: Default + Send + 'static> Evaluation<Q, T> {
    /// The answers. During a long evaluation, these are the answers before the last edits.
    pub(super) fn found(&self) -> &T {
        &self.found
    }

    /// The question of the answers; `None` before the first ones.
    pub(super) fn answered(&self) -> Option<&Q> {
        self.made_for.as_ref().map(|input| &input.question)
    }

    /// Whether an evaluation runs.
    pub(super) fn is_evaluating(&self) -> bool {
        self.running.is_some()
    }

    /// Whether an evaluation is running or pending.
    pub(super) fn is_pending(&self) -> bool {
        self.is_evaluating() || self.made_for.is_none()
    }

    /// Requests that the answers are evaluated again.
    pub(super) fn forget(&mut self) {
        self.made_for = None;
    }

    /// Evaluates the answers if scene, files or question have changed. Waits at most `most`, or until the end when files are read
    /// at once. Returns whether an evaluation still runs.
    pub(super) fn evaluate(&mut self, now: &Now, what: Evaluated<Q, T>, pace: Pace, most: Duration) -> bool {
        let Evaluated { question, uses_depth, compute } = what;
        // The window answers depth tests between its frames, so it must not wait for the evaluation.
        let is_shared = now.link.is_some() && uses_depth;
        // The window connects its depth buffer in its first frame.
        let awaits_link = now.link.is_none() && uses_depth && pace == Pace::Later;
        let most = if pace == Pace::AtOnce && !is_shared { Duration::from_hours(1) } else { most };
        loop {
            let Self { found: known, made_for, running } = self;
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
                continue;
            }
            let Some(question) = &question else {
                *self = Self::default();
                return false;
            };
            if made_for.as_ref().is_some_and(|input| input.is_of(now, question)) {
                return false;
            }
            if awaits_link {
                *known = T::default();
                return true;
            }
            let input = Input { scene: Arc::clone(now.scene), files: now.files.clone(), question: question.clone() };
            let (of, link) = (input.clone(), now.link.clone());
            let job = Job::quietly(move |_| {
                let content = Content { scene: &of.scene, files: &of.files };
                match link {
                    Some(mut link) => compute(content, &of.question, &mut |world| link.answers(&of.scene, world)),
                    None => compute(content, &of.question, &mut without_depth),
                }
            });
            *running = Some((input, job));
        }
    }
}
