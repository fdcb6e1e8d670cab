//! The rules for the questions about a level: leaks and colliders.

use std::collections::HashSet;

use super::check::Check;
use super::words::{ABOVE_0, IN_RANGE, is_in_range};
use crate::scene::document::{Collider, Leak};
use crate::source::error::quoted;
use crate::source::place::ValuePath;

impl<'s> Check<'s> {
    pub(super) fn leak(&mut self, leak: &'s Leak, at: &ValuePath) {
        let are_in_range = |place: [f64; 3]| place.into_iter().all(is_in_range);
        self.rules(
            at,
            &[
                (are_in_range(leak.from), "from", IN_RANGE),
                (leak.to.is_none_or(are_in_range), "to", IN_RANGE),
                (is_in_range(leak.radius), "radius", IN_RANGE),
                (leak.radius > 0.0 || !is_in_range(leak.radius), "radius", ABOVE_0),
            ],
        );
        let mut named = HashSet::with_capacity(leak.objects.len());
        for (i, name) in leak.objects.iter().enumerate() {
            self.body(name, at.key("objects").index(i));
            if !named.insert(name) {
                let message = format!("{} occurs twice in `objects`", quoted(name));
                self.push(at.key("objects").index(i), message, Some("name each object once"));
            }
        }
    }

    pub(super) fn collider(&mut self, collider: &'s Collider, at: &ValuePath) {
        self.rules(
            at,
            &[
                (is_in_range(collider.tolerance), "tolerance", IN_RANGE),
                (collider.tolerance >= 0.0 || !is_in_range(collider.tolerance), "tolerance", "must be 0 or more"),
            ],
        );
        self.body(&collider.render, at.key("render"));
        self.body(&collider.collider, at.key("collider"));
        if collider.render == collider.collider {
            let message = format!("`collider` must differ from `render`, which is {} too", quoted(&collider.render));
            self.push(at.key("collider"), message, Some("a surface always agrees with itself: name another object"));
        }
        let mut named = HashSet::from([&collider.render, &collider.collider]);
        for (i, name) in collider.parts.iter().enumerate() {
            self.body(name, at.key("parts").index(i));
            if !named.insert(name) {
                let message = format!("{} occurs twice in this collider", quoted(name));
                self.push(at.key("parts").index(i), message, Some("name each object once"));
            }
        }
    }
}
