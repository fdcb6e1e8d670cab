//! The cuts of a scene, applied to the objects of a world at a tick.

use std::collections::{HashMap, HashSet};
use std::sync::{Arc, OnceLock};

use glam::DVec3;

use super::carrier::{Bodies, Carrier};
use super::halves::{CutAt, Halves};
use super::kept::CutKey;
use super::posed::Posed;
use crate::cut::Plane;
use crate::files::Content;
use crate::geometry::{Aabb, Mesh, Shape};
use crate::scene::{self, ItemId, PartKind};
use crate::world::agents::recording::Recording;
use crate::world::lookup::{ByName, Lookup};
use crate::world::models::ModelAt;
use crate::world::pieces::Pieces;
use crate::world::place;
use crate::world::placed::ObjectAt;
use crate::world::skins::SkinAt;

/// Cuts the objects of a world at a tick: both halves take the place of each, and the ranges of the models grow with them.
/// Returns the objects that were cut too, because cameras stay attached to their poses.
pub(in crate::world) fn apply(
    recording: &mut Recording,
    content: Content,
    tick: u64,
    objects: &mut Vec<ObjectAt>,
    models: &mut [ModelAt],
) -> (Vec<CutAt>, Vec<ObjectAt>) {
    let cuts = &content.scene.cuts;
    if cuts.is_empty() {
        recording.cuts.0.clear();
        return (Vec::new(), Vec::new());
    }
    let mut pieces = Pieces::of(std::mem::take(objects));
    let (tried, wholes) = divide(recording, content, tick, &mut pieces);
    let (divided, starts) = pieces.finish();
    *objects = divided;
    for range in models.iter_mut().map(|model| &mut model.objects) {
        *range = starts[range.start]..starts[range.end];
    }
    let ids: HashSet<ItemId> = cuts.iter().map(|written| written.id.get()).collect();
    recording.cuts.0.retain(|id, _| ids.contains(id));
    (cuts_at(content, tried, objects), wholes)
}

/// What became of a cut.
#[derive(Default)]
struct Tried {
    /// As [`CutAt::outcome`].
    outcome: Option<Result<Arc<Halves>, Arc<str>>>,
    /// As [`CutAt::whole`].
    whole: Option<ItemId>,
}

/// Divides the objects by the cuts up to a tick, in the order of their ticks. Returns what became of each cut of the scene,
/// and the objects that were cut.
fn divide(recording: &mut Recording, content: Content, tick: u64, pieces: &mut Pieces) -> (Vec<Tried>, Vec<ObjectAt>) {
    let cuts = &content.scene.cuts;
    let mut bodies = Bodies { lookup: Lookup::of(content), parts: OnceLock::new(), sources: HashMap::new() };
    let mut order: Vec<usize> = (0..cuts.len()).filter(|&i| cuts[i].tick <= tick).collect();
    order.sort_by_key(|&i| cuts[i].tick);
    let mut tried: Vec<Tried> = cuts.iter().map(|_| Tried::default()).collect();
    let mut wholes = Vec::new();
    // The first object that was cut, for each half.
    let mut whole_of: HashMap<ItemId, ItemId> = HashMap::new();
    // The first cut of each object, done or not.
    let mut first_of: HashMap<&str, &scene::Cut> = HashMap::new();
    for i in order {
        let written = &cuts[i];
        let found = pieces.find(&written.object);
        let outcome = match found {
            Some(piece) => halves(recording, content, tick, written, pieces.get(piece), &mut bodies),
            None => Err(why_missing(&bodies.lookup, written, first_of.get(&*written.object).copied())),
        };
        if let (Ok(halves), Some(piece)) = (&outcome, found) {
            let object = pieces.get(piece).clone();
            let placed = place_halves(written, halves, &object);
            let whole = whole_of.get(&object.id).copied().unwrap_or(object.id);
            whole_of.extend(placed.iter().map(|half| (half.id, whole)));
            tried[i].whole = Some(whole);
            pieces.divide(piece, placed);
            wholes.push(object);
        }
        first_of.entry(&written.object).or_insert(written);
        tried[i].outcome = Some(outcome);
    }
    (tried, wholes)
}

/// The cuts of the scene, with the places of their halves among the objects.
fn cuts_at(content: Content, tried: Vec<Tried>, objects: &[ObjectAt]) -> Vec<CutAt> {
    let by_name = ByName::of(|| objects.iter().map(|object| &*object.name));
    let at = |(written, Tried { outcome, whole }): (&scene::Cut, Tried)| {
        let plane = Plane::new(DVec3::from(written.point), DVec3::from(written.normal));
        Some(CutAt {
            id: written.id.get(),
            name: written.name.as_str().into(),
            object: written.object.as_str().into(),
            plane: plane?,
            tick: written.tick,
            outcome,
            objects: written.halves().map(|name| by_name.find(&name)),
            whole,
        })
    };
    content.scene.cuts.iter().zip(tried).filter_map(at).collect()
}

/// Why the object of a cut is not in the world.
pub(super) fn why_missing(lookup: &Lookup, written: &scene::Cut, earlier: Option<&scene::Cut>) -> Arc<str> {
    let name = &written.object;
    if let Some(other) = earlier {
        let (cut, tick) = (&other.name, other.tick);
        return format!("`{cut}` cuts `{name}` at tick {tick}; name a half, `{name}/{cut}+` or `{name}/{cut}-`").into();
    }
    place::why_unplaced(lookup, name).unwrap_or_else(|| format!("there is no object `{name}` at this tick")).into()
}

/// The halves that are kept for the same input, else new ones.
pub(super) fn cut_object(
    recording: &mut Recording,
    content: Content,
    tick: u64,
    written: &scene::Cut,
    (object, posed): (&ObjectAt, &Arc<Mesh>),
    source: &Carrier,
) -> Result<Arc<Halves>, Arc<str>> {
    let name = &written.object;
    let mesh = object.skin.as_ref().map_or(posed, |skin| &skin.rigged.bind);
    let plane = Plane::new(DVec3::from(written.point), DVec3::from(written.normal));
    let plane = plane.ok_or_else(|| Arc::<str>::from("`normal` must not be zero"))?;
    let key = CutKey {
        cut: written.clone(),
        tick_rate: content.scene.tick_rate,
        body: source.body.clone(),
        mesh: Arc::clone(mesh.origin()),
        run: Arc::clone(recording.run()),
    };
    let id = written.id.get();
    if let Some((_, halves)) = recording.cuts.0.get(&id).filter(|(of, _)| key.is_same(of)) {
        return Ok(Arc::clone(halves));
    }
    let at_cut = if tick == written.tick {
        None
    } else {
        let time = written.tick as f64 / content.scene.tick_rate;
        let bodies = recording.body_transforms(written.tick);
        let placed = place::objects(&[source.slot], content, time, &bodies);
        let found = placed.and_then(|objects| objects.into_iter().next());
        Some(found.ok_or_else(|| Arc::<str>::from(format!("`{name}` could not be placed at tick {}", written.tick)))?)
    };
    let whole = at_cut.as_ref().unwrap_or(object);
    // A half of a half has its own vertices and the joints of the whole.
    let skin = object.skin.as_ref().zip(whole.skin.as_ref());
    let skin = skin.map(|(own, whole)| SkinAt { rigged: Arc::clone(&own.rigged), ..SkinAt::clone(whole) });
    // Morph targets move the vertices, so the mesh of the tick of the cut is cut.
    let mesh = match &at_cut {
        Some(whole) if skin.is_none() && mesh.is_moved() => &source.mesh_of(whole).unwrap_or_else(|| Arc::clone(mesh)),
        _ => mesh,
    };
    let body = match &skin {
        Some(skin) => Posed::of_skin(skin),
        None => Posed::of_pose(mesh, &whole.pose.world_from_local()),
    };
    let halves = Arc::new(Halves::of(mesh, body, &plane, written.cap, content)?);
    recording.cuts.0.insert(id, (key, Arc::clone(&halves)));
    Ok(halves)
}

/// The halves with triangles as objects.
pub(super) fn place_halves(written: &scene::Cut, halves: &Halves, whole: &ObjectAt) -> Vec<ObjectAt> {
    let Shape::Mesh(mesh) = &whole.shape else { return Vec::new() };
    let half = |(i, name): (usize, String)| {
        let skin = whole.skin.as_ref().zip(halves.rigged[i].as_ref());
        let skin = skin.map(|(skin, rigged)| SkinAt { rigged: Arc::clone(rigged), ..SkinAt::clone(skin) });
        let mesh = match &skin {
            Some(skin) => skin.mesh()?,
            None => halves.mesh(i, mesh)?,
        };
        let shape = Shape::Mesh(mesh);
        let aabb = Aabb::of(&shape, &whole.pose);
        let view_box = skin.as_ref().and_then(SkinAt::view_box).unwrap_or(aabb);
        let (id, skin) = (whole.id.part(PartKind::Object, &name), skin.map(Arc::new));
        Some(ObjectAt { id, name: name.into(), shape, aabb, view_box, skin, ..whole.clone() })
    };
    (0..).zip(written.halves()).filter_map(half).collect()
}

/// The halves of an object, and where the poses of both come from.
fn halves(
    recording: &mut Recording,
    content: Content,
    tick: u64,
    written: &scene::Cut,
    object: &ObjectAt,
    bodies: &mut Bodies,
) -> Result<Arc<Halves>, Arc<str>> {
    let name = &written.object;
    let Shape::Mesh(posed) = &object.shape else {
        return Err(format!("`{name}` has no mesh").into());
    };
    let source = bodies.sources.get(name).cloned().or_else(|| bodies.carrier(name));
    let source = source.ok_or_else(|| Arc::<str>::from(format!("there is no object `{name}`")))?;
    let halves = cut_object(recording, content, tick, written, (object, posed), &source)?;
    for (side, half) in written.halves().into_iter().enumerate() {
        let mut of_half = source.clone();
        if object.skin.is_none() && posed.is_moved() {
            of_half.halves.push((Arc::clone(&halves), side));
        }
        bodies.sources.insert(half, of_half);
    }
    Ok(halves)
}
