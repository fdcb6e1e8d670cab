//! Queries without an answer, as errors at their place in the scene file.

use indexmap::IndexSet;

use super::compared::ComparedBodies;
use super::entry::Answers;
use super::named::query_named;
use crate::budget::Budget;
use crate::scene::{Scene, Violation, WrittenScene};
use crate::source::error::SceneError;
use crate::source::place::ValuePath;
use crate::world::{Item, World};

/// Why a query has no answer.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Unanswered {
    /// The index of the query; `None` when no query has an answer.
    query: Option<usize>,
    message: String,
}

impl Unanswered {
    /// All queries of a world without an answer.
    pub fn all(answers: &Answers, world: &World) -> Vec<Self> {
        let entries = match answers {
            Ok(entries) => entries,
            Err(error) => return vec![Self::section(&error.to_string())],
        };
        let unanswered = entries.iter().filter_map(|entry| Some((entry, entry.error()?)));
        unanswered.map(|(entry, error)| Self::of(query_named(world, &entry.name), &entry.name, error)).collect()
    }

    /// The same of the queries that a window asks.
    pub fn compared<'a>(pairs: impl IntoIterator<Item = &'a ComparedBodies>, world: &World) -> Vec<Self> {
        let unanswered = pairs.into_iter().filter_map(|pair| Some((pair, pair.pairs.as_ref().err()?)));
        let all = unanswered.flat_map(|(pair, error)| {
            pair.queries.iter().map(move |source| {
                let query = world.find(source.query).and_then(|item| match item {
                    Item::Occlusion(index) => Some(index),
                    _ => None,
                });
                Self::of(query, &source.entry, error)
            })
        });
        all.collect()
    }

    /// Of the whole section, such as without OpenGL.
    pub fn section(reason: &str) -> Self {
        Self { query: None, message: format!("occlusion queries have no answer: {reason}") }
    }

    fn of(query: Option<usize>, entry: &str, error: &str) -> Self {
        Self { query, message: format!("`{entry}`: {error}") }
    }

    /// The error at its place in the text of the scene.
    fn located(&self, scene: &Scene, written: &WrittenScene) -> SceneError {
        let list = ValuePath::default().key("occlusion");
        let place = self.query.map_or(list.clone(), |query| list.index(query));
        written.error(scene, Violation::at(place, self.message.clone(), None))
    }
}

/// The errors of one run, each once: a recording has the same at every tick.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct AllUnanswered(IndexSet<Unanswered>);

impl AllUnanswered {
    /// Adds those that are new.
    pub fn add(&mut self, found: Vec<Unanswered>) {
        self.0.extend(found);
    }

    /// Adds those of another run.
    pub fn extend(&mut self, others: Self) {
        self.0.extend(others.0);
    }

    /// Whether all queries have answers.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// All errors, located in the text of the scene, `name` in messages. Without the text, or when the text is no longer that
    /// of the scene, they have no line.
    pub fn located(&self, scene: &Scene, text: Option<&str>, name: &str) -> Vec<SceneError> {
        if self.0.is_empty() {
            return Vec::new();
        }
        let written = text.and_then(|text| WrittenScene::parse(text, name, &Budget::default()).ok());
        let written = written.filter(|(now, _)| now.occlusion.len() == scene.occlusion.len());
        let written = written.map_or_else(|| WrittenScene::made(name), |(_, written)| written);
        self.0.iter().map(|one| one.located(scene, &written)).collect()
    }
}

#[cfg(test)]
mod tests {
    use glam::DVec3;

    use super::*;
    use crate::files::Files;
    use crate::occlusion::{DepthQueries, DepthTest, DepthView, Passed, QueryError};
    use crate::report::occlusion::ask::answers;

    const SCENE: &str = r#"{ "eyeline": 1,
  "objects": [{ "name": "a", "shape": { "sphere": { "radius": 1 } } }, { "name": "b", "shape": { "sphere": { "radius": 1 } } }],
  "occlusion": [
    { "name": "fine", "a": "a", "b": "b", "resolution": 129 },
    { "name": "coarse", "a": "a", "b": "b", "resolution": 128 },
    { "name": "all", "among": ["a", "b"], "resolution": 4096 } ] }"#;

    /// A depth buffer of a context with a low limit. Everything passes.
    struct Limited(u32);

    impl DepthQueries for Limited {
        fn most_resolution(&mut self) -> Result<u32, QueryError> {
            Ok(self.0)
        }

        fn run(&mut self, tests: &[DepthTest]) -> Result<Vec<Passed>, QueryError> {
            assert!(tests.iter().all(|test| test.view.resolution <= self.0));
            Ok(tests.iter().map(|_| Passed { any: true, draws: 2, queries: 1 }).collect())
        }
    }

    fn lines(most: u32, budget: u64) -> Vec<String> {
        let (scene, _) = WrittenScene::parse(SCENE, "a.json", &Budget::default()).unwrap();
        let world = World::at(&scene, &Files::within(Budget::new(budget)), 0);
        let view = DepthView::framing(DVec3::NEG_Z, [DVec3::NEG_ONE, DVec3::ONE], 1);
        let answers = answers(&world, &view, &mut Limited(most));
        let mut all = AllUnanswered::default();
        // A recording has the same at every tick.
        all.add(Unanswered::all(&answers, &world));
        all.add(Unanswered::all(&answers, &world));
        assert_eq!(answers.unwrap().iter().filter(|entry| entry.answer.is_ok()).count(), 3 - all.0.len());
        all.located(&scene, Some(SCENE), "a.json").iter().map(ToString::to_string).collect()
    }

    #[test]
    fn the_limit_of_opengl_decides_and_the_others_are_answered() {
        assert_eq!(
            lines(128, Budget::DEFAULT),
            [
                "a.json:4:5: `fine`: `resolution` is 129, and OpenGL draws at most 128 here; reduce it",
                "a.json:6:5: `all`: `resolution` is 4096, and OpenGL draws at most 128 here; reduce it",
            ]
        );
        assert_eq!(lines(4096, Budget::DEFAULT), [""; 0]);
    }

    #[test]
    fn the_budget_decides_and_the_others_are_answered() {
        let found = lines(4096, 32 << 20);
        let [line] = &*found else { panic!("{found:?}") };
        assert!(line.starts_with("a.json:6:5: `all: a + b`: testing this pair takes 1"), "{line}");
        assert!(line.ends_with("give the scene a larger budget, such as `--memory 128MiB`"), "{line}");
    }

    #[test]
    fn without_its_text_an_error_has_no_line() {
        let (scene, _) = WrittenScene::parse(SCENE, "a.json", &Budget::default()).unwrap();
        let located = |one: Unanswered, text: Option<&str>| {
            let mut all = AllUnanswered::default();
            all.add(vec![one.clone(), one]);
            let [error] = &all.located(&scene, text, "a.json")[..] else { panic!("each once") };
            error.clone()
        };
        let one = Unanswered { query: Some(2), message: "no".to_owned() };
        assert_eq!(located(one.clone(), Some(SCENE)).to_string(), "a.json:6:5: no");
        for text in [None, Some("{"), Some(r#"{ "eyeline": 1 }"#)] {
            assert_eq!(located(one.clone(), text).to_string(), "a.json:1:1: no");
        }
        assert_eq!(located(Unanswered::section("why"), Some(SCENE)).line, 3);
    }
}
