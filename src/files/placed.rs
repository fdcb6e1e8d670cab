//! The memory for the world of a scene: the scene's objects, the objects of its models, and the state of its agents.
//!
//! The memory is reserved when files are read, before a world is made. Objects that do not fit are an error of the
//! scene and are missing in the world; everything else is in the world.

use std::collections::BTreeMap;
use std::sync::Arc;

use glam::Vec3;

use super::level::LevelFile;
use super::store::Store;
use crate::budget::{Budget, OverBudget, Reservation};
use crate::import::level::Level;
use crate::import::level::meshes::READY;
use crate::scene::Scene;
use crate::surface::Vertex;

/// An estimate of the bytes of an object in world, report, picture and the lists of the window together, without its
/// name.
pub(crate) const OBJECT: u64 = 1024;

/// The reservation, or the refusal.
#[derive(Clone, Debug, Default)]
pub(crate) struct Placed {
    objects: Option<Arc<Entry>>,
    /// The reservations by the names of models.
    models: Arc<BTreeMap<Box<str>, Arc<Entry>>>,
}

#[derive(Debug)]
struct Entry {
    bytes: u64,
    memory: Result<Reservation, OverBudget>,
}

impl Entry {
    /// The earlier reservation if it has the same size, else a new one. A refused reservation is tried again.
    fn renewed(before: Option<&Arc<Self>>, bytes: u64, budget: &Budget) -> Arc<Self> {
        let before = before.filter(|before| before.bytes == bytes && before.memory.is_ok());
        before.map_or_else(|| Arc::new(Self { bytes, memory: budget.take(bytes) }), Arc::clone)
    }
}

impl Placed {
    /// Reserves the additional memory that a scene needs, and releases the memory that it no longer needs. The names of its objects
    /// have `name_bytes`.
    pub(super) fn update(&mut self, scene: &Scene, name_bytes: usize, levels: &Store<LevelFile>, budget: &Budget) {
        let bytes = OBJECT * scene.objects.len() as u64 + name_bytes as u64;
        self.objects = Some(Entry::renewed(self.objects.as_ref(), bytes, budget));
        let mut models = BTreeMap::new();
        for model in &scene.models {
            let Some(level) = levels.get(&model.file).and_then(|file| file.level().ok()) else { continue };
            let count = (level.objects.len() + level.cameras.len()) as u64;
            let bytes = count * (OBJECT + model.name.len() as u64) + level.length_of_names() as u64 + posed(level);
            let name = model.name.as_str();
            models.insert(name.into(), Entry::renewed(self.models.get(name), bytes, budget));
        }
        self.models = Arc::new(models);
    }

    /// The error of the scene's own objects when they do not fit into the budget.
    pub(super) fn objects(&self) -> Option<OverBudget> {
        self.objects.as_ref().and_then(|entry| entry.memory.as_ref().err().copied())
    }

    /// The refusal for the objects of a model; `None` when the budget has room for them.
    pub(crate) fn model(&self, name: &str) -> Option<OverBudget> {
        self.models.get(name).and_then(|entry| entry.memory.as_ref().err().copied())
    }
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
impl PartialEq for Placed {
    fn eq(&self, other: &Self) -> bool {
        let missing = |placed: &Self| -> Vec<Box<str>> {
            let missing = placed.models.iter().filter(|(_, entry)| entry.memory.is_err());
            missing.map(|(name, _)| name.clone()).collect()
        };
        missing(self) == missing(other)
    }
}
