//! The marks of all objects, which an edit updates.

use std::collections::HashMap;
use std::hash::{BuildHasherDefault, Hasher};

use super::mark::ObjectData;
use crate::parallel;
use crate::report::question_answers::QuestionAnswers;
use crate::report::tested::TestedObject;
use crate::scene::Changed;
use crate::world::{Changes, ObjectAt, World};

/// The marks of all objects, which can be updated.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Marks {
    pub(super) each: Vec<ObjectData>,
    /// The number of objects with each key.
    pub(super) alike: HashMap<u64, u32, BuildHasherDefault<AsIs>>,
    /// The number of keys that more than one object has.
    pub(super) shared: usize,
    /// The number of objects with a problem of their own.
    flagged: usize,
    /// The number of objects with a mesh.
    pub(super) meshed: usize,
}

impl Marks {
    /// Computes the marks of all objects.
    pub(in crate::report) fn of(objects: &[ObjectAt]) -> Self {
        let each =
            parallel::collect_by_weight(objects.len(), |i| objects[i].shape.weight(), |i| ObjectData::of(&objects[i]));
        let mut all = Self::default();
        all.alike.reserve(objects.len());
        for mark in each {
            all.count(&mark);
            all.each.push(mark);
        }
        all
    }

    /// Computes the marks of the changed objects again. The result equals [`Marks::of`].
    pub(in crate::report) fn follow(&mut self, changed: &Changed, objects: &[ObjectAt]) {
        let removed = match changed {
            Changed::At(indices) => indices.clone(),
            Changed::Range { removed, .. } => removed.clone().collect(),
        };
        for i in removed {
            let mark = self.each[i].clone();
            self.discount(&mark);
        }
        let mut marks = std::mem::take(&mut self.each);
        changed.update_by_weight(&mut marks, |i| objects[i].shape.weight(), |i| ObjectData::of(&objects[i]));
        for i in changed.indices() {
            self.count(&marks[i]);
        }
        self.each = marks;
    }

    /// Whether the list has no problem of objects.
    pub(super) fn is_clean(&self) -> bool {
        self.shared == 0 && self.flagged == 0
    }

    fn count(&mut self, mark: &ObjectData) {
        let count = self.alike.entry(mark.key).or_default();
        *count += 1;
        self.shared += usize::from(*count == 2);
        self.flagged += usize::from(mark.has_problem());
        self.meshed += usize::from(mark.mesh.is_some());
    }

    fn discount(&mut self, mark: &ObjectData) {
        self.flagged -= usize::from(mark.has_problem());
        self.meshed -= usize::from(mark.mesh.is_some());
        let Some(count) = self.alike.get_mut(&mark.key) else { return };
        *count -= 1;
        self.shared -= usize::from(*count == 1);
        if *count == 0 {
            self.alike.remove(&mark.key);
        }
    }
}

/// A hasher that returns the key, which is a hash.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct AsIs(u64);

impl Hasher for AsIs {
    fn finish(&self) -> u64 {
        self.0
    }

    fn write(&mut self, bytes: &[u8]) {
        for &byte in bytes {
            self.0 = self.0.rotate_left(8) ^ u64::from(byte);
        }
    }

    fn write_u64(&mut self, key: u64) {
        self.0 = key;
    }
}

impl QuestionAnswers for Marks {
    type Scope = bool;

    fn compute(world: &World, _: &[TestedObject], is_asked: bool) -> Self {
        if is_asked { Self::of(&world.objects) } else { Self::default() }
    }

    fn update(&mut self, world: &World, _: &[TestedObject], changes: &Changes, is_asked: bool) {
        if is_asked {
            self.follow(&changes.objects, &world.objects);
        }
    }
}
