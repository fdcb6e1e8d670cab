//! What moves the vertices of a skinned mesh, as a question of a report.

use serde_json::Value;

use super::chosen::{ChosenSkin, EscapeSearch};
use super::explain::explain_skin;
use super::headline::headline;
use super::{brief, json};
use crate::report::all_answers::Report;
use crate::report::explanation::Explanation;
use crate::report::question::Question;
use crate::report::section_source::{Estimate, SectionSource, value};
use crate::world::World;

/// Answers what moves the vertices of a skinned mesh, and which boxes enclose them. A subject is the index of an
/// object.
pub(in crate::report) struct SkinsQuestion;

impl Question for SkinsQuestion {
    type Subject = usize;
    type Json<'a> = Vec<json::SkinSection<'a>>;
    type Brief<'a> = Vec<json::SkinSection<'a>>;

    fn headline(report: &Report, object: usize) -> Option<String> {
        let (_, skin) = report.skins.iter().find(|(of, _)| *of == object)?;
        Some(headline(report.name(object), skin))
    }

    fn explain(world: &World, object: usize) -> Option<Explanation> {
        explain_skin(world, object, ChosenSkin::default(), EscapeSearch::Always)
    }

    fn json<'a>(source: &SectionSource<'a>) -> Option<Self::Json<'a>> {
        json::section(source)
    }

    fn brief<'a>(source: &SectionSource<'a>) -> Option<Self::Brief<'a>> {
        json::section(source)
    }

    fn shorten(section: &Value) -> Option<Value> {
        Some(brief::shorten(section))
    }

    fn answer(_: &World, report: &Report, name: &str, _: Option<&str>) -> Option<Value> {
        let (object, skin) = report.skins.iter().find(|(object, _)| report.name(*object) == name)?;
        value(&json::SkinSection::of(report.name(*object), skin))
    }

    fn size(world: &World) -> Estimate {
        // Bytes of an entry, measured.
        let skins = world.objects.iter().filter_map(|object| object.skin.as_ref()?.skinned());
        let (skins, off) = skins.fold((0_u64, 0_usize), |(skins, off), skinned| (skins + 1, off + skinned.off.len()));
        // The number of a vertex has up to 10 digits.
        Estimate::entries(skins, 1500).plus(Estimate::entries(off as u64, 11))
    }
}
