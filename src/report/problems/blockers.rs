//! Colliders by their names with nothing drawn in their place.

use std::collections::HashSet;

use super::list::{Elements, Problem, Problems};
use crate::report::all_answers::Report;
use crate::report::colliders::{drawn_name, is_among};
use crate::scene::LevelProblem;
use crate::world::Item;

impl Problems {
    /// The same with the colliders that stop bodies where nothing is drawn.
    #[must_use]
    pub(super) fn with_blockers(mut self, report: &Report) -> Self {
        let colliders =
            report.objects.iter().enumerate().filter_map(|(i, object)| Some((i, drawn_name(&object.name)?)));
        let colliders: Vec<(usize, String)> = colliders.collect();
        if colliders.is_empty() {
            return self;
        }
        let drawn = report.objects.iter().map(|object| &object.name);
        let lost = report.unplaced.iter().map(|object| &object.name);
        let names: HashSet<String> = drawn.chain(lost).map(|name| name.to_lowercase()).collect();
        let blockers = colliders.into_iter().filter(|(_, drawn)| !is_among(drawn, &names));
        self.take(LevelProblem::BlockerNotDrawn, blockers, |(object, drawn)| Problem {
            image: None,
            kind: LevelProblem::BlockerNotDrawn,
            item: Item::Object(object),
            count: 1,
            elements: Elements::Object,
            message: format!(
                "{} is a collider by its name, and there is no object {drawn} that is drawn",
                report.name(object)
            ),
        });
        self
    }
}
