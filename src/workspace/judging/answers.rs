//! The answers about the open scene, and what is judged by them.

use std::cell::OnceCell;

use super::comparison::Comparing;
use super::depth::DepthRequests;
use super::expectations::Expectations;
use super::long_work::LongWork;
use super::occlusion::OcclusionState;
use crate::report::Report;
use crate::report::explain::Explanation;
use crate::scene::UnusualObjects;

/// The answers at the current tick.
pub(in crate::workspace) struct Judging {
    pub(in crate::workspace) report: Report,
    /// The explanation of the selected answer. Computed when first used.
    pub(in crate::workspace) explanation: OnceCell<Option<Explanation>>,
    pub(in crate::workspace) expectations: Expectations,
    pub(in crate::workspace) comparing: Comparing,
    pub(in crate::workspace) occlusion: OcclusionState,
    /// The answers that are computed on other threads.
    pub(in crate::workspace) long_work: LongWork,
    /// The window's depth buffer for expectations and comparisons; `None` without a window.
    pub(in crate::workspace) depth: Option<DepthRequests>,
    /// The [`Workspace::revision`](crate::workspace::Workspace::revision) to which the warnings about the scene belong.
    pub(in crate::workspace) warned_at: u64,
    pub(in crate::workspace) unusual_objects: UnusualObjects,
}

impl Judging {
    /// The answers of a scene that was just opened.
    pub(in crate::workspace) fn new(report: Report) -> Self {
        Self {
            report,
            explanation: OnceCell::new(),
            expectations: Expectations::default(),
            comparing: Comparing::default(),
            occlusion: OcclusionState::default(),
            long_work: LongWork::default(),
            depth: None,
            warned_at: 0,
            unusual_objects: UnusualObjects::default(),
        }
    }
}
