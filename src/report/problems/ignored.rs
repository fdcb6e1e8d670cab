//! Problems that the scene ignores.

use super::{Problem, Problems};
use crate::report::Report;
use crate::scene::Ignored;

impl Problems {
    /// The same without the problems that the scene ignores.
    #[must_use]
    pub(in crate::report) fn without_ignored(mut self, report: &Report) -> Self {
        if report.ignored.is_empty() {
            return self;
        }
        let before = self.listed.len();
        self.listed.retain(|problem| !report.ignored.iter().any(|ignored| is_ignored(ignored, problem, report)));
        self.ignored = before - self.listed.len();
        let of_kind = |ignored: &Ignored, word: &str| ignored.problem == word && ignored.object.is_none();
        self.left_out.retain(|(kind, _)| !report.ignored.iter().any(|ignored| of_kind(ignored, kind.word())));
        self
    }
}

fn is_ignored(ignored: &Ignored, problem: &Problem, report: &Report) -> bool {
    let is_it = |object: &String| report.name_of(problem.thing) == object;
    ignored.problem == problem.kind.word() && ignored.object.as_ref().is_none_or(is_it)
}
