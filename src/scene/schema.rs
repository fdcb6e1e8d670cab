//! The JSON Schema of scene files, generated from the document's types.

use schemars::generate::SchemaSettings;
use schemars::transform::{Transform, transform_subschemas};
use schemars::{JsonSchema, Schema};
use serde_json::{Map, Value};

use super::document::{Course, Project, Scene};

/// Examples of the types of a scene file, by type. An editor offers them for an empty entry. Together they are one scene.
const EXAMPLES: &str = include_str!("schema_examples.json");

/// The JSON Schema (draft 2020-12) of scene files, indented, with a final line break.
///
/// It describes keys, types, ranges and defaults. [`crate::files::open`] checks names, references and files.
pub fn schema() -> String {
    text::<Scene>("eyeline scene")
}

/// The JSON Schema of the project file `eyeline.project.json`, in the same form.
pub fn project_schema() -> String {
    text::<Project>("eyeline project")
}

/// The JSON Schema of the file of a course, `course.json`, in the same form.
pub fn course_schema() -> String {
    text::<Course>("eyeline course")
}

fn text<T: JsonSchema>(title: &str) -> String {
    let settings = SchemaSettings::draft2020_12().with_transform(AsWritten);
    let mut schema = settings.into_generator().into_root_schema_for::<T>();
    schema.insert("title".to_owned(), title.into());
    if let Some(Value::Object(definitions)) = schema.get_mut("$defs") {
        let examples: Map<String, Value> = serde_json::from_str(EXAMPLES).unwrap_or_default();
        for (name, definition) in
            definitions.iter_mut().filter_map(|(name, value)| Some((name, value.as_object_mut()?)))
        {
            definition.insert("title".to_owned(), as_words(name).into());
            if let Some(examples) = examples.get(name) {
                definition.insert("examples".to_owned(), examples.clone());
            }
        }
    }
    format!("{:#}\n", schema.to_value())
}

/// The name of a type as words: `recorded session` for `RecordedSession`.
fn as_words(name: &str) -> String {
    let mut words = String::new();
    for letter in name.chars() {
        if letter.is_uppercase() && !words.is_empty() {
            words.push(' ');
        }
        words.extend(letter.to_lowercase());
    }
    words
}

/// Applies the differences between Rust's types and the file: an optional key is left out rather than `null`, and a
/// number is written with as few digits as its `f32` allows.
#[derive(Clone, Debug)]
struct AsWritten;

impl Transform for AsWritten {
    fn transform(&mut self, schema: &mut Schema) {
        transform_subschemas(self, schema);
        let Some(object) = schema.as_object_mut() else { return };
        if let Some(Value::Array(types)) = object.get_mut("type") {
            types.retain(|kind| kind != "null");
            if let [kind] = &mut types[..] {
                let kind = kind.take();
                object.insert("type".to_owned(), kind);
            }
        }
        if let Some(Value::Array(choices)) = object.get_mut("anyOf") {
            choices.retain(|choice| choice.get("type").is_none_or(|kind| kind != "null"));
            if let [choice] = &mut choices[..]
                && let Value::Object(choice) = choice.take()
            {
                object.shift_remove("anyOf");
                object.extend(choice);
            }
        }
        object.shift_remove("format");
        if let Some(Value::Array(choices)) = object.get_mut("oneOf") {
            choices.iter_mut().for_each(name_choice);
        }
        match object.get_mut("default") {
            Some(Value::Null) => drop(object.shift_remove("default")),
            Some(default) => shorten(default),
            None => {}
        }
    }
}

/// A choice by its only key, such as the shape `box`, has that key as its title, which an editor lists.
fn name_choice(choice: &mut Value) {
    let key = choice
        .get("properties")
        .and_then(Value::as_object)
        .filter(|keys| keys.len() == 1)
        .and_then(|keys| keys.keys().next());
    if let Some(key) = key.cloned()
        && let Some(choice) = choice.as_object_mut()
    {
        choice.insert("title".to_owned(), key.into());
    }
}

/// Numbers as short as their `f32` allows: 0.1, not 0.10000000149011612.
fn shorten(value: &mut Value) {
    match value {
        Value::Array(items) => items.iter_mut().for_each(shorten),
        Value::Object(entries) => entries.values_mut().for_each(shorten),
        Value::Number(number) if number.is_f64() => {
            #[expect(clippy::cast_possible_truncation, reason = "defaults are f32 or short")]
            let short = number.as_f64().map(|number| (number as f32).to_string());
            if let Some(short) = short.and_then(|short| short.parse().ok()) {
                *value = short;
            }
        }
        _ => {}
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    /// Calls `look` with every object of a JSON value.
    fn each_object(value: &Value, look: &mut impl FnMut(&serde_json::Map<String, Value>)) {
        match value {
            Value::Object(object) => {
                look(object);
                object.values().for_each(|value| each_object(value, look));
            }
            Value::Array(items) => items.iter().for_each(|value| each_object(value, look)),
            _ => {}
        }
    }

    #[test]
    fn every_key_is_described_and_no_other_is_allowed() {
        for (schema, least) in [(schema(), 20), (project_schema(), 4), (course_schema(), 0)] {
            expect_descriptions(&serde_json::from_str(&schema).unwrap(), least);
        }
    }

    fn expect_descriptions(schema: &Value, least: usize) {
        let mut objects = 0;
        each_object(schema, &mut |object| {
            assert_ne!(object.get("type"), Some(&json!("null")), "{object:?}");
            assert!(!object.get("type").is_some_and(Value::is_array), "{object:?}");
            let Some(Value::Object(properties)) = object.get("properties") else { return };
            objects += 1;
            assert_eq!(object.get("additionalProperties"), Some(&Value::Bool(false)), "{object:?}");
            // A choice, such as a shape or a node, has its description next to its only key.
            let is_choice = properties.len() == 1 && object.contains_key("description");
            for (key, property) in properties {
                assert!(property.get("description").is_some() || is_choice, "{key}");
            }
        });
        assert!(objects > least, "{objects}");
    }

    #[test]
    fn the_examples_are_one_valid_scene() {
        let schema: Value = serde_json::from_str(&schema()).unwrap();
        let examples: Map<String, Value> = serde_json::from_str(EXAMPLES).unwrap();
        let mut scene = json!({ "eyeline": 1 });
        for (key, property) in schema["properties"].as_object().unwrap() {
            let (is_list, of) = match (property.pointer("/items/$ref"), property.get("$ref")) {
                (Some(of), _) => (true, of),
                (None, Some(of)) => (false, of),
                (None, None) => continue,
            };
            let of = of.as_str().unwrap().trim_start_matches("#/$defs/");
            if let Some(examples) = examples.get(of) {
                assert_eq!(schema["$defs"][of]["examples"], *examples);
                scene[key] = if is_list { examples.clone() } else { examples[0].clone() };
            }
        }
        // Each type with examples is that of a key of the scene.
        assert_eq!(scene.as_object().unwrap().len(), examples.len() + 1, "{scene:#}");
        crate::scene::parse(&scene.to_string(), "examples").unwrap();
    }

    #[test]
    fn types_and_choices_have_titles() {
        let schema: Value = serde_json::from_str(&schema()).unwrap();
        assert_eq!(schema["$defs"]["RecordedSession"]["title"], "recorded session");
        let shapes = schema["$defs"]["Shape"]["oneOf"].as_array().unwrap();
        let titles: Vec<_> = shapes.iter().map(|shape| shape["title"].as_str().unwrap()).collect();
        assert_eq!(titles, ["box", "sphere", "cylinder", "cone", "capsule", "hull", "mesh"]);
        assert!(schema["$defs"].as_object().unwrap().values().all(|of| of["title"].is_string()));
    }

    #[test]
    fn ranges_and_defaults_are_those_of_the_document() {
        let schema: Value = serde_json::from_str(&schema()).unwrap();
        for (pointer, expected) in [
            ("/properties/eyeline/const", json!(1)),
            ("/properties/tick_rate/default", json!(60)),
            ("/properties/opens_at/maximum", json!(1_000_000)),
            ("/required", json!(["eyeline"])),
            ("/$defs/Camera/properties/near/default", json!(0.1)),
            ("/$defs/Camera/properties/projection/default", json!({ "perspective": {} })),
            ("/$defs/Object/required", json!(["name", "shape"])),
            ("/$defs/Object/properties/layers/items/maximum", json!(63)),
            ("/$defs/Object/properties/rotation/default", json!([0, 0, 0, 1])),
            ("/$defs/Object/properties/scale/items/not/const", json!(0)),
            ("/$defs/Object/properties/rotation/not/const", json!([0, 0, 0, 0])),
            ("/$defs/Camera/properties/rotation/not/const", json!([0, 0, 0, 0])),
            ("/$defs/View/properties/up/not/const", json!([0, 0, 0])),
            ("/$defs/Ray/properties/direction/not/const", json!([0, 0, 0])),
            ("/$defs/Ray/properties/mask/items/maximum", json!(63)),
            ("/$defs/Path/properties/points/minItems", json!(1)),
            ("/$defs/Octree/properties/depth/maximum", json!(10)),
            ("/$defs/Color/pattern", json!("^#[0-9a-fA-F]{6}$")),
            ("/$defs/Image/properties/size/items/exclusiveMinimum", json!(0)),
            ("/$defs/Occlusion/properties/resolution/minimum", json!(1)),
            ("/$defs/Cut/properties/cap/default", json!(true)),
            ("/$defs/Cut/properties/normal/not/const", json!([0, 0, 0])),
        ] {
            assert_eq!(schema.pointer(pointer), Some(&expected), "{pointer}");
        }
    }
}
