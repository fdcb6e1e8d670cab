//! A rule as an answerer, without another process.

use super::answerer::{Answerer, AnswererInfo, Reply};
use crate::mistakes::{Case, MistakeSet, SpatialQuestion, rules};

/// Answers by a rule of [`rules`], which may have mistakes.
#[derive(Clone, Debug)]
pub struct RuleAnswerer {
    info: AnswererInfo,
    mistakes: MistakeSet,
}

impl RuleAnswerer {
    /// The rule of a question. The right rule for boxes and view volumes tests planes, so it is conservative.
    pub fn new(question: SpatialQuestion, mistakes: MistakeSet) -> Self {
        let info = AnswererInfo {
            name: "rule".to_owned(),
            is_conservative: question.is_of_frusta(),
            ..AnswererInfo::default()
        };
        Self { info, mistakes }
    }
}

impl Answerer for RuleAnswerer {
    fn info(&self) -> &AnswererInfo {
        &self.info
    }

    fn ask(&mut self, cases: &[Case], _: &dyn Fn() -> bool) -> Vec<Reply> {
        cases.iter().map(|case| Reply::Answer(rules::answer(case, self.mistakes))).collect()
    }
}
