//! Parts of a report that was read, as values.

use serde_json::Value;

/// The brief entries of a list; what is no list, such as an `error`, stays.
pub(super) fn each(list: &Value, one: impl Fn(&Value) -> Value) -> Value {
    list.as_array().map_or_else(|| list.clone(), |list| list.iter().map(one).collect())
}

/// Those of some keys that it has.
pub(super) fn pick(value: &Value, keys: &[&str]) -> Value {
    let pairs = keys.iter().filter_map(|key| Some(((*key).to_owned(), value.get(key)?.clone())));
    Value::Object(pairs.collect())
}
