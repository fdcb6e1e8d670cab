//! Which objects may collide, as a question of a report.

use serde_json::Value;

use super::subject::OctreeSubject;
use super::{brief, explain, headline, json};
use crate::report::all_answers::Report;
use crate::report::explanation::Explanation;
use crate::report::question::Question;
use crate::report::section_source::{Estimate, SectionSource, unplaced, value};
use crate::world::{Item, World};

/// Answers which objects may collide.
pub(in crate::report) struct OctreeQuestion;

impl Question for OctreeQuestion {
    type Subject = OctreeSubject;
    type Json<'a> = json::OctreeSection<'a>;
    type Brief<'a> = brief::OctreeBrief<'a>;

    fn subject(one: Item, other: Option<Item>) -> Option<OctreeSubject> {
        match (one, other) {
            (Item::Object(o), None) => Some(OctreeSubject::Object(o)),
            (Item::Object(a), Some(Item::Object(b))) => Some(OctreeSubject::Pair(a, b)),
            _ => None,
        }
    }

    fn headline(report: &Report, subject: OctreeSubject) -> Option<String> {
        headline::headline(report, subject)
    }

    fn why_no_answer(_: &World, _: OctreeSubject) -> Option<String> {
        None
    }

    fn explain(world: &World, subject: OctreeSubject) -> Option<Explanation> {
        explain::explain(world, None, subject)
    }

    fn explain_beside(world: &World, report: &Report, subject: OctreeSubject) -> Option<Explanation> {
        explain::explain(world, report.octree.as_ref(), subject)
    }

    fn json<'a>(source: &SectionSource<'a>) -> Option<json::OctreeSection<'a>> {
        Some(json::OctreeSection::of(source.report.octree.as_ref()?, source))
    }

    fn brief<'a>(source: &SectionSource<'a>) -> Option<brief::OctreeBrief<'a>> {
        Some(brief::OctreeBrief::of(source.report.octree.as_ref()?, source))
    }

    fn shorten(section: &Value) -> Option<Value> {
        Some(brief::shorten(section))
    }

    /// The octree has no name.
    fn answer(_: &World, report: &Report, _: &str, object: Option<&str>) -> Option<Value> {
        let answers = report.octree.as_ref()?;
        let Some(object) = object else {
            let mut counts = value(&brief::OctreeCounts::of(answers))?;
            counts["method"] = answers.tree.method().word().into();
            counts["depth"] = answers.tree.region().depth().into();
            return Some(counts);
        };
        match report.objects.iter().position(|requested| *requested.name == *object) {
            Some(i) => value(&json::object(&report.objects[i], answers.placements.get(i)?)),
            None => unplaced(report, object),
        }
    }

    fn size(world: &World) -> Estimate {
        // Bytes of an entry, measured.
        let objects = if world.octree.is_some() { world.objects.len() } else { 0 };
        Estimate::entries(objects as u64, 280)
    }
}
