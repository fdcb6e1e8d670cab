//! Problems of a level: objects without volume, objects with the shape and pose of another, objects so far from the
//! origin that the spacing of f32 is a problem; and faults of the triangles of meshes.
//!
//! The data of an object, its mark, is a few bytes, computed with its answers and updated like them: an edit computes
//! only the marks of the objects that it changes. Objects with the same shape and pose are counted by hashes, so that a
//! duplicate among 100,000 is found at once. The list in words is made when it is shown or written.
//!
//! Content of a file that was ignored or changed when the file was read is not among them: it is not an answer about an
//! object but a message about a line of that file, on standard error and in the window.

mod ignored;
mod json;
mod kind;
mod list;
mod mark;
mod meshes;
mod places;
mod sessions;
mod skins;
mod spacing;

use std::collections::HashMap;
use std::convert::Infallible;
use std::hash::{BuildHasherDefault, Hasher};
use std::sync::Arc;

pub use self::kind::Kind;
pub use self::list::{Elements, MOST_ELEMENTS, MOST_OF_A_KIND, Problem, Problems};
use self::mark::Mark;
pub use self::places::Place;
pub use self::spacing::{COARSE, spacing};
use serde_json::Value;

use super::question::Question;
use super::section_source::{Estimate, Source};
use super::{Cameras, Report, Scope};
use crate::geometry::Mesh;
use crate::parallel;
use crate::scene::Changed;
use crate::world::{ObjectAt, World};

/// The problems of objects and meshes. No problem has an explanation by steps.
pub(super) struct ProblemsQuestion;

impl Question for ProblemsQuestion {
    type Subject = Infallible;
    type Json<'a> = Vec<json::ProblemSection<'a>>;
    type Brief<'a> = ();

    fn json<'a>(source: &Source<'a>) -> Option<Self::Json<'a>> {
        json::ProblemSection::all(source.report)
    }

    fn brief(_: &Source<'_>) -> Option<()> {
        None
    }

    fn shorten(_: &Value) -> Option<Value> {
        None
    }

    fn answer(_: &World, _: &Report, _: &str, _: Option<&str>) -> Option<Value> {
        None
    }

    fn size(_: &World) -> Estimate {
        Estimate::default()
    }
}

/// The problems of a world that its scene does not ignore.
pub fn of_world(world: &World) -> Problems {
    let scope = Scope { cameras: Cameras::None, rays: false, octree: false, agents: false, problems: true };
    Report::within(world, scope).problems()
}

/// The marks of all objects, which can be updated.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Marks {
    each: Vec<Mark>,
    /// The number of objects with each key.
    alike: HashMap<u64, u32, BuildHasherDefault<AsIs>>,
    /// The number of keys that more than one object has.
    shared: usize,
    /// The number of objects with a problem of their own.
    flagged: usize,
    /// The number of objects with a mesh.
    meshed: usize,
}

impl Marks {
    /// Computes the marks of all objects.
    pub(super) fn of(objects: &[ObjectAt]) -> Self {
        let each = parallel::collect_by_weight(objects.len(), |i| objects[i].shape.weight(), |i| Mark::of(&objects[i]));
        let mut all = Self::default();
        all.alike.reserve(objects.len());
        for mark in each {
            all.count(&mark);
            all.each.push(mark);
        }
        all
    }

    /// Computes the marks of the changed objects again. The result equals [`Marks::of`].
    pub(super) fn follow(&mut self, changed: &Changed, objects: &[ObjectAt]) {
        let removed = match changed {
            Changed::At(indices) => indices.clone(),
            Changed::Range { removed, .. } => removed.clone().collect(),
        };
        for i in removed {
            let mark = self.each[i].clone();
            self.discount(&mark);
        }
        let mut marks = std::mem::take(&mut self.each);
        changed.update_by_weight(&mut marks, |i| objects[i].shape.weight(), |i| Mark::of(&objects[i]));
        for i in changed.indices() {
            self.count(&marks[i]);
        }
        self.each = marks;
    }

    /// Whether the list has no problem of objects.
    fn is_clean(&self) -> bool {
        self.shared == 0 && self.flagged == 0
    }

    /// Every mesh once.
    pub fn meshes(&self) -> Vec<Arc<Mesh>> {
        meshes::PlacedMesh::all(self).into_iter().map(|placed| Arc::clone(placed.mesh)).collect()
    }

    fn count(&mut self, mark: &Mark) {
        let count = self.alike.entry(mark.key).or_default();
        *count += 1;
        self.shared += usize::from(*count == 2);
        self.flagged += usize::from(mark.has_problem());
        self.meshed += usize::from(mark.mesh.is_some());
    }

    fn discount(&mut self, mark: &Mark) {
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
struct AsIs(u64);

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

#[cfg(test)]
mod tests;
