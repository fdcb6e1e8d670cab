//! Values and fields of a lesson in words.

use serde_json::Value;

use crate::escape;
use crate::geometry::narrate::{capitalized, written};
use crate::report::difference::words;
use crate::scene::{Expectation, NAMING_KEYS};

/// A value of a field in words: numbers with four significant digits, places as `(1, 0.5, −2)`.
pub fn value_words(field: &str, value: &Value) -> String {
    match value {
        Value::Number(number) if number.is_f64() => number.as_f64().map_or_else(String::new, written),
        Value::Array(items) if !items.is_empty() && items.iter().all(Value::is_number) => {
            let numbers: Vec<String> = items.iter().filter_map(Value::as_f64).map(written).collect();
            format!("({})", numbers.join(", "))
        }
        Value::Bool(true) => "yes".to_owned(),
        Value::Bool(false) => "no".to_owned(),
        value => words::value(field.rsplit('.').next().unwrap_or(field), value),
    }
}

/// The question for a field: `what is the p-vertex of the plane left?` for `planes.left.p_vertex`.
pub fn field_question(field: &str) -> String {
    let spaced = |part: &str| part.replace('_', " ");
    let parts: Vec<&str> = field.split('.').collect();
    match parts[..] {
        ["rejected_by"] => "which plane rejects it?".to_owned(),
        ["nearest"] => "what does it hit first?".to_owned(),
        ["hit"] => "is it hit?".to_owned(),
        ["seen"] => "is it seen?".to_owned(),
        ["leaks"] => "is there a leak?".to_owned(),
        ["planes", side, of] => {
            let of = of.replace("p_vertex", "p-vertex").replace("n_vertex", "n-vertex");
            let of =
                of.replace("p_distance", "distance of the p-vertex").replace("n_distance", "distance of the n-vertex");
            format!("what is the {} of the plane {side}?", spaced(&of))
        }
        [.., last] => {
            let within: Vec<String> = parts[..parts.len() - 1].iter().map(|part| spaced(part)).collect();
            let within = if within.is_empty() { String::new() } else { format!(" ({})", within.join(", ")) };
            format!("what is the {}{within}?", spaced(last))
        }
        [] => String::new(),
    }
}

/// The items that an answer is about: "Camera `guard`, object `crate`".
pub fn answer_names(named: &Expectation) -> String {
    let keys = NAMING_KEYS.into_iter().filter(|key| *key != "object").chain(["object"]);
    let keys = keys.filter(|key| named.keys.contains_key(*key));
    let words = keys.map(|key| match named.name(key) {
        Some(name) => format!("{key} `{}`", escape::shown(name)),
        None => key.to_owned(),
    });
    capitalized(&words.collect::<Vec<_>>().join(", "))
}

/// What the field of a goal should be: "the verdict is inside", "the share is at least 0.2".
pub fn wanted(field: &str, value: &Value) -> String {
    let words = |value: &Value| value_words(field, value);
    let field = field_words(field);
    match (value.get("min"), value.get("max")) {
        (Some(min), Some(max)) => format!("the {field} is {} to {}", words(min), words(max)),
        (Some(min), None) => format!("the {field} is at least {}", words(min)),
        (None, Some(max)) => format!("the {field} is at most {}", words(max)),
        (None, None) => format!("the {field} is {}", words(value)),
    }
}

/// The name of a field in words: `rmse of error` for `error.rmse`.
fn field_words(field: &str) -> String {
    let parts: Vec<String> = field.rsplit('.').map(|part| part.replace('_', " ")).collect();
    parts.join(" of ")
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn numbers_are_short_and_questions_are_sentences() {
        for (field, value, words) in [
            ("margin", json!(-1.147_78), "−1.148"),
            ("point", json!([-1.899_999_9, 1.3, -2.7]), "(−1.9, 1.3, −2.7)"),
            ("hit", json!(true), "yes"),
            ("nearest", json!(null), "nothing"),
            ("pixels", json!(5000), "5000"),
            ("running", json!(["a", "b"]), "a, b"),
        ] {
            assert_eq!(value_words(field, &value), words, "{field}");
        }
        for (field, question) in [
            ("verdict", "what is the verdict?"),
            ("rejected_by", "which plane rejects it?"),
            ("planes.left.p_vertex", "what is the p-vertex of the plane left?"),
            ("error.rmse", "what is the rmse (error)?"),
        ] {
            assert_eq!(field_question(field), question);
        }
        assert_eq!(field_words("error.rpe_rmse"), "rpe rmse of error");
    }
}
