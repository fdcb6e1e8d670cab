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

/// The question about a field of an answer: `what is the p-vertex of the plane left?` for `planes.left.p_vertex`.
pub fn field_question(named: &Expectation, field: &str) -> String {
    let parts: Vec<&str> = field.split('.').collect();
    match parts[..] {
        ["rejected_by"] => "which plane rejects it?".to_owned(),
        ["nearest"] => "what does it hit first?".to_owned(),
        ["hit"] => "is it hit?".to_owned(),
        ["t"] => "at which t is it hit?".to_owned(),
        ["interval", "0"] => "at which t does the line enter it?".to_owned(),
        ["interval", "1"] => "at which t does the line leave it?".to_owned(),
        ["point"] => "at which point is it hit?".to_owned(),
        ["feature"] => "which face is hit?".to_owned(),
        ["seen"] => "is it seen?".to_owned(),
        ["share"] => "which share of it is seen, from 0 to 1?".to_owned(),
        ["reason"] if named.keys.contains_key("ray") => "why is it not hit?".to_owned(),
        ["reason"] => "why is it not seen?".to_owned(),
        ["leaks"] => "is there a leak?".to_owned(),
        ["within"] => "are the surfaces within the tolerance?".to_owned(),
        ["render_to_collider", "distance"] => "how far is the drawn surface from the collider, at most?".to_owned(),
        ["collider_to_render", "distance"] => "how far is the collider from the drawn surface, at most?".to_owned(),
        ["collides"] => "do they touch?".to_owned(),
        ["exact"] => "what is the exact answer?".to_owned(),
        ["running"] => "which nodes run?".to_owned(),
        ["outside"] => "is it outside of the region?".to_owned(),
        ["level"] => "on which level is it?".to_owned(),
        ["morton"] => "what is its Morton code?".to_owned(),
        ["path_length"] => "how long is the path, in metres?".to_owned(),
        ["pose", "position"] => "where is the camera?".to_owned(),
        ["tracked_ratio"] => "which part of the time is tracked, from 0 to 1?".to_owned(),
        ["max_influences"] => "how many joints move one vertex, at most?".to_owned(),
        ["weights", "off"] => "how many vertices have weights with another sum than 1?".to_owned(),
        ["weights", "worst_sum"] => "which sum of the weights of a vertex is furthest from 1?".to_owned(),
        ["weights", "displacement"] => {
            "how far does a wrong sum of weights move a vertex, at most, in metres?".to_owned()
        }
        ["escapes", _, "method"] => "which box does the mesh leave?".to_owned(),
        ["escapes", _, "distance"] => "how far does the mesh leave the box, in metres?".to_owned(),
        ["bounds", of, end @ ("min" | "max")] => format!("where is the {} corner of the {of} box?", greatest(end)),
        ["bounds", of, end @ ("min" | "max"), axis] => {
            format!("what is the {} {} of the {of} box?", greatest(end), axis_name(axis))
        }
        [half @ ("front" | "back"), "volume"] => format!("what is the volume of the {half} half, in m³?"),
        [half @ ("front" | "back"), "vertices"] => format!("how many vertices does the {half} half have?"),
        ["narrowest", "point"] => "where is the narrowest place?".to_owned(),
        ["narrowest", "width"] => "how wide is the narrowest place, in metres?".to_owned(),
        ["rules_differ"] => "do both rules choose different hits?".to_owned(),
        ["anchor"] => "which anchor does it hit?".to_owned(),
        [.., "a_before_b_back"] => "is some part of A in front of the back of B?".to_owned(),
        [.., "b_before_a_back"] => "is some part of B in front of the back of A?".to_owned(),
        ["planes", side, of] => format!("what is the {} of the plane {side}?", spaced(of)),
        _ => match counted(field) {
            Some(things) => format!("how many {things}?"),
            None => format!("what is the {}?", field_words(field)),
        },
    }
}

/// What a field counts, as the rest of a question that begins with "how many".
fn counted(field: &str) -> Option<String> {
    Some(match field {
        "draws" => "draws does it take".to_owned(),
        "queries" => "queries does it take".to_owned(),
        "solid_cells" => "cells are solid".to_owned(),
        "uncovered_pixels" => "pixels are in no cell".to_owned(),
        "candidate_count" => "candidate pairs are there".to_owned(),
        "overlap_count" => "pairs overlap".to_owned(),
        "brute_force_pairs" => "pairs are there without the octree".to_owned(),
        "pixels" => "pixels of it are seen".to_owned(),
        "joints" | "vertices" | "frames" | "anchors" | "loops" | "open_loops" => format!("{} are there", spaced(field)),
        _ => return None,
    })
}

fn greatest(end: &str) -> &'static str {
    if end == "min" { "least" } else { "greatest" }
}

fn axis_name(axis: &str) -> &str {
    match axis {
        "0" => "x",
        "1" => "y",
        "2" => "z",
        other => other,
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

/// What the field of a goal should be: "the verdict is inside", "the share is at least 0.2", "it is hit".
pub fn wanted(field: &str, value: &Value) -> String {
    let words = |value: &Value| value_words(field, value);
    let none = value.is_null() || value.as_array().is_some_and(Vec::is_empty);
    match (field, value) {
        ("hit", Value::Bool(is)) => return format!("it is {}hit", not(*is)),
        ("seen", Value::Bool(is)) => return format!("it is {}seen", not(*is)),
        ("collides", Value::Bool(true)) => return "they touch".to_owned(),
        ("collides", Value::Bool(false)) => return "they do not touch".to_owned(),
        ("leaks", Value::Bool(is)) => return format!("there is {} leak", if *is { "a" } else { "no" }),
        ("within", Value::Bool(is)) => return format!("the surfaces are {}within the tolerance", not(*is)),
        ("nearest", Value::Null) => return "it hits nothing".to_owned(),
        ("nearest", Value::String(_)) => return format!("it hits {} first", words(value)),
        ("rejected_by", Value::Null) => return "no plane rejects it".to_owned(),
        ("escapes", _) if none => return "the mesh leaves none of its boxes".to_owned(),
        _ => {}
    }
    let is_count = counted(field).is_some() || field == "max_influences";
    let field = if is_count { format!("number of {}", count_words(field)) } else { field_words(field) };
    match (value.get("min"), value.get("max")) {
        (Some(min), Some(max)) => format!("the {field} is {} to {}", words(min), words(max)),
        (Some(min), None) => format!("the {field} is at least {}", words(min)),
        (None, Some(max)) => format!("the {field} is at most {}", words(max)),
        (None, None) => format!("the {field} is {}", words(value)),
    }
}

fn not(is: bool) -> &'static str {
    if is { "" } else { "not " }
}

/// What a field counts, after "the number of".
fn count_words(field: &str) -> String {
    match field {
        "uncovered_pixels" => "pixels in no cell".to_owned(),
        "candidate_count" => "candidate pairs".to_owned(),
        "overlap_count" => "overlapping pairs".to_owned(),
        "brute_force_pairs" => "pairs without the octree".to_owned(),
        "pixels" => "seen pixels".to_owned(),
        "max_influences" => "joints of a vertex".to_owned(),
        field => spaced(field),
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
        let of_camera: Expectation = serde_json::from_value(json!({ "camera": "a", "object": "b" })).unwrap();
        for (field, question) in [
            ("verdict", "what is the verdict?"),
            ("reason", "why is it not seen?"),
            ("rejected_by", "which plane rejects it?"),
            ("planes.left.p_vertex", "what is the p-vertex of the plane left?"),
            ("error.rmse", "what is the rmse of error?"),
            ("open_loops", "how many open loops are there?"),
            ("solid_cells", "how many cells are solid?"),
            ("escapes.0.distance", "how far does the mesh leave the box, in metres?"),
            ("bounds.exact.max.1", "what is the greatest y of the exact box?"),
            ("bounds.joints.min", "where is the least corner of the joints box?"),
            ("interval.1", "at which t does the line leave it?"),
        ] {
            assert_eq!(field_question(&of_camera, field), question);
        }
        let of_ray: Expectation = serde_json::from_value(json!({ "ray": "a", "object": "b" })).unwrap();
        assert_eq!(field_question(&of_ray, "reason"), "why is it not hit?");
        assert_eq!(field_words("error.rpe_rmse"), "rpe rmse of error");
    }

    #[test]
    fn goals_are_sentences() {
        for (field, value, words) in [
            ("verdict", json!("inside"), "the verdict is inside"),
            ("share", json!({ "min": 0.2 }), "the share is at least 0.2"),
            ("hit", json!(false), "it is not hit"),
            ("seen", json!(true), "it is seen"),
            ("collides", json!(true), "they touch"),
            ("leaks", json!(false), "there is no leak"),
            ("nearest", json!(null), "it hits nothing"),
            ("nearest", json!("wall"), "it hits wall first"),
            ("escapes", json!([]), "the mesh leaves none of its boxes"),
            ("solid_cells", json!({ "max": 20 }), "the number of solid cells is at most 20"),
            ("max_influences", json!(8), "the number of joints of a vertex is 8"),
            ("candidate_count", json!({ "min": 1, "max": 3 }), "the number of candidate pairs is 1 to 3"),
        ] {
            assert_eq!(wanted(field, &value), words);
        }
    }
}
