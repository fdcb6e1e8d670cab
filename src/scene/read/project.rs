//! Reads the project file `eyeline.project.json`, with the rules and messages of scenes.

use super::decode::decode;
use super::located::locate;
use super::version::expect_version;
use crate::scene::document::Project;
use crate::scene::validate::{Violation, check_project};
use crate::source::error::SceneError;
use crate::source::lines::Lines;
use crate::source::place::ValuePath;
use crate::source::syntax::{self, Fault};
use crate::source::text::without_mark;

/// The smallest project file.
const SMALLEST: &str = "the smallest project file is `{ \"eyeline_project\": 1 }`";

/// A project file with its text, which gives its errors their line and column.
#[derive(Clone, Debug, PartialEq)]
pub struct WrittenProject {
    /// The file's name in messages.
    name: String,
    text: String,
    /// What it says.
    pub project: Project,
}

impl WrittenProject {
    /// Reads and checks a project file. `name` is the file's name in messages.
    ///
    /// # Errors
    /// With the first error, located.
    pub fn parse(text: &str, name: &str) -> Result<Self, SceneError> {
        let (text, _) = without_mark(text);
        let located = |fault: Fault| SceneError::at(name, text, fault.span, &fault.message, fault.help.as_deref());
        let root = syntax::parse(text).map_err(|fault| {
            let is_empty = fault.span.is_empty();
            located(if is_empty { fault.help(SMALLEST) } else { fault })
        })?;
        expect_version(&root, "eyeline_project", "a project file", SMALLEST).map_err(located)?;
        let project = decode(&root, text).map_err(located)?;
        let written = Self { name: name.to_owned(), text: text.to_owned(), project };
        let settings = written.project.check.clone().unwrap_or_default();
        let errors = check_project(&settings).into_iter().map(|problem| written.error(problem));
        errors.min_by_key(|error| error.span.start).map_or(Ok(written.clone()), Err)
    }

    /// A problem of the project file with its location.
    pub(crate) fn error(&self, problem: Violation) -> SceneError {
        let Self { name, text, .. } = self;
        let Ok(root) = syntax::parse(text) else {
            return SceneError::unreadable(name, &problem.message, problem.help.as_deref());
        };
        let Fault { span, message, help } = locate(problem, &root, &Lines::of(text));
        SceneError::at(name, text, span, &message, help.as_deref())
    }

    /// An error at one of the values of `check`: the value of `key`, or an entry of the list there.
    pub(crate) fn error_at(&self, key: &'static str, entry: Option<usize>, message: String, help: &str) -> SceneError {
        let place = ValuePath::default().key("check").key(key);
        let place = entry.map_or(place.clone(), |entry| place.index(entry));
        self.error(Violation::at(place, message, Some(help.to_owned())))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn settings_are_read_and_written_again() {
        let text = r#"{ // of all scenes
            "eyeline_project": 1, "check": { "paths": ["levels"], "baselines": "tests/base",
            "views": [{ "name": "front", "theme": "light" }], "tolerance": { "pixel_ratio": 0.01 },
            "ignore": [{ "object": "clock" }], "skip": ["octree"], } }"#;
        let read = WrittenProject::parse(text, "p.json").unwrap().project;
        let again = serde_json::to_string(&read).unwrap();
        assert_eq!(WrittenProject::parse(&again, "p.json").unwrap().project, read);
        let settings = read.check.unwrap().of_scenes();
        assert_eq!((settings.views().len(), settings.ignored().len(), settings.skipped().len()), (1, 1, 1));
    }

    #[test]
    fn errors_are_located_as_those_of_scenes() {
        for (text, message) in [
            ("", "p.json:1:1: the file is empty"),
            ("[]", "p.json:1:1: a project file is an object"),
            ("{ }", "the key `eyeline_project` is missing"),
            ("{ \"eyeline_project\": 2, \"x\": 1 }", "p.json:1:22: `eyeline_project` must be 1, found `2`"),
            ("{ \"eyeline_project\": 1,\n\"chekc\": {} }", "p.json:2:1: unknown key `chekc`"),
            ("{ \"eyeline_project\": 1,\n\"check\": { \"skip\": [\"rayz\"] } }", "p.json:2:21: unknown word `rayz`"),
            (
                "{ \"eyeline_project\": 1,\n\"check\": { \"tolerance\": { \"pixel\": 2 } } }",
                "p.json:2:36: `pixel` must be from 0 to 1",
            ),
            (
                "{ \"eyeline_project\": 1,\n\"check\": { \"views\": [{ \"name\": \"a/b\" }] } }",
                "p.json:2:32: the name `a/b` of a view",
            ),
            (
                "{ \"eyeline_project\": 1,\n\"check\": { \"renderers\": [{ \"name\": \"..\", \"matches\": \"a\" }] } }",
                "p.json:2:36: the name `..` of a renderer",
            ),
        ] {
            let error = WrittenProject::parse(text, "p.json").unwrap_err();
            assert!(error.to_string().contains(message), "{error}");
        }
        let help = WrittenProject::parse("", "p.json").unwrap_err().render(false);
        assert!(help.contains("eyeline_project"), "{help}");
    }
}
