//! The memory for the world of a scene: the entries of the scene, the readings of the files that they name, and the objects of
//! its models.
//!
//! The memory is reserved before files are read and a world is made. Entries that do not fit are an error of the scene. Objects
//! of a model that do not fit are missing in the world; everything else is in the world.

use std::collections::BTreeMap;
use std::sync::Arc;

use glam::Vec3;

use super::level::LevelFile;
use super::needs::Needs;
use super::store::Store;
use crate::budget::{Budget, OverBudget, Reservation};
use crate::geometry::narrate::counted;
use crate::import::level::Level;
use crate::import::level::limits::READY;
use crate::scene::Scene;
use crate::surface::Vertex;

/// An estimate of the bytes of an object in world, report, picture and the lists of the window together, without its
/// name.
pub(crate) const OBJECT: u64 = 1024;

/// The same for a camera, with its planes and the data of its exact view volume. It was measured.
const CAMERA: u64 = 5 * 1024;

/// An estimate of the bytes of a file that cannot be read, without its contents: its reading, and its error, which has the
/// line of the scene that names it. It was measured.
const FILE: u64 = 2048;

/// The reservation, or the refusal.
#[derive(Clone, Debug, Default)]
pub(crate) struct PlacedMemory {
    entries: Option<Arc<PlacedEntry>>,
    largest: PlacedList,
    /// The reservations by the names of models.
    models: Arc<BTreeMap<Box<str>, Arc<PlacedEntry>>>,
}

/// A list of a scene.
#[derive(Clone, Copy, Debug, Default)]
struct PlacedList {
    key: &'static str,
    noun: &'static str,
    count: usize,
    bytes: u64,
}

/// The entries of a scene that do not fit into the budget.
pub(super) struct RefusedEntries {
    /// The key of the longest list.
    pub(super) key: &'static str,
    /// Its entries in words: "60000 objects".
    pub(super) what: String,
    pub(super) over: OverBudget,
}

#[derive(Debug)]
struct PlacedEntry {
    bytes: u64,
    memory: Result<Reservation, OverBudget>,
}

impl PlacedEntry {
    /// The earlier reservation if it has the same size, else a new one. A refused reservation is tried again.
    fn renewed(before: Option<&Arc<Self>>, bytes: u64, budget: &Budget) -> Arc<Self> {
        let before = before.filter(|before| before.bytes == bytes && before.memory.is_ok());
        before.map_or_else(|| Arc::new(Self { bytes, memory: budget.take(bytes) }), Arc::clone)
    }
}

impl PlacedMemory {
    /// Reserves the additional memory that the entries of a scene need, and releases the memory that they no longer need.
    pub(super) fn update_entries(&mut self, scene: &Scene, needs: &Needs, budget: &Budget) {
        let lists = lists(scene, needs);
        let bytes = lists.iter().map(|list| list.bytes).sum();
        self.entries = Some(PlacedEntry::renewed(self.entries.as_ref(), bytes, budget));
        self.largest = lists.into_iter().max_by_key(|list| list.bytes).unwrap_or_default();
    }

    /// The same for the objects of its models, whose levels were read.
    pub(super) fn update_models(&mut self, scene: &Scene, levels: &Store<LevelFile>, budget: &Budget) {
        let mut models = BTreeMap::new();
        for model in &scene.models {
            let Some(level) = levels.get(&model.file).and_then(|file| file.level().ok()) else { continue };
            let count = (level.objects.len() + level.cameras.len() + level.colliders.len()) as u64;
            let bytes = count * (OBJECT + model.name.len() as u64) + level.length_of_names() as u64 + posed(level);
            let name = model.name.as_str();
            models.insert(name.into(), PlacedEntry::renewed(self.models.get(name), bytes, budget));
        }
        self.models = Arc::new(models);
    }

    /// The entries of the scene when they do not fit into the budget.
    pub(super) fn refused(&self) -> Option<RefusedEntries> {
        let over = *self.entries.as_ref()?.memory.as_ref().err()?;
        let PlacedList { key, noun, count, .. } = self.largest;
        Some(RefusedEntries { key, what: counted(count, noun), over })
    }

    /// The refusal for the objects of a model; `None` when the budget has room for them.
    pub(crate) fn model(&self, name: &str) -> Option<OverBudget> {
        self.models.get(name).and_then(|entry| entry.memory.as_ref().err().copied())
    }
}

/// The lists of a scene with the bytes of their entries and names.
fn lists(scene: &Scene, needs: &Needs) -> [PlacedList; 12] {
    let list = |key, noun, count: usize, each: u64, others: usize| PlacedList {
        key,
        noun,
        count,
        bytes: each * count as u64 + others as u64,
    };
    let names = |lengths: &mut dyn Iterator<Item = usize>| lengths.sum::<usize>();
    let Scene {
        objects, cameras, models, rays, agents, images, occlusion, sessions, taps, cuts, leaks, colliders, ..
    } = scene;
    let of_objects = needs.name_bytes() + needs.mesh_file_count() * usize::try_from(FILE).unwrap_or_default();
    [
        list("objects", "object", objects.len(), OBJECT, of_objects),
        list("cameras", "camera", cameras.len(), CAMERA, names(&mut cameras.iter().map(|one| one.name.len()))),
        list("models", "model", models.len(), OBJECT + FILE, names(&mut models.iter().map(|one| one.name.len()))),
        list("rays", "ray", rays.len(), OBJECT, names(&mut rays.iter().map(|one| one.name.len()))),
        list("agents", "agent", agents.len(), OBJECT + FILE, names(&mut agents.iter().map(|one| one.name.len()))),
        list("images", "image", images.len(), OBJECT + FILE, names(&mut images.iter().map(|one| one.name.len()))),
        list(
            "occlusion",
            "occlusion test",
            occlusion.len(),
            OBJECT,
            names(&mut occlusion.iter().map(|one| one.name.len())),
        ),
        list(
            "sessions",
            "session",
            sessions.len(),
            OBJECT + FILE,
            names(&mut sessions.iter().map(|one| one.name.len())),
        ),
        list("taps", "tap", taps.len(), OBJECT, names(&mut taps.iter().map(|one| one.name.len()))),
        list("cuts", "cut", cuts.len(), OBJECT, names(&mut cuts.iter().map(|one| one.name.len()))),
        list("leaks", "leak", leaks.len(), OBJECT, names(&mut leaks.iter().map(|one| one.name.len()))),
        list("colliders", "collider", colliders.len(), OBJECT, names(&mut colliders.iter().map(|one| one.name.len()))),
    ]
}

/// The bytes of the posed meshes of a level: their vertices, the tree for rays, and the data for the exact reference.
fn posed(level: &Level) -> u64 {
    let deformed =
        level.objects.iter().filter(|object| object.rigged.as_ref().is_some_and(|rigged| rigged.is_deformed()));
    let meshes = deformed.map(|object| {
        let look = object.mesh.surface().map_or(0, |look| look.vertices.len() * size_of::<Vertex>());
        object.mesh.positions().len() * 2 * size_of::<Vec3>() + object.mesh.triangles().len() * READY + look
    });
    meshes.sum::<usize>() as u64
}

/// Two values are equal if the same objects are missing.
impl PartialEq for PlacedMemory {
    fn eq(&self, other: &Self) -> bool {
        let missing = |placed: &Self| -> Vec<Box<str>> {
            let missing = placed.models.iter().filter(|(_, entry)| entry.memory.is_err());
            missing.map(|(name, _)| name.clone()).collect()
        };
        missing(self) == missing(other)
    }
}
