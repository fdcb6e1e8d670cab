//! Parts of a report that was read from a file, as values.

use serde_json::Value;

/// The brief entries of a list; a value that is not a list, such as an `error`, is not changed.
pub(super) fn each(list: &Value, one: impl Fn(&Value) -> Value) -> Value {
    list.as_array().map_or_else(|| list.clone(), |list| list.iter().map(one).collect())
}

/// The entries of an object with these keys.
pub(super) fn pick(value: &Value, keys: &[&str]) -> Value {
    let pairs = keys.iter().filter_map(|key| Some(((*key).to_owned(), value.get(key)?.clone())));
    Value::Object(pairs.collect())
}
