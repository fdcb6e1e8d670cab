//! The answers of a brief report by their names, to put others in their places.

use serde_json::Value;

/// The entry of a list whose `key` is `name`.
pub(super) fn entry<'v>(list: Option<&'v mut Value>, key: &str, name: &str) -> Option<&'v mut Value> {
    list?.as_array_mut()?.iter_mut().find(|entry| entry[key] == name)
}

/// Puts a value in place of the one that an answer has.
pub(super) fn set(answer: Option<&mut Value>, key: &str, value: Value) {
    if let Some(field) = answer.and_then(|answer| answer.get_mut(key)) {
        *field = value;
    }
}
