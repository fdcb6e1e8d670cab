//! Problems of cuts: planes that miss their object.

use super::list::{Elements, Problem, Problems};
use crate::geometry::narrate::num;
use crate::report::all_answers::Report;
use crate::scene::LevelProblem;
use crate::world::{CutAt, Halves, Item};

impl Problems {
    /// Adds the problems of the cuts of a report.
    pub(in crate::report) fn with_cuts(mut self, report: &Report) -> Self {
        let missed = report.cuts.iter().enumerate().filter_map(|(i, cut)| Some((i, message(cut)?)));
        self.take(LevelProblem::CutMisses, missed, |(i, message)| Problem {
            image: None,
            kind: LevelProblem::CutMisses,
            item: Item::Cut(i),
            count: 1,
            elements: Elements::Object,
            message,
        });
        self
    }
}

/// The problem of a cut; `None` for one that divides its object, and without an answer.
#[expect(clippy::cast_possible_truncation, reason = "four digits are shown")]
fn message(cut: &CutAt) -> Option<String> {
    let halves: &Halves = cut.outcome.as_ref()?.as_ref().ok()?;
    let side = match (halves.cut.front.triangles.is_empty(), halves.cut.back.triangles.is_empty()) {
        (true, false) => "behind",
        (false, true) => "in front of",
        _ => return None,
    };
    let distances = halves.posed.iter().map(|at| cut.plane.distance(*at).abs()).filter(|distance| distance.is_finite());
    let nearest = distances.reduce(f64::min)?;
    let (name, object, tick) = (&cut.name, &cut.object, cut.tick);
    let nearest = if nearest > halves.cut.tolerance {
        format!("its nearest vertex is {} m away", num(nearest as f32))
    } else {
        "it only touches the plane".to_owned()
    };
    Some(format!("the plane of {name} misses {object}: at tick {tick} the whole mesh is {side} it, {nearest}"))
}
