//! Scripted results of a leaf that needs no world.

use std::sync::{Arc, LazyLock};

use super::status::Status;

/// The results of a scripted leaf, one for each tick. The last result repeats.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Script {
    answers: Arc<[Status]>,
}

impl Script {
    /// A script of results in order. `None` if there are none, or one is `inactive`, which is no result.
    pub fn new(answers: &[Status]) -> Option<Self> {
        let are_fit = !answers.is_empty() && !answers.contains(&Status::Inactive);
        are_fit.then(|| Self { answers: answers.into() })
    }

    /// A script that always returns the same result. All of them share their memory: a tree may have a million.
    pub fn always(answer: bool) -> Self {
        static ANSWERS: LazyLock<[Arc<[Status]>; 2]> =
            LazyLock::new(|| [false, true].map(|of| [Status::of(of)].into()));
        Self { answers: Arc::clone(&ANSWERS[usize::from(answer)]) }
    }

    /// The result in a tick, counted from 1. For an action, ticks are counted from its own start.
    #[inline]
    pub fn answer(&self, tick: u64) -> Status {
        let last = self.answers.len() - 1;
        let index = usize::try_from(tick.saturating_sub(1)).unwrap_or(last).min(last);
        self.answers[index]
    }

    /// All results, at least one.
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
