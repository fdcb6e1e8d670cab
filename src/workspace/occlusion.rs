//! Occlusion queries in the view: their answers, which arrive some frames after a change, and which of them are shown.
//!
//! The session has no depth buffer. The window has one and uses [`Workspace::occlusion_key`] and
//! [`Workspace::take_occlusion`].

use std::sync::Arc;

use super::Workspace;
use crate::geometry::Mark;
use crate::occlusion::{Answer, Method};
use crate::picture;
use crate::report::explain::Explanation;
use crate::report::occlusion::{
    AllUnanswered, Compared, ComparedAnswers, PairMarks, Unanswered, compared, explain_answers, marks, shown_pair,
};
use crate::scene::ItemId;

/// What the answers depend on: the revision of the session, its tick, and the tried resolution.
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

/// The state of the view of occlusion queries. It is not saved or undone.
#[derive(Clone, Default)]
pub(super) struct OcclusionState {
    answers: Option<Arc<OcclusionAnswers>>,
    /// The reason why there are no answers.
    error: Option<(OcclusionKey, Arc<str>)>,
    /// A tried resolution, which replaces those of the scene.
    resolution: Option<u32>,
    /// The bodies of the pair that was last chosen.
    pair: Option<[ItemId; 2]>,
    marks: PairMarks,
}

impl Workspace {
    /// What the answers depend on now; `None` for a scene without queries.
    pub(crate) fn occlusion_key(&self) -> Option<OcclusionKey> {
        let has_queries = !self.world.occlusion.is_empty();
        has_queries.then_some((self.revision, self.tick, self.view.occlusion.resolution))
    }

    /// The queries for all pairs with all methods, for a depth buffer with this greatest resolution.
    pub(crate) fn occlusion_pairs(&self, most: u32) -> Vec<Compared> {
        let view = picture::scene_view(self.scene(), &self.world, 1.0).depth_view(1);
        compared(&self.world, &view, self.view.occlusion.resolution, most)
    }

    /// Stores new answers, or the reason why there are none.
    pub(crate) fn take_occlusion(&mut self, of: OcclusionKey, answers: Result<OcclusionAnswers, Arc<str>>) {
        let state = &mut self.view.occlusion;
        (state.answers, state.error) = match answers {
            Ok(answers) => (Some(Arc::new(answers)), None),
            Err(error) => (None, Some((of, error))),
        };
        if self.selection.selected.is_about_occlusion() {
            self.explanation.take();
            let step = self.selection.selected.step;
            self.show_step(step);
        }
    }

    /// The last answers. For some frames after a change they belong to the state before it.
    pub(crate) fn occlusion(&self) -> Option<&OcclusionAnswers> {
        self.view.occlusion.answers.as_deref()
    }

    /// Whether the stored answers, or the reason why there are none, belong to this key.
    pub(crate) fn has_occlusion(&self, key: OcclusionKey) -> bool {
        let state = &self.view.occlusion;
        state.answers.as_ref().is_some_and(|answers| answers.of == key)
            || state.error.as_ref().is_some_and(|(of, _)| *of == key)
    }

    /// The reason why there are no answers.
    pub(crate) fn occlusion_error(&self) -> Option<&str> {
        self.view.occlusion.error.as_ref().map(|(_, error)| &**error)
    }

    /// The queries without an answer.
    pub(crate) fn unanswered_queries(&self) -> AllUnanswered {
        let mut all = AllUnanswered::default();
        match (self.occlusion_error(), self.occlusion()) {
            (Some(error), _) => all.add(vec![Unanswered::section(error)]),
            (None, Some(answers)) => {
                all.add(Unanswered::compared(answers.pairs.iter().map(|pair| &pair.tested), &self.world));
            }
            (None, None) => {}
        }
        all
    }

    /// The resolution that is tried in place of those of the scene.
    pub(crate) fn tried_resolution(&self) -> Option<u32> {
        self.view.occlusion.resolution
    }

    /// Sets the tried resolution, or removes it. The scene is not changed.
    pub(crate) fn try_resolution(&mut self, resolution: Option<u32>) {
        self.view.occlusion.resolution = resolution;
    }

    /// The shown query: the selected one, else the first.
    pub(crate) fn shown_query(&self) -> Option<ItemId> {
        let shown = self.selection.selected.occlusion.unwrap_or(0);
        self.world.occlusion.get(shown).map(|query| query.id)
    }

    /// Shows a pair of its query instead of the pair shown before.
    pub(crate) fn show_pair(&mut self, bodies: Option<[Arc<str>; 2]>) {
        let id_of = |name: &Arc<str>| self.world.objects.iter().find(|object| object.name == *name).map(|body| body.id);
        self.view.occlusion.pair = bodies.and_then(|[a, b]| Some([id_of(&a)?, id_of(&b)?]));
    }

    /// The shown pair of the shown query, with the method of that query.
    pub(crate) fn shown_pair(&self) -> Option<(&ComparedAnswers, Method)> {
        let object = self.selection.selected.object.and_then(|object| self.world.objects.get(object));
        let object = object.map(|object| &*object.name);
        let name_of = |id: ItemId| self.world.find(id).and_then(|body| self.world.name_of(body)).cloned();
        let chosen = self.view.occlusion.pair.and_then(|[a, b]| Some([name_of(a)?, name_of(b)?]));
        shown_pair(&self.occlusion()?.pairs, self.shown_query()?, chosen.as_ref(), object)
    }

    /// The answers of one query, or the reason why it has no pairs, in the order of the report.
    pub(crate) fn answers_of(&self, query: ItemId) -> impl Iterator<Item = Result<&Answer, &str>> {
        let pairs = self.occlusion().into_iter().flat_map(|answers| &answers.pairs);
        pairs.flat_map(move |pair| {
            let own = pair.tested.queries.iter().filter(move |source| source.query == query);
            own.filter_map(move |source| match &pair.tested.pairs {
                Ok(_) => pair.by(source.method).map(Ok),
                Err(error) => Some(Err(&**error)),
            })
        })
    }

    /// The steps of a query. `Err` is the reason why it has no answer; `None` before the first answer.
    pub(super) fn explain_occlusion(&self, query: usize) -> Option<Result<Explanation, Arc<str>>> {
        let query = self.world.occlusion.get(query)?;
        let state = &self.view.occlusion;
        if let Some((_, error)) = &state.error {
            return Some(Err(Arc::clone(error)));
        }
        explain_answers(&self.world, query.id, &state.answers.as_ref()?.pairs)
    }

    /// The marks of the shown pair.
    pub fn occlusion_marks(&self) -> &[Mark] {
        &self.view.occlusion.marks.marks
    }

    /// The marks of the shown pair, with the parts of the picture that they need.
    pub(super) fn occlusion_pair(&self) -> &PairMarks {
        &self.view.occlusion.marks
    }

    /// Whether the marks of the shown pair are drawn: while a query is selected, or while the panel of queries is open.
    /// A hidden query has no marks.
    pub(crate) fn update_occlusion_marks(&mut self, is_open: bool) {
        let is_hidden = self.shown_query().is_some_and(|query| self.hidden().contains(query));
        let is_shown = !is_hidden && (is_open || self.selection.selected.occlusion.is_some());
        let shown = is_shown.then(|| self.shown_pair()).flatten();
        let marks = shown.map(|(pair, method)| marks(&self.world, pair, method)).unwrap_or_default();
        if marks != self.view.occlusion.marks {
            self.view.occlusion.marks = marks;
            self.view.appearance_revision += 1;
        }
    }
}
