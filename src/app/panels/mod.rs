//! The panels, a folder or a file for each.
//!
//! A panel reads the workspace, pushes commands to the queue, and changes the scene through `Workspace`. It uses `kit`,
//! `command`, `timeline` and `view`, and no other panel: what two panels share is in `kit` or lower. Their state between
//! frames is in [`state`]; `shell/panels.rs` calls each of them.

pub(in crate::app) mod about;
pub(in crate::app) mod behavior;
pub(in crate::app) mod compare;
pub(in crate::app) mod cost;
pub(in crate::app) mod disagreements;
pub(in crate::app) mod explain;
pub(in crate::app) mod inspector;
pub(in crate::app) mod lesson;
pub(in crate::app) mod occlusion;
pub(in crate::app) mod octree;
pub(in crate::app) mod opacity;
pub(in crate::app) mod outliner;
pub(in crate::app) mod plots;
pub(in crate::app) mod problems;
pub(in crate::app) mod review;
pub(in crate::app) mod sessions;
pub(in crate::app) mod verdicts;
pub(in crate::app) mod visibility;

pub(in crate::app) mod state;
