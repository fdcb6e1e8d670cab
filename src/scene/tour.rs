//! The scene that is built into the program.

use super::{Scene, parse};
use crate::source::error::SceneError;

const TEXT: &str = include_str!("../../scenes/tour.json");

/// The scene that the window opens with when no file is named.
///
/// # Errors
/// Never, as long as `scenes/tour.json` is valid, which a test checks.
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
