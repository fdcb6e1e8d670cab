//! Occlusion queries outside the window: OpenGL without a display, opened when the first query is asked; and the queries
//! without an answer.

use anyhow::anyhow;

use crate::occlusion::{DepthQueries, QueryError};
use crate::picture;
use crate::render::{Headless, OcclusionQueries};
use crate::report::explain::Explanation;
use crate::report::occlusion::{self, AllUnanswered, Answers, ComparedBodies, PairMarks, Unanswered};
use crate::scene::Scene;
use crate::world::World;

/// Answers occlusion queries.
pub struct DepthAnswers<'s> {
    scene: &'s Scene,
    queries: Option<Result<OcclusionQueries, QueryError>>,
    unanswered: AllUnanswered,
}

impl<'s> DepthAnswers<'s> {
    /// Answers the queries of a scene. OpenGL is opened at the first query.
    pub fn of(scene: &'s Scene) -> Self {
        Self { scene, queries: None, unanswered: AllUnanswered::default() }
    }

    /// The queries that have no answer so far.
    pub fn unanswered(&self) -> &AllUnanswered {
        &self.unanswered
    }

    /// The queries that have no answer.
    pub fn into_unanswered(self) -> AllUnanswered {
        self.unanswered
    }

    /// The answers to all occlusion queries of a world.
    ///
    /// # Errors
    /// When there is no OpenGL, or a query cannot be answered.
    pub fn answers(&mut self, world: &World) -> Answers {
        let view = picture::scene_view(self.scene, world, 1.0).depth_view(1);
        let answers = self.queries(world).and_then(|queries| occlusion::answers(world, &view, queries));
        self.unanswered.add(Unanswered::all(&answers, world));
        answers
    }

    /// What the answer for one pair adds to a picture: the pair of the selected query, else of the first query. Empty
    /// for a scene without queries, and when there is no answer.
    pub fn marks(&mut self, world: &World, selected: Option<usize>) -> PairMarks {
        let Some(query) = world.occlusion.get(selected.unwrap_or(0)).map(|query| query.id) else {
            return PairMarks::default();
        };
        let view = picture::scene_view(self.scene, world, 1.0).depth_view(1);
        let tested = self.queries(world).and_then(|queries| {
            let tested = occlusion::compared(world, &view, None, queries.most_resolution()?);
            let tests: Vec<_> =
                tested.iter().filter(|pair| pair.is_of(query)).flat_map(ComparedBodies::tests).collect();
            let passed = queries.run(&tests)?;
            drop(tests);
            Ok((tested, passed))
        });
        let (tested, passed) = match tested {
            Ok(found) => found,
            Err(error) => {
                self.unanswered.add(vec![Unanswered::section(&error.to_string())]);
                return PairMarks::default();
            }
        };
        self.unanswered.add(Unanswered::compared(&tested, world));
        let mut rest = &*passed;
        let own = tested.into_iter().filter(|pair| pair.is_of(query));
        let answers: Vec<_> = own.map(|pair| pair.answered(&mut rest)).collect();
        let shown = occlusion::shown_pair(&answers, query, None, None);
        shown.map(|(pair, method)| occlusion::marks(world, pair, method)).unwrap_or_default()
    }

    /// The steps of an occlusion query; `None` when the scene has none of that name.
    pub fn explain(&mut self, world: &World, name: &str) -> Option<anyhow::Result<Explanation>> {
        if !occlusion::is_named(world, name) {
            return None;
        }
        let view = picture::scene_view(self.scene, world, 1.0).depth_view(1);
        let explained = self.queries(world).map_err(|error| error.to_string());
        let explained = explained.and_then(|queries| occlusion::explain(world, name, &view, queries));
        Some(explained.map_err(|error| anyhow!("`{name}` has no answer: {error}")))
    }

    /// The depth buffer, within the budget of a world.
    fn queries(&mut self, world: &World) -> Result<&mut dyn DepthQueries, QueryError> {
        let opened = self.queries.get_or_insert_with(|| {
            let headless = Headless::of_this_thread().map_err(|error| QueryError(error.to_string()))?;
            OcclusionQueries::new(headless.context()).map_err(|error| QueryError(error.to_string()))
        });
        match opened {
            Ok(queries) => {
                queries.set_budget(&world.budget);
                Ok(queries)
            }
            Err(error) => Err(error.clone()),
        }
    }
}
