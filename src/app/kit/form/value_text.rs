//! The values of a blackboard as the text of a field.

use crate::behavior::Value;

/// A value as JSON. A string is written without quotes unless it would then be read as something else.
pub(in crate::app) fn written(value: &Value) -> String {
    match value {
        Value::Text(text) if !is_json(text) => text.to_string(),
        value => serde_json::to_string(value).unwrap_or_default(),
    }
}

/// Reads a value: text that is not JSON is a string.
pub(in crate::app) fn read(text: &str) -> Value {
    serde_json::from_str(text).unwrap_or_else(|_| Value::Text(text.into()))
}

/// Whether a text would be read as another type than a string.
fn is_json(text: &str) -> bool {
    serde_json::from_str::<Value>(text).is_ok()
}
