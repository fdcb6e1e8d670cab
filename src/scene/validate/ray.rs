//! The rules of rays.

use super::check::Check;
use super::words::{NOT_ZERO, is_zero};
use crate::mistakes::{self, Mistake, SpatialQuestion};
use crate::scene::document::Ray;
use crate::scene::read::hint::such_as;
use crate::source::place::ValuePath;

impl<'s> Check<'s> {
    pub(super) fn ray(&mut self, ray: &'s Ray, at: &ValuePath) {
        self.rules(at, &[(!is_zero(&ray.direction), "direction", NOT_ZERO)]);
        self.layers(ray.mask.as_deref().unwrap_or_default(), &at.key("mask"));
        self.mistake(ray.mistake.as_deref(), SpatialQuestion::is_of_rays, at);
    }

    /// The key of a mistake that changes answers to some questions.
    pub(super) fn mistake(&mut self, key: Option<&str>, is_asked: fn(SpatialQuestion) -> bool, at: &ValuePath) {
        let Some(key) = key else { return };
        let changes = |mistake: &Mistake| mistake.questions.iter().any(|question| is_asked(*question));
        if !mistakes::of_key(key).is_some_and(changes) {
            let message = match mistakes::of_key(key) {
                Some(mistake) if mistake.questions.is_empty() => {
                    format!("the mistake `{key}` changes no answer of cameras and rays")
                }
                Some(mistake) => {
                    let words: Vec<&str> = mistake.questions.iter().map(|question| question.word()).collect();
                    format!("the mistake `{key}` is of {}, and has no effect here", words.join(", "))
                }
                None => format!("`{key}` is not a known mistake; `eyeline mistakes` lists them"),
            };
            self.push_value(at.key("mistake"), message, such_as("mistake"));
        }
    }
}
