//! Compares the tables of keys in `docs/scene-file.md` with the schema.
//!
//! `UPDATE_README=1 cargo test --lib readme` rewrites them.

use std::fmt::Write as _;

use serde_json::{Map, Value};

use super::schema::{project_schema, schema};
use crate::readme::check_section;

type Object = Map<String, Value>;

#[test]
fn the_readme_of_scene_files_has_all_keys() {
    let schema: Object = serde_json::from_str(&schema()).unwrap();
    let mut text = String::from("\n### Scene\n\n");
    keys(&schema, &mut text);
    for (name, definition) in schema["$defs"].as_object().unwrap() {
        write!(text, "\n### {name}\n\n{}\n", described(definition)).unwrap();
        let definition = definition.as_object().unwrap();
        let choices = ["oneOf", "anyOf"].iter().find_map(|key| definition.get(*key)?.as_array());
        match choices {
            Some(choices) => all_choices(choices, &mut text),
            None if definition.contains_key("properties") => {
                text.push('\n');
                keys(definition, &mut text);
            }
            None => {}
        }
    }
    text.push('\n');
    check_section("docs/scene-file.md", "Keys", &text);
}

#[test]
fn the_readme_of_checks_has_all_keys_of_the_project_file() {
    const OWN: [&str; 2] = ["ProjectCheck", "CheckRenderer"];
    let schema: Object = serde_json::from_str(&project_schema()).unwrap();
    let mut text = String::from("\n");
    keys(&schema, &mut text);
    for name in OWN {
        let values = &schema["$defs"][name];
        write!(text, "\n### {name}\n\n{}\n\n", described(values)).unwrap();
        keys(values.as_object().unwrap(), &mut text);
    }
    text.push('\n');
    // The other kinds of values are in the tables of scenes.
    let text = OWN.iter().fold(text.replace("](#", "](scene-file.md#"), |text, name| {
        let place = format!("#{}", name.to_lowercase());
        text.replace(&format!("scene-file.md{place}"), &place)
    });
    check_section("docs/check.md", "Project keys", &text);
}

/// A table of the keys of an object.
fn keys(object: &Object, text: &mut String) {
    let required: Vec<&str> =
        object.get("required").and_then(Value::as_array).into_iter().flatten().filter_map(Value::as_str).collect();
    text.push_str("| key | value | meaning |\n|---|---|---|\n");
    for (key, value) in object["properties"].as_object().unwrap() {
        let needed = if required.contains(&&**key) { ", required" } else { "" };
        writeln!(text, "| `{key}` | {}{needed} | {} |", kind(value), described(value)).unwrap();
    }
}

/// A table of the words, or of the objects with one key, that a value may be.
fn all_choices(choices: &[Value], text: &mut String) {
    text.push_str("\n| value | meaning |\n|---|---|\n");
    for choice in choices {
        let name = match (choice.get("const"), choice.get("properties").and_then(Value::as_object)) {
            (Some(word), _) => format!("`{word}`"),
            (None, Some(properties)) => {
                let (key, inner) = properties.iter().next().unwrap();
                let parts = inner.get("properties").and_then(Value::as_object);
                match parts {
                    Some(parts) => format!("`{key}` {}", parts.iter().map(part).collect::<Vec<_>>().join(", ")),
                    None => format!("`{key}`: {}", kind(inner)),
                }
            }
            (None, None) => kind(choice),
        };
        writeln!(text, "| {name} | {} |", described(choice)).unwrap();
    }
}

/// A key of an inner object with its meaning.
fn part((key, value): (&String, &Value)) -> String {
    match described(value) {
        meaning if meaning.is_empty() => format!("`{key}`"),
        meaning => format!("`{key}` ({})", meaning.trim_end_matches('.')),
    }
}

/// The kind of a value in words, with a link to its table.
fn kind(value: &Value) -> String {
    if let Some(reference) = value.get("$ref").and_then(Value::as_str) {
        let name = reference.rsplit('/').next().unwrap();
        return format!("[{name}](#{})", name.to_lowercase());
    }
    if let Some(word) = value.get("const") {
        return format!("`{word}`");
    }
    if let Some(words) = value.get("enum").and_then(Value::as_array) {
        return words.iter().map(|word| format!("`{word}`")).collect::<Vec<_>>().join(", ");
    }
    if let Some(choices) = ["anyOf", "oneOf"].iter().find_map(|key| value.get(*key)?.as_array()) {
        return choices.iter().map(kind).collect::<Vec<_>>().join(" or ");
    }
    match value.get("type").and_then(Value::as_str) {
        Some("string") => "text".to_owned(),
        Some("array") => {
            let inner = value.get("items").map_or("values".to_owned(), kind);
            let count = |key: &str| value.get(key).and_then(Value::as_u64);
            match (count("minItems"), count("maxItems")) {
                (Some(least), Some(most)) if least == most => format!("{least} × {inner}"),
                _ => format!("list of {inner}"),
            }
        }
        Some("object") => "object".to_owned(),
        Some(other) => other.to_owned(),
        None => "any value".to_owned(),
    }
}

fn described(value: &Value) -> String {
    let text = value.get("description").and_then(Value::as_str).unwrap_or_default();
    text.split_whitespace().collect::<Vec<_>>().join(" ").replace('|', "\\|")
}
