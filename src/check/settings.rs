//! The options of a run, and the function that draws.

use std::str::FromStr;

use image::RgbaImage;

use super::cache::CheckCache;
use super::discover::FoundScene;
use super::expectations::TakenExpectations;
use super::pixels::Rect;
use super::plan::PlannedView;
use super::row::SceneRow;
use crate::budget::Budget;
use crate::files::{Loaded, Reading};
use crate::report::occlusion::Answers;
use crate::scene::Scene;
use crate::source::suggest::nearest;
use crate::world::World;

/// Draws a view of a scene, or returns the reason why it cannot.
pub type Draw<'a> = &'a mut dyn FnMut(&FoundScene, &Loaded, &PlannedView) -> Result<DrawnPicture, Undrawn>;

/// A picture, and what of it is not compared.
#[derive(Clone, Debug, PartialEq)]
pub struct DrawnPicture {
    /// The picture.
    pub image: RgbaImage,
    /// The pixels of the objects that the view ignores.
    pub covered: Vec<Rect>,
}

impl From<RgbaImage> for DrawnPicture {
    fn from(image: RgbaImage) -> Self {
        Self { image, covered: Vec::new() }
    }
}

/// What of a scene is checked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CheckParts {
    /// Its answers.
    pub answers: bool,
    /// Its pictures.
    pub pictures: bool,
    /// Its expectations.
    pub expectations: bool,
}

impl CheckParts {
    /// The words of the parts.
    const WORDS: [&'static str; 3] = ["answers", "pictures", "expectations"];
    /// Everything.
    pub const ALL: Self = Self { answers: true, pictures: true, expectations: true };
}

impl FromStr for CheckParts {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let mut parts = Self { answers: false, pictures: false, expectations: false };
        for word in text.split(',') {
            match word {
                "answers" => parts.answers = true,
                "pictures" => parts.pictures = true,
                "expectations" => parts.expectations = true,
                other => {
                    let help = nearest(other, Self::WORDS).map_or_else(
                        || format!("the parts are {}", Self::WORDS.join(", ")),
                        |near| format!("did you mean `{near}`?"),
                    );
                    return Err(format!("there is no part `{other}` of a check; {help}"));
                }
            }
        }
        Ok(parts)
    }
}

/// Why a view cannot be drawn.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Undrawn {
    /// The reason, in one line.
    pub reason: String,
    /// Whether the size of the view is the cause: it does not fit into the memory budget, or OpenGL has no such size.
    pub is_of_size: bool,
}

/// The options of a run.
pub struct CheckSettings<'a> {
    /// How to read scenes.
    pub reading: &'a Reading,
    /// The memory budget, which all scenes share.
    pub budget: &'a Budget,
    /// Answers the occlusion queries of a scene's world. Only the thread that draws calls it.
    pub depth: &'a (dyn Fn(&Scene, &World) -> Answers + Sync),
    /// The name of the renderer that draws.
    pub renderer: &'a str,
    /// The number of threads that read scenes, and of threads that compare pictures.
    pub jobs: usize,
    /// What is checked.
    pub parts: CheckParts,
    /// The expectations that replace those of each scene.
    pub expect: Option<&'a TakenExpectations>,
    /// What is known of scenes that were equal.
    pub cache: Option<&'a CheckCache>,
    /// After so many scenes that fail, in the order of the scenes, no more are checked.
    pub most_failures: Option<usize>,
    /// Called with the number and the row of each scene that is done. Any thread may call it, in any order.
    pub done: &'a (dyn Fn(usize, &SceneRow) + Sync),
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parts_are_words_with_commas() {
        assert_eq!("answers,pictures,expectations".parse(), Ok(CheckParts::ALL));
        let some = CheckParts { pictures: false, ..CheckParts::ALL };
        assert_eq!("expectations,answers".parse(), Ok(some));
        for (wrong, message) in [
            ("", "the parts are answers, pictures, expectations"),
            ("answer", "did you mean `answers`?"),
            ("answers,,", "no part ``"),
        ] {
            let error = wrong.parse::<CheckParts>().unwrap_err();
            assert!(error.contains(message), "{error}");
        }
    }
}
