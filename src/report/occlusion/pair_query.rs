//! The pairs of bodies of all queries, before their tests run.

use std::sync::Arc;

use crate::budget::Reservation;
use crate::geometry::exact::body::ExactBody;
use crate::geometry::{Aabb, Shape};
use crate::occlusion::{DepthView, Method, Pair};
use crate::octree::PackedTree;
use crate::scene::ItemId;
use crate::world::{BodyAt, ObjectAt, OcclusionAt, OcclusionBodies, World};

/// A body of more triangles is not drawn wider: each of them becomes 74.
pub(super) const MOST_FATTENED: usize = 50_000;

/// An entry before its tests run.
pub(super) struct PairQuery {
    pub(super) query: ItemId,
    pub(super) name: Arc<str>,
    pub(super) bodies: Option<[Arc<str>; 2]>,
    pub(super) method: Method,
    pub(super) resolution: u32,
    pub(super) fatten: bool,
    pub(super) pair: Result<Pair, Arc<str>>,
}

/// An estimate of the bytes of an entry with its answer and its name, while the queries are answered.
pub(super) const ENTRY: u64 = 1536;

pub(super) fn questions(world: &World, view: &DepthView, most: u32) -> Vec<PairQuery> {
    // Released at the end: the entries of a report may then use the part of the budget for pictures.
    let mut memory = world.budget.nothing();
    world.occlusion.iter().flat_map(|query| of_query(world, query, view, most, &mut memory)).collect()
}

/// The entries of a query. `memory` grows by their estimate.
pub(super) fn of_query(
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
pub(super) fn triangles(world: &World, at: &BodyAt) -> usize {
    let objects = at.objects.iter().filter_map(|object| world.objects.get(*object));
    let count = |object: &ObjectAt| match &object.shape {
        Shape::Mesh(mesh) => mesh.triangles().len(),
        _ => 0,
    };
    objects.map(count).sum()
}

pub(super) fn bodies(world: &World, at: &BodyAt) -> Vec<ExactBody> {
    let objects = at.objects.iter().filter_map(|object| world.objects.get(*object));
    objects.map(|object| ExactBody::new(&object.shape, &object.pose)).collect()
}

/// The pairs for which the budget has room.
pub(super) fn most_pairs(world: &World) -> usize {
    usize::try_from(world.budget.left() / ENTRY).unwrap_or(usize::MAX)
}

/// The pairs whose bounds overlap, in the order of the list; a packed tree compares few of them with each other. `None` for
/// more pairs than `limit`.
pub(super) fn overlapping(world: &World, all: &[BodyAt], limit: usize) -> Option<Vec<[usize; 2]>> {
    let around = |body: &BodyAt| {
        let boxes = body.objects.iter().filter_map(|object| Some(world.objects.get(*object)?.aabb));
        boxes.reduce(|a, b| a.union(&b))
    };
    let boxes: Vec<Aabb> = all.iter().filter_map(around).collect();
    let found = PackedTree::new(&boxes).overlap_pairs_within(limit)?;
    Some(found.into_iter().map(|pair| pair.map(|i| i as usize)).collect())
}
