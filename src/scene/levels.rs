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
    fn find(&self, _file: &str, _name: &str) -> Option<InLevel> {
        None
    }

    /// The names of all objects of a level, then those of its cameras and colliders; empty for a level that was not read.
    fn names<'a>(&'a self, _file: &str) -> Box<dyn Iterator<Item = (InLevel, &'a str)> + 'a> {
        Box::new(std::iter::empty())
    }

    /// The mesh of a node, or of all objects; `None` when the level was not read.
    fn mesh(&self, _file: &str, _node: Option<&str>) -> Option<Result<Arc<Mesh>, String>> {
        None
    }

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

    /// Whether a running program will add its entries to the scene, of which none is known yet. A scene without a `trace` may then
    /// name them too.
    fn awaits_program(&self) -> bool {
        false
    }

    /// The names of the entries of a kind that a trace has at some time, in any order; empty for a trace that was not read.
    fn names_in_trace<'a>(&'a self, _file: &str, _kind: EntryKind) -> Box<dyn Iterator<Item = &'a str> + 'a> {
        Box::new(std::iter::empty())
    }

    /// The names of the animations of a level; `None` when the level was not read.
    fn animations<'a>(&'a self, _file: &str) -> Option<Vec<Option<&'a str>>> {
        None
    }
}

/// A scene without levels.
#[derive(Clone, Copy, Debug)]
pub struct NoLevels;

impl Levels for NoLevels {}

/// A scene without levels, to which a running program will add its entries.
#[derive(Clone, Copy, Debug)]
pub struct AwaitedProgram;

impl Levels for AwaitedProgram {
    fn awaits_program(&self) -> bool {
        true
    }
}
