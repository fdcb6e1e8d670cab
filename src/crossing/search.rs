//! The search: each mesh once, and the pairs of bodies whose boxes overlap, by a tree of boxes.

use std::collections::HashMap;
use std::ops::ControlFlow;
use std::sync::Arc;

use glam::DVec3;

use super::body::{CrossingBody, PlacedBody};
use super::closed_parts::{KEPT_BYTES, PartsOfMesh, TRIANGLE_BYTES};
use super::contained::{Inside, SearchedBody};
use super::of_mesh::FoundInMesh;
use crate::budget::{Budget, ChargedVec, OverBudget, Reservation};
use crate::geometry::{BoxTree, Mesh, Shape};
use crate::opacity::Progress;
use crate::parallel::{self, WorkLimit};

/// The most pairs of bodies that are compared.
const MOST_BODY_PAIRS: usize = 2_000_000;

/// The most comparisons of a triangle with a body around it: this number, and for each triangle of all bodies the second one more.
const MOST_COMPARED: usize = 5_000_000;
const MOST_COMPARED_OF_A_TRIANGLE: usize = 10;

/// Pairs of bodies that one thread takes at a time.
const CHUNK: usize = 64;

/// Bytes of a body in the tree of bodies, while the tree is built.
const BODY_BYTES: usize = 160;

/// A mesh of bodies with what was found in it.
#[derive(Clone, Debug)]
pub struct FoundMesh {
    /// The mesh, as it was before its vertices moved.
    pub mesh: Arc<Mesh>,
    /// What was found in it.
    pub found: Arc<FoundInMesh>,
    /// The first body with the mesh.
    pub body: usize,
    /// The number of bodies with the mesh.
    pub sharers: usize,
}

/// Surfaces that go through each other, and surfaces inside of solids.
#[derive(Debug, Default)]
pub struct Crossings {
    /// Every mesh of the bodies once, in the order of the bodies.
    pub meshes: Vec<FoundMesh>,
    /// Bodies inside of others, in the order of the bodies.
    pub hidden: Vec<Hidden>,
    /// Whether too many bodies overlap, or too many of their triangles, so that not all were compared.
    pub is_cut: bool,
    _memory: Option<Reservation>,
}

/// Faces of a body inside of another one, or of another closed part of its own mesh.
#[derive(Clone, Debug, PartialEq)]
pub struct Hidden {
    /// The body with the faces.
    pub body: usize,
    /// The body around them; the same for its own mesh.
    pub inside: usize,
    /// The triangles of its mesh, ascending; empty when all of it is inside.
    pub triangles: Vec<u32>,
    /// Whether all of it is inside.
    pub is_whole: bool,
    /// The number of triangles; 1 for a solid.
    pub count: usize,
}

/// Searches. `eyes` are those of cameras: a body around one of them hides nothing. `known` are meshes that were searched before.
///
/// # Errors
/// When the budget has no room for the triangles.
pub fn crossings(
    bodies: &[CrossingBody],
    eyes: &[DVec3],
    known: &[FoundMesh],
    budget: &Budget,
    progress: &Progress,
) -> Result<Crossings, OverBudget> {
    let mut all = Crossings::default();
    let known: HashMap<usize, &Arc<FoundInMesh>> = known.iter().map(|known| (key(&known.mesh), &known.found)).collect();
    let _paid_bodies = budget.take_many(bodies.len(), BODY_BYTES)?;
    let (pairs, is_cut) = body_pairs(bodies, budget);
    all.is_cut = is_cut;
    let mut trees = Trees { by_mesh: HashMap::new(), budget, paid: Vec::new() };
    let mut places: HashMap<usize, usize> = HashMap::new();
    for (body, mesh) in bodies.iter().enumerate().filter_map(|(i, body)| Some((i, mesh_of(body)?))) {
        let mesh = mesh.origin();
        match places.get(&key(mesh)) {
            Some(&place) => all.meshes[place].sharers += 1,
            None if progress.is_cancelled() => {}
            None => {
                let found = match known.get(&key(mesh)) {
                    Some(found) => Arc::clone(found),
                    None => Arc::new(FoundInMesh::search(mesh, trees.of(mesh)?, budget, progress)?),
                };
                places.insert(key(mesh), all.meshes.len());
                all.meshes.push(FoundMesh { mesh: Arc::clone(mesh), found, body, sharers: 1 });
            }
        }
    }
    // First those around others: most are not closed, and need no comparison.
    let (mut pairs, _paid_pairs) = pairs.into_parts();
    for outer in pairs.iter().filter_map(|[_, outer]| mesh_of(&bodies[*outer as usize])) {
        if progress.is_cancelled() {
            return Ok(all);
        }
        trees.of(outer)?;
    }
    let is_closed = |body: u32| mesh_of(&bodies[body as usize]).is_none_or(|mesh| trees.has_closed(mesh));
    pairs.retain(|[_, outer]| is_closed(*outer));
    for inner in pairs.iter().filter_map(|[inner, _]| mesh_of(&bodies[*inner as usize])) {
        if progress.is_cancelled() {
            return Ok(all);
        }
        trees.of(inner)?;
    }
    let search = BodySearch { bodies, eyes, trees: &trees.by_mesh };
    let (mut hidden, memory, is_cut) = search.hidden_in_others(&pairs, budget, progress)?;
    all.is_cut |= is_cut;
    hidden.extend(search.hidden_in_themselves(&all.meshes));
    hidden.sort_by_key(|hidden| (hidden.body, hidden.inside));
    Ok(Crossings { hidden, _memory: Some(memory), ..all })
}

fn mesh_of(body: &CrossingBody) -> Option<&Arc<Mesh>> {
    if let Shape::Mesh(mesh) = &body.shape { Some(mesh) } else { None }
}

/// What identifies a mesh while it exists.
fn key(mesh: &Arc<Mesh>) -> usize {
    Arc::as_ptr(mesh).addr()
}

/// The trees of meshes that were needed.
struct Trees<'b> {
    by_mesh: HashMap<usize, PartsOfMesh>,
    budget: &'b Budget,
    paid: Vec<Reservation>,
}

impl Trees<'_> {
    fn of(&mut self, mesh: &Arc<Mesh>) -> Result<&PartsOfMesh, OverBudget> {
        let key = key(mesh);
        if !self.by_mesh.contains_key(&key) {
            let count = mesh.triangles().len();
            let mut paid = self.budget.take_many(count, TRIANGLE_BYTES)?;
            self.by_mesh.insert(key, PartsOfMesh::of(mesh));
            paid.shrink_to((count * KEPT_BYTES) as u64);
            self.paid.push(paid);
        }
        Ok(&self.by_mesh[&key])
    }

    fn has_closed(&self, mesh: &Arc<Mesh>) -> bool {
        self.by_mesh.get(&key(mesh)).is_some_and(PartsOfMesh::has_closed)
    }
}

/// The pairs of a body and one that may be around some of it, by their boxes, and whether there are too many, or too many for the
/// budget.
fn body_pairs(bodies: &[CrossingBody], budget: &Budget) -> (ChargedVec<[u32; 2]>, bool) {
    let number = |i: usize| u32::try_from(i).unwrap_or(u32::MAX);
    let tree = BoxTree::new(&parallel::collect(bodies.len(), |i| bodies[i].bounds));
    let mut pairs = ChargedVec::new(budget);
    for (i, body) in bodies.iter().enumerate().filter(|(_, body)| body.is_drawn_still && body.layers != 0) {
        let is_mesh = matches!(body.shape, Shape::Mesh(_));
        let mut is_full = false;
        tree.near(&body.bounds, |other| {
            let outer = &bodies[other];
            let may_hide = other != i && outer.is_drawn_still && outer.is_opaque && body.is_seen_only_with(outer);
            let (own, around) = (&body.bounds, &outer.bounds);
            let is_in = own.min.cmpge(around.min).all() && own.max.cmple(around.max).all();
            if may_hide && (is_in || is_mesh && own.overlaps(around)) {
                is_full = pairs.len() >= MOST_BODY_PAIRS || pairs.push([number(i), number(other)]).is_err();
            }
            if is_full { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        });
        if is_full {
            return (pairs, true);
        }
    }
    (pairs, false)
}

struct BodySearch<'s> {
    bodies: &'s [CrossingBody],
    eyes: &'s [DVec3],
    trees: &'s HashMap<usize, PartsOfMesh>,
}

impl<'s> BodySearch<'s> {
    fn body(&self, i: usize) -> Option<SearchedBody<'s>> {
        let body = &self.bodies[i];
        let parts = mesh_of(body).and_then(|mesh| self.trees.get(&key(mesh)));
        Some(SearchedBody { body, placed: PlacedBody::of(body)?, parts })
    }

    /// Whether an eye may be inside of a body, where it sees what the body hides from outside.
    fn has_eye(&self, body: &SearchedBody) -> bool {
        let (min, max) = (body.body.bounds.min.as_dvec3(), body.body.bounds.max.as_dvec3());
        let is_near = |eye: &&DVec3| eye.cmpge(min).all() && eye.cmple(max).all();
        self.eyes.iter().filter(is_near).any(|eye| body.may_hold(*eye))
    }

    /// What one body hides of another. The number of triangles that are compared is added to `compared`.
    fn hidden(&self, pair: [u32; 2], compared: &mut usize) -> Option<Hidden> {
        let [inner, outer] = pair.map(|body| body as usize);
        let [of_inner, of_outer] = [self.body(inner)?, self.body(outer)?];
        if self.has_eye(&of_outer) {
            return None;
        }
        let (triangles, is_whole, count) = match of_inner.inside(&of_outer, compared)? {
            Inside::Whole(count) => (Vec::new(), true, count.unwrap_or(1)),
            Inside::Triangles(triangles) => {
                let count = triangles.len();
                (triangles, false, count)
            }
        };
        Some(Hidden { body: inner, inside: outer, triangles, is_whole, count })
    }

    /// What is hidden by other bodies, with its memory, and whether the search ended early.
    fn hidden_in_others(
        &self,
        pairs: &[[u32; 2]],
        budget: &Budget,
        progress: &Progress,
    ) -> Result<(Vec<Hidden>, Reservation, bool), OverBudget> {
        let (mut all, mut memory) = (Vec::new(), budget.nothing());
        let triangles_of = |body: &CrossingBody| mesh_of(body).map_or(0, |mesh| mesh.triangles().len());
        let triangles: usize = self.bodies.iter().map(triangles_of).sum();
        let limit = WorkLimit::new(MOST_COMPARED + MOST_COMPARED_OF_A_TRIANGLE * triangles);
        let chunks = pairs.len().div_ceil(CHUNK);
        progress.expect(chunks as u64);
        let in_chunk = |chunk: usize| {
            let (mut compared, mut found) = (0, Vec::new());
            for pair in &pairs[chunk * CHUNK..pairs.len().min((chunk + 1) * CHUNK)] {
                if limit.is_exceeded_by(compared) || progress.is_cancelled() {
                    break;
                }
                let hidden = self.hidden(*pair, &mut compared);
                found.extend(hidden.map(|hidden| (compared, hidden)));
            }
            (compared, found)
        };
        let ended = parallel::in_order(chunks, in_chunk, |(compared, found)| {
            progress.advance(1);
            let room = limit.take(compared);
            for (_, hidden) in found.into_iter().take_while(|(compared, _)| *compared <= room) {
                let bytes = 2 * (size_of::<Hidden>() + hidden.triangles.len() * size_of::<u32>());
                memory.grow(bytes as u64).map_err(Some)?;
                all.push(hidden);
            }
            if compared > room { Err(None) } else { Ok(()) }
        });
        match ended {
            Err(Some(over)) => Err(over),
            ended => Ok((all, memory, ended.is_err())),
        }
    }

    /// Of each mesh, the first body that neither moves nor is around an eye.
    fn hidden_in_themselves(&self, meshes: &[FoundMesh]) -> Vec<Hidden> {
        let of_mesh = |FoundMesh { mesh, found, .. }: &FoundMesh| {
            let may_hide = |(i, of): (usize, &CrossingBody)| {
                let is_it = mesh_of(of).is_some_and(|own| Arc::ptr_eq(own, mesh));
                let is_drawn = is_it && of.is_drawn_still && of.is_opaque && of.layers != 0;
                is_drawn && self.body(i).is_some_and(|of| !self.has_eye(&of))
            };
            let body = self.bodies.iter().enumerate().position(may_hide)?;
            let (triangles, count) = (found.hidden.clone(), found.hidden.len());
            Some(Hidden { body, inside: body, count, triangles, is_whole: false })
        };
        meshes.iter().filter(|mesh| !mesh.found.hidden.is_empty()).filter_map(of_mesh).collect()
    }
}
