//! Scripted answers: a leaf that needs no world.

use std::sync::Arc;

use super::Status;

/// What a scripted leaf answers, one after the other; the last answer repeats.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Script(Answers);

/// Most scripts have one answer, which is found without following a pointer.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Answers {
    One([Status; 1]),
    Several(Arc<[Status]>),
}

impl Script {
    /// Answers in order; `None` when there are none, or one is `inactive`, which nobody can answer.
    pub fn new(answers: &[Status]) -> Option<Self> {
        if answers.contains(&Status::Inactive) {
            return None;
        }
        match *answers {
            [] => None,
            [answer] => Some(Self(Answers::One([answer]))),
            _ => Some(Self(Answers::Several(answers.into()))),
        }
    }

    /// The same answer always.
    pub fn always(answer: bool) -> Self {
        Self(Answers::One([Status::of(answer)]))
    }

    /// The answer at a tick counted from 1; of an action, ticks since its own start.
    #[inline]
    pub fn answer(&self, tick: u64) -> Status {
        match &self.0 {
            Answers::One([answer]) => *answer,
            Answers::Several(answers) => {
                let last = answers.len() - 1;
                answers[usize::try_from(tick.saturating_sub(1)).unwrap_or(last).min(last)]
            }
        }
    }

    /// All answers, at least one.
    pub fn answers(&self) -> &[Status] {
        match &self.0 {
            Answers::One(answer) => answer,
            Answers::Several(answers) => answers,
        }
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
