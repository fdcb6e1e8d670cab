//! The interface through which the checks of a scene read its levels.

use std::sync::Arc;

use super::document::SceneTrace;
use super::entry::EntryKind;
use crate::geometry::Mesh;

/// The result of looking up a name in a level.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum InLevel {
    /// An object.
    Object,
    /// A camera.
    Camera,
    /// A collider.
    Collider,
    /// The level has no such name.
    Missing,
}

/// The result of looking up a name in a trace.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum InTrace {
    /// The trace has an entry of this kind at some time.
    Entry(EntryKind),
    /// The trace never has the name.
    Missing,
}

/// The levels that were read, by the file names that the scene uses.
pub trait Levels: Sync {
    /// The result of looking up a name; `None` when the level was not read or could not be read.
    fn find(&self, file: &str, name: &str) -> Option<InLevel>;

    /// The names of all objects of a level, then those of its cameras and colliders; empty for a level that was not read.
    fn names<'a>(&'a self, file: &str) -> Box<dyn Iterator<Item = (InLevel, &'a str)> + 'a>;

    /// The mesh of a node, or of all objects; `None` when the level was not read.
    fn mesh(&self, file: &str, node: Option<&str>) -> Option<Result<Arc<Mesh>, String>>;

    /// The name of a node that is near to one that the level does not have. The time is that of a search in all names.
    fn node_meant_by(&self, _file: &str, _node: &str) -> Option<&str> {
        None
    }

    /// The result of looking up a name; `None` when the trace was not read or could not be read.
    fn in_trace(&self, _file: &str, _name: &str) -> Option<InTrace> {
        None
    }

    /// The name of a trace that was read.
    fn name_of_trace(&self, _trace: &SceneTrace) -> Option<Arc<str>> {
        None
    }

    /// The names of the animations of a level; `None` when the level was not read.
    fn animations<'a>(&'a self, file: &str) -> Option<Vec<Option<&'a str>>>;
}

/// A scene without levels.
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

    fn animations(&self, _: &str) -> Option<Vec<Option<&str>>> {
        None
    }
}
