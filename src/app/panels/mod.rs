//! app/panels

pub(in crate::app) mod about;
pub(in crate::app) mod behavior;
pub(in crate::app) mod compare;
pub(in crate::app) mod explain;
pub(in crate::app) mod inspector;
pub(in crate::app) mod occlusion;
pub(in crate::app) mod octree;
pub(in crate::app) mod opacity;
pub(in crate::app) mod outliner;
pub(in crate::app) mod plots;
pub(in crate::app) mod problems;
pub(in crate::app) mod review;
pub(in crate::app) mod sessions;
pub(in crate::app) mod verdicts;

pub(in crate::app) mod state;
