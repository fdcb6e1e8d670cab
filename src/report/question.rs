//! The interface of all questions of a report.
//!
//! A question is a line of the table in `questions.rs`, and a folder of this room with the same files: `answers.rs` (what a
//! report stores), `question.rs` (its [`Question`]), `headline.rs` (an answer in one sentence), `explain.rs` (an answer step
//! by step), `json.rs` (its section of a report) and `brief.rs` (the brief form of that section).

use serde::Serialize;
use serde_json::Value;

use super::all_answers::Report;
use super::explanation::Explanation;
use super::section_source::{Estimate, SectionSource};
use crate::world::{Item, World};

/// The functions of every question. A question without explanations of single answers leaves out the first four.
pub(super) trait Question {
    /// The subject of one explanation, as indices of the world's lists; [`Infallible`](std::convert::Infallible) for a
    /// question without explanations of single answers.
    type Subject: Copy;
    /// Its section of a report.
    type Json<'a>: Serialize;
    /// The brief form of its section; `()` for a question of which a brief report has nothing.
    type Brief<'a>: Serialize;

    /// The subject of one item, or of two in this order; `None` when they are not a subject of this question.
    fn subject(_: Item, _: Option<Item>) -> Option<Self::Subject> {
        None
    }

    /// One answer in a sentence, with names in backticks. `None` for a subject without such a sentence, and when an
    /// index is out of range.
    fn headline(_: &Report, _: Self::Subject) -> Option<String> {
        None
    }

    /// The reason why the subject has no answer: `` `leaf` has no answer: … ``. `None` when it has one.
    fn why_no_answer(_: &World, _: Self::Subject) -> Option<String> {
        None
    }

    /// One answer by steps. `None` when an index is out of range, and when [`Question::why_no_answer`] has a reason.
    fn explain(_: &World, _: Self::Subject) -> Option<Explanation> {
        None
    }

    /// [`Question::explain`] for a world whose report is known: what the report already has is not computed again.
    fn explain_beside(world: &World, _: &Report, subject: Self::Subject) -> Option<Explanation> {
        Self::explain(world, subject)
    }

    /// Its section of a report; `None` when the scene does not use it.
    fn json<'a>(source: &SectionSource<'a>) -> Option<Self::Json<'a>>;

    /// The brief form of its section. `None` when a brief report does not have the section.
    fn brief<'a>(source: &SectionSource<'a>) -> Option<Self::Brief<'a>>;

    /// The brief form of a section that was read from a report, full or brief.
    fn shorten(section: &Value) -> Option<Value>;

    /// One answer with the fields of the full report: of the item of this name, about that object. `None` when no
    /// answer has these names. The report need not have a list of answers of cameras and rays.
    fn answer(world: &World, report: &Report, name: &str, object: Option<&str>) -> Option<Value>;

    /// An estimate of the size of its section.
    fn size(world: &World) -> Estimate;
}
