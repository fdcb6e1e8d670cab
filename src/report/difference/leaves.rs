//! The comparison of nested values leaf by leaf: `bounds.bind.max.x` differs, not `bounds`.

use serde_json::{Map, Value};

use super::change::{ChangeKind, FieldChange};
use super::lists;
use super::same::is_same;

/// The coordinates of a vector or a quaternion.
const AXES: [&str; 4] = ["x", "y", "z", "w"];

/// The leaves that differ between two values of a field. A leaf has the path of its keys, separated by dots, as its
/// field.
pub(super) fn leaves(field: String, before: &Value, after: &Value, tolerance: f64, found: &mut Vec<FieldChange>) {
    if is_same(before, after, tolerance) {
        return;
    }
    match (before, after) {
        (Value::Object(old), Value::Object(new)) => {
            let more = new.keys().filter(|key| !old.contains_key(*key));
            for key in old.keys().chain(more) {
                let value = |map: &Map<String, Value>| map.get(key).cloned().unwrap_or(Value::Null);
                leaves(format!("{field}.{key}"), &value(old), &value(new), tolerance, found);
            }
        }
        (Value::Array(old), Value::Array(new)) if is_aligned_list(old, new) => {
            for (at, (one, other)) in old.iter().zip(new).enumerate() {
                leaves(format!("{field}.{}", step(old, at)), one, other, tolerance, found);
            }
        }
        (Value::Array(old), Value::Array(new)) => {
            let (removed, added) = lists::items(old, new, |a, b| is_same(a, b, tolerance));
            // The order differs, or numbers by no more than the tolerance.
            if !(removed.is_empty() && added.is_empty()) {
                found.push(FieldChange { field, how: ChangeKind::Items { removed, added } });
            }
        }
        _ => {
            let how = ChangeKind::Value { before: before.clone(), after: after.clone() };
            found.push(FieldChange { field, how });
        }
    }
}

/// Whether the items of two lists are the same ones, of which only figures differ. Other lists are compared by their
/// items, because an item was added or removed.
fn is_aligned_list(old: &[Value], new: &[Value]) -> bool {
    !old.is_empty() && old.len() == new.len() && old.iter().zip(new).all(|(a, b)| is_aligned(a, b))
}

fn is_aligned(a: &Value, b: &Value) -> bool {
    match (a, b) {
        (Value::Object(a), Value::Object(b)) => {
            a.len() == b.len() && a.iter().all(|(key, a)| b.get(key).is_some_and(|b| is_aligned(a, b)))
        }
        (Value::Array(a), Value::Array(b)) => a.len() == b.len() && a.iter().zip(b).all(|(a, b)| is_aligned(a, b)),
        (Value::String(a), Value::String(b)) => a == b,
        (Value::Number(_), Value::Number(_)) | (Value::Bool(_), Value::Bool(_)) | (Value::Null, Value::Null) => true,
        _ => false,
    }
}

/// The name of an item of a list in a path: the axis of a vector, the first text of an entry, or else the index.
fn step(list: &[Value], at: usize) -> String {
    if list.len() <= AXES.len() && list.len() > 1 && list.iter().all(Value::is_number) {
        return AXES[at].to_owned();
    }
    let name = |entry: &Value| entry.as_object()?.values().find_map(Value::as_str).map(str::to_owned);
    let is_named = |own: &String| list.iter().filter(|entry| name(entry).as_ref() == Some(own)).count() == 1;
    name(&list[at]).filter(is_named).unwrap_or_else(|| at.to_string())
}
