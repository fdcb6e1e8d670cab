//! The comparison of two reports, answer by answer.

use serde_json::Value;

use super::answers::{ListedAnswer, answers};
use super::change::{ChangeKind, Difference, DifferenceKind, FieldChange};
use super::same::is_same;
use crate::report::brief::brief;

/// All differences of two reports of one tick, full or brief: first those of words and entries, then those of numbers
/// alone.
pub fn differences(before: &Value, after: &Value, tolerance: f64) -> Vec<Difference> {
    let (before, after) = (brief(before), brief(after));
    let (old, new) = (answers(&before), answers(&after));
    let mut found = Vec::new();
    for answer in &old.list {
        match new.find(answer) {
            None if old.is_part_of(answer, |parent| new.find(parent).is_none()) => {}
            None => found.push(answer.difference(DifferenceKind::Vanished(answer.fields.clone()))),
            Some(other) => {
                let changes = changes(answer, other, tolerance);
                if !changes.is_empty() {
                    found.push(answer.difference(DifferenceKind::Changes(changes)));
                }
            }
        }
    }
    for answer in &new.list {
        if old.find(answer).is_none() && !new.is_part_of(answer, |parent| old.find(parent).is_none()) {
            found.push(answer.difference(DifferenceKind::New(answer.fields.clone())));
        }
    }
    found.sort_by_key(Difference::is_of_numbers);
    found
}

/// The fields that differ in an answer that both reports have.
pub(super) fn changes(before: &ListedAnswer, after: &ListedAnswer, tolerance: f64) -> Vec<FieldChange> {
    let more = after.fields.keys().filter(|key| !before.fields.contains_key(*key));
    let mut found = Vec::new();
    for key in before.fields.keys().chain(more) {
        let value = |answer: &ListedAnswer| answer.fields.get(key).cloned().unwrap_or(Value::Null);
        let (old, new) = (value(before), value(after));
        if is_same(&old, &new, tolerance) {
            continue;
        }
        match (&old, &new) {
            (Value::Array(old), Value::Array(new))
                if key == "solid" && crate::report::difference::lists::is_same_size(old, new) =>
            {
                found.extend(crate::report::difference::lists::cells(old, new));
            }
            (Value::Array(old), Value::Array(new)) if key != "solid" => {
                let is_same = |a: &Value, b: &Value| is_same(a, b, tolerance);
                let (removed, added) = if key == "events" {
                    crate::report::difference::lists::events(old, new, is_same)
                } else {
                    crate::report::difference::lists::items(old, new, is_same)
                };
                // The order differs, or numbers by no more than the tolerance.
                if removed.is_empty() && added.is_empty() {
                    continue;
                }
                found.push(FieldChange { field: key.clone(), how: ChangeKind::Items { removed, added } });
            }
            _ => found.push(FieldChange { field: key.clone(), how: ChangeKind::Value { before: old, after: new } }),
        }
    }
    found
}
