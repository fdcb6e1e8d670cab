//! Meshes that are cut by planes: both halves take the place of the object.
//!
//! A mesh is cut once, as it is posed at the tick of the cut. The halves are meshes in the object's own space, so they move on
//! with its pose. The halves of a skinned mesh keep bind positions, joints and weights, so the joints move them on.
//! [`Recording`] keeps the halves for the next tick.

use std::collections::{HashMap, HashSet};
use std::sync::{Arc, OnceLock};

use glam::{Affine3A, DMat3, DMat4, DVec3, Vec3};

use super::agents::Recording;
use super::lookup::{ByName, Lookup};
use super::models::ModelAt;
use super::pieces::Pieces;
use super::skins::SkinAt;
use super::{ObjectAt, World, models, place};
use crate::budget::Reservation;
use crate::cut::{Cut, Half, Loop, Measures, Plane, Posing, Source, Stored, cut_stored, influences, surface, weld};
use crate::files::Content;
use crate::geometry::{Aabb, Mesh, Shape};
use crate::import::level::{Morph, Rigged, Skinned};
use crate::scene::{self, ItemId, Part};
use crate::surface::Surface;

/// A cut of the scene at a tick.
#[derive(Clone, Debug, PartialEq)]
pub struct CutAt {
    /// Its identity.
    pub id: ItemId,
    /// Unique in the scene.
    pub name: Arc<str>,
    /// The name of the object that it cuts.
    pub object: Arc<str>,
    /// The plane, in world space.
    pub plane: Plane,
    /// The tick of the cut.
    pub tick: u64,
    /// The halves, or the reason why there are none, a part of a sentence. `None` before the tick of the cut.
    pub outcome: Option<Result<Arc<Halves>, Arc<str>>>,
    /// The halves in front and behind, by index in the world; `None` for a half without triangles.
    pub objects: [Option<usize>; 2],
    /// The object of the scene or the part of a model that is cut; for a cut of a half, that of the first cut. The world
    /// has no object with this id while it is cut. `None` before the tick of the cut, and when nothing is cut.
    pub whole: Option<ItemId>,
}

/// Both halves of a mesh, with their figures at the tick of the cut.
#[derive(Debug)]
pub struct Halves {
    /// The halves by vertices and triangles of the mesh, and the loops between them.
    pub cut: Cut,
    /// The triangles of the mesh, with one index for all vertices at one place.
    pub triangles: Vec<[u32; 3]>,
    /// The positions of the mesh's vertices in world space, as they were classified.
    pub posed: Vec<DVec3>,
    /// The sizes of the halves in front and behind.
    pub measures: [Measures; 2],
    /// The distance of the furthest new vertex from the plane, metres.
    pub off_plane: f64,
    /// The closed loops as vertices of the halves in front and behind.
    seams: [Vec<Vec<u32>>; 2],
    /// The halves in the object's own space, a skinned one as modelled; `None` for one without triangles.
    meshes: [Option<Arc<Mesh>>; 2],
    /// The same with joints, for a skinned mesh.
    rigged: [Option<Arc<Rigged>>; 2],
    _memory: Reservation,
}

/// The same figures.
impl PartialEq for Halves {
    fn eq(&self, other: &Self) -> bool {
        self.cut == other.cut && self.measures == other.measures && self.posed == other.posed
    }
}

/// The input of a cut. The same input has the same halves.
#[derive(Debug)]
struct Key {
    cut: scene::Cut,
    tick_rate: f64,
    body: Body,
    mesh: Arc<Mesh>,
    run: Arc<()>,
}

/// The entry of the document that has the pose of an object.
#[derive(Clone, Debug, PartialEq)]
enum Body {
    Object(scene::Object),
    Part(scene::Model, String),
}

impl Key {
    fn is_same(&self, other: &Self) -> bool {
        self.cut == other.cut
            && self.tick_rate.to_bits() == other.tick_rate.to_bits()
            && self.body == other.body
            && Arc::ptr_eq(&self.mesh, &other.mesh)
            && Arc::ptr_eq(&self.run, &other.run)
    }
}

/// The halves of each cut, for the next world.
#[derive(Debug, Default)]
pub(in crate::world) struct Kept(HashMap<ItemId, (Key, Arc<Halves>)>);

/// Where an object's pose comes from: that of a half is its body's.
#[derive(Clone)]
struct Carrier {
    slot: usize,
    body: Body,
    /// For a half of a mesh that morph targets move: the cuts from the body on, each with the side (0 in front, 1 behind).
    halves: Vec<(Arc<Halves>, usize)>,
}

/// Cuts the objects of a world at a tick: both halves take the place of each, and the ranges of the models grow with them.
/// Returns the objects that were cut too, because cameras stay attached to their poses.
pub(super) fn apply(
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
    let mut bodies = Bodies { lookup: Lookup::of(content), parts: OnceLock::new(), sources: HashMap::new() };
    let mut pieces = Pieces::of(std::mem::take(objects));
    let mut wholes = Vec::new();
    // The first object that was cut, for each half and for each cut.
    let mut whole_of: HashMap<ItemId, ItemId> = HashMap::new();
    let mut whole_ids: Vec<Option<ItemId>> = vec![None; cuts.len()];
    let mut order: Vec<usize> = (0..cuts.len()).filter(|&i| cuts[i].tick <= tick).collect();
    order.sort_by_key(|&i| cuts[i].tick);
    // The first cut of each object, done or not.
    let mut first_of: HashMap<&str, &scene::Cut> = HashMap::new();
    let mut outcomes: Vec<_> = cuts.iter().map(|_| None).collect();
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
            whole_ids[i] = Some(whole);
            pieces.divide(piece, placed);
            wholes.push(object);
        }
        first_of.entry(&written.object).or_insert(written);
        outcomes[i] = Some(outcome);
    }
    let (divided, starts) = pieces.finish();
    *objects = divided;
    for range in models.iter_mut().map(|model| &mut model.objects) {
        *range = starts[range.start]..starts[range.end];
    }
    let ids: HashSet<ItemId> = cuts.iter().map(|written| written.id.get()).collect();
    recording.cuts.0.retain(|id, _| ids.contains(id));
    let by_name = ByName::of(|| objects.iter().map(|object| &*object.name));
    let at = |((written, outcome), whole): ((&scene::Cut, _), Option<ItemId>)| {
        let index = |name: String| by_name.find(&name);
        let plane = Plane::new(DVec3::from(written.point), DVec3::from(written.normal));
        Some(CutAt {
            id: written.id.get(),
            name: written.name.as_str().into(),
            object: written.object.as_str().into(),
            plane: plane?,
            tick: written.tick,
            outcome,
            objects: written.halves().map(index),
            whole,
        })
    };
    (cuts.iter().zip(outcomes).zip(whole_ids).filter_map(at).collect(), wholes)
}

/// Why the object of a cut is not in the world.
fn why_missing(lookup: &Lookup, written: &scene::Cut, earlier: Option<&scene::Cut>) -> Arc<str> {
    let name = &written.object;
    if let Some(other) = earlier {
        let (cut, tick) = (&other.name, other.tick);
        return format!("`{cut}` cuts `{name}` at tick {tick}; name a half, `{name}/{cut}+` or `{name}/{cut}-`").into();
    }
    place::why_unplaced(lookup, name).unwrap_or_else(|| format!("there is no object `{name}` at this tick")).into()
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

/// The halves that are kept for the same input, else new ones.
fn cut_object(
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
    let key = Key {
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

/// Where the poses of objects come from.
struct Bodies<'c> {
    lookup: Lookup<'c>,
    /// The parts of models, `model/node`, with their slots among the objects of models.
    parts: OnceLock<HashMap<String, (usize, &'c scene::Model)>>,
    /// Of the halves.
    sources: HashMap<String, Carrier>,
}

impl Bodies<'_> {
    /// Where the object of the document with this name has its pose from.
    fn carrier(&self, name: &str) -> Option<Carrier> {
        let scene = self.lookup.content.scene;
        if let Some(slot) = self.lookup.object_index(name) {
            return Some(Carrier { slot, body: Body::Object(scene.objects[slot].clone()), halves: Vec::new() });
        }
        let parts = || {
            let nodes = models::nodes(self.lookup.content, 0.0);
            let named = nodes.iter().enumerate().rev().map(|(slot, node)| (node.name(), (slot, node.model())));
            named.collect()
        };
        let (node, model) = *self.parts.get_or_init(parts).get(name)?;
        let body = Body::Part(model.clone(), name.to_owned());
        Some(Carrier { slot: scene.objects.len() + node, body, halves: Vec::new() })
    }
}

impl Carrier {
    /// The mesh of the half at the time of its body.
    fn mesh_of(&self, body: &ObjectAt) -> Option<Arc<Mesh>> {
        let Shape::Mesh(whole) = &body.shape else { return None };
        self.halves.iter().try_fold(Arc::clone(whole), |whole, (halves, side)| halves.mesh(*side, &whole))
    }
}

/// A mesh as it is posed at the tick of a cut.
struct Posed<'s> {
    /// The positions of its vertices in world space.
    world: Vec<DVec3>,
    /// The linear part of the transform of its pose.
    world_from_local: DMat3,
    skin: Option<(&'s SkinAt, &'s Skinned, Vec<DMat4>)>,
}

impl<'s> Posed<'s> {
    fn of_pose(mesh: &Mesh, world_from_local: &Affine3A) -> Self {
        let matrix = world_from_local.matrix3.as_dmat3();
        let origin = Vec3::from(world_from_local.translation).as_dvec3();
        let world = mesh.positions().iter().map(|at| matrix * at.as_dvec3() + origin).collect();
        Self { world, world_from_local: matrix, skin: None }
    }

    fn of_skin(skin: &'s SkinAt) -> Self {
        let (bind, matrices) = (skin.bind(), skin.matrices());
        let world = skin.posed(&bind, &matrices);
        let world_from_local = skin.world_from_node().matrix3;
        Self { world, world_from_local, skin: skin.skinned().map(|skinned| (skin, skinned, matrices)) }
    }

    /// The distance by which rounding moves a vertex along the plane's normal. A skinned mesh is rounded as modelled and
    /// again as posed, and moved by the joint that stretches it most.
    fn rounding(&self, mesh: &Stored, plane: &Plane) -> f64 {
        let Some((skin, used)) = self.used_joints() else {
            return mesh.rounding(&self.world_from_local, plane);
        };
        let stretched = used.iter().map(|matrix| mesh.rounding(matrix, plane));
        let origin = skin.world_from_level.translation;
        let posed: Vec<DVec3> = self.world.iter().map(|place| *place - origin).collect();
        stretched.fold(Stored::in_world(&posed).rounding(&DMat3::IDENTITY, plane), f64::max)
    }

    /// Whether the pose mirrors the mesh, as a scale with one negative factor does. For a skinned mesh, whether each joint
    /// that moves vertices does.
    fn is_mirrored(&self) -> bool {
        match self.used_joints() {
            Some((_, used)) => !used.is_empty() && used.iter().all(|matrix| matrix.determinant() < 0.0),
            None => self.world_from_local.determinant() < 0.0,
        }
    }

    /// How joints pose the mesh; `None` for a mesh that its pose alone moves.
    fn posing(&self) -> Option<Posing> {
        let (skin, skinned, matrices) = self.skin.as_ref().filter(|(skin, ..)| !skin.is_bind)?;
        Some(Posing {
            joints: skin.bones().into_iter().map(|bone| bone.name).collect(),
            matrices: matrices.clone(),
            influences: Arc::clone(&skinned.influences),
            bind: skin.bind(),
        })
    }

    /// The skin, and the linear parts of the matrices of the joints that move vertices. `None` for a mesh that its pose alone
    /// moves.
    fn used_joints(&self) -> Option<(&'s SkinAt, Vec<DMat3>)> {
        let (skin, skinned, matrices) = self.skin.as_ref().filter(|(skin, ..)| !skin.is_bind)?;
        let mut is_used = vec![false; matrices.len()];
        for vertex in 0..self.world.len() {
            for (joint, weight) in skinned.influences.of(vertex) {
                if let Some(is_used) = is_used.get_mut(usize::from(joint)).filter(|_| weight != 0.0) {
                    *is_used = true;
                }
            }
        }
        let used = matrices.iter().zip(is_used).filter(|(_, is_used)| *is_used);
        Some((*skin, used.map(|(matrix, _)| DMat3::from_mat4(*matrix)).collect()))
    }
}

impl World {
    /// A copy in which the halves of cuts are moved along the normals, half of `gap` metres each; `None` when nothing moves.
    /// A half that is cut again moves with both cuts.
    pub fn apart(&self, gap: f32) -> Option<Self> {
        if gap <= 0.0 || !self.cuts.iter().any(|cut| matches!(cut.outcome, Some(Ok(_)))) {
            return None;
        }
        let mut apart = self.clone();
        // The ways of the halves by name, with the number of the cut.
        let mut ways: HashMap<String, (usize, Vec3)> = HashMap::new();
        for (i, cut) in self.cuts.iter().enumerate().filter(|(_, cut)| matches!(cut.outcome, Some(Ok(_)))) {
            let way = cut.plane.normal().as_vec3() * gap / 2.0;
            for (sign, way) in [("+", way), ("-", -way)] {
                ways.insert(format!("{}/{}{sign}", cut.object, cut.name), (i, way));
            }
        }
        for object in &mut apart.objects {
            let name = Arc::clone(&object.name);
            let ends = name.match_indices('/').map(|(i, _)| i).chain([name.len()]);
            let mut own: Vec<&(usize, Vec3)> = ends.filter_map(|end| ways.get(&name[..end])).collect();
            own.sort_by_key(|(cut, _)| *cut);
            for (_, way) in own {
                if let Some(moved) = object.moved(*way) {
                    *object = moved;
                }
            }
        }
        Some(apart)
    }
}

/// A half of a mesh.
struct Side {
    mesh: Option<Arc<Mesh>>,
    rigged: Option<Arc<Rigged>>,
    /// The positions of its vertices in world space.
    world: Vec<DVec3>,
}

impl Side {
    fn of(mesh: &Mesh, posed: &Posed, welded: &[[u32; 3]], half: &Half) -> Self {
        let local = |vertex: u32| mesh.positions()[vertex as usize].as_dvec3();
        let positions: Vec<Vec3> = half.vertices.iter().map(|source| source.mix(local).as_vec3()).collect();
        let look = mesh.surface().map(|whole| Arc::new(surface(whole, mesh, welded, half)));
        let made = Mesh::new(positions, half.triangles.clone()).ok().map(|half| Arc::new(half.with_surface(look)));
        let rigid = || half.vertices.iter().map(|source| source.position(&posed.world)).collect();
        let Some((skin, skinned, matrices)) = &posed.skin else {
            return Self { mesh: made, rigged: None, world: rigid() };
        };
        let rigged = made.as_ref().and_then(|made| {
            let influences = Arc::new(influences(&skinned.influences, &half.vertices).ok()?);
            let is_off = |vertex: &u32| skinned.off.binary_search(vertex).is_ok();
            let off = (0..).zip(&half.vertices).filter(|(_, source)| match source {
                Source::Vertex(vertex) => is_off(vertex),
                Source::Edge { from, to, .. } => is_off(from) || is_off(to),
            });
            let off = off.map(|(vertex, _)| vertex).collect();
            let none: Arc<[u32]> = Arc::default();
            let part = Skinned {
                skin: skinned.skin,
                influences,
                off,
                doubled: Arc::clone(&none),
                out_of_range: none,
                unused: Arc::clone(&skinned.unused),
            };
            let offset = |target: &Vec<Vec3>| {
                if target.is_empty() {
                    return Vec::new();
                }
                let at = |vertex: u32| target.get(vertex as usize).copied().unwrap_or_default().as_dvec3();
                half.vertices.iter().map(|source| source.mix(at).as_vec3()).collect()
            };
            let morph = skin.rigged.morph.as_ref().map(|morph| Morph {
                targets: morph.targets.iter().map(offset).collect(),
                normals: morph.normals.iter().map(offset).collect(),
                weights: morph.weights.clone(),
            });
            Some(Arc::new(skin.rigged.part(Arc::clone(made), part, morph)))
        });
        let world = rigged.as_ref().map_or_else(rigid, |rigged| {
            let half = SkinAt { rigged: Arc::clone(rigged), ..SkinAt::clone(skin) };
            half.posed(&half.bind(), matrices)
        });
        Self { mesh: made, rigged, world }
    }
}

impl Halves {
    /// Whether joints move the halves.
    pub fn is_skinned(&self) -> bool {
        self.rigged.iter().any(Option::is_some)
    }

    /// The mesh of the half in front (0) or behind (1), as morph targets have moved the whole mesh; `None` for a half without
    /// triangles.
    fn mesh(&self, side: usize, whole: &Arc<Mesh>) -> Option<Arc<Mesh>> {
        let half = self.meshes[side].as_ref()?;
        if !whole.is_moved() {
            return Some(Arc::clone(half));
        }
        let at = |vertex: u32| whole.positions().get(vertex as usize).copied().unwrap_or_default().as_dvec3();
        let sources = &[&self.cut.front, &self.cut.back][side].vertices;
        let positions = sources.iter().map(|source| source.mix(at).as_vec3()).collect();
        half.moved(positions, |_, normal| normal).ok().map(Arc::new)
    }

    /// The closed loops where the halves met, as vertices of the mesh of the half in front (0) or behind (1).
    pub fn seam(&self, half: usize) -> &[Vec<u32>] {
        self.seams.get(half).map_or(&[], |seam| seam)
    }

    fn of(mesh: &Arc<Mesh>, posed: Posed, plane: &Plane, cap: bool, content: Content) -> Result<Self, Arc<str>> {
        // The welded triangles, the posed vertices and those as modelled, both halves with their meshes, joints and surfaces.
        let (influences, bind) = if posed.skin.is_some() { (8 * 6, 12) } else { (0, 0) };
        let size = mesh.triangles().len() * (12 + 2 * (12 + 4 + 12))
            + mesh.positions().len() * (24 + bind + 2 * (24 + 12 + influences));
        let look = mesh.surface().map_or(0, |look| Surface::bytes(look.vertices.len(), look.triangle_count()));
        let memory = content.files.budget.take((size + look) as u64);
        let memory = memory.map_err(|over| Arc::from(format!("cutting it {over}: {}", over.help())))?;
        let joints = posed.skin.as_ref().map(|(_, skinned, _)| &*skinned.influences);
        let triangles = weld(mesh.positions(), joints, mesh.triangles());
        let stored = Stored::new(&posed.world, mesh.positions()).mirrored(posed.is_mirrored());
        let mut cut = cut_stored(&stored, &triangles, plane, posed.rounding(&stored, plane), cap);
        cut.posing = posed.posing();
        let halves = [&cut.front, &cut.back];
        let sides = halves.map(|half| Side::of(mesh, &posed, &triangles, half));
        let off_plane = halves
            .into_iter()
            .zip(&sides)
            .flat_map(|(half, side)| half.vertices.iter().zip(&side.world))
            .filter(|(source, _)| source.is_new())
            .map(|(_, place)| plane.distance(*place).abs())
            .fold(0.0, f64::max);
        let measures = [0, 1].map(|i| cut.measure(&sides[i].world, &halves[i].triangles));
        let seams = halves.map(|half| seams(&cut.loops, half));
        let [front, back] = sides;
        Ok(Self {
            measures,
            seams,
            meshes: [front.mesh, back.mesh],
            rigged: [front.rigged, back.rigged],
            off_plane,
            triangles,
            posed: posed.world,
            cut,
            _memory: memory,
        })
    }
}

/// The closed loops as vertices of a half.
fn seams(loops: &[Loop], half: &Half) -> Vec<Vec<u32>> {
    let key = |source: &Source| match *source {
        Source::Vertex(vertex) => [vertex, vertex],
        Source::Edge { from, to, .. } => [from, to],
    };
    let known: HashMap<[u32; 2], u32> = (0..).zip(&half.vertices).map(|(i, source)| (key(source), i)).collect();
    let vertices = |one: &Loop| one.vertices.iter().filter_map(|source| known.get(&key(source)).copied()).collect();
    loops.iter().map(vertices).collect()
}

/// The halves with triangles as objects.
fn place_halves(written: &scene::Cut, halves: &Halves, whole: &ObjectAt) -> Vec<ObjectAt> {
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
        let (id, skin) = (whole.id.part(Part::Object, &name), skin.map(Arc::new));
        Some(ObjectAt { id, name: name.into(), shape, aabb, view_box, skin, ..whole.clone() })
    };
    (0..).zip(written.halves()).filter_map(half).collect()
}
