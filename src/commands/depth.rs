//! Occlusion queries for a command: OpenGL without a display, opened when the first query is asked.

use anyhow::anyhow;

use crate::occlusion::{DepthQueries, QueryError};
use crate::picture;
use crate::render::{Headless, OcclusionQueries};
use crate::report::explain::Explanation;
use crate::report::occlusion::{self, Answers, Compared, PairMarks};
use crate::scene::Scene;
use crate::world::World;

/// Answers the occlusion queries of a command.
pub(super) struct Depth<'s> {
    scene: &'s Scene,
    queries: Option<Result<OcclusionQueries, QueryError>>,
    has_failed: bool,
}

impl<'s> Depth<'s> {
    pub(super) fn of(scene: &'s Scene) -> Self {
        Self { scene, queries: None, has_failed: false }
    }

    /// Whether some query could not be answered. The reason was printed on standard error.
    pub(super) fn has_failed(&self) -> bool {
        self.has_failed
    }

    /// The answers to all occlusion queries of a world.
    pub(super) fn answers(&mut self, world: &World) -> Answers {
        let view = picture::scene_view(self.scene, world, 1.0).depth_view(1);
        let answers = self.queries().and_then(|queries| occlusion::answers(world, &view, queries));
        let failures: Vec<String> = match &answers {
            Ok(entries) => {
                entries.iter().filter_map(|entry| Some(format!("`{}`: {}", entry.name, entry.error()?))).collect()
            }
            Err(error) => vec![format!("occlusion queries have no answer: {error}")],
        };
        self.fail(&failures);
        answers
    }

    /// What the answer for one pair adds to a picture: the pair of the selected query, else of the first query. Empty
    /// for a scene without queries, and when there is no answer.
    pub(super) fn marks(&mut self, world: &World, selected: Option<usize>) -> PairMarks {
        let Some(query) = world.occlusion.get(selected.unwrap_or(0)).map(|query| query.id) else {
            return PairMarks::default();
        };
        let view = picture::scene_view(self.scene, world, 1.0).depth_view(1);
        let asked = self.queries().and_then(|queries| {
            let asked = occlusion::compared(world, &view, None, queries.most_resolution()?);
            let tests: Vec<_> = asked.iter().filter(|pair| pair.is_of(query)).flat_map(Compared::tests).collect();
            let passed = queries.ask(&tests)?;
            drop(tests);
            Ok((asked, passed))
        });
        let (asked, passed) = match asked {
            Ok(found) => found,
            Err(error) => {
                self.fail(&[format!("occlusion queries have no answer: {error}")]);
                return PairMarks::default();
            }
        };
        let errors = asked.iter().filter_map(|pair| {
            let (entry, error) = (&pair.queries.first()?.entry, pair.pairs.as_ref().err()?);
            Some(format!("`{entry}`: {error}"))
        });
        let errors: Vec<String> = errors.collect();
        self.fail(&errors);
        let mut rest = &*passed;
        let own = asked.into_iter().filter(|pair| pair.is_of(query));
        let answers: Vec<_> = own.map(|pair| pair.answered(&mut rest)).collect();
        let shown = occlusion::shown_pair(&answers, query, None, None);
        shown.map(|(pair, method)| occlusion::marks(world, pair, method)).unwrap_or_default()
    }

    /// Prints the reason once: a recording has the same failures at every tick.
    fn fail(&mut self, failures: &[String]) {
        if !self.has_failed {
            for failure in failures {
                super::say(&format!("error: {failure}"));
            }
        }
        self.has_failed |= !failures.is_empty();
    }

    /// The steps of an occlusion query; `None` when the scene has no query with that name.
    pub(super) fn explain(&mut self, world: &World, name: &str) -> Option<anyhow::Result<Explanation>> {
        if !occlusion::is_named(world, name) {
            return None;
        }
        let view = picture::scene_view(self.scene, world, 1.0).depth_view(1);
        let explained = self.queries().map_err(|error| error.to_string());
        let explained = explained.and_then(|queries| occlusion::explain(world, name, &view, queries));
        Some(explained.map_err(|error| anyhow!("`{name}` has no answer: {error}")))
    }

    fn queries(&mut self) -> Result<&mut dyn DepthQueries, QueryError> {
        let opened = self.queries.get_or_insert_with(|| {
            let headless = Headless::of_this_thread().map_err(|error| QueryError(error.to_string()))?;
            OcclusionQueries::new(headless.context()).map_err(|error| QueryError(error.to_string()))
        });
        match opened {
            Ok(queries) => Ok(queries),
            Err(error) => Err(error.clone()),
        }
    }
}
