//! Scripted answers: a leaf that needs no world.

use std::sync::Arc;

use super::Status;

/// What a scripted leaf answers, one after the other; the last answer repeats.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Script {
    answers: Arc<[Status]>,
}

impl Script {
    /// Answers in order; `None` when there are none, or one is `inactive`, which nobody can answer.
    pub fn new(answers: &[Status]) -> Option<Self> {
        let are_fit = !answers.is_empty() && !answers.contains(&Status::Inactive);
        are_fit.then(|| Self { answers: answers.into() })
    }

    /// The same answer always.
    pub fn always(answer: bool) -> Self {
        Self { answers: [Status::of(answer)].into() }
    }

    /// The answer at a tick counted from 1; of an action, ticks since its own start.
    #[inline]
    pub fn answer(&self, tick: u64) -> Status {
        let last = self.answers.len() - 1;
        let index = usize::try_from(tick.saturating_sub(1)).unwrap_or(last).min(last);
        self.answers[index]
    }

    /// All answers, at least one.
    pub fn answers(&self) -> &[Status] {
        &self.answers
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_last_answer_repeats() {
        let script = Script::new(&[Status::Running, Status::Failure, Status::Success]).unwrap();
        let answers: Vec<Status> = (1..=5).map(|tick| script.answer(tick)).collect();
        assert_eq!(answers, [Status::Running, Status::Failure, Status::Success, Status::Success, Status::Success]);
        assert_eq!(script.answer(u64::MAX), Status::Success);
        assert_eq!(Script::new(&[]), None);
        assert_eq!(Script::new(&[Status::Success, Status::Inactive]), None);
    }
}
