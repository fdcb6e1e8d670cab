//! What the checks of a scene ask about the levels that it names.

use std::sync::Arc;

use crate::geometry::Mesh;

/// What a name stands for in a level.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum InLevel {
    /// An object.
    Object,
    /// A camera.
    Camera,
    /// Nothing.
    Missing,
}

/// The levels that were read, by the names that the scene has for their files.
pub trait Levels {
    /// What a name stands for in a level; `None` when the level was not read, or cannot be.
    fn find(&self, file: &str, name: &str) -> Option<InLevel>;

    /// The names of all objects of a level, then those of its cameras; none of a level that was not read.
    fn names<'a>(&'a self, file: &str) -> Box<dyn Iterator<Item = (InLevel, &'a str)> + 'a>;

    /// The mesh of a node, or of all objects; `None` when it is not known whether there is one.
    fn mesh(&self, file: &str, node: Option<&str>) -> Option<Result<Arc<Mesh>, String>>;
}

/// No level was read.
#[derive(Clone, Copy, Debug)]
pub struct NoLevels;

impl Levels for NoLevels {
    fn find(&self, _: &str, _: &str) -> Option<InLevel> {
        None
    }

    fn names<'a>(&'a self, _: &str) -> Box<dyn Iterator<Item = (InLevel, &'a str)> + 'a> {
        Box::new(std::iter::empty())
    }

    fn mesh(&self, _: &str, _: Option<&str>) -> Option<Result<Arc<Mesh>, String>> {
        None
    }
}
