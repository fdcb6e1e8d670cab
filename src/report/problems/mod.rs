//! Problems of a level: objects without volume, objects with the shape and pose of another, objects so far out that
//! numbers are coarse there; and what is wrong with the triangles of meshes.
//!
//! An object's own part, its mark, is a few bytes, made with its answers and followed like them: an edit looks at the
//! objects that it touches and at nothing else. Objects with the same shape and pose are counted by hashes, so that a
//! duplicate among 100,000 is noticed at once. The list in words is made when it is shown or written.
//!
//! What was left out of a file, or changed, when it was read is not among them: it is no answer about an object, but a
//! message about a line of that file, and is reported like all those, on standard error and by the window.

mod json;
mod kind;
mod list;
mod mark;
mod meshes;
mod spacing;

use std::collections::HashMap;
use std::convert::Infallible;
use std::hash::{BuildHasherDefault, Hasher};
use std::sync::Arc;

pub use self::kind::Kind;
pub use self::list::{Items, MOST_ITEMS, MOST_OF_A_KIND, Problem, Problems};
use self::mark::Mark;
pub use self::spacing::{COARSE, spacing};
use serde_json::Value;

use super::Report;
use super::entry::{Estimate, Source};
use super::explanation::Explanation;
use super::question::Question;
use crate::geometry::Mesh;
use crate::parallel;
use crate::scene::Changed;
use crate::world::{ObjectAt, Thing, World};

/// What is wrong with objects and meshes. No problem is explained step by step.
pub(super) struct ProblemsQuestion;

impl Question for ProblemsQuestion {
    type Subject = Infallible;
    type Json<'a> = Vec<json::ProblemSection<'a>>;
    type Brief<'a> = ();

    fn subject(_: Thing, _: Option<Thing>) -> Option<Infallible> {
        None
    }

    fn headline(_: &Report, subject: Infallible) -> Option<String> {
        match subject {}
    }

    fn why_no_answer(_: &World, subject: Infallible) -> Option<String> {
        match subject {}
    }

    fn explain(_: &World, subject: Infallible) -> Option<Explanation> {
        match subject {}
    }

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

/// What is known of all objects, to be followed.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Marks {
    each: Vec<Mark>,
    /// How many objects have each key.
    alike: HashMap<u64, u32, BuildHasherDefault<AsIs>>,
    /// How many keys more than one object has.
    shared: usize,
    /// How many objects have a problem of their own.
    flagged: usize,
}

impl Marks {
    /// Looks at every object.
    pub(super) fn of(objects: &[ObjectAt]) -> Self {
        let mut all = Self { each: parallel::collect(objects.len(), |i| Mark::of(&objects[i])), ..Self::default() };
        all.alike.reserve(objects.len());
        for mark in std::mem::take(&mut all.each) {
            all.count(&mark);
            all.each.push(mark);
        }
        all
    }

    /// Looks again at those that changed: equal to [`Marks::of`].
    pub(super) fn follow(&mut self, changed: &Changed, objects: &[ObjectAt]) {
        let gone = match changed {
            Changed::At(indices) => indices.clone(),
            Changed::Stretch { gone, .. } => gone.clone().collect(),
        };
        for i in gone {
            let mark = self.each[i].clone();
            self.discount(&mark);
        }
        let mut marks = std::mem::take(&mut self.each);
        changed.update(&mut marks, |i| Mark::of(&objects[i]));
        for i in changed.indices() {
            self.count(&marks[i]);
        }
        self.each = marks;
    }

    /// Whether objects by themselves have nothing to list.
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
    }

    fn discount(&mut self, mark: &Mark) {
        self.flagged -= usize::from(mark.has_problem());
        let Some(count) = self.alike.get_mut(&mark.key) else { return };
        *count -= 1;
        self.shared -= usize::from(*count == 1);
        if *count == 0 {
            self.alike.remove(&mark.key);
        }
    }
}

/// Keys are mixed well already.
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
