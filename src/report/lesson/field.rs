//! The value of a field of an answer, by a path such as `planes.near.p_distance`.

use serde_json::Value;

/// The value of a field. Parts of a path are divided by dots: a key of an object, the number of an item of a list from 0, or the
/// `side` of an item of a list.
///
/// # Errors
/// When the answer has no such field. The message lists the fields that it has.
pub(super) fn value_at<'v>(answer: &'v Value, path: &str) -> Result<&'v Value, String> {
    let mut value = answer;
    let mut rest = path;
    loop {
        if let Some(found) = value.get(rest) {
            return Ok(found);
        }
        let (part, after) = rest.split_once('.').map_or((rest, None), |(part, after)| (part, Some(after)));
        value = part_of(value, part).ok_or_else(|| missing(answer, value, part, path))?;
        match after {
            Some(after) => rest = after,
            None => return Ok(value),
        }
    }
}

fn part_of<'v>(value: &'v Value, part: &str) -> Option<&'v Value> {
    match value {
        Value::Object(object) => object.get(part),
        Value::Array(items) => {
            let by_number = part.parse::<usize>().ok().and_then(|number| items.get(number));
            by_number.or_else(|| items.iter().find(|item| item.get("side").and_then(Value::as_str) == Some(part)))
        }
        _ => None,
    }
}

fn missing(answer: &Value, value: &Value, part: &str, path: &str) -> String {
    if let Some(error) = answer.get("error").and_then(Value::as_str) {
        return format!("there is no answer: {error}");
    }
    let of = if part.len() == path.len() { "the answer" } else { "that value" };
    let known: Vec<String> = match value {
        Value::Object(object) => object.keys().cloned().collect(),
        Value::Array(items) => {
            let side = |item: &Value| item.get("side").and_then(Value::as_str).map(str::to_owned);
            let sides: Option<Vec<String>> = items.iter().map(side).collect();
            sides.unwrap_or_else(|| (0..items.len()).map(|number| number.to_string()).collect())
        }
        _ => return format!("`{path}` has nothing after `{}`", path.trim_end_matches(part).trim_end_matches('.')),
    };
    format!("{of} has no field `{part}`; its fields are {}", known.join(", "))
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn a_path_leads_into_objects_and_lists() {
        let answer = json!({
            "verdict": "inside", "a.b": 1, "point": [1, 2, 3],
            "planes": [{ "side": "left", "p_distance": 4 }, { "side": "near", "p_distance": 5 }],
        });
        for (path, value) in [
            ("verdict", json!("inside")),
            ("a.b", json!(1)),
            ("point.2", json!(3)),
            ("planes.near.p_distance", json!(5)),
            ("planes.0.p_distance", json!(4)),
        ] {
            assert_eq!(value_at(&answer, path), Ok(&value), "{path}");
        }
        for (path, message) in [
            ("verdct", "the answer has no field `verdct`; its fields are verdict, a.b, point, planes"),
            ("planes.far.d", "that value has no field `far`; its fields are left, near"),
            ("point.3", "that value has no field `3`; its fields are 0, 1, 2"),
            ("verdict.x", "`verdict.x` has nothing after `verdict`"),
            ("", "the answer has no field ``; its fields are verdict, a.b, point, planes"),
        ] {
            assert_eq!(value_at(&answer, path).unwrap_err(), message, "{path}");
        }
        let lost = json!({ "error": "no mesh" });
        assert_eq!(value_at(&lost, "verdict").unwrap_err(), "there is no answer: no mesh");
    }
}
