//! What is read of the occlusion queries and their answers.

use super::judging_ref::JudgingRef;
use super::occlusion::{OcclusionAnswers, OcclusionKey};
use crate::geometry::Mark;
use crate::occlusion::{Method, QueryAnswer};
use crate::picture;
use crate::report::occlusion::{AllUnanswered, ComparedAnswers, ComparedBodies, Unanswered, compared, shown_pair};
use crate::scene::ItemId;

impl<'a> JudgingRef<'a> {
    /// What the answers depend on now; `None` for a scene without queries.
    pub(crate) fn occlusion_key(self) -> Option<OcclusionKey> {
        let has_queries = !self.world.occlusion.is_empty();
        has_queries.then_some((self.revision, self.tick, self.judging.occlusion.resolution()))
    }

    /// The queries for all pairs with all methods, for a depth buffer with this greatest resolution.
    pub(crate) fn occlusion_pairs(self, most: u32) -> Vec<ComparedBodies> {
        let view = picture::scene_view(self.scene, self.world, 1.0).depth_view(1);
        compared(self.world, &view, self.judging.occlusion.resolution(), most)
    }

    /// The queries without an answer.
    pub(crate) fn unanswered_queries(self) -> AllUnanswered {
        let mut all = AllUnanswered::default();
        match (self.occlusion_error(), self.occlusion()) {
            (Some(error), _) => all.add(vec![Unanswered::section(error)]),
            (None, Some(answers)) => {
                all.add(Unanswered::compared(answers.pairs.iter().map(|pair| &pair.tested), self.world));
            }
            (None, None) => {}
        }
        all
    }

    /// The shown query: the selected one, else the first.
    pub(crate) fn shown_query(self) -> Option<ItemId> {
        let shown = self.selection.in_world.occlusion().unwrap_or(0);
        self.world.occlusion.get(shown).map(|query| query.id)
    }

    /// The shown pair of the shown query, with the method of that query.
    pub(crate) fn shown_pair(self) -> Option<(&'a ComparedAnswers, Method)> {
        let object = self.selection.in_world.object().and_then(|object| self.world.objects.get(object));
        let object = object.map(|object| &*object.name);
        let name_of = |id: ItemId| self.world.find(id).and_then(|body| self.world.name_of(body)).cloned();
        let chosen = self.judging.occlusion.pair().and_then(|[a, b]| Some([name_of(a)?, name_of(b)?]));
        shown_pair(&self.occlusion()?.pairs, self.shown_query()?, chosen.as_ref(), object)
    }

    /// The answers of one query, or the reason why it has no pairs, in the order of the report.
    pub(crate) fn answers_of(self, query: ItemId) -> impl Iterator<Item = Result<&'a QueryAnswer, &'a str>> + use<'a> {
        let pairs = self.occlusion().into_iter().flat_map(|answers| &answers.pairs);
        pairs.flat_map(move |pair| {
            let own = pair.tested.queries.iter().filter(move |source| source.query == query);
            own.filter_map(move |source| match &pair.tested.pairs {
                Ok(_) => pair.by(source.method).map(Ok),
                Err(error) => Some(Err(&**error)),
            })
        })
    }

    /// The last answers. For some frames after a change they belong to the state before it.
    pub(crate) fn occlusion(self) -> Option<&'a OcclusionAnswers> {
        self.judging.occlusion.answers()
    }

    /// Whether the stored answers, or the reason why there are none, belong to this key.
    pub(crate) fn has_occlusion(self, key: OcclusionKey) -> bool {
        self.judging.occlusion.belongs_to(key)
    }

    /// The reason why there are no answers.
    pub(crate) fn occlusion_error(self) -> Option<&'a str> {
        self.judging.occlusion.error().map(|error| &**error)
    }

    /// The resolution that is tried in place of those of the scene.
    pub(crate) fn tried_resolution(self) -> Option<u32> {
        self.judging.occlusion.resolution()
    }

    /// The marks of the shown pair.
    pub fn occlusion_marks(self) -> &'a [Mark] {
        &self.judging.occlusion.marks().marks
    }
}
