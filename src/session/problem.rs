//! The problem of an object that is looked at; a matter of the view.

use super::Session;
use crate::report::problems::Problem;

impl Session {
    /// Selects the object that a problem is about, and marks it until something else is selected.
    pub(crate) fn show_problem(&mut self, problem: Problem) {
        self.select_object(Some(problem.object));
        self.view.problem = Some(problem);
        self.view.looks += 1;
    }

    /// The one that is shown.
    pub(crate) fn problem(&self) -> Option<&Problem> {
        self.view.problem.as_ref()
    }

    pub(super) fn put_problem_away(&mut self) {
        if self.view.problem.take().is_some() {
            self.view.looks += 1;
        }
    }

    /// Counts every change of the objects of the world: a list of their problems made before is good until it does.
    pub(crate) fn placings(&self) -> u64 {
        self.placings
    }
}
