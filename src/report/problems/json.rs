//! The section of the report: `[{ "kind", "object", "count", "items", "message" }]`, absent without problems.
//!
//! `items` are the first of the counted items, at most [`MOST_ELEMENTS`](super::list::MOST_ELEMENTS): the names of the objects with
//! one pose; the numbers of triangles or vertices of the object's mesh; for edges the numbers of the triangles at each,
//! `[7]` for an edge with one triangle, else of two; for stretched edges the numbers of both vertices; for joints their
//! numbers in the skin; for parts that are inside out, the number of the first triangle of each.
//! `object` is the first object with the mesh for which the scene does not ignore the problem, or the session or camera that
//! the problem is about. At most
//! [`MOST_OF_A_KIND`](super::list::MOST_OF_A_KIND) of a kind are written; after them comes one whose `object` is null and
//! whose `count` is the number of the others.

use serde::Serialize;

use super::list::{Elements, Problem};
use crate::geometry::narrate::counted;
use crate::report::all_answers::Report;
use crate::scene::LevelProblem;

/// One problem.
#[derive(Serialize)]
pub(in crate::report) struct ProblemSection<'a> {
    kind: &'static str,
    object: Option<&'a str>,
    count: usize,
    items: Listed<'a>,
    message: String,
}

#[derive(Serialize)]
#[serde(untagged)]
enum Listed<'a> {
    Names(Vec<&'a str>),
    Numbers(Vec<u32>),
    Edges(Vec<Vec<u32>>),
}

impl<'a> ProblemSection<'a> {
    /// All problems of a report; `None` without problems.
    pub(in crate::report) fn all(report: &'a Report) -> Option<Vec<Self>> {
        let problems = report.problems();
        let mut all: Vec<Self> = Vec::with_capacity(problems.listed.len());
        for kind in LevelProblem::ALL {
            let of_kind = problems.listed.iter().filter(|problem| problem.kind == kind);
            all.extend(of_kind.map(|problem| Self::of(problem, report)));
            let left_out = problems.left_out.iter().find(|(of, _)| *of == kind);
            all.extend(left_out.map(|&(_, count)| Self {
                kind: kind.word(),
                object: None,
                count,
                items: Listed::Names(Vec::new()),
                message: format!("{} with this problem", counted(count, "more object")),
            }));
        }
        (!all.is_empty()).then_some(all)
    }

    fn of(problem: &Problem, report: &'a Report) -> Self {
        Self {
            kind: problem.kind.word(),
            object: Some(report.name_of(problem.item)),
            count: problem.count,
            items: match &problem.elements {
                Elements::Object => Listed::Names(Vec::new()),
                Elements::Objects(objects) => {
                    Listed::Names(objects.iter().map(|&object| report.name(object)).collect())
                }
                Elements::Triangles(numbers) | Elements::Vertices(numbers) => Listed::Numbers(numbers.clone()),
                Elements::Edges(pairs) => Listed::Edges(pairs.iter().copied().map(triangles_at).collect()),
                Elements::EdgesOfVertices(ends) => Listed::Edges(ends.iter().map(|ends| ends.to_vec()).collect()),
                Elements::Joints(joints) => Listed::Numbers(joints.iter().copied().map(u32::from).collect()),
            },
            message: problem.message.clone(),
        }
    }
}

/// An open edge has the same triangle on both sides.
fn triangles_at([a, b]: [u32; 2]) -> Vec<u32> {
    if a == b { vec![a] } else { vec![a, b] }
}
