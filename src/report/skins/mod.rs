//! The answers about skinned meshes: their section of a report, their sentence, and their explanation. The world has the joints
//! and the boxes.

mod brief;
mod explain;
mod headline;
mod json;
mod steps;
pub mod values;

use serde_json::Value;

use super::Report;
use super::explanation::Explanation;
use super::question::Question;
use super::section_source::{Estimate, Source, value};
use crate::world::World;

pub use headline::headline;

/// Answers what moves the vertices of a skinned mesh, and which boxes enclose them. A subject is the index of an
/// object.
pub(super) struct SkinsQuestion;

/// What is chosen of a skin that is explained.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Chosen {
    /// A vertex, by its index in the mesh. `None`: the vertex that reaches furthest out of the tested box, else the one whose
    /// joints would move it furthest apart.
    pub vertex: Option<usize>,
    /// A joint, by its index in the skin, whose matrices are listed.
    pub joint: Option<usize>,
}

impl From<Option<usize>> for Chosen {
    /// A vertex, and no joint.
    fn from(vertex: Option<usize>) -> Self {
        Self { vertex, joint: None }
    }
}

/// When an explanation searches the whole animation for times at which vertices are out of a box.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum EscapeSearch {
    /// At once, however long it takes.
    Always,
    /// At once if that is [quick](crate::world::SkinAt::is_quick_to_search). Another thread searches a longer animation; until then the step says so.
    IfQuick,
}

/// Explains the skin of an object with one of its vertices. A vertex or joint that it does not have counts as none. `None` for
/// an object without a skin.
pub fn explain_skin(
    world: &World,
    object: usize,
    chosen: impl Into<Chosen>,
    search: EscapeSearch,
) -> Option<Explanation> {
    let object = world.objects.get(object)?;
    Some(explain::explain(&object.name, object.skin.as_ref()?, chosen.into(), search))
}

impl Question for SkinsQuestion {
    type Subject = usize;
    type Json<'a> = Vec<json::SkinSection<'a>>;
    type Brief<'a> = Vec<json::SkinSection<'a>>;

    fn headline(report: &Report, object: usize) -> Option<String> {
        let (_, skin) = report.skins.iter().find(|(of, _)| *of == object)?;
        Some(headline(report.name(object), skin))
    }

    fn explain(world: &World, object: usize) -> Option<Explanation> {
        explain_skin(world, object, Chosen::default(), EscapeSearch::Always)
    }

    fn json<'a>(source: &Source<'a>) -> Option<Self::Json<'a>> {
        let report = source.report;
        let skin = |(object, skin)| json::SkinSection::of(report.name(object), skin);
        (!report.skins.is_empty()).then(|| report.skins.iter().map(|(object, at)| skin((*object, at))).collect())
    }

    fn brief<'a>(source: &Source<'a>) -> Option<Self::Brief<'a>> {
        brief::brief(source)
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
        let skins = world.objects.iter().filter(|object| object.skin.is_some()).count();
        Estimate::entries(skins as u64, 1200)
    }
}
