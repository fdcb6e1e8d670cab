//! Ids of the nodes of a tree, which stay the same when the tree is edited.
//!
//! A node that is written in a scene, and an XML element, each hold a [`NodeKey`]. A copy has the same one, so edits, undo
//! and redo keep it. The reader of a file matches its nodes with those of the reading before ([`super::correspondence`]),
//! and matched nodes take over the keys. [`Tree::id`](super::tree::Tree::id) is the id of a node that runs.

use std::fmt;
use std::sync::atomic::{AtomicU64, Ordering};

use crate::random::mixed;

/// The identity of a node in the tree of one agent. Agents that share a file, and copies of an agent, have nodes with the
/// same ids.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct NodeId(u64);

/// Derived ids have this bit, others do not.
const DERIVED: u64 = 1 << 63;

impl NodeId {
    /// A new id, unique in the process.
    pub fn fresh() -> Self {
        static NEXT: AtomicU64 = AtomicU64::new(1);
        Self(NEXT.fetch_add(1, Ordering::Relaxed))
    }

    /// The id of a node that is made from something with this id: the same arguments give the same id. `outer` is the
    /// node that surrounds it.
    #[must_use]
    pub fn derived(self, outer: Option<Self>) -> Self {
        let outer = outer.map_or(0, |outer| outer.0);
        Self(mixed(mixed(mixed(self.0) ^ outer)) | DERIVED)
    }
}

/// The id that a written node holds. Every new value has a new id; a clone has the same one.
///
/// Two nodes that differ by their ids alone are equal, because their files are equal.
#[derive(Clone, Copy)]
pub struct NodeKey(NodeId);

impl NodeKey {
    /// The id.
    pub fn get(self) -> NodeId {
        self.0
    }
}

impl Default for NodeKey {
    fn default() -> Self {
        Self(NodeId::fresh())
    }
}

impl From<NodeId> for NodeKey {
    fn from(id: NodeId) -> Self {
        Self(id)
    }
}

impl PartialEq for NodeKey {
    fn eq(&self, _: &Self) -> bool {
        true
    }
}

/// Snapshots of documents do not depend on ids.
impl fmt::Debug for NodeKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("NodeKey")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ids_are_unique_and_derived_ones_depend_on_all_arguments() {
        let (a, b) = (NodeId::fresh(), NodeId::fresh());
        assert_ne!(a, b);
        assert_eq!(a.derived(Some(b)), a.derived(Some(b)));
        let others = [a.derived(None), a.derived(Some(a)), b.derived(Some(b)), a, b];
        assert!(others.iter().all(|other| *other != a.derived(Some(b))), "{others:?}");
    }

    #[test]
    fn keys_are_no_part_of_the_content() {
        let (a, b) = (NodeKey::default(), NodeKey::default());
        assert_eq!((a, format!("{a:?}")), (b, format!("{b:?}")));
        assert_ne!(a.get(), b.get());
    }
}
