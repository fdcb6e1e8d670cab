//! The tour: the scene that is built into the program.

use super::document::Scene;
use super::read::located::parse;
use crate::source::error::SceneError;

const TEXT: &str = include_str!("../../scenes/tour.json");

/// The scene that the window shows when no file is given.
///
/// # Errors
/// Never, because a test checks that `scenes/tour.json` is valid.
pub fn tour() -> Result<Scene, SceneError> {
    parse(TEXT, "tour.json")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn its_selection_is_the_crate() {
        assert_eq!(tour().unwrap().select, ["guard", "crate"]);
    }
}
