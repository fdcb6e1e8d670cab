//! The answers about the open scene, and what is judged by them.

use std::cell::OnceCell;

use super::comparison::Comparing;
use super::depth::DepthRequests;
use super::expectations::Expectations;
use super::lesson::LessonRun;
use super::long_work::LongWork;
use super::occlusion::OcclusionState;
use crate::report::explain::Explanation;
use crate::report::work::Work;
use crate::report::{Report, Scope, VisibilitySubject};
use crate::scene::UnusualObjects;
use crate::visibility::EyeMove;
use crate::world::World;

/// The nearest place of the eye from which a camera sees an object; `None` inside when none was found.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(in crate::workspace) struct FoundEye {
    pub(in crate::workspace) subject: VisibilitySubject,
    pub(in crate::workspace) found: Option<EyeMove>,
}

/// The answers at the current tick.
pub(in crate::workspace) struct Judging {
    pub(in crate::workspace) report: Report,
    /// The explanation of the selected answer. Computed when first used.
    pub(in crate::workspace) explanation: OnceCell<Option<Explanation>>,
    pub(in crate::workspace) expectations: Expectations,
    /// The steps of the lesson, while it is shown.
    pub(in crate::workspace) lesson: LessonRun,
    pub(in crate::workspace) comparing: Comparing,
    pub(in crate::workspace) occlusion: OcclusionState,
    /// The nearest eye that sees the selected object, when it was searched.
    pub(in crate::workspace) eye: Option<FoundEye>,
    /// The answers that are computed on other threads.
    pub(in crate::workspace) long_work: LongWork,
    /// The window's depth buffer for expectations and comparisons; `None` without a window.
    pub(in crate::workspace) depth: Option<DepthRequests>,
    /// The [`Workspace::revision`](crate::workspace::Workspace::revision) to which the warnings about the scene belong.
    pub(in crate::workspace) warned_at: u64,
    pub(in crate::workspace) unusual_objects: UnusualObjects,
}

/// Long answers are computed beside the window.
const SCOPE: Scope = Scope { leaks: Work::Later, colliders: Work::Later, ..Scope::ALL };

impl Judging {
    /// The answers that are shown.
    pub(in crate::workspace) fn shown(world: &World) -> Report {
        Report::within(world, SCOPE)
    }

    /// The report while a lesson asks for an answer: it has none.
    pub(in crate::workspace) fn hidden(world: &World) -> Report {
        Report::without_answers(world)
    }

    /// The answers of a scene that was just opened.
    pub(in crate::workspace) fn new(world: &World) -> Self {
        Self {
            report: Self::shown(world),
            explanation: OnceCell::new(),
            expectations: Expectations::default(),
            lesson: LessonRun::default(),
            comparing: Comparing::default(),
            occlusion: OcclusionState::default(),
            eye: None,
            long_work: LongWork::default(),
            depth: None,
            warned_at: 0,
            unusual_objects: UnusualObjects::default(),
        }
    }
}
