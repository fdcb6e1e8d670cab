//! The comparison of two reports, answer by answer.

use serde_json::Value;

use super::answers::{Answers, ListedAnswer, answers};
use super::change::{ChangeKind, Difference, DifferenceKind, FieldChange};
use super::leaves::leaves;
use super::lists;
use super::renames::{self, Rename};
use super::same::is_same;
use crate::report::brief::brief;

/// All differences of two reports of one tick, full or brief: first those of words and entries, then those of numbers
/// alone, and last the items that have only another name.
pub fn differences(before: &Value, after: &Value, tolerance: f64) -> Vec<Difference> {
    let (before, after) = (brief(before), brief(after));
    differences_of(answers(&before), &answers(&after), tolerance)
}

fn differences_of(old: Answers, new: &Answers, tolerance: f64) -> Vec<Difference> {
    let renames = renames::find(&old, new);
    let old = renames::renamed(old, &renames);
    let mut found = compared(&old, new, tolerance);
    found.sort_by_key(Difference::is_of_numbers);
    found.extend(renames.into_iter().map(Rename::difference));
    found
}

/// The same for two files. When each holds one thing, such as a recording, the names of both things do not count: they
/// are those of the files.
pub fn differences_of_files(before: &Value, after: &Value, tolerance: f64) -> Vec<Difference> {
    let (before, after) = (brief(before), brief(after));
    let (old, new) = (answers(&before), answers(&after));
    let of_files = renames::of_files(&old, &new);
    differences_of(renames::renamed(old, &of_files), &new, tolerance)
}

fn compared(old: &Answers, new: &Answers, tolerance: f64) -> Vec<Difference> {
    let mut found = Vec::new();
    for answer in &old.list {
        match new.find(answer) {
            None if old.is_part_of(answer, |parent| new.find(parent).is_none()) => {}
            None => found.push(answer.difference(DifferenceKind::Vanished(old.whole_fields(answer)))),
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
            found.push(answer.difference(DifferenceKind::New(new.whole_fields(answer))));
        }
    }
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
            (Value::Array(old), Value::Array(new)) if key == "solid" && lists::is_same_size(old, new) => {
                found.extend(lists::cells(old, new));
            }
            (Value::Array(old), Value::Array(new)) if key == "events" => {
                let (removed, added) = lists::events(old, new, |a, b| is_same(a, b, tolerance));
                if !(removed.is_empty() && added.is_empty()) {
                    found.push(FieldChange { field: key.clone(), how: ChangeKind::Items { removed, added } });
                }
            }
            _ if key == "solid" => {
                found.push(FieldChange { field: key.clone(), how: ChangeKind::Value { before: old, after: new } });
            }
            _ => leaves(key.clone(), &old, &new, tolerance, &mut found),
        }
    }
    found
}
