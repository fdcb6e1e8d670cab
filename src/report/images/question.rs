//! Where images are solid, as a question of a report.

use serde_json::Value;

use super::unanswered::why_no_cells;
use super::{brief, explain, json};
use crate::report::all_answers::Report;
use crate::report::explanation::Explanation;
use crate::report::question::Question;
use crate::report::section_source::{Estimate, SectionSource, value};
use crate::world::{Item, World};

/// Answers where images are solid. A subject is the index of an image.
pub(in crate::report) struct ImagesQuestion;

impl Question for ImagesQuestion {
    type Subject = usize;
    type Json<'a> = Vec<json::ImageSection<'a>>;
    type Brief<'a> = Vec<brief::ImageBrief<'a>>;

    fn subject(one: Item, other: Option<Item>) -> Option<usize> {
        match (one, other) {
            (Item::Image(image), None) => Some(image),
            _ => None,
        }
    }

    fn headline(_: &Report, _: usize) -> Option<String> {
        None
    }

    fn why_no_answer(world: &World, image: usize) -> Option<String> {
        why_no_cells(world.images.get(image)?)
    }

    fn explain(world: &World, image: usize) -> Option<Explanation> {
        Some(explain::explain(world.images.get(image)?))
    }

    fn json<'a>(source: &SectionSource<'a>) -> Option<Self::Json<'a>> {
        let images = &source.report.images;
        (!images.is_empty()).then(|| images.iter().map(json::ImageSection::of).collect())
    }

    fn brief<'a>(source: &SectionSource<'a>) -> Option<Self::Brief<'a>> {
        let images = &source.report.images;
        (!images.is_empty()).then(|| images.iter().map(brief::ImageBrief::of).collect())
    }

    fn shorten(section: &Value) -> Option<Value> {
        Some(brief::shorten(section))
    }

    fn answer(_: &World, report: &Report, name: &str, _: Option<&str>) -> Option<Value> {
        value(&json::ImageSection::of(report.images.iter().find(|image| *image.name == *name)?))
    }

    fn size(world: &World) -> Estimate {
        let cells = world.images.iter().flat_map(|image| &image.opacity).map(|opacity| opacity.layout().len() as u64);
        // Bytes of a cell, measured.
        Estimate::entries(cells.sum(), 12)
    }
}
