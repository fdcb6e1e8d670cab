//! The section of the report: `[{ "kind", "object", "count", "items", "message" }]`, absent without problems.
//!
//! `items` are the first of the things that are counted, at most [`MOST_ITEMS`](super::MOST_ITEMS): the names of the objects
//! at one place. Of a kind at most [`MOST_OF_A_KIND`](super::MOST_OF_A_KIND) are written; after them comes one whose
//! `object` is null and whose `count` says how many were left out.

use serde::Serialize;

use super::{Kind, Problem};
use crate::report::Report;

/// One problem.
#[derive(Serialize)]
pub(in crate::report) struct Section<'a> {
    kind: &'static str,
    object: Option<&'a str>,
    count: usize,
    items: Vec<&'a str>,
    message: String,
}

impl<'a> Section<'a> {
    /// All of a report; `None` when there is none.
    pub(in crate::report) fn all(report: &'a Report) -> Option<Vec<Self>> {
        let problems = report.problems();
        let mut all: Vec<Self> = Vec::with_capacity(problems.listed.len());
        for kind in Kind::ALL {
            let of_kind = problems.listed.iter().filter(|problem| problem.kind == kind);
            all.extend(of_kind.map(|problem| Self::of(problem, report)));
            let left_out = problems.left_out.iter().find(|(of, _)| *of == kind);
            all.extend(left_out.map(|&(_, count)| Self {
                kind: kind.word(),
                object: None,
                count,
                items: Vec::new(),
                message: format!("{count} more objects with this problem"),
            }));
        }
        (!all.is_empty()).then_some(all)
    }

    fn of(problem: &Problem, report: &'a Report) -> Self {
        Self {
            kind: problem.kind.word(),
            object: Some(report.name(problem.object)),
            count: problem.count,
            items: problem.items.iter().map(|&item| report.name(item)).collect(),
            message: problem.message.clone(),
        }
    }
}
