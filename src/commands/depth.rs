//! Occlusion queries for a command: OpenGL without a display, opened when the first query is asked.

use anyhow::anyhow;

use crate::geometry::Mark;
use crate::occlusion::{DepthQueries, QueryError};
use crate::picture;
use crate::render::{Headless, OcclusionQueries};
use crate::report::explain::Explanation;
use crate::report::occlusion::{self, Answers};
use crate::scene::Scene;
use crate::world::World;

/// The depth buffer of a command.
pub(super) struct Depth<'s> {
    scene: &'s Scene,
    queries: Option<Result<OcclusionQueries, QueryError>>,
    has_failed: bool,
}

impl<'s> Depth<'s> {
    pub(super) fn of(scene: &'s Scene) -> Self {
        Self { scene, queries: None, has_failed: false }
    }

    /// Whether some query could not be answered; that was said on standard error.
    pub(super) fn has_failed(&self) -> bool {
        self.has_failed
    }

    /// All answers of a world.
    pub(super) fn answers(&mut self, world: &World) -> Answers {
        let view = picture::scene_view(self.scene, world, 1.0).depth_view(1);
        let answers = self.queries().and_then(|queries| occlusion::answers(world, &view, queries));
        let failures: Vec<String> = match &answers {
            Ok(entries) => {
                entries.iter().filter_map(|entry| Some(format!("`{}`: {}", entry.name, entry.error()?))).collect()
            }
            Err(error) => vec![format!("occlusion queries have no answer: {error}")],
        };
        // A recording has the same failure at every tick.
        if !self.has_failed {
            for failure in &failures {
                super::say(&format!("error: {failure}"));
            }
        }
        self.has_failed |= !failures.is_empty();
        answers
    }

    /// What the answers add to a picture; nothing for a scene without queries and when they have no answer.
    pub(super) fn marks(&mut self, world: &World) -> Vec<Mark> {
        if world.occlusion.is_empty() {
            return Vec::new();
        }
        let entries = self.answers(world).unwrap_or_default();
        let answered = entries.iter().filter_map(|entry| entry.bodies.as_ref().zip(entry.answer.as_ref().ok()));
        occlusion::marks(world, answered)
    }

    /// The steps of an occlusion query; `None` when the scene has none of that name.
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
