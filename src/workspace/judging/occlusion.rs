//! The answers of occlusion queries, which arrive some frames after a change, and which of them are shown.
//!
//! The workspace has no depth buffer. The window has one. It uses the key of the answers that are needed, and gives the
//! answers to `SelectionMut::take_occlusion`.

use std::sync::Arc;

use crate::report::occlusion::{ComparedAnswers, PairMarks};
use crate::scene::ItemId;
use crate::workspace::counted::Counted;
use crate::world::World;

/// What the answers depend on: the revision of the workspace, its tick, and the tried resolution.
pub(crate) type OcclusionKey = (u64, u64, Option<u32>);

/// The answers of all methods for all pairs.
pub(crate) struct OcclusionAnswers {
    pub(crate) of: OcclusionKey,
    pub(crate) pairs: Vec<ComparedAnswers>,
    pub(crate) draws: u32,
    pub(crate) queries: u32,
    /// The number of frames between the draw calls and the results.
    pub(crate) latency: u32,
}

/// The answers, and the shown ones. They are not saved or undone.
#[derive(Default)]
pub(in crate::workspace) struct OcclusionState {
    answers: Option<OcclusionAnswers>,
    /// The reason why there are no answers.
    error: Option<(OcclusionKey, Arc<str>)>,
    /// A tried resolution, which replaces those of the scene.
    resolution: Option<u32>,
    /// The bodies of the pair that was last chosen.
    pair: Option<[ItemId; 2]>,
    /// Each change is counted, because the view draws the marks.
    marks: Counted<PairMarks>,
}

impl OcclusionState {
    /// Stores new answers, or the reason why there are none.
    pub(in crate::workspace) fn take(&mut self, of: OcclusionKey, answers: Result<OcclusionAnswers, Arc<str>>) {
        (self.answers, self.error) = match answers {
            Ok(answers) => (Some(answers), None),
            Err(error) => (None, Some((of, error))),
        };
    }

    /// The last answers. For some frames after a change they belong to the state before it.
    pub(super) fn answers(&self) -> Option<&OcclusionAnswers> {
        self.answers.as_ref()
    }

    /// The reason why there are no answers.
    pub(super) fn error(&self) -> Option<&Arc<str>> {
        self.error.as_ref().map(|(_, error)| error)
    }

    /// Whether the stored answers, or the reason why there are none, belong to this key.
    pub(super) fn belongs_to(&self, key: OcclusionKey) -> bool {
        self.answers.as_ref().is_some_and(|answers| answers.of == key)
            || self.error.as_ref().is_some_and(|(of, _)| *of == key)
    }

    /// The resolution that is tried in place of those of the scene.
    pub(super) fn resolution(&self) -> Option<u32> {
        self.resolution
    }

    pub(super) fn try_resolution(&mut self, resolution: Option<u32>) {
        self.resolution = resolution;
    }

    /// The bodies of the pair that was last chosen.
    pub(super) fn pair(&self) -> Option<[ItemId; 2]> {
        self.pair
    }

    /// Shows a pair of its query instead of the pair shown before.
    pub(super) fn show_pair(&mut self, bodies: Option<[Arc<str>; 2]>, world: &World) {
        let id_of = |name: &Arc<str>| world.objects.iter().find(|object| object.name == *name).map(|body| body.id);
        self.pair = bodies.and_then(|[a, b]| Some([id_of(&a)?, id_of(&b)?]));
    }

    /// The marks of the shown pair, with the parts of the picture that they need.
    pub(in crate::workspace) fn marks(&self) -> &PairMarks {
        &self.marks
    }

    pub(super) fn set_marks(&mut self, marks: PairMarks) {
        self.marks.set(|shown| shown, marks);
    }

    /// The number of changes of the marks.
    pub(in crate::workspace) fn mark_changes(&self) -> u64 {
        self.marks.changes()
    }
}
