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
    let parts: Vec<&str> = field.split('.').collect();
    match parts[..] {
        ["rejected_by"] => "which plane rejects it?".to_owned(),
        ["nearest"] => "what does it hit first?".to_owned(),
        ["hit"] => "is it hit?".to_owned(),
        ["t"] => "at which t is it hit?".to_owned(),
        ["point"] => "at which point is it hit?".to_owned(),
        ["seen"] => "is it seen?".to_owned(),
        ["reason"] => "why is it not seen?".to_owned(),
        ["leaks"] => "is there a leak?".to_owned(),
        ["within"] => "are the surfaces within the tolerance?".to_owned(),
        ["collides"] => "do they touch?".to_owned(),
        ["exact"] => "what is the exact answer?".to_owned(),
        ["running"] => "which nodes run?".to_owned(),
        ["outside"] => "is it outside of the region?".to_owned(),
        ["level"] => "on which level is it?".to_owned(),
        ["draws"] => "how many draws does it take?".to_owned(),
        ["queries"] => "how many queries does it take?".to_owned(),
        ["solid_cells"] => "how many cells are solid?".to_owned(),
        ["uncovered_pixels"] => "how many pixels are in no cell?".to_owned(),
        ["candidate_count"] => "how many candidate pairs are there?".to_owned(),
        ["overlap_count"] => "how many pairs overlap?".to_owned(),
        ["brute_force_pairs"] => "how many pairs are there without the octree?".to_owned(),
        ["pixels"] => "how many pixels of it are seen?".to_owned(),
        ["max_influences"] => "how many joints move one vertex, at most?".to_owned(),
        ["joints" | "vertices" | "frames" | "anchors" | "loops" | "open_loops"] => {
            format!("how many {} are there?", spaced(field))
        }
        ["rules_differ"] => "do both rules choose different hits?".to_owned(),
        ["anchor"] => "which anchor does it hit?".to_owned(),
        ["narrowest", "point"] => "where is the narrowest place?".to_owned(),
        [.., "a_before_b_back"] => "is some part of A in front of the back of B?".to_owned(),
        [.., "b_before_a_back"] => "is some part of B in front of the back of A?".to_owned(),
        ["planes", side, of] => format!("what is the {} of the plane {side}?", spaced(of)),
        _ => format!("what is the {}?", field_words(field)),
    }
}

/// The words of a part of a field.
fn spaced(part: &str) -> String {
    let part = part.replace("p_vertex", "p-vertex").replace("n_vertex", "n-vertex");
    let part = part.replace("p_distance", "distance of the p-vertex").replace("n_distance", "distance of the n-vertex");
    if part == "running" { "running node".to_owned() } else { part.replace('_', " ") }
}

/// The items that an answer is about: "Camera `guard`, object `crate`, tick 90".
pub fn answer_names(named: &Expectation) -> String {
    let keys = NAMING_KEYS.into_iter().filter(|key| *key != "object").chain(["object"]);
    let keys = keys.filter(|key| named.keys.contains_key(*key));
    let words = keys.map(|key| match named.name(key) {
        Some(name) => format!("{key} `{}`", escape::shown(name)),
        None => key.to_owned(),
    });
    let tick = named.keys.get("tick").map(|tick| format!("tick {tick}"));
    capitalized(&words.chain(tick).collect::<Vec<_>>().join(", "))
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

/// The name of a field in words: `rmse of error` for `error.rmse`, `y of max of bounds` for `bounds.max.1`, `distance of escapes 1` for
/// `escapes.0.distance`.
fn field_words(field: &str) -> String {
    const VECTORS: [&str; 6] = ["min", "max", "point", "position", "normal", "center"];
    let mut words: Vec<String> = Vec::new();
    let mut last = "";
    for part in field.split('.') {
        match part.parse::<usize>() {
            Ok(axis) if axis < 3 && VECTORS.contains(&last) => words.push(["x", "y", "z"][axis].to_owned()),
            Ok(number) if !words.is_empty() => {
                let name = words.pop().unwrap_or_default();
                words.push(format!("{name} {}", number + 1));
            }
            _ => words.push(spaced(part)),
        }
        last = part;
    }
    words.reverse();
    words.join(" of ")
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
            ("error.rmse", "what is the rmse of error?"),
            ("open_loops", "how many open loops are there?"),
            ("solid_cells", "how many cells are solid?"),
            ("escapes.0.distance", "what is the distance of escapes 1?"),
            ("bounds.exact.max.1", "what is the y of max of exact of bounds?"),
        ] {
            assert_eq!(field_question(field), question);
        }
        assert_eq!(field_words("error.rpe_rmse"), "rpe rmse of error");
    }
}
