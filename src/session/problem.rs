//! The shown problem. It is not part of the scene.

use super::Session;
use crate::report::problems::Problem;
use crate::world::Item;

impl Session {
    /// Selects what a problem is about, and marks it until something else is selected.
    pub(crate) fn show_problem(&mut self, problem: Problem) {
        match problem.item {
            Item::Object(object) => self.select_object(Some(object)),
            item => self.choose(item, false),
        }
        self.view.problem = Some(problem);
        self.view.appearance_revision += 1;
    }

    /// The problem that is marked in the view.
    pub(crate) fn problem(&self) -> Option<&Problem> {
        self.view.problem.as_ref()
    }

    pub(super) fn clear_problem(&mut self) {
        if self.view.problem.take().is_some() {
            self.view.appearance_revision += 1;
        }
    }

    /// Changes whenever an object of the world changes. A list of problems is valid while the value is the same.
    pub(crate) fn placement_revision(&self) -> u64 {
        self.placement_revision
    }
}
