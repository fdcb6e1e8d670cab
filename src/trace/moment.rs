//! A line of a trace, read.

use std::sync::Arc;

use super::change::Change;
use super::said::Said;
use super::state::TraceState;
use crate::scene::Object;

/// A valid line: what it changes, and what the program said.
#[derive(Clone, Debug)]
pub(super) struct TraceMoment {
    /// In seconds.
    pub time: f64,
    /// The changes in their order, each with the slot of its entry.
    pub changes: Box<[(u32, Change)]>,
    /// The slots of the entries that it removes, after the changes.
    pub removed: Box<[u32]>,
    /// Whether it holds a whole scene.
    pub is_keyframe: bool,
    /// What the program said.
    pub said: Arc<[Said]>,
    /// The state after it, for keyframes and now and then: the others are made from the one before.
    pub state: Option<Arc<TraceState>>,
    /// The line as it came, without its line break. `None` where it is in a file, and for the head of a shortened trace.
    pub text: Option<Box<[u8]>>,
}

impl TraceMoment {
    /// The bytes of its text.
    pub(super) fn text_bytes(&self) -> u64 {
        self.text.as_ref().map_or(0, |text| text.len() as u64)
    }

    /// The objects that it adds.
    pub(super) fn added_objects(&self) -> impl Iterator<Item = &Object> {
        self.changes.iter().filter_map(|(_, change)| match change {
            Change::AddObject(object) => Some(&**object),
            _ => None,
        })
    }
}
