//! The state of the view of the open scene. It does not change the scene or its answers, and is not saved.

pub(in crate::workspace) mod hiding;
pub(in crate::workspace) mod locking;
pub(in crate::workspace) mod marked_items;
pub(in crate::workspace) mod marks;
pub(in crate::workspace) mod octree;
pub(in crate::workspace) mod problem;
pub(in crate::workspace) mod state;
