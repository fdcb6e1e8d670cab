//! The scene's occlusion queries: whether bodies touch by depth tests, and the exact answers.
//!
//! The caller passes the depth buffer ([`answers`]). A query with `among` becomes one entry for each pair whose bounds
//! overlap; a packed tree finds these pairs.

mod brief;
mod broad_phase;
mod compared;
mod explain;
mod headline;
mod json;
mod marks;
mod unanswered;

pub use broad_phase::{BroadPhase, broad_phase};
pub use compared::{Compared, ComparedAnswers, PairSource, compared, shown_pair};
pub use explain::{explain, explain_answers};
pub use headline::headline;
pub use marks::{PairMarks, marks};
pub use unanswered::{AllUnanswered, Unanswered};

use std::sync::Arc;

use serde_json::Value;

use super::Report;
use super::explanation::Explanation;
use super::question::Question;
use super::section_source::{Estimate, Source, value};
use crate::budget::Reservation;
use crate::geometry::exact::body::Body;
use crate::geometry::{Aabb, Shape};
use crate::occlusion::{Answer, DepthQueries, DepthView, Method, Pair, QueryError, answer};
use crate::octree::PackedTree;
use crate::scene::ItemId;
use crate::world::{BodyAt, Item, ObjectAt, OcclusionAt, OcclusionBodies, World};

/// All entries, or the reason why no depth buffer is available.
pub type Answers = Result<Vec<Entry>, QueryError>;

/// A function that answers the queries of a world. The writer of a report calls it if the section is selected.
pub type Answerer<'a> = dyn FnMut(&World) -> Answers + 'a;

/// The answers without a depth buffer.
///
/// # Errors
/// Always.
pub fn without_depth(_: &World) -> Answers {
    Err(QueryError("occlusion queries need OpenGL, which is not available here; open the scene in the window or run `eyeline check`".to_owned()))
}

/// A body of more triangles is not drawn wider: each of them becomes 74.
const MOST_FATTENED: usize = 50_000;

/// One pair of a query, or a query that has no answer.
#[derive(Clone, Debug, PartialEq)]
pub struct Entry {
    /// The name of the query; `NAME: a + b` for a query with `among`.
    pub name: Arc<str>,
    /// The names of both bodies; `None` when a query with `among` has no answer.
    pub bodies: Option<[Arc<str>; 2]>,
    /// The method, which chooses the cameras of the depth tests.
    pub method: Method,
    /// Pixels along each side of a depth image.
    pub resolution: u32,
    /// Whether both bodies were drawn wider.
    pub fatten: bool,
    /// The answer, or the reason why there is none, as a sentence without a full stop.
    pub answer: Result<Answer, Arc<str>>,
}

impl Entry {
    /// The reason why the entry has no answer; `None` when it has one.
    pub fn error(&self) -> Option<&str> {
        self.answer.as_ref().err().map(|error| &**error)
    }
}

/// An entry before its tests run.
struct PairQuery {
    query: ItemId,
    name: Arc<str>,
    bodies: Option<[Arc<str>; 2]>,
    method: Method,
    resolution: u32,
    fatten: bool,
    pair: Result<Pair, Arc<str>>,
}

/// Answers whether two bodies touch, by depth tests.
pub(super) struct OcclusionQuestion;

impl Question for OcclusionQuestion {
    /// The query's index. Its steps need the answers of a depth buffer: see [`explain()`].
    type Subject = usize;
    type Json<'a> = json::OcclusionSection<'a, json::Written<'a>>;
    type Brief<'a> = json::OcclusionSection<'a, brief::BriefEntry<'a>>;

    fn subject(one: Item, other: Option<Item>) -> Option<usize> {
        match (one, other) {
            (Item::Occlusion(query), None) => Some(query),
            _ => None,
        }
    }

    fn headline(_: &Report, _: usize) -> Option<String> {
        None
    }

    fn why_no_answer(_: &World, _: usize) -> Option<String> {
        None
    }

    fn explain(_: &World, _: usize) -> Option<Explanation> {
        None
    }

    fn json<'a>(source: &Source<'a>) -> Option<Self::Json<'a>> {
        source.report.occlusion.as_ref().map(|answers| json::OcclusionSection::of(answers, json::written))
    }

    fn brief<'a>(source: &Source<'a>) -> Option<Self::Brief<'a>> {
        source.report.occlusion.as_ref().map(|answers| json::OcclusionSection::of(answers, brief::entry))
    }

    fn shorten(section: &Value) -> Option<Value> {
        Some(brief::shorten(section))
    }

    fn answer(_: &World, report: &Report, name: &str, _: Option<&str>) -> Option<Value> {
        let entries = match report.occlusion.as_ref()? {
            Ok(entries) => entries,
            Err(error) => return Some(serde_json::json!({ "name": name, "error": error.to_string() })),
        };
        value(&json::written(entries.iter().find(|entry| *entry.name == *name)?))
    }

    fn size(world: &World) -> Estimate {
        // Bytes of an entry, measured; a query among n bodies has at most n (n − 1) / 2 of them.
        let pairs = |query: &OcclusionAt| match &query.bodies {
            OcclusionBodies::Pair(_) => 1,
            OcclusionBodies::Among(all) => (all.len() * all.len().saturating_sub(1) / 2) as u64,
        };
        Estimate::entries(world.occlusion.iter().map(pairs).sum(), 520)
    }
}

/// Whether a query, or an entry of a query with `among`, has that name.
pub fn is_named(world: &World, name: &str) -> bool {
    query_named(world, name).is_some()
}

/// The index of the query of an entry.
fn query_named(world: &World, name: &str) -> Option<usize> {
    let of_pair = |query: &OcclusionAt| name.strip_prefix(&*query.name).is_some_and(|rest| rest.starts_with(": "));
    let is_several = |query: &OcclusionAt| matches!(query.bodies, OcclusionBodies::Among(_));
    let exact = world.occlusion.iter().position(|query| &*query.name == name);
    exact.or_else(|| world.occlusion.iter().position(|query| is_several(query) && of_pair(query)))
}

/// Answers all queries. `view` is that of the scene, see [`Method::View`]; its resolution is not used.
///
/// # Errors
/// When no depth buffer is available.
pub fn answers(world: &World, view: &DepthView, queries: &mut dyn DepthQueries) -> Answers {
    let most = queries.most_resolution()?;
    let questions = questions(world, view, most);
    let pairs: Vec<Pair> = questions.iter().filter_map(|question| question.pair.as_ref().ok().cloned()).collect();
    let mut answers = answer(&pairs, queries)?.into_iter();
    let entries = questions.into_iter().map(|question| {
        let found = question.pair.and_then(|_| answers.next().ok_or_else(|| "the depth buffer gave no answer".into()));
        let PairQuery { name, bodies, method, resolution, fatten, .. } = question;
        Entry { name, bodies, method, resolution, fatten, answer: found }
    });
    Ok(entries.collect())
}

/// An estimate of the bytes of an entry with its answer and its name, while the queries are answered.
const ENTRY: u64 = 1536;

fn questions(world: &World, view: &DepthView, most: u32) -> Vec<PairQuery> {
    // Released at the end: the entries of a report may then use the part of the budget for pictures.
    let mut memory = world.budget.nothing();
    world.occlusion.iter().flat_map(|query| of_query(world, query, view, most, &mut memory)).collect()
}

/// The entries of a query. `memory` grows by their estimate.
fn of_query(
    world: &World,
    query: &OcclusionAt,
    view: &DepthView,
    most: u32,
    memory: &mut Reservation,
) -> Vec<PairQuery> {
    let resolution = query.resolution;
    let refused = || {
        let is_too_fine = resolution > most;
        is_too_fine
            .then(|| format!("`resolution` is {resolution}, and OpenGL draws at most {most} here; reduce it").into())
    };
    let question = |name, bodies: Option<[&BodyAt; 2]>, pair| PairQuery {
        query: query.id,
        name,
        bodies: bodies.map(|bodies| bodies.map(|body| Arc::clone(&body.name))),
        method: query.method,
        resolution,
        fatten: query.fatten,
        pair,
    };
    let lost = |body: &BodyAt| Some(format!("`{}` cannot be tested: {}", body.name, body.error.as_ref()?).into());
    let pair = |a: &BodyAt, b: &BodyAt| {
        if let Some(error) = refused().or_else(|| lost(a)).or_else(|| lost(b)) {
            return Err(error);
        }
        let large = [a, b].into_iter().find(|body| query.fatten && triangles(world, body) > MOST_FATTENED);
        if let Some(body) = large {
            let (name, count) = (&body.name, triangles(world, body));
            let error = format!(
                "`{name}` has {count} triangles, but `fatten` supports at most {MOST_FATTENED} triangles for each body; remove `fatten` or simplify the mesh"
            );
            return Err(error.into());
        }
        let view = DepthView { resolution, ..*view };
        let names = [a, b].map(|body| Arc::clone(&body.name));
        let pair = Pair::new(bodies(world, a), bodies(world, b), query.method, &view).fattened(query.fatten);
        // Only a check: the reservation is released at once, and the depth buffer reserves the memory while it works.
        // If one pair does not fit, the other pairs still have answers.
        let room = world.budget.take(pair.memory());
        room.map_err(|over| format!("testing this pair {over}: {}", over.help()))?;
        Ok(pair.named(names))
    };
    match &query.bodies {
        OcclusionBodies::Pair(both) => {
            let [a, b] = &**both;
            let room = memory.grow(ENTRY).map_err(|over| format!("testing this pair {over}: {}", over.help()).into());
            vec![question(Arc::clone(&query.name), Some([a, b]), room.and_then(|()| pair(a, b)))]
        }
        OcclusionBodies::Among(all) => {
            if let Some(error) = refused().or_else(|| all.iter().find_map(lost)) {
                return vec![question(Arc::clone(&query.name), None, Err(error))];
            }
            let limit = most_pairs(world);
            let Some(found) = overlapping(world, all, limit) else {
                let error = format!(
                    "the bounds of more than {limit} pairs overlap, for which the budget has no room; list fewer bodies, or \
                     give the scene a larger budget with `--memory`"
                );
                return vec![question(Arc::clone(&query.name), None, Err(error.into()))];
            };
            // There is room: the pairs were counted.
            let _grown = memory.grow(found.len() as u64 * ENTRY);
            let pairs = found.into_iter().map(|[i, j]| {
                let (a, b) = (&all[i], &all[j]);
                let name = format!("{}: {} + {}", query.name, a.name, b.name);
                question(name.into(), Some([a, b]), pair(a, b))
            });
            pairs.collect()
        }
    }
}

/// The triangles of the meshes of a body.
fn triangles(world: &World, at: &BodyAt) -> usize {
    let objects = at.objects.iter().filter_map(|object| world.objects.get(*object));
    let count = |object: &ObjectAt| match &object.shape {
        Shape::Mesh(mesh) => mesh.triangles().len(),
        _ => 0,
    };
    objects.map(count).sum()
}

fn bodies(world: &World, at: &BodyAt) -> Vec<Body> {
    let objects = at.objects.iter().filter_map(|object| world.objects.get(*object));
    objects.map(|object| Body::new(&object.shape, &object.pose)).collect()
}

/// The pairs for which the budget has room.
fn most_pairs(world: &World) -> usize {
    usize::try_from(world.budget.left() / ENTRY).unwrap_or(usize::MAX)
}

/// The pairs whose bounds overlap, in the order of the list; a packed tree compares few of them with each other. `None` for
/// more pairs than `limit`.
fn overlapping(world: &World, all: &[BodyAt], limit: usize) -> Option<Vec<[usize; 2]>> {
    let around = |body: &BodyAt| {
        let boxes = body.objects.iter().filter_map(|object| Some(world.objects.get(*object)?.aabb));
        boxes.reduce(|a, b| a.union(&b))
    };
    let boxes: Vec<Aabb> = all.iter().filter_map(around).collect();
    let found = PackedTree::new(&boxes).overlap_pairs_within(limit)?;
    Some(found.into_iter().map(|pair| pair.map(|i| i as usize)).collect())
}
