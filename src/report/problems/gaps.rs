//! Gaps between objects in words, and their places.

use std::sync::Arc;

use glam::DVec3;

use super::flicker::length;
use super::list::{Elements, Problem, Problems};
use super::places::ProblemPlace;
use crate::budget::OverBudget;
use crate::gaps::{GapFinding, Gaps};
use crate::geometry::Aabb;
use crate::geometry::narrate::counted;
use crate::report::all_answers::Report;
use crate::scene::LevelProblem;
use crate::world::Item;

impl Problems {
    /// The same with the gaps between objects.
    #[must_use]
    pub(super) fn with_gaps(mut self, report: &Report, found: &Result<Gaps, OverBudget>) -> Self {
        let found = match found {
            Ok(found) => found,
            Err(over) => {
                let words = format!("Gaps between objects were not searched: {over}");
                self.unfinished.push((LevelProblem::Gaps, words));
                return self;
            }
        };
        if found.is_cut {
            let words = "The search for gaps between objects left some out: too many open edges are near to each other";
            self.unfinished.push((LevelProblem::Gaps, words.to_owned()));
        }
        self.take(LevelProblem::Gaps, found.findings.iter(), |finding| Problem {
            kind: LevelProblem::Gaps,
            image: None,
            item: Item::Object(finding.bodies[0]),
            count: finding.edges.len(),
            elements: Elements::Gap(Arc::new(finding.clone())),
            message: message(finding, report),
        });
        self
    }
}

/// The problem in one sentence.
fn message(finding: &GapFinding, report: &Report) -> String {
    let [a, b] = finding.bodies.map(|body| report.name(body));
    let place = finding.at.to_array().map(|value| (value * 1e3).round() / 1e3 + 0.0);
    format!(
        "{} of {a} {} beside a rim of {b}, up to {} apart at ({}, {}, {})",
        counted(finding.edges.len(), "edge"),
        if finding.edges.len() == 1 { "runs" } else { "run" },
        length(finding.width),
        place[0],
        place[1],
        place[2]
    )
}

impl ProblemPlace {
    /// The edges beside the other object.
    pub(super) fn of_gap(finding: &GapFinding, most: usize) -> Vec<Self> {
        let place = |(triangle, ends): &(Option<u32>, [DVec3; 2])| {
            let edge = [ends[0].as_vec3(), ends[1].as_vec3()];
            let bounds = Aabb { min: edge[0].min(edge[1]), max: edge[0].max(edge[1]) };
            let what = triangle.map_or_else(|| "edge".to_owned(), |triangle| format!("edge of triangle {triangle}"));
            Self { object: finding.bodies[0], triangles: Vec::new(), edge: Some(edge), bounds, what }
        };
        finding.edges.iter().take(most).map(place).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::super::of_world;
    use super::*;
    use crate::files::Files;
    use crate::scene::parse;
    use crate::world::World;

    fn found(x: f64, more: &str) -> Vec<Problem> {
        let wall = |name: &str, x: f64| {
            format!(
                r#"{{ "name": "{name}", "shape": {{ "box": {{ "half_extents": [1, 1.5, 0.1] }} }}, "position": [{x}, 1.5, 0] }}"#
            )
        };
        let text = format!(r#"{{ "eyeline": 1, "objects": [{}, {}]{more} }}"#, wall("wall_a", 0.0), wall("wall_b", x));
        let world = World::at(&parse(&text, "a.json").unwrap(), &Files::default(), 0);
        let problems = of_world(&world).listed.into_iter();
        problems.filter(|problem| problem.kind == LevelProblem::Gaps).collect()
    }

    #[test]
    fn walls_that_nearly_meet_are_named_with_the_width() {
        let [problem] = &found(2.000_5, "")[..] else { panic!("one gap") };
        assert!(
            problem.message.starts_with("4 edges of wall_a run beside a rim of wall_b, up to 0.5 mm apart at (1, ")
        );
        assert_eq!(found(2.0, ""), []);
        assert_eq!(found(2.01, ""), []);
        for name in ["wall_a", "wall_b"] {
            let ignore = format!(r#", "ignore": [{{ "problem": "gaps", "object": "{name}" }}]"#);
            assert_eq!(found(2.000_5, &ignore), [], "{name}");
        }
    }
}
