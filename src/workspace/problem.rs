//! The shown problem and the shown one of its places. They are not part of the scene.

use super::Workspace;
use crate::report::problems::{Place, Problem};
use crate::world::Item;

/// A problem with its places, of which one is shown.
#[derive(Clone, Debug)]
pub(super) struct ShownProblem {
    problem: Problem,
    places: Vec<Place>,
    at: usize,
}

impl Workspace {
    /// Selects what a problem is about, and marks it and its first place until something else is selected.
    pub(crate) fn show_problem(&mut self, problem: Problem) {
        let places = problem.places(&self.world);
        match problem.item {
            Item::Object(object) => self.select_object(Some(object)),
            item => self.choose(item, false),
        }
        self.view.problem = Some(ShownProblem { problem, places, at: 0 });
        self.view.appearance_revision += 1;
    }

    /// Shows another place of the shown problem, and selects its object. `false` when the problem has no such place.
    pub(crate) fn show_place(&mut self, at: usize) -> bool {
        let Some(object) = self.view.problem.as_ref().and_then(|shown| Some(shown.places.get(at)?.object)) else {
            return false;
        };
        let shown = self.view.problem.take();
        if self.selected().object != Some(object) {
            self.select_object(Some(object));
        }
        self.view.problem = shown.map(|shown| ShownProblem { at, ..shown });
        self.view.appearance_revision += 1;
        true
    }

    /// The problem that is marked in the view.
    pub(crate) fn problem(&self) -> Option<&Problem> {
        self.view.problem.as_ref().map(|shown| &shown.problem)
    }

    /// The places of that problem; none without one.
    pub(crate) fn problem_places(&self) -> &[Place] {
        self.view.problem.as_ref().map_or(&[], |shown| &shown.places)
    }

    /// The number of the shown place among them.
    pub(crate) fn place_number(&self) -> usize {
        self.view.problem.as_ref().map_or(0, |shown| shown.at)
    }

    /// The shown place.
    pub(crate) fn problem_place(&self) -> Option<&Place> {
        self.problem_places().get(self.place_number())
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
