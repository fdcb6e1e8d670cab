//! The answers about the open scene, for reading: with the scene, its world and the selection.

use std::sync::Arc;

use super::answers::Judging;
use super::depth::DepthRequest;
use super::now::{is_of_occlusion, uses_depth};
use crate::picture::shows_octree;
use crate::report::{OctreeAnswers, VisibilitySubject};
use crate::scene::Scene;
use crate::visibility::EyeMove;
use crate::workspace::selection::state::Selection;
use crate::workspace::view::state::View;
use crate::world::World;

/// The answers, with what they are about.
#[derive(Clone, Copy)]
pub struct JudgingRef<'a> {
    pub(in crate::workspace) judging: &'a Judging,
    pub(in crate::workspace) scene: &'a Arc<Scene>,
    pub(in crate::workspace) world: &'a World,
    pub(in crate::workspace) selection: &'a Selection,
    pub(in crate::workspace) view: &'a View,
    pub(in crate::workspace) tick: u64,
    pub(in crate::workspace) revision: u64,
}

impl<'a> JudgingRef<'a> {
    /// The next request for tests by the window's depth buffer.
    pub(crate) fn depth_request(self) -> Option<DepthRequest> {
        self.judging.depth.as_ref()?.next()
    }

    /// Whether expectations or a comparison are being computed with the depth buffer.
    pub(crate) fn awaits_depth(self) -> bool {
        let Some(_) = &self.judging.depth else { return false };
        let lesson = &self.judging.lesson;
        let step = lesson.step().and_then(|step| lesson.steps(self.scene).get(step));
        let asks = step.is_some_and(|step| is_of_occlusion(self.scene, step)) && lesson.answers.is_pending();
        let expects = uses_depth(self.scene) && self.judging.expectations.is_pending();
        let comparing = &self.judging.comparing;
        let makes = lesson.making.is_some() && !self.world.occlusion.is_empty();
        let writes = lesson.authoring.as_ref().is_some_and(|authoring| authoring.awaits_depth(self.scene));
        asks || makes
            || writes
            || expects
            || comparing.is_computing() && (!self.world.occlusion.is_empty() || comparing.has_queries())
    }

    /// The nearest eye that sees an object, when it was searched for this answer; `None` inside when none was found.
    #[expect(clippy::option_option, reason = "a search that found none differs from no search")]
    pub(crate) fn eye(self, subject: VisibilitySubject) -> Option<Option<EyeMove>> {
        self.judging.eye.filter(|eye| eye.subject == subject).map(|eye| eye.found)
    }

    /// The long computation that runs, in words, and how much of it is done, 0 to 1.
    pub(crate) fn computing(self) -> Option<(&'static str, f32)> {
        self.judging.long_work.running()
    }

    /// Cancels the long computations. Their answers are then that they were cancelled.
    pub(crate) fn cancel_computing(self) {
        self.judging.long_work.cancel();
    }

    /// The reason why there is no explanation of the selected answer, such as "`leaf` has no answer: `leaf.png` is being
    /// read".
    pub fn unanswered(self) -> Option<String> {
        let active = self.selection.active().and_then(|active| self.world.find(active));
        self.judging.unanswered(self.world, &self.selection.in_world, active)
    }

    /// The octree's answers, when they are drawn: while its panel is open, or while no object is selected together with
    /// a camera or ray.
    pub fn octree_in_view(self) -> Option<&'a OctreeAnswers> {
        let is_shown = self.view.is_octree_open() || shows_octree(&self.selection.in_world);
        self.judging.report.octree.as_ref().filter(|_| is_shown)
    }
}
