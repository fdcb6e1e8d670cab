//! Problems that the scene ignores.

use super::{Kind, Problem, Problems};
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
        let of_kind = |ignored: &Ignored, word: &str| ignored.problem == word && ignored.object.is_none();
        let is_of_ignored_kind =
            |(kind, _): &(Kind, usize)| report.ignored.iter().any(|ignored| of_kind(ignored, kind.word()));
        let unlisted: usize = self.left_out.iter().filter(|one| is_of_ignored_kind(one)).map(|(_, count)| count).sum();
        self.ignored = before - self.listed.len() + unlisted;
        self.left_out.retain(|one| !is_of_ignored_kind(one));
        self
    }
}

fn is_ignored(ignored: &Ignored, problem: &Problem, report: &Report) -> bool {
    let is_it = |object: &String| report.name_of(problem.item) == object;
    ignored.problem == problem.kind.word() && ignored.object.as_ref().is_none_or(is_it)
}
