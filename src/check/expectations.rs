//! Expectations of one scene that judge other scenes: those of `--expect FILE`.

use std::collections::HashSet;
use std::path::{Path, PathBuf};

use crate::budget::Budget;
use crate::files::Loaded;
use crate::scene::{Expectation, SceneError, Violation, WrittenScene, check_expectations};
use crate::source::LARGEST_SCENE;
use crate::source::text::{self, ExpectedFile, path_in_message};

/// The expectations of a scene file.
#[derive(Clone, Debug, PartialEq)]
pub struct TakenExpectations {
    /// The file.
    pub file: PathBuf,
    /// Its name in messages.
    name: String,
    text: String,
    expect: Vec<Expectation>,
}

impl TakenExpectations {
    /// Reads the expectations of a scene. Names in them are those of the scenes that they judge, so they need not be
    /// names in this scene.
    ///
    /// # Errors
    /// When the file cannot be read, is not a scene, or has no expectations, located.
    pub fn read(file: &Path, budget: &Budget) -> Result<Self, SceneError> {
        let name = path_in_message(file);
        let wanted = ExpectedFile { what: "scene", example: "expected.json", most: LARGEST_SCENE };
        let text = text::read(file, &name, &wanted)?;
        let (scene, _) = WrittenScene::parse(&text, &name, budget)?;
        if scene.expect.is_empty() {
            let help = "add `\"expect\": [{ \"camera\": \"guard\", \"object\": \"crate\", \"verdict\": \"outside\" }]`";
            return Err(SceneError::unreadable(&name, "this scene has no expectations", Some(help)));
        }
        Ok(Self { file: file.to_owned(), expect: scene.expect, name, text })
    }

    /// Gives a scene these expectations in place of its own. `scene` is its name in messages. An expectation that does not
    /// name an answer of this scene becomes an error of the scene, and the others are judged.
    pub(super) fn apply(&self, loaded: &mut Loaded, scene: &str) {
        loaded.scene.expect.clone_from(&self.expect);
        let problems = check_expectations(&loaded.scene, &loaded.files);
        if problems.is_empty() {
            return;
        }
        let of = |problem: &Violation| problem.place.item().map(|(_, index)| index);
        let wrong: HashSet<usize> = problems.iter().filter_map(of).collect();
        let written = WrittenScene::parse(&self.text, &self.name, &loaded.files.budget);
        let written = written.map_or_else(|_| WrittenScene::made(&self.name), |(_, written)| written);
        loaded.faults.extend(problems.into_iter().map(|mut problem| {
            problem.message = format!("{} in {scene}", problem.message);
            written.error(&loaded.scene, problem)
        }));
        let mut at = 0..;
        loaded.scene.expect.retain(|_| at.next().is_some_and(|at| !wrong.contains(&at)));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_expectation_about_nothing_is_an_error_and_the_others_stay() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("expected.json");
        let text = r#"{ "eyeline": 1, "expect": [
            { "camera": "eye", "object": "ball", "verdict": "inside" },
            { "camera": "eye", "object": "crate", "verdict": "inside" }] }"#;
        std::fs::write(&file, text).unwrap();
        let taken = TakenExpectations::read(&file, &Budget::default()).unwrap();
        let scene = r#"{ "eyeline": 1, "cameras": [{ "name": "eye" }], "objects": [{ "name": "ball", "shape": { "sphere": { "radius": 1 } } }] }"#;
        let mut loaded = crate::files::parse(scene, "a.json", None).unwrap();
        taken.apply(&mut loaded, "a.json");
        assert_eq!(loaded.scene.expect.len(), 1);
        let [fault] = &*loaded.faults else { panic!("{:?}", loaded.faults) };
        assert!(
            fault.to_string().ends_with("expected.json:3:42: there is no object named `crate` in a.json"),
            "{fault}"
        );
        std::fs::write(&file, r#"{ "eyeline": 1 }"#).unwrap();
        let error = TakenExpectations::read(&file, &Budget::default()).unwrap_err();
        assert!(error.to_string().contains("has no expectations"), "{error}");
    }
}
