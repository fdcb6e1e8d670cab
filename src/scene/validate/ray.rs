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
        self.mistake(ray.mistake.as_deref(), SpatialQuestion::is_of_rays, "eyeline mistakes", at);
    }

    /// The key of a mistake that changes answers to some questions. `list` is the command that lists such keys.
    pub(super) fn mistake(
        &mut self,
        key: Option<&str>,
        is_asked: impl Fn(SpatialQuestion) -> bool,
        list: &str,
        at: &ValuePath,
    ) {
        let Some(key) = key else { return };
        let changes = |mistake: &Mistake| mistake.questions.iter().any(|question| is_asked(*question));
        if !mistakes::of_key(key).is_some_and(changes) {
            let message = format!("`{key}` is not a known mistake here; `{list}` lists them");
            self.push_value(at.key("mistake"), message, such_as("mistake"));
        }
    }
}
