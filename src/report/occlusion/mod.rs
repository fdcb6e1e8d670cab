//! The scene's occlusion queries: whether bodies touch by depth tests, and the exact answers.
//!
//! The caller passes the depth buffer ([`answers`]). A query with `among` becomes one entry for each pair whose bounds
//! overlap; the octree finds these pairs.

mod brief;
mod explain;
mod headline;
mod json;
mod marks;

pub use explain::explain;
pub use headline::headline;
pub use marks::marks;

use std::convert::Infallible;
use std::sync::Arc;

use glam::Vec3;

use serde_json::Value;

use super::Report;
use super::explain::Explanation;
use super::json::{Estimate, Source, value};
use super::question::Question;
use crate::geometry::Aabb;
use crate::geometry::exact::body::Body;
use crate::occlusion::{Answer, DepthQueries, DepthTest, DepthView, Method, Pair, QueryError, answer};
use crate::octree::{self, Region, Sorted};
use crate::world::{BodyAt, OcclusionAt, OcclusionBodies, Thing, World};

/// All entries, or the reason why no depth buffer is available.
pub type Answers = Result<Vec<Entry>, QueryError>;

/// A function that answers the queries of a world. The writer of a report calls it if the section is selected.
pub type Ask<'a> = dyn FnMut(&World) -> Answers + 'a;

/// The answers without a depth buffer.
///
/// # Errors
/// Always.
pub fn without_depth(_: &World) -> Answers {
    Err(QueryError("OpenGL is not used here; the panel Occlusion and `eyeline check` use it".to_owned()))
}

/// The depth of the octree that finds pairs.
const DEPTH: u32 = 6;

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
    /// The answer, or the reason why the entry has none, as a sentence without a full stop.
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
    name: Arc<str>,
    bodies: Option<[Arc<str>; 2]>,
    method: Method,
    resolution: u32,
    pair: Result<Pair, Arc<str>>,
}

/// The question whether two bodies touch, by depth tests.
pub(super) struct OcclusionQuestion;

impl Question for OcclusionQuestion {
    // The steps of a query need its depth buffer: see `explain`.
    type Subject = Infallible;
    type Json<'a> = json::OcclusionSection<'a>;
    type Brief<'a> = brief::Brief<'a>;

    fn subject(_: Thing, _: Option<Thing>) -> Option<Infallible> {
        None
    }

    fn headline(_: &Report, subject: Infallible) -> Option<String> {
        match subject {}
    }

    fn why_no_answer(_: &World, subject: Infallible) -> Option<String> {
        match subject {}
    }

    fn explain(_: &World, subject: Infallible) -> Option<Explanation> {
        match subject {}
    }

    fn json<'a>(source: &Source<'a>) -> Option<json::OcclusionSection<'a>> {
        source.report.occlusion.as_ref().map(json::OcclusionSection::of)
    }

    fn brief<'a>(source: &Source<'a>) -> Option<brief::Brief<'a>> {
        source.report.occlusion.as_ref().map(brief::Brief::of)
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
    let of_pair = |query: &OcclusionAt| name.strip_prefix(&*query.name).is_some_and(|rest| rest.starts_with(": "));
    let is_several = |query: &OcclusionAt| matches!(query.bodies, OcclusionBodies::Among(_));
    world.occlusion.iter().any(|query| &*query.name == name || (is_several(query) && of_pair(query)))
}

/// Answers all queries in one batch. `view` is that of the scene, see [`Method::View`]; its resolution is not used.
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
        let PairQuery { name, bodies, method, resolution, .. } = question;
        Entry { name, bodies, method, resolution, answer: found }
    });
    Ok(entries.collect())
}

/// Two bodies with the tests of all methods.
pub struct Compared {
    /// The names of both.
    pub names: [Arc<str>; 2],
    /// The methods that the scene uses for the pair.
    pub methods: Vec<Method>,
    /// The pair for each method in the order of [`Method::ALL`], or the reason why no test can run.
    pub pairs: Result<[Pair; 3], Arc<str>>,
}

impl Compared {
    /// The tests of all methods, in their order.
    pub fn tests(&self) -> impl Iterator<Item = DepthTest<'_>> {
        self.pairs.iter().flatten().flat_map(Pair::tests)
    }
}

/// The pairs of all queries, each once and with all methods. A `resolution` replaces those of the scene.
pub fn compared(world: &World, view: &DepthView, resolution: Option<u32>, most: u32) -> Vec<Compared> {
    let mut found: Vec<Compared> = Vec::new();
    // The same pair at another resolution is another entry.
    let mut resolutions = Vec::new();
    for question in questions(world, view, most) {
        let resolution = resolution.unwrap_or(question.resolution).min(most);
        let Some(names) = question.bodies.clone() else {
            let error = question.pair.err().unwrap_or_default();
            let names = [Arc::clone(&question.name), "…".into()];
            found.push(Compared { names, methods: vec![question.method], pairs: Err(error) });
            resolutions.push(resolution);
            continue;
        };
        let known = found.iter_mut().zip(&resolutions).find(|(known, at)| known.names == names && **at == resolution);
        if let Some((known, _)) = known {
            known.methods.push(question.method);
            continue;
        }
        let pairs = question.pair.map(|pair| {
            let view = DepthView { resolution, ..*view };
            Method::ALL.map(|method| Pair::new(pair.a.clone(), pair.b.clone(), method, &view))
        });
        found.push(Compared { names, methods: vec![question.method], pairs });
        resolutions.push(resolution);
    }
    found
}

fn questions(world: &World, view: &DepthView, most: u32) -> Vec<PairQuery> {
    world.occlusion.iter().flat_map(|query| of_query(world, query, view, most)).collect()
}

fn of_query(world: &World, query: &OcclusionAt, view: &DepthView, most: u32) -> Vec<PairQuery> {
    let resolution = query.resolution;
    let refused = || {
        let is_too_fine = resolution > most;
        is_too_fine.then(|| format!("`resolution` is {resolution}, and OpenGL draws at most {most} here").into())
    };
    let question = |name, bodies: Option<[&BodyAt; 2]>, pair| PairQuery {
        name,
        bodies: bodies.map(|bodies| bodies.map(|body| Arc::clone(&body.name))),
        method: query.method,
        resolution,
        pair,
    };
    let lost = |body: &BodyAt| Some(format!("`{}` has no place: {}", body.name, body.error.as_ref()?).into());
    let pair = |a: &BodyAt, b: &BodyAt| {
        if let Some(error) = refused().or_else(|| lost(a)).or_else(|| lost(b)) {
            return Err(error);
        }
        let view = DepthView { resolution, ..*view };
        Ok(Pair::new(bodies(world, a), bodies(world, b), query.method, &view))
    };
    match &query.bodies {
        OcclusionBodies::Pair(both) => {
            let [a, b] = &**both;
            vec![question(Arc::clone(&query.name), Some([a, b]), pair(a, b))]
        }
        OcclusionBodies::Among(all) => {
            if let Some(error) = refused().or_else(|| all.iter().find_map(lost)) {
                return vec![question(Arc::clone(&query.name), None, Err(error))];
            }
            let pairs = overlapping(world, all).into_iter().map(|[i, j]| {
                let (a, b) = (&all[i], &all[j]);
                let name = format!("{}: {} + {}", query.name, a.name, b.name);
                question(name.into(), Some([a, b]), pair(a, b))
            });
            pairs.collect()
        }
    }
}

fn bodies(world: &World, at: &BodyAt) -> Vec<Body> {
    let objects = at.objects.iter().filter_map(|object| world.objects.get(*object));
    objects.map(|object| Body::new(&object.shape, &object.pose)).collect()
}

/// The pairs whose bounds overlap, in the order of the list; the octree compares few of them with each other.
fn overlapping(world: &World, all: &[BodyAt]) -> Vec<[usize; 2]> {
    let around = |body: &BodyAt| {
        let boxes = body.objects.iter().filter_map(|object| Some(world.objects.get(*object)?.aabb));
        boxes.reduce(|a, b| a.union(&b))
    };
    let boxes: Vec<Aabb> = all.iter().filter_map(around).collect();
    let Some(whole) = boxes.iter().copied().reduce(|a, b| a.union(&b)) else { return Vec::new() };
    // A region has a size on every axis.
    let least = Vec3::splat(whole.half_extents().max_element().max(1.0));
    let half = whole.half_extents().max(least);
    let (min, max) = (whole.centre() - half, whole.centre() + half);
    let Ok(region) = Region::new(min, max, DEPTH) else {
        let every = (0..boxes.len()).flat_map(|j| (0..j).map(move |i| [i, j]));
        return every.filter(|[i, j]| boxes[*i].overlaps(&boxes[*j])).collect();
    };
    let found = Sorted::new(region, octree::Method::Loose, &boxes).overlap_pairs();
    let mut pairs: Vec<_> = found.into_iter().map(|[i, j]| [i.min(j) as usize, i.max(j) as usize]).collect();
    pairs.sort_unstable();
    pairs
}
