//! The objects of a world while some are divided: the pieces of each take its place in the list.

use std::collections::HashMap;
use std::sync::Arc;

use super::placed::ObjectAt;

/// Objects, and the pieces of those that were divided.
pub(super) struct Pieces {
    /// First the objects of the list, then pieces in the order in which they were made.
    all: Vec<ObjectPiece>,
    /// How many of them are of the list.
    listed: usize,
    /// Those that were not divided, by name; of equal names, the first.
    by_name: HashMap<Arc<str>, usize>,
}

struct ObjectPiece {
    object: ObjectAt,
    /// What it was divided into, as indices.
    parts: Option<std::ops::Range<usize>>,
}

impl Pieces {
    pub(super) fn of(objects: Vec<ObjectAt>) -> Self {
        let mut by_name = HashMap::with_capacity(objects.len());
        for (i, object) in objects.iter().enumerate() {
            by_name.entry(Arc::clone(&object.name)).or_insert(i);
        }
        let all: Vec<ObjectPiece> = objects.into_iter().map(|object| ObjectPiece { object, parts: None }).collect();
        Self { listed: all.len(), all, by_name }
    }

    /// The object or piece with this name, unless it was divided.
    pub(super) fn find(&self, name: &str) -> Option<usize> {
        self.by_name.get(name).copied()
    }

    pub(super) fn get(&self, piece: usize) -> &ObjectAt {
        &self.all[piece].object
    }

    /// Puts parts in the place of an object or piece.
    pub(super) fn divide(&mut self, piece: usize, parts: Vec<ObjectAt>) {
        let first = self.all.len();
        self.by_name.remove(&self.all[piece].object.name);
        for (i, object) in (first..).zip(parts) {
            self.by_name.entry(Arc::clone(&object.name)).or_insert(i);
            self.all.push(ObjectPiece { object, parts: None });
        }
        self.all[piece].parts = Some(first..self.all.len());
    }

    /// The objects and pieces that were not divided, in order. For each object of the list, where what is in its place
    /// begins, and at last the number of all.
    pub(super) fn finish(self) -> (Vec<ObjectAt>, Vec<usize>) {
        let Self { all, listed, .. } = self;
        let mut all: Vec<(Option<ObjectAt>, Option<std::ops::Range<usize>>)> =
            all.into_iter().map(|piece| (Some(piece.object), piece.parts)).collect();
        let (mut objects, mut starts) = (Vec::with_capacity(all.len()), Vec::with_capacity(listed + 1));
        for i in 0..listed {
            starts.push(objects.len());
            let mut open = vec![i];
            while let Some(piece) = open.pop() {
                match &mut all[piece] {
                    (_, Some(parts)) => open.extend(parts.clone().rev()),
                    (object, None) => objects.extend(object.take()),
                }
            }
        }
        starts.push(objects.len());
        (objects, starts)
    }
}
