//! What a program said, as a question of a report.

use std::convert::Infallible;

use serde_json::{Value, json};

use super::answers::SaidAnswers;
use super::brief;
use super::json::{self, SaidSection};
use crate::report::all_answers::Report;
use crate::report::question::Question;
use crate::report::section_source::{Estimate, SectionSource};
use crate::world::World;

/// Compares the answers of a program with ours.
pub(in crate::report) struct SaidQuestion;

impl Question for SaidQuestion {
    type Subject = Infallible;
    type Json<'a> = SaidSection<'a>;
    type Brief<'a> = SaidSection<'a>;

    fn json<'a>(source: &SectionSource<'a>) -> Option<Self::Json<'a>> {
        json::section(source)
    }

    fn brief<'a>(source: &SectionSource<'a>) -> Option<Self::Brief<'a>> {
        brief::brief(source)
    }

    fn shorten(section: &Value) -> Option<Value> {
        Some(brief::shorten(section))
    }

    /// The number of disagreements of the whole trace.
    fn answer(world: &World, _: &Report, name: &str, _: Option<&str>) -> Option<Value> {
        let said = SaidAnswers::of_whole(world).filter(|said| *said.trace == *name)?;
        let count = said.disagreements.len();
        Some(json!({ "trace": name, "answers": said.answers, "disagreements": count }))
    }

    fn size(world: &World) -> Estimate {
        /// Bytes of a disagreement, measured.
        const ENTRY: u64 = 220;
        let said = world.trace.as_deref().map_or(0, |trace| trace.said.len());
        Estimate::entries(said as u64, ENTRY)
    }
}
