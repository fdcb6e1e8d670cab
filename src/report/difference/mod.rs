//! The difference of two reports: the answers and fields that differ, before and after. [`words`] makes the sentences.
//!
//! Both reports are compared in their [brief](super::brief) form. An answer is identified by its section and its names,
//! so the answers of a renamed item are vanished and new ones. An event of an agent is identified by its tick, the
//! path of its node and its kind, not by the node's index. The names of the files and the time are not compared.

mod answers;
mod lists;
pub mod words;

use serde::Serialize;
use serde_json::Value;

use self::answers::{Answer, answers};
use super::brief::brief;

/// The default tolerance of numbers.
pub const TOLERANCE: f64 = 1e-4;

/// One answer that differs.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Difference {
    /// The key of the section in the report.
    pub section: String,
    /// The names of the answer: `["guard", "crate"]`.
    pub names: Vec<String>,
    /// The difference.
    #[serde(flatten)]
    pub what: DifferenceKind,
}

/// The kind of a difference.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum DifferenceKind {
    /// Only the later report has the answer, with these fields.
    New(serde_json::Map<String, Value>),
    /// Only the earlier report has the answer, with these fields.
    Vanished(serde_json::Map<String, Value>),
    /// Both have it, and these fields differ.
    Changes(Vec<Change>),
}

/// A field that differs.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Change {
    /// The key; for a cell of an image `cell x,y`.
    pub field: String,
    /// Another value, or other items of a list.
    #[serde(flatten)]
    pub how: ChangeKind,
}

/// The kind of the difference of a field.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(untagged)]
pub enum ChangeKind {
    /// Another value; `null` for a field that is absent.
    Value {
        /// In the earlier report.
        before: Value,
        /// In the later report.
        after: Value,
    },
    /// A list whose items differ.
    Items {
        /// Only in the earlier list.
        removed: Vec<Value>,
        /// Only in the later list.
        added: Vec<Value>,
    },
}

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

impl Difference {
    /// Whether both are differences of the same answer.
    pub(crate) fn is_about(&self, other: &Self) -> bool {
        self.section == other.section && self.names == other.names
    }

    /// Whether only numbers differ.
    pub fn is_of_numbers(&self) -> bool {
        let is_number = |change: &Change| match &change.how {
            ChangeKind::Value { before, after } => before.is_number() && after.is_number(),
            ChangeKind::Items { .. } => false,
        };
        matches!(&self.what, DifferenceKind::Changes(changes) if changes.iter().all(is_number))
    }
}

/// The fields that differ in an answer that both reports have.
fn changes(before: &Answer, after: &Answer, tolerance: f64) -> Vec<Change> {
    let more = after.fields.keys().filter(|key| !before.fields.contains_key(*key));
    let mut found = Vec::new();
    for key in before.fields.keys().chain(more) {
        let value = |answer: &Answer| answer.fields.get(key).cloned().unwrap_or(Value::Null);
        let (old, new) = (value(before), value(after));
        if is_same(&old, &new, tolerance) {
            continue;
        }
        match (&old, &new) {
            (Value::Array(old), Value::Array(new)) if key == "solid" && lists::is_same_size(old, new) => {
                found.extend(lists::cells(old, new));
            }
            (Value::Array(old), Value::Array(new)) if key != "solid" => {
                let is_same = |a: &Value, b: &Value| is_same(a, b, tolerance);
                let (removed, added) =
                    if key == "events" { lists::events(old, new, is_same) } else { lists::items(old, new, is_same) };
                // The order differs, or numbers by no more than the tolerance.
                if removed.is_empty() && added.is_empty() {
                    continue;
                }
                found.push(Change { field: key.clone(), how: ChangeKind::Items { removed, added } });
            }
            _ => found.push(Change { field: key.clone(), how: ChangeKind::Value { before: old, after: new } }),
        }
    }
    found
}

/// Whether two values are equal: numbers within the tolerance, everything else exactly.
pub fn is_same(a: &Value, b: &Value, tolerance: f64) -> bool {
    match (a, b) {
        (Value::Number(a), Value::Number(b)) => match (a.as_f64(), b.as_f64()) {
            // Equal numbers are the same also when a tolerance is 0 and both are too large to subtract.
            (Some(x), Some(y)) => a == b || (x - y).abs() <= tolerance,
            _ => a == b,
        },
        (Value::Array(a), Value::Array(b)) => {
            a.len() == b.len() && a.iter().zip(b).all(|(a, b)| is_same(a, b, tolerance))
        }
        (Value::Object(a), Value::Object(b)) => {
            a.len() == b.len() && a.iter().all(|(key, a)| b.get(key).is_some_and(|b| is_same(a, b, tolerance)))
        }
        _ => a == b,
    }
}

#[cfg(test)]
mod tests;
