//! The bodies that objects are, or are halves of.

use std::collections::HashMap;
use std::sync::{Arc, OnceLock};

use super::halves::Halves;
use super::kept::PosedEntry;
use crate::geometry::{Mesh, Shape};
use crate::scene;
use crate::world::lookup::Lookup;
use crate::world::models;
use crate::world::placed::ObjectAt;

/// Where an object's pose comes from: that of a half is its body's.
#[derive(Clone)]
pub(super) struct Carrier {
    pub(super) slot: usize,
    pub(super) body: PosedEntry,
    /// For a half of a mesh that morph targets move: the cuts from the body on, each with the side (0 in front, 1 behind).
    pub(super) halves: Vec<(Arc<Halves>, usize)>,
}

/// Where the poses of objects come from.
pub(super) struct Bodies<'c> {
    pub(super) lookup: Lookup<'c>,
    /// The parts of models, `model/node`, with their slots among the objects of models.
    pub(super) parts: OnceLock<HashMap<String, (usize, &'c scene::Model)>>,
    /// Of the halves.
    pub(super) sources: HashMap<String, Carrier>,
}

impl Bodies<'_> {
    /// Where the object of the document with this name has its pose from.
    pub(super) fn carrier(&self, name: &str) -> Option<Carrier> {
        let scene = self.lookup.content.scene;
        if let Some(slot) = self.lookup.object_index(name) {
            return Some(Carrier { slot, body: PosedEntry::Object(scene.objects[slot].clone()), halves: Vec::new() });
        }
        let parts = || {
            let nodes = models::nodes(self.lookup.content, 0.0);
            let named = nodes.iter().enumerate().rev().map(|(slot, node)| (node.name(), (slot, node.model())));
            named.collect()
        };
        let (node, model) = *self.parts.get_or_init(parts).get(name)?;
        let body = PosedEntry::Part(model.clone(), name.to_owned());
        Some(Carrier { slot: scene.objects.len() + node, body, halves: Vec::new() })
    }
}

impl Carrier {
    /// The mesh of the half at the time of its body.
    pub(super) fn mesh_of(&self, body: &ObjectAt) -> Option<Arc<Mesh>> {
        let Shape::Mesh(whole) = &body.shape else { return None };
        self.halves.iter().try_fold(Arc::clone(whole), |whole, (halves, side)| halves.mesh(*side, &whole))
    }
}
