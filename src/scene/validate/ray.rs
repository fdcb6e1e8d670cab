//! The rules of rays.

use super::check::Check;
use super::words::{NOT_ZERO, is_zero};
use crate::scene::document::Ray;
use crate::source::place::ValuePath;

impl<'s> Check<'s> {
    pub(super) fn ray(&mut self, ray: &'s Ray, at: &ValuePath) {
        self.rules(at, &[(!is_zero(&ray.direction), "direction", NOT_ZERO)]);
        self.layers(ray.mask.as_deref().unwrap_or_default(), &at.key("mask"));
    }
}
