//! The comparison of two values with a tolerance.

use serde_json::Value;

/// The default tolerance of numbers.
pub const TOLERANCE: f64 = 1e-4;

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
