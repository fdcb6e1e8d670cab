//! A comparison of a collider in one sentence.

use super::answers::ColliderWork;
use crate::geometry::narrate::written;

/// What the answer says, with names in backticks; `None` while there is no answer.
pub fn headline(asked: &ColliderWork) -> Option<String> {
    let input = asked.input.as_ref().ok()?;
    let [render, collider] = &input.names;
    let found = match asked.answer.as_ref()?.as_ref() {
        Ok(found) => found,
        Err(reason) => return Some(format!("`{}` is undecided: {reason}", asked.name)),
    };
    let [forth, back] = found.both.each_ref().map(|one| one.distance);
    let tolerance = written(input.tolerance);
    Some(if input.is_within(found) {
        format!("`{collider}` follows `{render}` within {tolerance} m: at most {} m apart", written(forth.max(back)))
    } else if forth >= back {
        format!("`{render}` is up to {} m from its collider `{collider}`, more than {tolerance} m", written(forth))
    } else {
        format!("the collider `{collider}` is up to {} m from `{render}`, more than {tolerance} m", written(back))
    })
}
