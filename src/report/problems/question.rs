//! The problems of a level, as a question of a report.

use std::convert::Infallible;

use serde_json::Value;

use super::json;
use crate::report::all_answers::Report;
use crate::report::question::Question;
use crate::report::section_source::{Estimate, SectionSource};
use crate::world::World;

/// The problems of objects and meshes. No problem has an explanation by steps.
pub(in crate::report) struct ProblemsQuestion;

impl Question for ProblemsQuestion {
    type Subject = Infallible;
    type Json<'a> = Vec<json::ProblemSection<'a>>;
    type Brief<'a> = ();

    fn json<'a>(source: &SectionSource<'a>) -> Option<Self::Json<'a>> {
        json::ProblemSection::all(source.report, source.world)
    }

    fn brief(_: &SectionSource<'_>) -> Option<()> {
        None
    }

    fn shorten(_: &Value) -> Option<Value> {
        None
    }

    fn answer(_: &World, _: &Report, _: &str, _: Option<&str>) -> Option<Value> {
        None
    }

    fn size(_: &World) -> Estimate {
        Estimate::default()
    }
}
