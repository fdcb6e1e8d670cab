//! The halves of each cut, kept for the next tick.

use std::collections::HashMap;
use std::sync::Arc;

use super::halves::Halves;
use crate::geometry::Mesh;
use crate::scene::{self, ItemId};

/// The input of a cut. The same input has the same halves.
#[derive(Debug)]
pub(super) struct CutKey {
    pub(super) cut: scene::Cut,
    pub(super) tick_rate: f64,
    pub(super) body: PosedEntry,
    pub(super) mesh: Arc<Mesh>,
    pub(super) run: Arc<()>,
}

/// The entry of the document that has the pose of an object.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum PosedEntry {
    Object(scene::Object),
    Part(scene::Model, String),
}

impl CutKey {
    pub(super) fn is_same(&self, other: &Self) -> bool {
        self.cut == other.cut
            && self.tick_rate.to_bits() == other.tick_rate.to_bits()
            && self.body == other.body
            && Arc::ptr_eq(&self.mesh, &other.mesh)
            && Arc::ptr_eq(&self.run, &other.run)
    }
}

/// The halves of each cut, for the next world.
#[derive(Debug, Default)]
pub(in crate::world) struct Kept(pub(super) HashMap<ItemId, (CutKey, Arc<Halves>)>);
