//! The marked problem and the shown one of its places.

use super::state::{ShownProblem, View};
use crate::report::problems::{Problem, ProblemPlace};
use crate::world::World;

impl View {
    /// Marks a problem and its first place.
    pub(in crate::workspace) fn mark_problem(&mut self, problem: Problem, world: &World) {
        let places = problem.places(world);
        self.set(|state| &mut state.problem, Some(ShownProblem { problem, places, at: 0 }));
    }

    /// Marks the problem that was marked before, at another place.
    pub(in crate::workspace) fn mark_place(&mut self, problem: Problem, places: Vec<ProblemPlace>, at: usize) {
        self.set(|state| &mut state.problem, Some(ShownProblem { problem, places, at }));
    }

    /// Marks no problem.
    pub(in crate::workspace) fn clear_problem(&mut self) {
        self.set(|state| &mut state.problem, None);
    }

    /// The problem that is marked in the view.
    pub(crate) fn problem(&self) -> Option<&Problem> {
        self.state().problem.as_ref().map(|shown| &shown.problem)
    }

    /// The places of that problem; none without one.
    pub(crate) fn problem_places(&self) -> &[ProblemPlace] {
        self.state().problem.as_ref().map_or(&[], |shown| &shown.places)
    }

    /// The number of the shown place among them.
    pub(crate) fn place_number(&self) -> usize {
        self.state().problem.as_ref().map_or(0, |shown| shown.at)
    }

    /// The shown place.
    pub(crate) fn problem_place(&self) -> Option<&ProblemPlace> {
        self.problem_places().get(self.place_number())
    }
}
